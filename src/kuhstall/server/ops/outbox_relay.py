"""The outbox relay: any node passes outbox entries from the tables to the accounts database.

It is safe against crashes, delays and duplicates: the accounts database itself stores the newest
step that it has acknowledged, and an entry is removed only once it is there.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Final

import msgspec

from kuhstall.server.features.history.finished_games import played_games
from kuhstall.server.features.history.queries import PlayedGame
from kuhstall.server.features.people import People
from kuhstall.server.ops.metrics import Metrics
from kuhstall.server.store import Store
from kuhstall.server.store.rows import OutboxEntry
from kuhstall.server.table.cache import TableCache
from kuhstall.server.table.clock import Clock
from kuhstall.server.table.log import Position, UnknownTableError, mark_of
from kuhstall.server.table.rows import encode_summary
from kuhstall.server.table.summary import TableSummary

_log = logging.getLogger(__name__)

LEASE: Final = 5.0
"""Seconds after which another node takes over an entry that was claimed and not passed on."""
AT_ONCE: Final = 100


class OutboxRelay:
    def __init__(
        self, store: Store, people: People, cache: TableCache, clock: Clock, metrics: Metrics
    ) -> None:
        self._store = store
        self._people = people
        self._cache = cache
        self._clock = clock
        self._metrics = metrics

    async def run(self) -> None:
        """Pass on all outbox entries."""
        claimed = AT_ONCE
        while claimed == AT_ONCE:
            batch = await self._store.claim_outbox(LEASE, AT_ONCE)
            claimed = len(batch)
            for entry in batch:
                await self._pass_on(entry)

    async def _pass_on(self, entry: OutboxEntry) -> None:
        try:
            summary = msgspec.json.decode(entry.body, type=TableSummary)
        except msgspec.MsgspecError:  # written by a newer version, which will pass it on
            _log.warning("the outbox entry of table %s cannot be read", entry.table)
            return
        games = await self._played_games(entry.table) if summary.finishers else ()
        recorded = await self._record(entry.table, entry.position, summary, games)
        if recorded is not None and recorded != entry.position:
            await self._correct(entry.table, recorded)
        await self._note_moment(entry.table, entry.position, summary)
        await self._tell_features(entry.table, entry.position, summary)
        if not await self._store.drop_outbox(entry.table, entry.position):
            await self._correct(entry.table, entry.position)
        self._metrics.outbox.inc()
        self._metrics.outbox_seconds.observe(max(0.0, self._clock.now() - entry.at))

    async def _played_games(self, table: str) -> Sequence[PlayedGame]:
        """Return how a finished game ended, from its log."""
        try:
            return played_games(await self._cache.fresh_table(table))
        except UnknownTableError:
            return ()

    async def _record(
        self, table: str, position: Position, summary: TableSummary, games: Sequence[PlayedGame]
    ) -> Position | None:
        return await self._people.record_summary(
            table, position, summary.moment, summary.waits, games
        )

    async def _note_moment(self, table: str, position: Position, summary: TableSummary) -> None:
        """Queue the webhook call of a table, if it has one, unless there is a newer summary."""
        body = msgspec.json.encode(summary.seats) if summary.seats else None
        await self._people.note_moment(table, position, summary.moment, body)

    async def _tell_features(self, table: str, position: Position, summary: TableSummary) -> None:
        for feature in self._people.features:
            if feature.on_summary is not None:
                await feature.on_summary(self._people.db, table, position, summary)

    async def _correct(self, table: str, recorded: Position) -> None:
        """Correct the accounts database if it has acknowledged a step that is no longer stored.

        The tables database was set back: it was restored, or a standby that lagged became the
        primary.
        """
        found = await self._store.steps(table, recorded.seq - 1, 1)
        if found and mark_of(found[0]) == recorded.mark:
            return
        await self._people.forget_summary(table, recorded)
        for feature in self._people.features:
            if feature.on_set_back is not None:
                await feature.on_set_back(self._people.db, table, recorded)
        try:
            live = await self._cache.fresh_table(table)
        except UnknownTableError:
            return
        body = encode_summary(live.party, live.state, live.timers)
        summary = msgspec.json.decode(body, type=TableSummary)
        await self._record(table, live.position, summary, played_games(live))
        await self._note_moment(table, live.position, summary)
        await self._tell_features(table, live.position, summary)
