"""How somebody leaves for good: their seats first, then what they left at tables, then home.

Whoever dies on the way leaves somebody who can still ask for it again: they are known until all
else is gone. Logs stay as they are, and know an id that nobody is called by any more.
"""

from __future__ import annotations

import logging
from collections.abc import Collection
from typing import Final

import msgspec

from kuhstall.engine.values import Refused
from kuhstall.server.hosting.service import Service
from kuhstall.server.party.requests import Leave
from kuhstall.server.store import Rejected, UnavailableError

_log = logging.getLogger(__name__)

_ANNOUNCED: Final = 1000
"""Tables of somebody at which nodes are told to forget the name; others read it anew in time."""
_LETTERS: Final = 12


async def forget_person(service: Service, person: str) -> None:
    """Forget somebody who was here just now: every node is told."""
    tables = await service.store.tables_sat_at(person, _ANNOUNCED)
    await forget_people(service, [person])
    await service.news.announce_name(person, tables)


async def forget_people(service: Service, people: Collection[str]) -> None:
    """Forget people, some of whom may have been forgotten before: then nothing changes."""
    await service.store.erase_traces(people)
    for person, table in await service.store.seats_of(people):
        await _leave(service, table, person)
    await service.people.forget(*people)


async def _leave(service: Service, table: str, person: str) -> None:
    """Leave a seat as anybody does who leaves for good: in mid-game a bot plays on.

    Where nobody can leave any more, the game is over, and the seat is that of nobody in particular.
    """
    try:
        answer = await service.ask(table, person, service.draws.letters(_LETTERS), Leave())
    except (Refused, msgspec.MsgspecError, LookupError, TypeError):
        # Of a newer version maybe. What can be forgotten is forgotten all the same.
        _log.warning("%s cannot be read, and the seat there is kept", table)
        return
    if isinstance(answer, Rejected) and answer.code == "slow_down":
        raise UnavailableError(f"{table}: too many requests")
