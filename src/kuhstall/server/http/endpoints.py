"""The HTTP endpoints of the server."""

from __future__ import annotations

from collections.abc import Sequence
from http import HTTPStatus
from typing import Annotated, Final

from msgspec import Meta, Struct

from kuhstall.server.features.accounts.programs import NewProgram, ProgramToken, enter_program
from kuhstall.server.features.lobby.house import House
from kuhstall.server.features.lobby.lobby import TablePoster, posters
from kuhstall.server.features.lobby.openings import LISTED, Name
from kuhstall.server.features.notifications import push_api
from kuhstall.server.features.notifications.waiting_queries import WaitingTable
from kuhstall.server.features.registry import FEATURES
from kuhstall.server.http.endpoint import Call, Endpoint, Nothing
from kuhstall.server.http.problems import ProblemError
from kuhstall.server.http.table_endpoints import TABLE_ENDPOINTS
from kuhstall.server.limits.rates import CODES
from kuhstall.server.wire.displayable_text import clean_name


class NewGuest(Struct, frozen=True, forbid_unknown_fields=True):
    name: Name | None = None


class NewName(Struct, frozen=True, forbid_unknown_fields=True):
    name: Annotated[str, Meta(min_length=1, max_length=100)]


class Me(Struct, frozen=True):
    """The caller. `waits`: the slow tables that wait for them, most urgent first."""

    name: str
    tables: list[TablePoster]
    waits: Sequence[WaitingTable] = ()


class Found(Struct, frozen=True):
    table: str


async def enter(call: Call) -> Me:
    """Sign in as a guest: the answer sets the cookie for all other calls."""
    return await me(call)


async def me(call: Call) -> Me:
    """Return your name and your tables."""
    person = call.caller.person
    if person is None:
        return Me("", [])
    tables = await call.node.service.store.tables_of(person.id, LISTED)
    waits = await push_api.see_waiting_tables(call, person.id)
    return Me(person.name, await posters(call.accounts.people, tables), waits)


async def rename(call: Call) -> Me:
    """Change your name."""
    person = call.caller.person
    name = clean_name(call.body.name)
    if person is None or not name:
        raise ProblemError(HTTPStatus.BAD_REQUEST, "no_name")
    await call.accounts.people.rename(person.id, name)
    await call.node.service.hints.announce_new_name(person.id)
    tables = await call.node.service.store.tables_of(person.id, LISTED)
    return Me(name, await posters(call.accounts.people, tables))


async def leave(call: Call) -> Nothing:
    """Sign out: end the session; its sockets are closed within seconds."""
    if call.caller.token is not None:
        await call.accounts.people.close_session(call.caller.token)
    return Nothing()


async def at_home(call: Call) -> House:
    """Return the server's address in the local network, and the options it was started with.

    Both are empty on a public server. A public site has pages of its operator instead, if they are
    set.
    """
    return call.house


async def find(call: Call) -> Found:
    """Find a table by its invite code."""
    table = await call.node.service.store.find(call.path["code"])
    if table is None:
        raise ProblemError(HTTPStatus.NOT_FOUND, "no_such_code")
    return Found(table)


ENDPOINTS: Final = (
    Endpoint("POST", "/api/guests", enter, Me, NewGuest, "guest"),
    Endpoint(
        "POST", "/api/programs", enter_program, ProgramToken, NewProgram, "guest", program=True
    ),
    Endpoint("GET", "/api/me", me, Me),
    Endpoint("POST", "/api/me", rename, Me, NewName, "person"),
    Endpoint("DELETE", "/api/session", leave, Nothing, who="person", ends=True),
    *(endpoint for feature in FEATURES for endpoint in feature.endpoints),
    Endpoint("GET", "/api/house", at_home, House),
    Endpoint("GET", "/api/codes/{code}", find, Found, limit=CODES),
    *TABLE_ENDPOINTS,
)
