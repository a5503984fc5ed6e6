"""Runs bots in a thread beside the event loop, and slow ones in processes."""

from __future__ import annotations

import asyncio
import logging
import math
import sys
import time
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from typing import Final

from kuhstall.engine.values import Action, Seat
from kuhstall.server.ops.bot_processes import BotWorkers
from kuhstall.server.ops.bot_questions import asked_elsewhere, prepare_asking
from kuhstall.server.table.bot_choices import Bots
from kuhstall.server.table.live_table import LiveTable
from kuhstall.server.table.party.party import STAND_IN

_log = logging.getLogger(__name__)

_TURN: Final = 0.001
"""Seconds for which a thinking bot may keep the loop from running."""

_LONG: Final = 1.0
"""Seconds after which a bot is too slow: all tables of the node wait for the same thread."""

_SILENCE: Final = 60.0
"""Seconds for which no further warning about the same bot is logged."""


class BotThread(Bots):
    def __init__(
        self,
        steady: Callable[[], float] = time.monotonic,
        workers: BotWorkers | None = None,
    ) -> None:
        # One thread that yields often: the loop must not wait for its turn.
        self._pool = ThreadPoolExecutor(1, "bots", sys.setswitchinterval, (_TURN,))
        self._steady = steady
        self._workers = workers
        self._said: dict[str, float] = {}

    async def _think(self, live: LiveTable, seat: Seat) -> Action:
        pool, think = self._where(live, seat)
        name = live.party.places[seat].player or STAND_IN
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(pool, self._think_timed, name, think)

    def _where(self, live: LiveTable, seat: Seat) -> tuple[Executor, Callable[[], Action]]:
        """Return the thread in which to think, and the function to run there."""
        asked = None if self._workers is None else asked_elsewhere(live, seat)
        if self._workers is None or asked is None:
            return self._pool, live.prepare_choice(seat)
        worker, here = self._workers.of(live.id), live.choice_by(seat, asked.seen)
        return worker.thread, prepare_asking(live, seat, asked, worker, here)

    def close(self) -> None:
        if self._workers is not None:
            self._workers.close()

    def _think_timed(self, name: str, think: Callable[[], Action]) -> Action:
        begun = self._steady()
        action = think()
        now = self._steady()
        if now - begun > _LONG and now - self._said.get(name, -math.inf) > _SILENCE:
            self._said[name] = now
            _log.warning("the bot %s has thought for %.1f s, all tables waited", name, now - begun)
        return action
