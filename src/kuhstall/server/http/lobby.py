"""What lists show of tables: those of a person, and the lobby, which a node reads once for all."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from msgspec import Struct

from kuhstall.server.hosting.service import Service
from kuhstall.server.hosting.shared_answer import SharedAnswer
from kuhstall.server.http.openings import LISTED
from kuhstall.server.party.events import PaceName
from kuhstall.server.party.listing import Poster
from kuhstall.server.party.party import Stage
from kuhstall.server.store import ListedTable
from kuhstall.server.store.people import People


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


def share_lobby(service: Service) -> SharedAnswer[bytes]:
    """Have the lobby read and encoded once a second at most, for everybody who looks at it."""

    async def read() -> bytes:
        tables = await service.store.lobby(LISTED)
        return msgspec.json.encode(await posters(service.people, tables))

    return SharedAnswer(read, service.clock.steady, lambda: service.cache.listings)


async def posters(people: People, tables: Iterable[ListedTable]) -> list[TablePoster]:
    """Put the names of their hosts to tables."""
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
