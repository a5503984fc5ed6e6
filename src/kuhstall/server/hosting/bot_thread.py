"""Where bots think: in one thread beside the loop, for some of them take long."""

from __future__ import annotations

import asyncio
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from msgspec import Struct

from kuhstall.engine.values import Action, Seat
from kuhstall.server.hosting.live_table import LiveTable
from kuhstall.server.party.decide import bot_to_act
from kuhstall.server.store import Position

_TURN: Final = 0.001
"""Seconds for which a bot that thinks may keep the loop from running."""


class BotChoice(Struct, frozen=True):
    """What a bot wants to do, after which step, and on which seat."""

    position: Position
    seat: Seat
    action: Action


class BotThread:
    def __init__(self) -> None:
        # One thread, that gives way soon: the loop must not wait for its turn.
        self._pool = ThreadPoolExecutor(1, "bots", sys.setswitchinterval, (_TURN,))

    async def choose(self, live: LiveTable, now: float) -> BotChoice | None:
        """Let a bot choose if one has to act now."""
        seat = bot_to_act(live.situation, now)
        if seat is None:
            return None
        position, think = live.position, live.prepare_choice(seat)
        loop = asyncio.get_running_loop()
        return BotChoice(position, seat, await loop.run_in_executor(self._pool, think))
