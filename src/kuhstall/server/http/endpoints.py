"""What can be called over HTTP: guests, tables, the lobby, tickets, and play without a socket."""

from __future__ import annotations

from collections.abc import Sequence
from http import HTTPStatus
from typing import Annotated, Any, Final

import msgspec
from msgspec import UNSET, Meta, Raw, Struct, UnsetType

from kuhstall.bots.coaching import Coaching
from kuhstall.engine.values import Line
from kuhstall.games import registry as games
from kuhstall.games.rule_options import RuleOption
from kuhstall.server.hosting import views
from kuhstall.server.hosting.live_table import LiveTable
from kuhstall.server.http import company, hooks, leaving, mail, orders, past, taps
from kuhstall.server.http.account_endpoints import ACCOUNT_ENDPOINTS
from kuhstall.server.http.accounts import clean_name, make_ticket
from kuhstall.server.http.coaching import coaching
from kuhstall.server.http.home import House
from kuhstall.server.http.lobby import TablePoster, posters
from kuhstall.server.http.openings import (
    LISTED,
    Name,
    NewTable,
    NewTutorial,
    OpenedTable,
    open_table,
    open_tutorial,
)
from kuhstall.server.http.problems import ProblemError, too_busy
from kuhstall.server.http.programs import NewProgram, ProgramToken, enter_program
from kuhstall.server.http.replays import KEPT, Course, Replay, course, replay
from kuhstall.server.http.reports import NewReport, report
from kuhstall.server.http.routing import LONG, Call, Endpoint, Nothing
from kuhstall.server.http.visitors import admit_visitor
from kuhstall.server.limits.rates import (
    CARD_FILES,
    COACHINGS,
    CODES,
    REPORTS,
    TABLES,
    TICKETS,
)
from kuhstall.server.party.fair import PROTOCOL, Transcript
from kuhstall.server.party.requests import AnyRequest, Arrange
from kuhstall.server.protocol.frames import CommandId, PartyView, Snapshot
from kuhstall.server.protocol.tickets import socket_path
from kuhstall.server.store import Answer, Rejected
from kuhstall.server.store.news import WaitingTable
from kuhstall.server.store.people import Holder

_TICKET_LASTS: Final = 30.0


class NewGuest(Struct, frozen=True, forbid_unknown_fields=True):
    name: Name | None = None


class NewName(Struct, frozen=True, forbid_unknown_fields=True):
    name: Annotated[str, Meta(min_length=1, max_length=100)]


class Me(Struct, frozen=True):
    """`waits`: the slow tables that wait for the caller, the most urgent first."""

    name: str
    tables: list[TablePoster]
    waits: Sequence[WaitingTable] = ()


class EditionInfo(Struct, frozen=True):
    """`card_file`: it can be played with cards from a file. `game` is that of its views."""

    key: str
    seats: list[int]
    rules: dict[str, Any]
    card_file: bool
    game: str
    options: tuple[RuleOption, ...]


class Found(Struct, frozen=True):
    table: str


class Ticket(Struct, frozen=True):
    ticket: str
    socket: str


class Order(Struct, frozen=True, forbid_unknown_fields=True):
    """A command: an action for a moment of the game, or a request to the party."""

    cid: CommandId
    action: Raw | UnsetType = UNSET
    moment: int | None = None
    request: AnyRequest | None = None
    name: Name | None = None


class Heard(Struct, frozen=True):
    """The events up to a step."""

    seq: int
    events: Raw


class Done(Struct, frozen=True):
    seq: int


async def enter(call: Call) -> Me:
    """Let a guest in: the answer sets the cookie that all other calls go by."""
    return await me(call)


async def me(call: Call) -> Me:
    """Tell your own name and tables."""
    person = call.caller.person
    if person is None:
        return Me("", [])
    tables = await call.node.service.store.tables_of(person.id, LISTED)
    waits = await taps.see_waiting_tables(call, person.id)
    return Me(person.name, await posters(call.accounts.people, tables), waits)


async def rename(call: Call) -> Me:
    """Take another name."""
    person = call.caller.person
    name = clean_name(call.body.name)
    if person is None or not name:
        raise ProblemError(HTTPStatus.BAD_REQUEST, "no_name")
    await call.accounts.people.rename(person.id, name)
    await call.node.service.news.announce_new_name(person.id)
    tables = await call.node.service.store.tables_of(person.id, LISTED)
    return Me(name, await posters(call.accounts.people, tables))


async def leave(call: Call) -> Nothing:
    """End the session; sockets that came of it are closed within seconds."""
    if call.caller.token is not None:
        await call.accounts.people.close_session(call.caller.token)
    return Nothing()


async def editions(call: Call) -> list[EditionInfo]:
    """List what can be played, with the seats it is for and its house rules."""
    return [
        EditionInfo(
            edition.key,
            list(range(edition.fewest_seats, edition.most_seats + 1)),
            msgspec.to_builtins(edition.rules),
            edition.card_file,
            edition.game.name,
            edition.house_rules(),
        )
        for edition in games.EDITIONS.values()
    ]


async def at_home(call: Call) -> House:
    """Tell where other machines of the house find this server, and what it was started for.

    Both are empty on a server that is not a laptop in the living room. A site has pages of its
    host instead, if they are set.
    """
    return call.house


async def find(call: Call) -> Found:
    """Find the table of an invite code."""
    table = await call.node.service.store.find(call.path["code"])
    if table is None:
        raise ProblemError(HTTPStatus.NOT_FOUND, "no_such_code")
    return Found(table)


async def look(call: Call) -> bytes:
    """Show who sits at a table and how far they have got."""
    live = await call.node.service.cache.live_table(call.path["table"])
    return bytes(views.party_view(live))


async def view(call: Call) -> Snapshot:
    """Show what a socket would show first. For programs that come by from time to time."""
    live = await _fresh_table(call)
    person = admit_visitor(call, live)
    return views.snapshot(live, person, ())


async def lines(call: Call) -> list[Line]:
    """Tell the whole game so far in lines for people."""
    live = await call.node.service.cache.fresh_table(call.path["table"])
    person = admit_visitor(call, live)
    return views.lines(live, live.party.seat(person))


async def events(call: Call) -> Heard:
    """Give every event of the game so far, as the caller may know it. For bots."""
    live = await _fresh_table(call)
    person = admit_visitor(call, live)
    heard = msgspec.json.encode(live.events_for(live.party.seat(person)))
    return Heard(live.seq, Raw(heard))


async def _fresh_table(call: Call) -> LiveTable:
    person = None if call.caller.person is None else call.caller.person.id
    return await call.node.service.cache.fresh_table(call.path["table"], person)


async def give_ticket(call: Call) -> Ticket:
    """Give a ticket for the socket of a table: for one use, within 30 seconds."""
    table = call.path["table"]
    live = await call.node.service.cache.live_table(table)
    person = admit_visitor(call, live)
    program = call.caller.program
    text, stored = make_ticket(program=program)
    holder = Holder(table, person, call.caller.token)
    await call.accounts.people.give_ticket(stored, holder, _TICKET_LASTS)
    return Ticket(text, socket_path(table, program=program))


async def command(call: Call) -> Done:
    """Decide a command as the socket would, and answer when it is written."""
    person = call.caller.person
    order: Order = call.body
    service, table = call.node.service, call.path["table"]
    if person is None:
        raise ProblemError(HTTPStatus.UNAUTHORIZED, "no_session")
    if not call.node.admits_command(table, person.id, call.caller.address):
        raise ProblemError(HTTPStatus.TOO_MANY_REQUESTS, "slow_down")
    if isinstance(order.request, Arrange) and order.request.cards:
        now = service.clock.steady()
        if not call.node.limiter.admits(CARD_FILES, call.caller.address, now):
            raise ProblemError(HTTPStatus.TOO_MANY_REQUESTS, "slow_down")
    # Visitors have been turned away before, where they are.
    wait = call.node.admission.refuse_command(seated=True)
    if wait is not None:
        raise too_busy(wait)
    begun = service.clock.steady()
    try:
        answer = await _decide(call, person.id)
    finally:
        call.node.admission.finish_command(service.clock.steady() - begun)
    if isinstance(answer, Rejected):
        undecided = answer.code == "slow_down"
        status = HTTPStatus.TOO_MANY_REQUESTS if undecided else HTTPStatus.CONFLICT
        raise ProblemError(status, answer.code, detail=answer.detail)
    return Done(answer.seq)


async def _decide(call: Call, person: str) -> Answer:
    order: Order = call.body
    service, table = call.node.service, call.path["table"]
    if order.request is not None and order.action is UNSET:
        return await service.ask(table, person, order.cid, order.request)
    if order.action is not UNSET and order.moment is not None and order.request is None:
        return await service.play(table, person, order.cid, order.moment, bytes(order.action))
    raise ProblemError(HTTPStatus.BAD_REQUEST, "action_or_request")


async def transcript(call: Call) -> Transcript:
    """Give all that is needed to check a finished game, which is also its replay."""
    live = await call.node.service.cache.live_table(call.path["table"])
    party = live.party
    if party.secret is None:
        raise ProblemError(HTTPStatus.NOT_FOUND, "not_ended")
    places = list(enumerate(party.places))
    return Transcript(
        PROTOCOL,
        live.id,
        party.promise,
        {seat: place.commitment for seat, place in places if place.commitment is not None},
        {seat: place.reveal for seat, place in places if place.reveal is not None},
        party.secret,
        Raw(games.write_log(live.log)),
    )


ENDPOINTS: Final = (
    Endpoint("POST", "/api/guests", enter, Me, NewGuest, "guest"),
    Endpoint(
        "POST", "/api/programs", enter_program, ProgramToken, NewProgram, "guest", program=True
    ),
    Endpoint("GET", "/api/me", me, Me),
    Endpoint("POST", "/api/me", rename, Me, NewName, "person"),
    Endpoint("DELETE", "/api/session", leave, Nothing, who="person", ends=True),
    *leaving.ENDPOINTS,
    *taps.ENDPOINTS,
    *past.ENDPOINTS,
    *mail.ENDPOINTS,
    *ACCOUNT_ENDPOINTS,
    Endpoint("GET", "/api/editions", editions, list[EditionInfo]),
    Endpoint("GET", "/api/house", at_home, House),
    *company.ENDPOINTS,
    Endpoint("POST", "/api/reports", report, Nothing, NewReport, "guest", REPORTS, 201),
    Endpoint("GET", "/api/codes/{code}", find, Found, limit=CODES),
    Endpoint(
        "POST",
        "/api/tables",
        open_table,
        OpenedTable,
        NewTable,
        "guest",
        TABLES,
        201,
        shed="table",
        most=LONG,
    ),
    Endpoint(
        "POST",
        "/api/tutorials",
        open_tutorial,
        OpenedTable,
        NewTutorial,
        "guest",
        TABLES,
        201,
        shed="table",
    ),
    Endpoint("GET", "/api/tables/{table}", look, PartyView, shed="visitor"),
    Endpoint("GET", "/api/tables/{table}/view", view, Snapshot, shed="visitor"),
    Endpoint("GET", "/api/tables/{table}/lines", lines, list[Line], shed="visitor"),
    Endpoint("GET", "/api/tables/{table}/events", events, Heard, shed="visitor"),
    Endpoint(
        "POST", "/api/tables/{table}/ticket", give_ticket, Ticket, limit=TICKETS, shed="visitor"
    ),
    Endpoint(
        "POST",
        "/api/tables/{table}/commands",
        command,
        Done,
        Order,
        "guest",
        shed="visitor",
        most=LONG,
    ),
    *orders.ENDPOINTS,
    *hooks.ENDPOINTS,
    Endpoint("GET", "/api/tables/{table}/transcript", transcript, Transcript, shed="visitor"),
    Endpoint(
        "GET",
        "/api/tables/{table}/replay/{viewer}/{page}",
        replay,
        Replay,
        shed="visitor",
        kept=KEPT,
    ),
    Endpoint("GET", "/api/tables/{table}/course", course, Course, shed="visitor", kept=KEPT),
    Endpoint(
        "GET",
        "/api/tables/{table}/coaching",
        coaching,
        Coaching,
        limit=COACHINGS,
        shed="visitor",
        kept=KEPT,
    ),
)
