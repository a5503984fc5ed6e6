"""Sealed actions, and who looks after them: no step tells of one, so no other node hears of it.

Whoever writes the last one opens the phase. If that node dies just then, the next deadline may be
days away. So the table is due soon after each, and the node says when nobody need look any more.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final

from kuhstall.server.hosting.live_table import LiveTable
from kuhstall.server.hosting.table_cache import TableCache
from kuhstall.server.party.decide import Outcome
from kuhstall.server.party.timers import next_due
from kuhstall.server.store import Overdue, Store

SOON: Final = 5.0
"""Seconds after which another node looks whether a phase waits for nobody any more."""


def soon(due: float | None, now: float) -> float:
    """Tell when a table is due after a sealed action: when it would be, but before long."""
    return now + SOON if due is None else min(due, now + SOON)


def soon_if_still(live: LiveTable, outcome: Outcome, due: float | None, now: float) -> float | None:
    """Tell when a table is due after a step to a sealed phase.

    While the same answers are waited for, some may be there that this node has not heard of. Who
    looked after them counted on a deadline that the step replaces: so somebody looks before long.
    """
    still = outcome.opens is None and outcome.state.moment == live.state.moment
    return soon(due, now) if still and due is not None else due


async def let_rest(store: Store, live: LiveTable, seq: int, was: float) -> None:
    """Nobody need look at a table before its next deadline, unless somebody has acted since."""
    due = next_due(live.timers, live.held, live.state)
    if live.seq == seq and due is not None and due > was:
        await store.postpone(live.id, seq, was, due)


async def look_after(
    store: Store, cache: TableCache, overdue: Overdue, fire: Callable[[str], Awaitable[None]]
) -> None:
    """Do what is due on a table that its own node has not looked after."""
    live = await cache.live_table(overdue.table)
    if live.seq < overdue.seq or live.state.phase.sealed:
        await cache.catch_up_with(overdue.table)
    await fire(overdue.table)
    if live.state.phase.sealed:
        await let_rest(store, live, overdue.seq, overdue.due)
