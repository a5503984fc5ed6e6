"""The queue of a client: its frames are handled one at a time, in order."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, Final, Generic, TypeVar

_log = logging.getLogger(__name__)

T = TypeVar("T")

WAITING: Final = 16
"""The most frames of one client that wait. A page that reconnects sends a handful at once."""


class CommandQueue(Generic[T]):
    """Handles items one after the other, in a task that ends when the queue is empty."""

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
        """Add an item; if the queue is full, drop and return the oldest one.

        The newest is kept because a client that sends without waiting for answers, as bots do, has
        chosen it from the current table.
        """
        over = self.waiting.popleft() if len(self.waiting) == WAITING else None
        self.waiting.append(item)
        if not self._busy:
            self._busy = True
            self._spawn(self._run())
        return over

    def drop(self, unwanted: Callable[[T], bool]) -> None:
        """Remove waiting items that are no longer wanted."""
        self.waiting = deque(item for item in self.waiting if not unwanted(item))

    async def _run(self) -> None:
        try:
            while self.waiting:
                try:
                    await self._work(self.waiting.popleft())
                except Exception:  # noqa: BLE001 -- the next items have to be handled nevertheless
                    _log.exception("handling a client's frame failed")
        finally:
            self._busy = False
