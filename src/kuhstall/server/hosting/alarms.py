"""The alarms of a node: one for each table it holds, for when something is due there."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Awaitable, Callable, Iterable
from typing import Final

from kuhstall.server.hosting.bot_thread import HEAD_START
from kuhstall.server.hosting.clock import Clock
from kuhstall.server.hosting.live_table import LiveTable
from kuhstall.server.party.decide import bot_to_act
from kuhstall.server.store import UnavailableError

AGAIN: Final = 1.0
"""Seconds until it rings again where the store was away."""


class Alarms:
    """Calls when a table is due. Every node sweeps as well, so a lost alarm is only late."""

    def __init__(self, clock: Clock, call: Callable[[LiveTable], None], *, on: bool) -> None:
        self._clock = clock
        self._call = call
        self._on = on

    def set(self, live: LiveTable) -> None:
        if not self._on:
            return
        now, loop = self._clock.now(), asyncio.get_running_loop()
        rings = _wakes(live, now)
        wait = max(0.0, (math.inf if rings is None else rings) - now)
        at = loop.time() + wait + 0.001
        # What uvloop does at once has no time: it rings before any other.
        if live.alarm is not None and getattr(live.alarm, "when", loop.time)() <= at:
            return  # it rings early, and is set anew then: few bids wait for their call
        self.cancel(live)
        if rings is not None:
            live.alarm = loop.call_at(at, self._ring, live)

    @staticmethod
    def cancel(live: LiveTable) -> None:
        if live.alarm is not None:
            live.alarm.cancel()
            live.alarm = None

    def _ring(self, live: LiveTable) -> None:
        live.alarm = None
        rings = _wakes(live, self._clock.now())
        if rings is not None and rings <= self._clock.now():
            self._call(live)
        else:
            self.set(live)

    async def see_through(self, live: LiveTable, work: Awaitable[None]) -> None:
        """Do what was rung for; ring again if the store is away.

        A sweep would find the table, but not where the clock was set back meanwhile: then all that
        is due there lies far ahead of the store's time.
        """
        try:
            await work
        except UnavailableError:
            if self._on and live.alarm is None:
                live.alarm = asyncio.get_running_loop().call_later(AGAIN, self._ring, live)
            raise

    def switch_off(self, tables: Iterable[LiveTable]) -> None:
        """Let none ring any more: what comes due is for others, or for the next start."""
        self._on = False
        for live in tables:
            self.cancel(live)


def _wakes(live: LiveTable, now: float) -> float | None:
    """Tell when somebody has to look at a table: a bot thinks before it is due."""
    rings = live.rings(now)
    if rings and bot_to_act(live.situation, rings) is not None:
        return rings - HEAD_START
    return rings
