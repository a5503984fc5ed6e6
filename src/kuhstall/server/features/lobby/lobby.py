"""Lists of tables: those of a person, and the lobby, which a node reads once for all callers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

from kuhstall.server.features.lobby.openings import LISTED
from kuhstall.server.http.shared_answer import SharedAnswer
from kuhstall.server.table.log import ListedTable
from kuhstall.server.table.party.events import PaceName
from kuhstall.server.table.party.listing import Poster
from kuhstall.server.table.party.party import Stage
from kuhstall.server.table.people import TablePeople
from kuhstall.server.table.service import Service

if TYPE_CHECKING:
    from kuhstall.server.features.people import People
    from kuhstall.server.store import Store


class TablePoster(Struct, frozen=True):
    table: str
    code: str
    edition: str
    pace: PaceName
    stage: Stage
    seats: int
    people: int
    bots: int
    host: str
    brought: bool
    by_itself: bool


def share_lobby(service: Service[Store, People]) -> SharedAnswer[bytes]:
    """Return the lobby, read and encoded at most once a second for all callers together."""

    async def read() -> bytes:
        tables = await service.store.lobby(LISTED)
        return msgspec.json.encode(await posters(service.people, tables))

    return SharedAnswer(read, service.clock.steady, lambda: service.cache.listings)


async def posters(people: TablePeople, tables: Iterable[ListedTable]) -> list[TablePoster]:
    """Add the names of their hosts to tables."""
    shown = [(one, msgspec.json.decode(one.text, type=Poster)) for one in tables]
    hosts = {poster.host for _, poster in shown if poster.host is not None}
    names = await people.names(hosts) if hosts else {}
    return [
        TablePoster(
            one.table,
            one.code,
            poster.edition,
            poster.pace,
            poster.stage,
            poster.seats,
            poster.people,
            poster.bots,
            names.get(poster.host or "", ""),
            poster.brought,
            poster.by_itself is True,
        )
        for one, poster in shown
    ]
