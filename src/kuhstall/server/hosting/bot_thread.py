"""Where bots think: in one thread beside the loop, for some of them take long."""

from __future__ import annotations

import asyncio
import logging
import math
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from msgspec import Struct

from kuhstall.engine.values import Action, Seat
from kuhstall.server.hosting.live_table import LiveTable
from kuhstall.server.party.decide import bot_to_act
from kuhstall.server.party.party import STAND_IN
from kuhstall.server.store import Position

_log = logging.getLogger(__name__)

_TURN: Final = 0.001
"""Seconds for which a bot that thinks may keep the loop from running."""

_LONG: Final = 1.0
"""Seconds after which a bot is too slow: all tables of the node wait for the same thread."""

_SILENCE: Final = 60.0
"""Seconds for which the same bot is not complained about again."""


class BotChoice(Struct, frozen=True):
    """What a bot wants to do, after which step, and on which seat."""

    position: Position
    seat: Seat
    action: Action


class BotThread:
    def __init__(self, steady: Callable[[], float] = time.monotonic) -> None:
        # One thread, that gives way soon: the loop must not wait for its turn.
        self._pool = ThreadPoolExecutor(1, "bots", sys.setswitchinterval, (_TURN,))
        self._steady = steady
        self._said: dict[str, float] = {}

    async def choose(self, live: LiveTable, now: float) -> BotChoice | None:
        """Let a bot choose if one has to act now."""
        seat = bot_to_act(live.situation, now)
        if seat is None:
            return None
        position, think = live.position, live.prepare_choice(seat)
        name = live.party.places[seat].player or STAND_IN
        loop = asyncio.get_running_loop()
        action = await loop.run_in_executor(self._pool, self._timed, name, think)
        return BotChoice(position, seat, action)

    def _timed(self, name: str, think: Callable[[], Action]) -> Action:
        begun = self._steady()
        action = think()
        now = self._steady()
        if now - begun > _LONG and now - self._said.get(name, -math.inf) > _SILENCE:
            self._said[name] = now
            _log.warning("the bot %s has thought for %.1f s, all tables waited", name, now - begun)
        return action
