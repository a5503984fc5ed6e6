"""The relay: what the tables of a cell have written down for home gets there, by any node.

Whoever dies on the way, sleeps, or asks twice: the newest step of which home has heard is home's to
know, and news goes only when home has it.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from typing import Final

import msgspec

from kuhstall.engine.values import Seat
from kuhstall.server.hosting.background import Background
from kuhstall.server.hosting.bulletin import Bulletin
from kuhstall.server.hosting.clock import Clock
from kuhstall.server.hosting.live_table import LiveTable
from kuhstall.server.hosting.metrics import Metrics
from kuhstall.server.hosting.past import past_games
from kuhstall.server.hosting.rows import encode_news
from kuhstall.server.hosting.table_cache import TableCache
from kuhstall.server.store import Position, Store, UnknownTableError, mark_of
from kuhstall.server.store.news import PieceOfNews
from kuhstall.server.store.past import PastGame
from kuhstall.server.store.people import People

_log = logging.getLogger(__name__)

LEASE: Final = 5.0
"""Seconds after which another node takes up what one has claimed and not passed on."""
AT_ONCE: Final = 100


class Relay:
    def __init__(
        self, store: Store, people: People, cache: TableCache, clock: Clock, metrics: Metrics
    ) -> None:
        self._store = store
        self._people = people
        self._cache = cache
        self._clock = clock
        self._metrics = metrics

    async def run(self) -> None:
        """Pass on what is there."""
        claimed = AT_ONCE
        while claimed == AT_ONCE:
            batch = await self._store.claim_news(LEASE, AT_ONCE)
            claimed = len(batch)
            for piece in batch:
                await self._pass_on(piece)

    async def _pass_on(self, piece: PieceOfNews) -> None:
        try:
            bulletin = msgspec.json.decode(piece.body, type=Bulletin)
        except msgspec.MsgspecError:  # of a newer version, which will pass it on
            _log.warning("the news of %s cannot be read", piece.table)
            return
        past = await self._past(piece.table) if bulletin.finishers else ()
        heard = await self._hear(piece.table, piece.position, bulletin, past)
        if heard is not None and heard != piece.position:
            await self._correct(piece.table, heard)
        await self._note_moment(piece, bulletin)
        if not await self._store.drop_news(piece.table, piece.position):
            await self._correct(piece.table, piece.position)
        self._metrics.news.inc()
        self._metrics.news_seconds.observe(max(0.0, self._clock.now() - piece.at))

    async def _past(self, table: str) -> Sequence[PastGame]:
        """Tell how a game ended that is over, by its log."""
        try:
            return past_games(await self._cache.fresh_table(table))
        except UnknownTableError:
            return ()

    async def _hear(
        self, table: str, position: Position, bulletin: Bulletin, past: Sequence[PastGame]
    ) -> Position | None:
        return await self._people.hear(table, position, bulletin.moment, bulletin.waits, past)

    async def _note_moment(self, piece: PieceOfNews, bulletin: Bulletin) -> None:
        """Let the address of a table be told, if it has one: the store knows of which moments."""
        body = msgspec.json.encode(bulletin.seats) if bulletin.seats else None
        await self._store.note_moment(piece.table, piece.position, bulletin.moment, body)

    async def _correct(self, table: str, heard: Position) -> None:
        """Tell home what is true, if it has heard of a step that is not stored any more.

        The cell was set back: it was restored, or a standby that lagged has become the primary.
        """
        found = await self._store.steps(table, heard.seq - 1, 1)
        if found and mark_of(found[0]) == heard.mark:
            return
        await self._people.unhear(table, heard)
        try:
            live = await self._cache.fresh_table(table)
        except UnknownTableError:
            return
        body = encode_news(live.party, live.state, live.timers)
        bulletin = msgspec.json.decode(body, type=Bulletin)
        await self._hear(table, live.position, bulletin, past_games(live))


def note_answers(
    background: Background, people: People, live: LiveTable, seats: Iterable[Seat]
) -> None:
    """Let home know who at a slow table has answered in secret: no step says so yet."""
    for seat in seats:
        person = live.party.places[seat].person
        if live.party.is_slow and person is not None:
            background.spawn(people.note_answer(live.id, person, live.state.moment))
