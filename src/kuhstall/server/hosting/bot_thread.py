"""Where bots think: in a thread beside the loop, and those that take long in processes."""

from __future__ import annotations

import asyncio
import logging
import math
import sys
import time
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from typing import Final

from msgspec import Struct

from kuhstall.engine.values import Action, Seat
from kuhstall.server.hosting.bot_questions import asked_elsewhere, prepare_asking
from kuhstall.server.hosting.bot_workers import BotWorkers
from kuhstall.server.hosting.clock import Clock
from kuhstall.server.hosting.live_table import LiveTable
from kuhstall.server.party.decide import bot_to_act
from kuhstall.server.party.party import STAND_IN
from kuhstall.server.party.timers import next_due
from kuhstall.server.store import Position

_log = logging.getLogger(__name__)

_TURN: Final = 0.001
"""Seconds for which a bot that thinks may keep the loop from running."""

_LONG: Final = 1.0
"""Seconds after which a bot is too slow: all tables of the node wait for the same thread."""

_SILENCE: Final = 60.0
"""Seconds for which the same bot is not complained about again."""


HEAD_START: Final = 0.1
"""Seconds by which a bot thinks before it acts, so that nobody sees how long it has thought."""


class BotChoice(Struct, frozen=True):
    """What a bot wants to do, after which step, and on which seat."""

    position: Position
    seat: Seat
    action: Action


class BotThread:
    def __init__(
        self,
        steady: Callable[[], float] = time.monotonic,
        workers: BotWorkers | None = None,
    ) -> None:
        # One thread, that gives way soon: the loop must not wait for its turn.
        self._pool = ThreadPoolExecutor(1, "bots", sys.setswitchinterval, (_TURN,))
        self._steady = steady
        self._workers = workers
        self._said: dict[str, float] = {}

    async def choose(self, live: LiveTable, clock: Clock) -> BotChoice | None:
        """Let a bot choose if one has to act now or soon; return when it has to act.

        When that is was drawn before it thought: how long it thought is nobody's business.
        """
        seat = bot_to_act(live.situation, clock.now() + HEAD_START)
        if seat is None:
            return None
        position, due = live.position, next_due(live.timers, live.held)
        pool, think = self._where(live, seat)
        name = live.party.places[seat].player or STAND_IN
        loop = asyncio.get_running_loop()
        action = await loop.run_in_executor(pool, self._timed, name, think)
        if due is not None and due > clock.now():
            await asyncio.sleep(due - clock.now() + 0.001)
        return BotChoice(position, seat, action)

    def _where(self, live: LiveTable, seat: Seat) -> tuple[Executor, Callable[[], Action]]:
        """Tell in which thread to think, and how."""
        asked = None if self._workers is None else asked_elsewhere(live, seat)
        if self._workers is None or asked is None:
            return self._pool, live.prepare_choice(seat)
        worker, here = self._workers.of(live.id), live.choice_by(seat, asked.seen)
        return worker.thread, prepare_asking(live, seat, asked, worker, here)

    def close(self) -> None:
        """End the processes, if there are any. Nobody is asked any more."""
        if self._workers is not None:
            self._workers.close()

    def _timed(self, name: str, think: Callable[[], Action]) -> Action:
        begun = self._steady()
        action = think()
        now = self._steady()
        if now - begun > _LONG and now - self._said.get(name, -math.inf) > _SILENCE:
            self._said[name] = now
            _log.warning("the bot %s has thought for %.1f s, all tables waited", name, now - begun)
        return action
