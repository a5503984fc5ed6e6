"""Background tasks of a node. On shutdown the node waits for them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable
from typing import Any

from kuhstall.server.table.log import UnavailableError

_log = logging.getLogger(__name__)


class Background:
    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()

    def spawn(self, work: Awaitable[None]) -> None:
        """Start a background task. If the store is away, only log it: the task will come again."""
        task = asyncio.ensure_future(_warn_when_away(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def finish(self) -> None:
        """Wait for all background tasks."""
        while self._tasks:
            await asyncio.gather(*self._tasks, return_exceptions=True)


async def _warn_when_away(work: Awaitable[None]) -> None:
    try:
        await work
    except UnavailableError as error:
        _log.warning("the store is away: %s", error)
