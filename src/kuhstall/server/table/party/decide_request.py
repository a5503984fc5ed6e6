"""Decides requests by the party alone: which events follow.

What follows in the game, such as dealing, is decided in `decide`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final

from msgspec.structs import replace

from kuhstall.bots import registry as bots
from kuhstall.engine.values import Illegal, Refused, Seat
from kuhstall.games import registry as games
from kuhstall.server.table.party.events import (
    Arranged,
    BotSeated,
    Committed,
    DecisionTimeChosen,
    Halted,
    HostChanged,
    HoursChosen,
    Kicked,
    PaceName,
    PartyEvent,
    PauseAsked,
    Paused,
    PersonReturned,
    Resumed,
    SeatFreed,
    SeatLeft,
    SeatsSwapped,
    SeatTaken,
    StartCalled,
    StartChosen,
    TempoChosen,
    WentOn,
)
from kuhstall.server.table.party.hours import Hours
from kuhstall.server.table.party.pace import PACES
from kuhstall.server.table.party.party import Party, Place, fold
from kuhstall.server.table.party.requests import (
    RIGHTS,
    Arrange,
    AskPause,
    ChooseDecisionTime,
    ChooseHours,
    ChooseStart,
    ChooseTempo,
    ComeBack,
    Commit,
    FreeSeat,
    GoOn,
    Halt,
    HandOver,
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
    SkipToDecision,
    Start,
    Swap,
    roles,
    stages_of,
)
from kuhstall.server.table.party.revealing import check_unknown, reveal

WAITING_STEPS: Final = 500
"""The most steps before a game begins: each is stored for ever, and no real table needs more."""
HOST_STEPS: Final = 2 * WAITING_STEPS
"""The host may take more steps, or other players could use up those that the host needs."""


def request_events(
    party: Party, person: str | None, request: Request, table: str
) -> list[PartyEvent]:
    """Return the events of a request; raise Illegal with a stable code if it is refused."""
    asking = _require_right(party, person, request)
    return list(_DECIDERS[type(request)](party, asking, request, table))


def check_standing(party: Party, person: str | None, request: Request, table: str) -> None:
    """Raise Illegal if the person's role or the stage of the table does not allow a request.

    This needs neither the table's lock nor a write. For a person without a seat, and for handing
    over the host's role, it makes all checks, so that these refusals never write anything.
    """
    asking = _require_right(party, person, request)
    if party.seat(asking) is None or isinstance(request, HandOver):
        request_events(party, asking, request, table)


def check_room(party: Party, seq: int, person: str | None, request: Request) -> None:
    """Raise Illegal if a table that has not begun has too many steps for further changes.

    Starting, leaving and kicking are still allowed.
    """
    most = HOST_STEPS if person == party.host else WAITING_STEPS
    if is_waiting(party, seq, most) and not isinstance(request, Start | Leave | Kick):
        raise Illegal("too_many_changes")


def is_waiting(party: Party, seq: int, most: int = WAITING_STEPS) -> bool:
    """Return whether a table has reached this many steps and has not begun."""
    return party.stage == "open" and seq >= most


def _require_right(party: Party, person: str | None, request: Request) -> str:
    role, _ = RIGHTS[type(request)]
    if person is None:
        raise Illegal("no_session")
    if role not in roles(party, person):
        raise Illegal(_refusal_code(party, person, role))
    if party.stage not in stages_of(party, type(request)):
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
    check_unknown(party, table, seat, request.commitment)
    yield SeatTaken(seat, person, request.commitment)
    if party.host is None:
        yield HostChanged(person)
    if party.stage == "paused" and party.pause == "nobody":
        yield Resumed()


def _seat_to_take(party: Party, person: str, seat: Seat | None) -> Seat:
    """Find the seat to take: an empty one, or during a game the seat that the person has left.

    No one else may sit down during a game: that would be a way to see another hand.
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
    """Remove a person; if it is the host, make another person host."""
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


def check_arrangement(  # noqa: PLR0913 -- all settings of a game
    edition: str,
    rules: Mapping[str, Any],
    seats: int,
    pace: PaceName,
    *,
    public: bool,
    data: Mapping[str, Any] = MappingProxyType({}),
    cards: str = "",
) -> Arranged:
    """Check what is to be played; refuse invalid settings with a code and a reason.

    A card file is parsed here only; what is stored is the data that the edition has made of it.
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
    seat = _own_seat(party, person)
    check_unknown(party, table, seat, request.commitment)
    yield Committed(seat, request.commitment)


def _start(party: Party, person: str, request: Start, table: str) -> Iterator[PartyEvent]:
    if not party.is_full:
        raise Illegal("seats_empty")
    yield StartCalled()


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


def _choose_tempo(
    party: Party, person: str, request: ChooseTempo, table: str
) -> Iterator[PartyEvent]:
    if party.tempo != request.tempo:
        yield TempoChosen(request.tempo)


def _choose_hours(
    party: Party, person: str, request: ChooseHours, table: str
) -> Iterator[PartyEvent]:
    if (party.hours or Hours(0, 0)) != Hours(request.begins, request.ends):
        yield HoursChosen(request.begins, request.ends)


def _choose_decision_time(
    party: Party, person: str, request: ChooseDecisionTime, table: str
) -> Iterator[PartyEvent]:
    if party.decision_hours != request.hours:
        yield DecisionTimeChosen(request.hours)


def _choose_start(
    party: Party, person: str, request: ChooseStart, table: str
) -> Iterator[PartyEvent]:
    try:
        bots.check(request.bot)
    except Refused as refused:
        raise Illegal(refused.code) from refused
    if (party.starts, party.filler) != (request.by, request.bot):
        yield StartChosen(request.by, request.bot)


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
    Reveal: reveal,
    AskPause: _ask_pause,
    Halt: _halt,
    GoOn: _go_on,
    ChooseTempo: _choose_tempo,
    ChooseHours: _choose_hours,
    ChooseDecisionTime: _choose_decision_time,
    ChooseStart: _choose_start,
    SkipToDecision: _with_the_game,
    MoreTime: _with_the_game,
    Resume: _resume,
    ComeBack: _come_back,
    Rematch: _rematch,
}
