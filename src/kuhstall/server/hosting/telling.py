"""Telling everybody at a table, however many look on, without making other tables wait."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from itertools import islice
from typing import Final

from kuhstall.server.hosting.live_table import LiveTable, Watcher

SLICE: Final = 50
"""Watchers who are told before others have their turn: a third of a millisecond."""


async def tell_all(live: LiveTable, tell: Callable[[Watcher], None]) -> None:
    """Tell those who sit there first, and the others in slices. Whoever may not, misses nothing.

    If more is told in between, it has to wait for this: the caller holds what it takes.
    """
    watchers = list(live.watchers)
    if len(watchers) <= SLICE:
        _tell(live, watchers, tell)
        return
    watchers.sort(key=lambda one: live.party.seat(one.person) is None)
    left = iter(watchers)
    try:
        while slice_ := list(islice(left, SLICE)):
            _tell(live, slice_, tell)
            await asyncio.sleep(0)
    finally:  # nobody gets half a step because somebody has stopped waiting for it
        _tell(live, list(left), tell)


def _tell(live: LiveTable, watchers: list[Watcher], tell: Callable[[Watcher], None]) -> None:
    for watcher in watchers:
        if watcher in live.watchers:  # or gone meanwhile
            tell(watcher)
