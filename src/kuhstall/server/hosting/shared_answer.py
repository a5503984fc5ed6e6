"""One answer for all who ask the same within a second: a crowd costs the store no more than one."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final, Generic, TypeVar

T = TypeVar("T")

LASTS: Final = 1.0


class SharedAnswer(Generic[T]):
    """Asks when somebody wants to know, and not again while the answer is new.

    What this node itself has changed is seen at once: `version` tells that something has.
    """

    def __init__(
        self,
        ask: Callable[[], Awaitable[T]],
        steady: Callable[[], float],
        version: Callable[[], int],
    ) -> None:
        self._ask = ask
        self._steady = steady
        self._version = version
        self._asked: asyncio.Future[T] | None = None
        self._of = 0
        self._at = 0.0

    async def get(self) -> T:
        asked = self._asked
        if asked is None or self._of != self._version() or self._steady() - self._at >= LASTS:
            asked = self._asked = asyncio.ensure_future(self._ask())
            asked.add_done_callback(self._forget_failure)
            self._of, self._at = self._version(), self._steady()
        return await asyncio.shield(asked)  # others may wait for it as well

    def _forget_failure(self, asked: asyncio.Future[T]) -> None:
        failed = asked.cancelled() or asked.exception() is not None
        if failed and self._asked is asked:
            self._asked = None
