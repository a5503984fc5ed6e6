"""What runs beside the commands of a node, and is waited for when it stops."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable
from typing import Any

from kuhstall.server.store import UnavailableError

_log = logging.getLogger(__name__)


class Background:
    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()

    def spawn(self, work: Awaitable[None]) -> None:
        """Run something beside; a store that is away is no news, it is tried again."""
        task = asyncio.ensure_future(_warn_when_away(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def finish(self) -> None:
        """Wait for what runs beside."""
        while self._tasks:
            await asyncio.gather(*self._tasks, return_exceptions=True)


async def _warn_when_away(work: Awaitable[None]) -> None:
    try:
        await work
    except UnavailableError as error:
        _log.warning("the store is away: %s", error)
