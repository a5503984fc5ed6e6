"""Sealed answers: how they are changed, and how their phase is opened even when a node dies.

Where a phase allows it, its answers can be changed and withdrawn until it is opened. Every change
is a row of its own, a revision, and no row is ever replaced: so a late copy of an older command
finds its row and changes nothing. The step that opens the phase accounts for all rows.

A sealed answer is a row in the store before it is acknowledged, so it outlives its node; any node
reads it in `TableCache.complete`.

The node that stores the last answer opens the phase. If that node dies between the last answer and
the opening, another node opens it. Storing an answer writes no step, so other nodes do not hear of
it, and the next deadline may be days away. So every answer makes the table due 5 s later. The job
`sweep` (`ops/node.py`) claims what is overdue, twice a second on the leader and every 5 s on other
nodes. If the node that stored the answer lives, it takes this early due time back.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Iterable
from typing import Final

from kuhstall.engine.values import Illegal, Seat
from kuhstall.server.table.background import Background
from kuhstall.server.table.cache import TableCache
from kuhstall.server.table.counters import Counters
from kuhstall.server.table.live_table import LiveTable
from kuhstall.server.table.log import (
    Accepted,
    Overdue,
    SealedAction,
    TableLog,
    UnavailableError,
)
from kuhstall.server.table.party.decide import Outcome
from kuhstall.server.table.party.receipts import commit_answers, receipt
from kuhstall.server.table.party.timers import next_due
from kuhstall.server.table.people import TablePeople

MOST_REVISIONS: Final = 100
"""How often a seat may answer, change and withdraw within one sealed phase."""

RECHECK_AFTER: Final = 5.0
"""Seconds after which another node checks whether all answers of a sealed phase are there."""


def due_with_recheck(due: float | None, now: float) -> float:
    """Return when a table is due after a sealed answer: at its deadline, but within 5 s."""
    return now + RECHECK_AFTER if due is None else min(due, now + RECHECK_AFTER)


def due_while_sealed(
    live: LiveTable, outcome: Outcome, due: float | None, now: float
) -> float | None:
    """Return when a table is due after a step that leaves it in a sealed phase.

    If the phase is still the same, other nodes may have stored answers that this node has not
    heard of. The step overwrites the earlier re-check time, so schedule another check.
    """
    still = outcome.opens is None and outcome.state.moment == live.state.moment
    return due_with_recheck(due, now) if still and due is not None else due


async def cancel_recheck(store: TableLog, live: LiveTable, seq: int, was: float) -> None:
    """Cancel the early re-check unless the table has changed: it is due at its deadline again."""
    due = next_due(live.timers, live.held, live.state)
    if live.seq == seq and due is not None and due > was:
        await store.postpone(live.id, seq, was, due)


async def take_over(
    store: TableLog, cache: TableCache, overdue: Overdue, fire: Callable[[str], Awaitable[None]]
) -> None:
    """Do what is due on a table that the node with its alarm has missed."""
    live = await cache.live_table(overdue.table)
    if live.seq < overdue.seq or live.state.phase.sealed:
        await cache.catch_up_with(overdue.table)
    await fire(overdue.table)
    if live.state.phase.sealed:
        await cancel_recheck(store, live, overdue.seq, overdue.due)


def note_answers(
    background: Background, people: TablePeople, live: LiveTable, rows: Iterable[SealedAction]
) -> None:
    """Note in the accounts database who has answered at a slow table: no step says so yet.

    So these players are not reminded of a decision that they have made. Withdrawing an answer puts
    the table back among those that wait for them, and sends nothing.
    """
    for row in rows:
        person = live.party.places[row.seat].person
        if live.party.is_slow and person is not None:
            moment, answered = live.state.moment, bool(row.action)
            background.spawn(
                people.note_answer(live.id, person, moment, row.revision, answered=answered)
            )


def checked_revision(live: LiveTable, seat: Seat, *, withdraws: bool) -> int:
    """Return the number of a seat's next revision; raise Illegal if there are too many.

    The last one cannot withdraw: the seat could not answer any more.
    """
    revision = live.revision(seat) + 1
    if revision > MOST_REVISIONS - withdraws:
        raise Illegal("changed_too_often")
    return revision


def acknowledge(seq: int, moment: int, row: SealedAction) -> Accepted:
    """Acknowledge a revision, with its receipt if it has one."""
    return Accepted(seq, receipt=receipt(row.seat, moment, row.revision, row.action, row.salt))


def commitments(live: LiveTable, draw: Callable[[int], bytes]) -> dict[Seat, str]:
    """Commit to the sealed answers of a phase that is being opened, if they have receipts.

    Every seat that was asked gets a commitment, also one that has answered nothing.
    """
    phase = live.state.phase
    if not phase.sealed or not phase.revisable(live.state):
        return {}
    answers = {seat: live.sealed.get(seat) for seat in phase.asked(live.state)}
    receipts = {
        seat: None if one is None or one.action is None else one.receipt
        for seat, one in sorted(answers.items())
    }
    return commit_answers(live.id, receipts, draw)


_log = logging.getLogger(__name__)


async def fire_overdue(
    store: TableLog, cache: TableCache, metrics: Counters, fire: Callable[[str], Awaitable[None]]
) -> None:
    """Claim the overdue tables, and do what is due on each."""
    found = await store.claim_overdue(late=0.5, lease=2.0, limit=64)
    now = await store.now() if found else 0.0
    for overdue in found:
        metrics.sweeps.inc()
        metrics.deadline_lateness.observe(max(0.0, now - overdue.due))
        try:
            await take_over(store, cache, overdue, fire)
        except UnavailableError:
            raise
        except Exception:  # noqa: BLE001 -- one table that cannot be read must not stop the rest
            _log.exception("cannot do what is overdue on table %s", overdue.table)
