"""Retention: what need not be kept any longer is removed, by one node for all, bit by bit.

A finished game is kept for ever. So before a table goes, its log is read: nodes of the version
before this one did not note that a game was finished.
"""

from __future__ import annotations

import asyncio
import logging
import math
import secrets
from collections import Counter
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Collection, Sequence
from contextlib import aclosing
from typing import Final, TypeAlias

import msgspec
from msgspec import Struct

from kuhstall.server.hosting.clock import Clock
from kuhstall.server.hosting.metrics import Metrics
from kuhstall.server.party import party as parties
from kuhstall.server.party.events import Ended, Gathered, PartyEvent
from kuhstall.server.party.party import Party
from kuhstall.server.party.record import decode_step
from kuhstall.server.store import Store
from kuhstall.server.store.people import OLDEST
from kuhstall.server.store.upkeep import TableState

_log = logging.getLogger(__name__)

CHORE: Final = "retention"
FIRST: Final = 300.0
"""Seconds after its start in which a node has other things to do."""
EVERY: Final = 6 * 3600.0
LEASE: Final = 300.0
BREATH: Final = 0.02
"""Seconds between two pieces of work, for those who play."""

YEAR: Final = 365 * 86400.0
"""Whoever has finished a game is known for as long as this, whatever the settings say."""

HEARD: Final = 30 * 86400.0
"""Nobody passes anything on as late as this. A slow table says something every two days."""

ROWS: Final = 500
"""Rows that are removed at once."""
TABLES: Final = 200
"""Tables that are looked at together."""
PEOPLE: Final = 200
STEPS: Final = 200
"""Steps of a log that are read before others have their turn."""

Removal: TypeAlias = tuple[str, int]


class Terms(Struct, frozen=True):
    """How many seconds things are kept; without end if it is infinite."""

    sessions: float
    guests: float
    chat: float
    refusals: float
    closed: float
    unfinished: float
    reports: float


class Retention:
    """Looks now and then whether it is time, and nobody else is at it."""

    def __init__(self, store: Store, clock: Clock, metrics: Metrics, terms: Terms) -> None:
        self._store = store
        self._clock = clock
        self._metrics = metrics
        self._terms = terms
        self._holder = secrets.token_hex(8)
        self._not_before = clock.steady() + FIRST

    async def run_if_due(self) -> None:
        if self._clock.steady() < self._not_before:
            return
        if await self._store.claim_chore(CHORE, self._holder, LEASE):
            await self.run()

    async def run(self) -> Counter[str]:
        """Remove what may go. The caller has claimed the chore; whoever loses it stops."""
        began = claimed = self._clock.steady()
        removed: Counter[str] = Counter()
        async with aclosing(self._removals()) as removals:
            async for kind, count in removals:
                removed[kind] += count
                self._metrics.removed.labels(kind).inc(count)
                await asyncio.sleep(BREATH)
                if self._clock.steady() - claimed > LEASE / 3:
                    claimed = self._clock.steady()
                    if not await self._store.claim_chore(CHORE, self._holder, LEASE):
                        _log.warning("another node removes what is old: this one was too slow")
                        return removed
        await self._store.end_chore(CHORE, self._holder, EVERY)
        self._metrics.retention_ended.set(self._clock.now())
        self._metrics.retention_seconds.set(self._clock.steady() - began)
        _log.info("removed what is old: %s", dict(+removed))
        return removed

    async def _removals(self) -> AsyncGenerator[Removal, None]:
        """Remove piece by piece, and tell after each what it was.

        People come last: what keeps them, a session or a table, may have gone just before.
        """
        store, terms = self._store, self._terms
        async for count in _repeat(lambda: store.purge_sessions(terms.sessions, ROWS)):
            yield "sessions", count
        if terms.reports < math.inf:
            async for count in _repeat(lambda: store.purge_reports(terms.reports, ROWS)):
                yield "reports", count
        async for count in _repeat(lambda: store.purge_heard(HEARD, ROWS)):
            yield "heard", count
        after = ""
        while page := await store.table_states(after, TABLES):
            after = page[-1].table
            async for removal in self._tidy_tables(page):
                yield removal
        if terms.guests == math.inf:
            return
        upto: str | None = ""
        while upto is not None:
            walk = await store.purge_guests(upto, PEOPLE, terms.guests, YEAR)
            upto = walk.upto
            yield "guests", walk.removed

    async def _tidy_tables(self, page: Sequence[TableState]) -> AsyncIterator[Removal]:
        """Remove what is old at some tables, or the tables.

        What was refused at a table that is over stays impossible there, with or without the row.
        At any other table a refusal goes when nobody can have the session any more in which the
        command was sent: until then it could come again, and must not be decided otherwise.
        """
        store, terms = self._store, self._terms
        over = [state.table for state in page if state.is_over]
        others = [state.table for state in page if not state.is_over]
        for kind, tables, age, purge in (
            ("refusals", over, terms.refusals, store.purge_refusals),
            ("refusals", others, max(terms.refusals, OLDEST), store.purge_refusals),
            ("chat", over, terms.chat, store.purge_chat),
        ):
            async for count in _purge(purge, tables, age):
                yield kind, count
        for state in page:
            if self._is_suspect(state):
                yield "tables", await self._settle(state)

    def _is_suspect(self, state: TableState) -> bool:
        """Whether a table may have to go, or has ended without a note of it."""
        if state.finished:
            return False
        return self._is_stale(state) or not (state.closed or state.ticking)

    def _is_stale(self, state: TableState) -> bool:
        return state.age > (self._terms.closed if state.closed else self._terms.unfinished)

    async def _settle(self, state: TableState) -> int:
        """Note that a game was finished, or remove a table whose game never was."""
        try:
            finishers = await self._finishers(state.table)
        except (msgspec.MsgspecError, LookupError, TypeError):
            # Of a newer version maybe, which knows what to make of it.
            _log.warning("%s cannot be read, and is kept", state.table)
            return 0
        if finishers is not None:
            await self._store.note_finished(state.table, finishers)
            return 0
        if not self._is_stale(state):
            return 0
        return int(await self._store.remove_table(state.table, state.head))

    async def _finishers(self, table: str) -> Collection[str] | None:
        """Read in the log of a table who was dealt in, if the game was finished.

        A tutorial counts as nobody's game, and goes like one that was never finished.
        """
        party, seq, finished = None, 0, False
        while steps := await self._store.steps(table, seq, STEPS):
            seq = steps[-1].seq
            for step in steps:
                events = decode_step(step.events).party
                party = parties.fold(party or _first_party(events), events)
                finished = finished or any(isinstance(one, Ended) for one in events)
        counts = party is not None and finished and party.script is None
        return party.sat if party is not None and counts else None


def _first_party(events: Sequence[PartyEvent]) -> Party:
    first = events[0]
    if not isinstance(first, Gathered):
        raise TypeError("a log does not begin with a gathering")
    return parties.new_party(first)


async def _purge(
    purge: Callable[[Collection[str], float, int], Awaitable[int]],
    tables: Collection[str],
    age: float,
) -> AsyncIterator[int]:
    if tables and age < math.inf:
        async for count in _repeat(lambda: purge(tables, age, ROWS)):
            yield count


async def _repeat(purge: Callable[[], Awaitable[int]]) -> AsyncIterator[int]:
    """Remove until less was there than may be removed at once.

    It may be more: of a packed game all that is old goes together.
    """
    count = ROWS
    while count >= ROWS:
        count = await purge()
        yield count
