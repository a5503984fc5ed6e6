"""One answer for all callers within a second: a crowd costs the store as much as one caller."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final, Generic, TypeVar

T = TypeVar("T")

LASTS: Final = 1.0


class SharedAnswer(Generic[T]):
    """Fetches the answer on demand, and not again while it is fresh.

    Changes made by this node are visible at once: `version` says whether there were any.
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
        return await asyncio.shield(asked)  # other callers may wait for it as well

    def _forget_failure(self, asked: asyncio.Future[T]) -> None:
        failed = asked.cancelled() or asked.exception() is not None
        if failed and self._asked is asked:
            self._asked = None
