"""Opening tables over HTTP: with options, or a tutorial."""

from __future__ import annotations

from http import HTTPStatus
from typing import Annotated, Final

import msgspec
from msgspec import Meta, Struct

from kuhstall.server.http.endpoint import Call
from kuhstall.server.http.problems import ProblemError
from kuhstall.server.table.newcomers import is_new
from kuhstall.server.table.party.listing import Poster
from kuhstall.server.table.party.opening import Wish

LISTED: Final = 100
"""The most tables in a list."""

_UNSTARTED: Final = 5
"""How many unstarted tables one host may have open."""

_NEW_UNSTARTED: Final = 2
"""The same for a new player who opens a public table: everyone sees that list."""

Name = Annotated[str, Meta(max_length=100)]


class NewTable(Wish, frozen=True, forbid_unknown_fields=True):
    """The options of a table, and the name of a new guest."""

    name: Name | None = None


class OpenedTable(Struct, frozen=True):
    """A newly opened table: its id, its invite code, and the caller's seat."""

    table: str
    code: str
    seat: int | None


class NewTutorial(Struct, frozen=True, forbid_unknown_fields=True):
    """The tutorial, and the name of a new guest. The script defines everything else."""

    tutorial: Annotated[str, Meta(max_length=40)]
    name: Name | None = None


async def open_table(call: Call) -> OpenedTable:
    """Open a table. You are its host, and sit on seat 0."""
    person = call.caller.person
    if person is None:
        raise ProblemError(HTTPStatus.UNAUTHORIZED, "no_session")
    tables = await call.node.service.store.tables_of(person.id, LISTED)
    posters = [msgspec.json.decode(one.text, type=Poster) for one in tables]
    unstarted = sum(one.stage == "open" and one.host == person.id for one in posters)
    if unstarted >= _UNSTARTED or (
        unstarted >= _NEW_UNSTARTED
        and call.body.public
        and await is_new(call.accounts.people, call.node.service.clock, person.id)
    ):
        raise ProblemError(HTTPStatus.TOO_MANY_REQUESTS, "too_many_tables")
    opening = await call.node.service.open_table(person.id, call.body)
    return OpenedTable(opening.table, opening.code, 0)


async def open_tutorial(call: Call) -> OpenedTable:
    """Start a tutorial: an unlisted game alone with bots, with a prepared deck."""
    person = call.caller.person
    if person is None:
        raise ProblemError(HTTPStatus.UNAUTHORIZED, "no_session")
    opening = await call.node.service.open_tutorial(person.id, call.body.tutorial)
    return OpenedTable(opening.table, opening.code, 0)
