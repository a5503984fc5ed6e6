"""Erases a person: first what they left at tables, then their seats, then the accounts database.

If the node dies on the way, the account still exists, so the person can ask again: it is removed
last. Logs do not change; they keep an id that no longer has a name.
"""

from __future__ import annotations

import logging
from collections.abc import Collection
from typing import Final

import msgspec

from kuhstall.engine.values import Refused
from kuhstall.server.features.feature import erase_from
from kuhstall.server.features.people import People
from kuhstall.server.store import Store
from kuhstall.server.table.log import Rejected, UnavailableError
from kuhstall.server.table.party.requests import Leave
from kuhstall.server.table.service import Service

_log = logging.getLogger(__name__)

_ANNOUNCED: Final = 1000
"""The most tables whose nodes are notified to drop the name; others reread it in time."""
_LETTERS: Final = 12
_AT_ONCE: Final = 200
"""SQLite gets slow with long lists of ids, and refuses very long ones."""


async def forget_person(service: Service[Store, People], person: str) -> None:
    """Erase a person who was active just now, and notify every node."""
    tables = await service.store.tables_sat_at(person, _ANNOUNCED)
    await forget_people(service, [person])
    await service.hints.announce_name(person, tables)


async def forget_people(service: Service[Store, People], people: Collection[str]) -> None:
    """Erase people. Those who have been erased before do not change."""
    everybody = list(people)
    for begin in range(0, len(everybody), _AT_ONCE):
        await _forget_some(service, everybody[begin : begin + _AT_ONCE])


async def _forget_some(service: Service[Store, People], people: Collection[str]) -> None:
    await service.store.erase_people(people)
    async with service.store.db.transaction() as transaction:
        await erase_from(transaction, service.people.features, "tables", people)
    await service.store.db.wipe()
    for person, table in await service.store.seats_of(people):
        await _leave(service, table, person)
    await service.people.forget(*people)


async def _leave(service: Service[Store, People], table: str, person: str) -> None:
    """Leave a seat as a player who leaves for good: in mid-game a bot takes over.

    If the request is rejected because leaving is no longer possible, the game is over, and the seat
    keeps an id without a name.
    """
    try:
        answer = await service.ask(table, person, service.random_source.letters(_LETTERS), Leave())
    except (Refused, msgspec.MsgspecError, LookupError, TypeError):
        # Maybe written by a newer version. Erase what can be erased anyway.
        _log.warning("%s cannot be read, and the seat there is kept", table)
        return
    if isinstance(answer, Rejected) and answer.code == "slow_down":
        raise UnavailableError(f"{table}: too many requests")
