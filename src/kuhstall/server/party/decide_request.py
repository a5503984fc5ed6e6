"""What comes of a request, decided on the party alone.

What it leads to in the game (dealing) is the business of the service.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final

from msgspec.structs import replace

from kuhstall.bots import registry as bots
from kuhstall.engine.values import Illegal, Refused, Seat
from kuhstall.games import registry as games
from kuhstall.server.party import fair
from kuhstall.server.party.choosing import choose_hours, choose_start, choose_tempo
from kuhstall.server.party.events import (
    Arranged,
    BotSeated,
    Committed,
    Halted,
    HostChanged,
    Kicked,
    PaceName,
    PartyEvent,
    PauseAsked,
    Paused,
    PersonReturned,
    Resumed,
    Revealed,
    SeatFreed,
    SeatLeft,
    SeatsSwapped,
    SeatTaken,
    StartAborted,
    StartCalled,
    WentOn,
)
from kuhstall.server.party.pace import PACES
from kuhstall.server.party.party import Party, Place, fold
from kuhstall.server.party.requests import (
    RIGHTS,
    Arrange,
    AskPause,
    ChooseHours,
    ChooseStart,
    ChooseTempo,
    ComeBack,
    Commit,
    FreeSeat,
    GoOn,
    Halt,
    HandOver,
    Hurry,
    Join,
    Kick,
    Leave,
    MoreTime,
    Rematch,
    Request,
    Resume,
    Reveal,
    Role,
    SeatBot,
    Start,
    Swap,
    roles,
)

WAITING_STEPS: Final = 500
"""Steps that a table takes before its game begins: each is kept, and nobody needs as many."""
HOST_STEPS: Final = 2 * WAITING_STEPS
"""The host has more of them, or others could use up what the host needs."""


def request_events(
    party: Party, person: str | None, request: Request, table: str
) -> list[PartyEvent]:
    """Give the events of a request; raise Illegal with a stable code if it is not admitted."""
    asking = _admitted(party, person, request)
    return list(_DECIDERS[type(request)](party, asking, request, table))


def check_standing(party: Party, person: str | None, request: Request, table: str) -> None:
    """Raise Illegal if what somebody is at the table, or its stage, does not admit a request.

    That needs neither the lock of the table nor a place in the store. Whoever does not sit there is
    refused everything in this way, and so is a host who would go on being the host.
    """
    asking = _admitted(party, person, request)
    if party.seat(asking) is None or isinstance(request, HandOver):
        request_events(party, asking, request, table)


def check_room(party: Party, seq: int, person: str | None, request: Request) -> None:
    """Raise Illegal if a table has not begun after so many steps that it takes no more changes.

    What leads on is admitted still: to start, to leave, to make somebody leave.
    """
    most = HOST_STEPS if person == party.host else WAITING_STEPS
    if is_waiting(party, seq, most) and not isinstance(request, Start | Leave | Kick):
        raise Illegal("too_many_changes")


def is_waiting(party: Party, seq: int, most: int = WAITING_STEPS) -> bool:
    """Whether a table has not begun after so many steps."""
    return party.stage == "open" and seq >= most


def _admitted(party: Party, person: str | None, request: Request) -> str:
    role, stages = RIGHTS[type(request)]
    if person is None:
        raise Illegal("no_session")
    if role not in roles(party, person):
        raise Illegal(_refusal_code(party, person, role))
    if party.stage not in stages:
        raise Illegal("wrong_stage")
    return person


def _refusal_code(party: Party, person: str, role: Role) -> str:
    if person in party.kicked:
        return "kicked"
    if role == "visitor":
        return "seated_already"
    if party.seat(person) is None:
        return "not_seated"
    if role == "alone":
        return "not_alone"
    return "not_host"


def _join(party: Party, person: str, request: Join, table: str) -> Iterator[PartyEvent]:
    seat = _seat_to_take(party, person, request.seat)
    if request.commitment is not None and (request.seat is None or party.stage != "open"):
        raise Illegal("commitment_needs_seat")
    yield SeatTaken(seat, person, request.commitment)
    if party.host is None:
        yield HostChanged(person)
    if party.stage == "paused" and party.pause == "nobody":
        yield Resumed()


def _seat_to_take(party: Party, person: str, seat: Seat | None) -> Seat:
    """Find the seat to take: an empty one, or in mid-game the one that a person has left.

    Nobody else may sit down in a running game: it would be a way to look at one more hand.
    """
    playing = party.stage != "open"
    if playing:
        if person not in party.sat:
            raise Illegal("game_running")
        if seat not in (None, party.sat[person]):
            raise Illegal("knows_a_hand")
        seat = party.sat[person]
    for free, place in enumerate(party.places):
        if (place.person is None if playing else place.is_empty) and seat in (None, free):
            return free
    if seat is not None and seat >= len(party.places):
        raise Illegal("no_such_seat")
    raise Illegal("full" if seat is None else "seat_taken")


def _leave(party: Party, person: str, request: Leave, table: str) -> Iterator[PartyEvent]:
    seat = _own_seat(party, person)
    yield from _let_go(party, person, SeatFreed(seat) if party.stage == "open" else SeatLeft(seat))


def _let_go(party: Party, person: str, event: PartyEvent) -> Iterator[PartyEvent]:
    """Let somebody go; the host's rights move on."""
    yield event
    if party.host == person:
        yield HostChanged(fold(party, [event]).heir())


def _kick(party: Party, person: str, request: Kick, table: str) -> Iterator[PartyEvent]:
    place = _place(party, request.seat)
    if place.person is None:
        raise Illegal("no_person")
    if place.person == person:
        raise Illegal("yourself")
    if party.stage != "open" and not place.away:
        raise Illegal("still_playing")
    yield Kicked(request.seat, place.person)


def _seat_bot(party: Party, person: str, request: SeatBot, table: str) -> Iterator[PartyEvent]:
    if _place(party, request.seat).person is not None:
        raise Illegal("seat_taken")
    try:
        bots.check(request.bot)
    except Refused as refused:
        raise Illegal(refused.code) from refused
    yield BotSeated(request.seat, request.bot)


def _free_seat(party: Party, person: str, request: FreeSeat, table: str) -> Iterator[PartyEvent]:
    if _place(party, request.seat).bot is None:
        raise Illegal("no_bot")
    yield SeatFreed(request.seat)


def _swap(party: Party, person: str, request: Swap, table: str) -> Iterator[PartyEvent]:
    _place(party, request.one)
    _place(party, request.other)
    if request.one == request.other:
        raise Illegal("same_seat")
    yield SeatsSwapped(request.one, request.other)


def _arrange(party: Party, person: str, request: Arrange, table: str) -> Iterator[PartyEvent]:
    edition = request.edition or party.edition
    rules = request.rules
    if rules is None:
        rules = party.rules if edition == party.edition else {}
    seats = len(party.places) if request.seats is None else request.seats
    pace = request.pace or party.pace
    public = party.public if request.public is None else request.public
    data = party.data if edition == party.edition and request.cards is None else {}
    try:
        event = check_arrangement(
            edition, rules, seats, pace, public=public, data=data, cards=request.cards or ""
        )
    except Refused as refused:
        raise Illegal(refused.code, **refused.detail) from refused
    if not all(place.is_empty for place in party.places[seats:]):
        raise Illegal("seat_taken")
    yield replace(event, data={}, kept=True) if data else event


def check_arrangement(  # noqa: PLR0913 -- what is played, from all sides
    edition: str,
    rules: Mapping[str, Any],
    seats: int,
    pace: PaceName,
    *,
    public: bool,
    data: Mapping[str, Any] = MappingProxyType({}),
    cards: str = "",
) -> Arranged:
    """Check what is to be played; refuse nonsense with a code and a reason.

    The data are kept as the edition has made them of a card file, which is read here only.
    """
    box = games.find(edition)
    chosen = box.hosted(rules, over_days=not PACES[pace].pauses)
    found = box.with_rules(chosen)
    if cards:
        found = found.with_file(cards)
        data = found.opened(seats).data
    found.opened(seats)
    return Arranged(edition, chosen, seats, pace, public, dict(data))


def _hand_over(party: Party, person: str, request: HandOver, table: str) -> Iterator[PartyEvent]:
    heir = _place(party, request.seat).person
    if heir is None:
        raise Illegal("no_person")
    if heir == person:
        raise Illegal("yourself")
    yield HostChanged(heir)


def _commit(party: Party, person: str, request: Commit, table: str) -> Iterator[PartyEvent]:
    yield Committed(_own_seat(party, person), request.commitment)


def _start(party: Party, person: str, request: Start, table: str) -> Iterator[PartyEvent]:
    if not party.is_full:
        raise Illegal("seats_empty")
    yield StartCalled()


def _reveal(party: Party, person: str, request: Reveal, table: str) -> Iterator[PartyEvent]:
    seat = _own_seat(party, person)
    place = party.places[seat]
    if place.commitment is None or place.reveal is not None:
        raise Illegal("nothing_to_reveal")
    value = bytes.fromhex(request.value)
    if fair.seat_commitment(table, seat, value).hex() != place.commitment:
        raise Illegal("other_value")
    yield Revealed(seat, request.value)


def abort_start(party: Party) -> Iterator[PartyEvent]:
    """Break off a start for which somebody has not revealed."""
    event = StartAborted(unrevealed_seats(party))
    after = fold(party, [event])
    yield event
    if after.seat(party.host) is None:
        yield HostChanged(after.heir())


def unrevealed_seats(party: Party) -> tuple[Seat, ...]:
    """List the seats that have promised a value and not shown it."""
    return tuple(
        seat
        for seat, place in enumerate(party.places)
        if place.commitment is not None and place.reveal is None
    )


def _ask_pause(party: Party, person: str, request: AskPause, table: str) -> Iterator[PartyEvent]:
    seat = _own_seat(party, person)
    if party.places[seat].pausing:
        raise Illegal("asked_already")
    yield PauseAsked(seat)
    if all(place.pausing for place in party.others_to_agree(person)):
        yield Paused("agreed")


def _halt(party: Party, person: str, request: Halt, table: str) -> Iterator[PartyEvent]:
    seat = _own_seat(party, person)
    if not party.places[seat].halting:
        yield Halted(seat)


def _go_on(party: Party, person: str, request: GoOn, table: str) -> Iterator[PartyEvent]:
    seat = _own_seat(party, person)
    if party.places[seat].halting:
        yield WentOn(seat)


def _with_the_game(party: Party, person: str, request: Request, table: str) -> Iterator[PartyEvent]:
    yield from ()


def _resume(party: Party, person: str, request: Resume, table: str) -> Iterator[PartyEvent]:
    yield Resumed()


def _come_back(party: Party, person: str, request: ComeBack, table: str) -> Iterator[PartyEvent]:
    seat = _own_seat(party, person)
    if not party.places[seat].away:
        raise Illegal("not_away")
    yield PersonReturned(seat)
    if party.stage == "paused" and party.pause == "nobody":
        yield Resumed()


def _rematch(party: Party, person: str, request: Rematch, table: str) -> Iterator[PartyEvent]:
    if party.rematch is not None:
        raise Illegal("rematch_open")
    yield from ()


def _own_seat(party: Party, person: str) -> Seat:
    seat = party.seat(person)
    if seat is None:
        raise Illegal("not_seated")
    return seat


def _place(party: Party, seat: Seat) -> Place:
    if seat >= len(party.places):
        raise Illegal("no_such_seat")
    return party.places[seat]


_DECIDERS: Final[Mapping[type[Request], Callable[[Party, str, Any, str], Iterator[PartyEvent]]]] = {
    Join: _join,
    Leave: _leave,
    Kick: _kick,
    SeatBot: _seat_bot,
    FreeSeat: _free_seat,
    Swap: _swap,
    Arrange: _arrange,
    HandOver: _hand_over,
    Commit: _commit,
    Start: _start,
    Reveal: _reveal,
    AskPause: _ask_pause,
    Halt: _halt,
    GoOn: _go_on,
    ChooseTempo: choose_tempo,
    ChooseHours: choose_hours,
    ChooseStart: choose_start,
    Hurry: _with_the_game,
    MoreTime: _with_the_game,
    Resume: _resume,
    ComeBack: _come_back,
    Rematch: _rematch,
}
