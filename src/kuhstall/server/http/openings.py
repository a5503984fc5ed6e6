"""Opening tables over HTTP: what is wished for, or a tutorial."""

from __future__ import annotations

from http import HTTPStatus
from typing import Annotated, Final

import msgspec
from msgspec import Meta, Struct

from kuhstall.server.hosting.newcomers import is_new
from kuhstall.server.http.problems import ProblemError
from kuhstall.server.http.routing import Call
from kuhstall.server.party.listing import Poster
from kuhstall.server.party.opening import Wish

LISTED: Final = 100
"""The most tables that a list of them has."""

_UNSTARTED: Final = 5
"""Tables that somebody may have open without playing at them."""

_NEW_UNSTARTED: Final = 2
"""The same before a public table of somebody new: the list of them is for everybody."""

Name = Annotated[str, Meta(max_length=100)]


class NewTable(Wish, frozen=True, forbid_unknown_fields=True):
    """A wish, and the name of a new guest."""

    name: Name | None = None


class OpenedTable(Struct, frozen=True):
    """A table that was just opened: its id, its invite code, and the caller's seat."""

    table: str
    code: str
    seat: int | None


class NewTutorial(Struct, frozen=True, forbid_unknown_fields=True):
    """Which tutorial, and the name of a new guest. All the rest is in the script."""

    tutorial: Annotated[str, Meta(max_length=40)]
    name: Name | None = None


async def open_table(call: Call) -> OpenedTable:
    """Set up a table. Whoever does sits on seat 0 and is its host."""
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
    """Begin a tutorial: a game alone with bots, in no list, with a deck that is laid out for it."""
    person = call.caller.person
    if person is None:
        raise ProblemError(HTTPStatus.UNAUTHORIZED, "no_session")
    opening = await call.node.service.open_tutorial(person.id, call.body.tutorial)
    return OpenedTable(opening.table, opening.code, 0)
