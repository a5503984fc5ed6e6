"""Retention: one node for all removes what need not be kept any longer, a bit at a time.

A finished game is kept for ever. So the log of a table is read before the table is removed: nodes
of the previous version did not record that a game was finished. When nothing is left to be removed
at a finished table, it is marked, and not read again.
"""

from __future__ import annotations

import asyncio
import logging
import math
import secrets
from collections import Counter
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Collection, Sequence
from contextlib import aclosing
from functools import partial
from typing import Final, TypeAlias

import msgspec
from msgspec import Struct

from kuhstall.server.features.accounts.session_queries import OLDEST
from kuhstall.server.features.feature import delete_expired
from kuhstall.server.features.moderation.report_queries import ReportQueries
from kuhstall.server.features.people import People
from kuhstall.server.ops.metrics import Metrics
from kuhstall.server.store import Store
from kuhstall.server.store.rows import TableState
from kuhstall.server.table.clock import Clock
from kuhstall.server.table.party import party as parties
from kuhstall.server.table.party.events import Ended, Gathered, PartyEvent
from kuhstall.server.table.party.party import Party
from kuhstall.server.table.party.record import decode_step

_log = logging.getLogger(__name__)

CHORE: Final = "retention"
FIRST: Final = 300.0
"""Seconds after its start in which a node has other things to do."""
EVERY: Final = 6 * 3600.0
LEASE: Final = 300.0
BREATH: Final = 0.02
"""Seconds of pause between two pieces of work, to let players' commands run."""

YEAR: Final = 365 * 86400.0
"""A player who has finished a game is kept for this long, whatever the settings say."""

HEARD: Final = 30 * 86400.0
"""No outbox entry is passed on as late as this. A slow table writes one every two days."""

ROWS: Final = 500
"""Rows that are removed at once."""
TABLES: Final = 200
"""Tables that are checked together."""
PEOPLE: Final = 200
STEPS: Final = 200
"""Steps of a log that are read before other work gets its turn."""

Removal: TypeAlias = tuple[str, int]


class Terms(Struct, frozen=True):
    """How many seconds things are kept; for ever if infinite."""

    sessions: float
    guests: float
    chat: float
    refusals: float
    closed: float
    unfinished: float
    reports: float


class Retention:
    """Runs from time to time, when it is due and no other node is running it."""

    def __init__(
        self, store: Store, people: People, clock: Clock, metrics: Metrics, terms: Terms
    ) -> None:
        self._store = store
        self._people = people
        self._reports = ReportQueries(store.db)
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
        """Remove what may go. The caller has claimed the chore; a node that loses it stops."""
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
        """Remove bit by bit, and yield the kind and number after each.

        People come last: what keeps them, a session or a table, may have been removed just before.
        """
        store, people, terms = self._store, self._people, self._terms
        async for count in _repeat(lambda: people.purge_sessions(terms.sessions, ROWS)):
            yield "sessions", count
        if terms.reports < math.inf:
            async for count in _repeat(lambda: self._reports.purge_reports(terms.reports, ROWS)):
                yield "reports", count
        async for count in _repeat(lambda: people.purge_heard(HEARD, ROWS)):
            yield "heard", count
        for removals in (self._remove_expired(), self._orphans()):
            async for removal in removals:
                yield removal
        after = ""
        while page := await store.table_states(after, TABLES):
            after = page[-1].table
            async for removal in self._tidy_tables(page):
                yield removal
        if terms.guests == math.inf:
            return
        upto: str | None = ""
        while upto is not None:
            removed, upto = await purge_guests(store, people, upto, PEOPLE, terms.guests, YEAR)
            yield "guests", removed

    async def _orphans(self) -> AsyncIterator[Removal]:
        """Remove the webhooks of tables that are gone: a node may have died after removing one."""
        after = ""
        while tables := await self._people.webhook_tables(after, TABLES):
            after = tables[-1]
            known = await self._store.positions(tables)
            gone = [table for table in tables if table not in known]
            await self._people.drop_webhooks(gone)
            yield "webhooks", len(gone)

    async def _remove_expired(self) -> AsyncIterator[Removal]:
        """Remove what features have declared to expire."""
        for feature in self._people.features:
            db = self._people.db if feature.database == "accounts" else self._store.db
            for expiry in feature.expiries:
                async for count in _repeat(partial(delete_expired, db, expiry, ROWS)):
                    yield expiry.table, count

    async def _tidy_tables(self, page: Sequence[TableState]) -> AsyncIterator[Removal]:
        """Remove old refusals and chat of some tables, or whole tables.

        A command that was refused at a table that is over stays impossible there, with or without
        the row. At any other table, a refusal is removed once the session in which the command was
        sent must have ended: until then the command could be sent again, and must not be decided
        differently.
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
        if finished := [state.table for state in page if state.finished]:
            await store.note_tidied(finished)

    def _is_suspect(self, state: TableState) -> bool:
        """Return whether a table may have to be removed, or has ended without a record of it."""
        if state.finished:
            return False
        return self._is_stale(state) or not (state.closed or state.ticking)

    def _is_stale(self, state: TableState) -> bool:
        return state.age > (self._terms.closed if state.closed else self._terms.unfinished)

    async def _settle(self, state: TableState) -> int:
        """Record that a game was finished, or remove a table whose game never was."""
        try:
            finishers = await self._finishers(state.table)
        except (msgspec.MsgspecError, LookupError, TypeError):
            # Maybe written by a newer version, which can read it.
            _log.warning("%s cannot be read, and is kept", state.table)
            return 0
        if finishers is not None:
            await self._store.note_finished(state.table, finishers)
            return 0
        if not self._is_stale(state):
            return 0
        removed = await self._store.remove_table(state.table, state.head)
        if removed:
            await self._people.drop_webhooks([state.table])
        return int(removed)

    async def _finishers(self, table: str) -> Collection[str] | None:
        """Return who was dealt in, from the log of a table, if the game was finished.

        A tutorial does not count as a game, and is removed like one that was never finished.
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


async def purge_guests(  # noqa: PLR0913, PLR0917 -- one page of a walk
    store: Store, people: People, after: str, limit: int, absent: float, played: float
) -> tuple[int, str | None]:
    """Check up to `limit` people after `after`; remove those who are gone for good.

    That is a person who has had no session for `absent` seconds, has no passkey and no recovery
    code to sign in with, is not banned, sits at no unfinished table, and finished no game within
    `played` seconds. Return how many were removed, and the id to continue after; None at the end.
    """
    gone, upto = await people.absent_guests(after, limit, absent)
    bound = await store.bound_people(gone, played) if gone else set[str]()
    removable = [person for person in gone if person not in bound]
    return await people.remove_guests(removable) if removable else 0, upto


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
    """Remove until fewer rows are left than may be removed at once.

    A call may remove more: the old rows of a packed game go together.
    """
    count = ROWS
    while count >= ROWS:
        count = await purge()
        yield count
