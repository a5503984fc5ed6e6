"""Broadcast to all watchers of a table, even thousands, without delaying other tables."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from itertools import islice
from typing import Final

from kuhstall.server.table.live_table import LiveTable, Watcher

SLICE: Final = 50
"""Watchers that are served before other tasks may run: a third of a millisecond."""


async def tell_all(live: LiveTable, tell: Callable[[Watcher], None]) -> None:
    """Serve the players and their screens first, then the spectators in slices.

    The caller holds the lock, so the next broadcast waits until this one has reached everyone.
    """
    watchers = list(live.watchers)
    if len(watchers) <= SLICE:
        _tell(live, watchers, tell)
        return
    watchers.sort(key=lambda one: one.screen is None and live.party.seat(one.person) is None)
    left = iter(watchers)
    try:
        while slice_ := list(islice(left, SLICE)):
            _tell(live, slice_, tell)
            await asyncio.sleep(0)
    finally:  # if the caller is cancelled, the remaining watchers still get the step
        _tell(live, list(left), tell)


def _tell(live: LiveTable, watchers: list[Watcher], tell: Callable[[Watcher], None]) -> None:
    for watcher in watchers:
        if watcher in live.watchers:  # it may have left meanwhile
            tell(watcher)
