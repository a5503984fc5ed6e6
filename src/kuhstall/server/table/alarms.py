"""The alarms of a node: one per table in memory, set for the next time something is due there."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Awaitable, Callable, Iterable
from contextvars import copy_context
from typing import Final

from kuhstall.server.table.bot_choices import HEAD_START
from kuhstall.server.table.clock import Clock
from kuhstall.server.table.live_table import LiveTable
from kuhstall.server.table.log import UnavailableError
from kuhstall.server.table.party.decide import bot_to_act

AGAIN: Final = 1.0
"""Seconds until an alarm rings again if the store was away."""


class Alarms:
    """Calls back when a table is due. Nodes also sweep, so a lost alarm only causes a delay."""

    def __init__(self, clock: Clock, call: Callable[[LiveTable], None], *, on: bool) -> None:
        self._clock = clock
        self._call = call
        self._on = on
        self._context = copy_context()
        """That of the node: what is due is not logged as the work of whoever made the last step."""

    def set(self, live: LiveTable) -> None:
        if not self._on:
            return
        now, loop = self._clock.now(), asyncio.get_running_loop()
        rings = _wakes(live, now)
        wait = max(0.0, (math.inf if rings is None else rings) - now)
        at = loop.time() + wait + 0.001
        # A handle that uvloop runs at once has no `when`: it rings before any other.
        if live.alarm is not None and getattr(live.alarm, "when", loop.time)() <= at:
            return  # it rings too early and is then set again: cheaper than setting it per bid
        self.cancel(live)
        if rings is not None:
            live.alarm = loop.call_at(at, self._ring, live, context=self._context)

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
        """Await the work of an alarm; if the store is away, let the alarm ring again.

        The sweep alone is not enough: if the store's clock was set back meanwhile, the table's due
        time lies far in the future.
        """
        try:
            await work
        except UnavailableError:
            if self._on and live.alarm is None:
                loop, context = asyncio.get_running_loop(), self._context
                live.alarm = loop.call_later(AGAIN, self._ring, live, context=context)
            raise

    def switch_off(self, tables: Iterable[LiveTable]) -> None:
        """Cancel all alarms and set no new ones."""
        self._on = False
        for live in tables:
            self.cancel(live)


def _wakes(live: LiveTable, now: float) -> float | None:
    """Return when an alarm has to ring for a table: earlier if a bot has to choose before."""
    rings = live.rings(now)
    if rings and bot_to_act(live.situation, rings) is not None:
        return rings - HEAD_START
    return rings
