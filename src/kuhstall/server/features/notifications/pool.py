"""Sends claimed deliveries at the same time, up to a limit. A slow one delays no other."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import Any, Final, Generic, TypeVar

_Message = TypeVar("_Message")

AGAIN: Final = 2.0
"""Seconds after which new deliveries are claimed, although some are still being sent."""


class Source(Generic[_Message]):
    """Deliveries of one kind. No other kind takes their places."""

    def __init__(
        self,
        claim: Callable[[int], Awaitable[Sequence[_Message]]],
        send: Callable[[_Message], Coroutine[Any, Any, None]],
        most: int,
    ) -> None:
        self._claim = claim
        self._send = send
        self._most = most
        self.busy: set[asyncio.Task[None]] = set()
        self.full = False

    async def fill(self) -> None:
        """Claim as many deliveries as there is room for, and begin to send them."""
        free = self._most - len(self.busy)
        if free:
            claimed = await self._claim(free)
            self.busy |= {asyncio.create_task(self._send(one)) for one in claimed}
            self.full = len(claimed) == free

    @property
    def wants_more(self) -> bool:
        """Whether there may be more to claim, and there is room for a good part of it.

        A claim costs more than a place that stays empty for a moment.
        """
        return self.full and len(self.busy) <= self._most * 3 // 4


class Pool:
    def __init__(self, *sources: Source[Any]) -> None:
        self._sources = sources

    async def run(self) -> None:
        """Send all deliveries that are due, and those that become due meanwhile."""
        try:
            while await self._go_on():
                pass
        except asyncio.CancelledError:
            for task in self._busy():
                task.cancel()
            await asyncio.gather(*self._busy(), return_exceptions=True)
            raise

    async def _go_on(self) -> bool:
        """Fill all sources. Return False when all is sent."""
        for source in self._sources:
            await source.fill()
        await self._wait()
        return any(source.full or source.busy for source in self._sources)

    async def _wait(self) -> None:
        """Wait until a source wants more or all is sent, but not for long."""
        loop = asyncio.get_running_loop()
        end = loop.time() + AGAIN
        while busy := self._busy():
            patience = end - loop.time()
            if patience <= 0 or any(source.wants_more for source in self._sources):
                return
            done, _ = await asyncio.wait(
                busy, timeout=patience, return_when=asyncio.FIRST_COMPLETED
            )
            for source in self._sources:
                source.busy -= done
            errors = [error for task in done if (error := task.exception()) is not None]
            if errors:
                raise errors[0]

    def _busy(self) -> set[asyncio.Task[None]]:
        return {task for source in self._sources for task in source.busy}
