"""The HTTP endpoints of tables: opening, looking, playing without a socket, and finished games.

Offline play serves the same ones in the browser.
"""

from __future__ import annotations

from http import HTTPStatus
from typing import Any, Final

import msgspec
from msgspec import UNSET, Raw, Struct, UnsetType

from kuhstall.bots.coaching import Coaching
from kuhstall.engine.values import Line
from kuhstall.games import registry as games
from kuhstall.games.rule_options import RuleOption
from kuhstall.server.features.coach.api import coaching
from kuhstall.server.features.history.replays import KEPT, Course, Replay, course, replay
from kuhstall.server.features.lobby.openings import (
    Name,
    NewTable,
    NewTutorial,
    OpenedTable,
    open_table,
    open_tutorial,
)
from kuhstall.server.http.endpoint import LONG, Call, Endpoint
from kuhstall.server.http.problems import ProblemError, too_busy
from kuhstall.server.http.visitors import admit_visitor
from kuhstall.server.limits.rates import CARD_FILES, COACHINGS, TABLES, TICKETS
from kuhstall.server.table.chat_log import Holder
from kuhstall.server.table.live_table import LiveTable
from kuhstall.server.table.log import Answer, Rejected
from kuhstall.server.table.party.fair import PROTOCOL, WITH_MISSING, Transcript
from kuhstall.server.table.party.receipts import Receipt
from kuhstall.server.table.party.requests import AnyRequest, Arrange
from kuhstall.server.wire import views
from kuhstall.server.wire.frames import CommandId, PartyView, Snapshot
from kuhstall.server.wire.tickets import make_ticket, socket_path

_TICKET_LASTS: Final = 30.0


class EditionInfo(Struct, frozen=True):
    """An edition. `card_file`: it can be played with cards from a file. `game` names its views."""

    key: str
    seats: list[int]
    rules: dict[str, Any]
    card_file: bool
    game: str
    options: tuple[RuleOption, ...]


class Ticket(Struct, frozen=True):
    ticket: str
    socket: str


class Order(Struct, frozen=True, forbid_unknown_fields=True):
    """A command: an action for a moment of the game, or a request to the party.

    `withdraw`, instead of an action, withdraws the caller's sealed answer.
    """

    cid: CommandId
    action: Raw | UnsetType = UNSET
    moment: int | None = None
    request: AnyRequest | None = None
    name: Name | None = None
    withdraw: bool = False


class Heard(Struct, frozen=True):
    """The events up to a step."""

    seq: int
    events: Raw


class Done(Struct, frozen=True):
    """`receipt` is there if an answer was sealed that can be proven later."""

    seq: int
    receipt: Receipt | UnsetType = UNSET


async def editions(call: Call) -> list[EditionInfo]:
    """List the editions that can be played, with their numbers of seats and house rules."""
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


async def look(call: Call) -> bytes:
    """Return who sits at a table, and how far the game has got."""
    live = await call.node.service.cache.live_table(call.path["table"])
    return bytes(views.party_view(live))


async def view(call: Call) -> Snapshot:
    """Return the first snapshot that a socket would send. For programs that poll."""
    live = await _fresh_table(call)
    person = admit_visitor(call, live)
    return views.snapshot(live, person, ())


async def lines(call: Call) -> list[Line]:
    """Return the whole game so far as lines of text for people."""
    live = await call.node.service.cache.fresh_table(call.path["table"])
    person = admit_visitor(call, live)
    return views.lines(live, live.party.seat(person))


async def line_times(call: Call) -> list[int]:
    """Return when each of these lines was written, in milliseconds; 0 if that is not known."""
    live = await call.node.service.cache.fresh_table(call.path["table"])
    person = admit_visitor(call, live)
    return views.line_times(live, live.party.seat(person))


async def events(call: Call) -> Heard:
    """Return every event of the game so far, as far as the caller may see it. For bots."""
    live = await _fresh_table(call)
    person = admit_visitor(call, live)
    heard = msgspec.json.encode(live.events_for(live.party.seat(person)))
    return Heard(live.seq, Raw(heard))


async def _fresh_table(call: Call) -> LiveTable:
    person = None if call.caller.person is None else call.caller.person.id
    return await call.node.service.cache.fresh_table(call.path["table"], person)


async def give_ticket(call: Call) -> Ticket:
    """Issue a ticket for the socket of a table: single use, valid for 30 seconds."""
    table = call.path["table"]
    live = await call.node.service.cache.live_table(table)
    person = admit_visitor(call, live)
    program = call.caller.program
    text, stored = make_ticket(program=program)
    holder = Holder(table, person, call.caller.token)
    await call.node.service.store.give_ticket(stored, holder, _TICKET_LASTS)
    return Ticket(text, socket_path(table, program=program))


async def command(call: Call) -> Done:
    """Decide a command as the socket would, and answer once it is written."""
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
    # While visitors are refused, they have been turned away before this point.
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
    return Done(answer.seq, answer.receipt or UNSET)


async def _decide(call: Call, person: str) -> Answer:
    order: Order = call.body
    service, table = call.node.service, call.path["table"]
    acts = order.withdraw or order.action is not UNSET
    if order.request is not None and not acts:
        return await service.ask(table, person, order.cid, order.request)
    if acts and order.moment is not None and order.request is None:
        if order.action is UNSET:
            return await service.play(table, person, order.cid, order.moment, None)
        if not order.withdraw:
            return await service.play(table, person, order.cid, order.moment, bytes(order.action))
    raise ProblemError(HTTPStatus.BAD_REQUEST, "action_or_request")


async def transcript(call: Call) -> Transcript:
    """Return everything needed to verify a finished game; it is also its replay."""
    found = transcript_of(await call.node.service.cache.live_table(call.path["table"]))
    if found is None:
        raise ProblemError(HTTPStatus.NOT_FOUND, "not_ended")
    return found


def transcript_of(live: LiveTable) -> Transcript | None:
    """Return the transcript of a finished game; None while it is played."""
    party = live.party
    if party.secret is None:
        return None
    places = list(enumerate(party.places))
    commitments = {seat: place.commitment for seat, place in places if place.commitment is not None}
    reveals = {seat: place.reveal for seat, place in places if place.reveal is not None}
    missing = tuple(seat for seat in commitments if seat not in reveals)
    return Transcript(
        WITH_MISSING if missing else PROTOCOL,
        live.id,
        party.promise,
        commitments,
        reveals,
        party.secret,
        Raw(games.write_log(live.log)),
        missing or UNSET,
        tuple(live.opened) or UNSET,
    )


TABLE_ENDPOINTS: Final = (
    Endpoint("GET", "/api/editions", editions, list[EditionInfo]),
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
    Endpoint("GET", "/api/tables/{table}/times", line_times, list[int], shed="visitor"),
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
