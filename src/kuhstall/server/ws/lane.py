"""One thing at a time: what a client sends while something of it is in flight has to wait."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, Final, Generic, TypeVar

_log = logging.getLogger(__name__)

T = TypeVar("T")

WAITING: Final = 16
"""As much of one client waits at most. A page that comes back sends a handful at once."""


class Lane(Generic[T]):
    """Does what is put in, one after the other, in a task that ends when nothing is left."""

    def __init__(
        self,
        spawn: Callable[[Coroutine[Any, Any, None]], None],
        work: Callable[[T], Awaitable[None]],
    ) -> None:
        self._spawn = spawn
        self._work = work
        self.waiting: deque[T] = deque()
        self._busy = False

    def put(self, item: T) -> T | None:
        """Take something; return what has waited longest if that is too much.

        The newest is kept: whoever sends without waiting for answers, as bots do, has chosen it
        from what is on the table now.
        """
        over = self.waiting.popleft() if len(self.waiting) == WAITING else None
        self.waiting.append(item)
        if not self._busy:
            self._busy = True
            self._spawn(self._run())
        return over

    def drop(self, unwanted: Callable[[T], bool]) -> None:
        """Forget what waits and is not wanted any more."""
        self.waiting = deque(item for item in self.waiting if not unwanted(item))

    async def _run(self) -> None:
        try:
            while self.waiting:
                try:
                    await self._work(self.waiting.popleft())
                except Exception:  # noqa: BLE001 -- what waits behind it is done all the same
                    _log.exception("something of a client failed")
        finally:
            self._busy = False
