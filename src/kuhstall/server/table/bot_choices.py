"""When a bot thinks, and when it acts."""

from __future__ import annotations

import asyncio
from typing import Final

from msgspec import Struct

from kuhstall.engine.values import Action, Seat
from kuhstall.server.table.clock import Clock
from kuhstall.server.table.live_table import LiveTable
from kuhstall.server.table.log import Position
from kuhstall.server.table.party.decide import bot_to_act
from kuhstall.server.table.party.timers import next_due

HEAD_START: Final = 0.1
"""Seconds before its action at which a bot thinks, so that its thinking time does not show."""


class BotChoice(Struct, frozen=True):
    """The action that a bot has chosen, for which seat, and after which step."""

    position: Position
    seat: Seat
    action: Action


class Bots:
    """Bots that think in the event loop, which is blocked meanwhile."""

    async def choose(self, live: LiveTable, clock: Clock) -> BotChoice | None:
        """Let a bot choose if it has to act now or soon; wait until it is due, then return.

        The due time was drawn before the bot thought, so it does not reveal its thinking time.
        """
        seat = bot_to_act(live.situation, clock.now() + HEAD_START)
        if seat is None:
            return None
        position, due = live.position, next_due(live.timers, live.held)
        action = await self._think(live, seat)
        if due is not None and due > clock.now():
            await asyncio.sleep(due - clock.now() + 0.001)
        return BotChoice(position, seat, action)

    async def _think(self, live: LiveTable, seat: Seat) -> Action:
        return live.prepare_choice(seat)()

    def close(self) -> None:
        """Stop the threads or processes in which bots think. No bot is asked afterwards."""
