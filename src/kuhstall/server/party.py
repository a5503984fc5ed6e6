"""The party: who sits around a table, who is host, and how far they have got.

It is folded from events of the same log as the game, so every node knows the same party, and
whoever dies, the party goes on. Persons are opaque ids here; their names live elsewhere and can be
forgotten without touching a log.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from kuhstall.engine.values import Seat

Stage: TypeAlias = Literal["open", "revealing", "playing", "paused", "ended", "closed"]
PaceName: TypeAlias = Literal["live", "relaxed", "slow"]
PauseReason: TypeAlias = Literal["agreed", "nobody"]
CloseReason: TypeAlias = Literal["deserted", "idle", "operator"]

STAND_IN: Final = "farmer"
"""The bot that plays for a person who is away or has left."""


class Place(Struct, frozen=True, gc=False):
    """One seat: empty, a bot's, or a person's. While a person is away, a bot plays the seat."""

    person: str | None = None
    bot: str | None = None
    here: bool = False
    away: bool = False
    late: int = 0
    commitment: str | None = None
    reveal: str | None = None
    pausing: bool = False

    @property
    def empty(self) -> bool:
        return self.person is None and self.bot is None

    @property
    def player(self) -> str | None:
        """Name the bot that plays the seat now; None where a person does."""
        return self.bot or (STAND_IN if self.away else None)

    @property
    def attended(self) -> bool:
        """Whether a person sits here who looks at the table, as far as is known."""
        return self.person is not None and self.here and not self.away


class Party(Struct, frozen=True):
    edition: str
    rules: dict[str, Any]
    pace: PaceName
    public: bool
    promise: str  # the commitment of the server to its secret
    places: tuple[Place, ...]
    host: str | None = None
    stage: Stage = "open"
    pause: PauseReason | None = None
    aborts: int = 0
    kicked: frozenset[str] = frozenset()
    sat: dict[str, Seat] = {}  # who has seen which hand in this game
    secret: str | None = None
    rematch: str | None = None
    closed: CloseReason | None = None
    data: dict[str, Any] = {}  # what the edition is played with besides its box

    def seat(self, person: str | None) -> Seat | None:
        """Return where a person sits."""
        if person is not None:
            for seat, place in enumerate(self.places):
                if place.person == person:
                    return seat
        return None

    @property
    def played(self) -> tuple[object, ...]:
        """Tell what is played: as long as it is the same, so is the table before the deal."""
        return self.edition, self.rules, len(self.places), self.data

    @property
    def people(self) -> tuple[str, ...]:
        return tuple(place.person for place in self.places if place.person is not None)

    @property
    def attended(self) -> bool:
        return any(place.attended for place in self.places)

    def changed(self, seat: Seat, place: Place) -> Party:
        return replace(self, places=(*self.places[:seat], place, *self.places[seat + 1 :]))

    def heir(self) -> str | None:
        """Name who becomes host: the first person who is there, else the first person."""
        people = [place for place in self.places if place.person is not None]
        for place in people:
            if place.attended:
                return place.person
        return people[0].person if people else None


class _Event(Struct, frozen=True, gc=False):
    """What happened in a party. Logs are kept for years: new fields get defaults."""


class Gathered(_Event, frozen=True, tag="gathered", gc=False):
    """A table is set up. The first event of every log."""

    edition: str
    rules: dict[str, Any]
    seats: int
    pace: PaceName
    public: bool
    promise: str
    data: dict[str, Any] = {}


class Arranged(_Event, frozen=True, tag="arranged", gc=False):
    """`kept`: the data stay as they are. They are long, and the rest may change often."""

    edition: str
    rules: dict[str, Any]
    seats: int
    pace: PaceName
    public: bool
    data: dict[str, Any] = {}
    kept: bool = False


class SeatTaken(_Event, frozen=True, tag="seat_taken", gc=False):
    """`here` is False for who is expected, and has not come yet."""

    seat: Seat
    person: str
    commitment: str | None = None
    here: bool = True


class SeatFreed(_Event, frozen=True, tag="seat_freed", gc=False):
    seat: Seat


class SeatLeft(_Event, frozen=True, tag="seat_left", gc=False):
    """A person left for good in mid-game: a bot plays on."""

    seat: Seat


class Kicked(_Event, frozen=True, tag="kicked", gc=False):
    seat: Seat
    person: str


class BotSeated(_Event, frozen=True, tag="bot_seated", gc=False):
    seat: Seat
    bot: str


class SeatsSwapped(_Event, frozen=True, tag="seats_swapped", gc=False):
    one: Seat
    other: Seat


class HostChanged(_Event, frozen=True, tag="host_changed", gc=False):
    person: str | None


class Committed(_Event, frozen=True, tag="committed", gc=False):
    seat: Seat
    commitment: str


class StartCalled(_Event, frozen=True, tag="start_called", gc=False):
    """The list of commitments is closed; those who are on it have to reveal."""


class Revealed(_Event, frozen=True, tag="revealed", gc=False):
    seat: Seat
    value: str


class StartAborted(_Event, frozen=True, tag="start_aborted", gc=False):
    """Somebody did not reveal. Going on without would give a choice of decks."""

    missing: tuple[Seat, ...]


class Started(_Event, frozen=True, tag="started", gc=False):
    pass


class Connected(_Event, frozen=True, tag="connected", gc=False):
    seat: Seat


class Disconnected(_Event, frozen=True, tag="disconnected", gc=False):
    seat: Seat


class WasLate(_Event, frozen=True, tag="was_late", gc=False):
    seat: Seat


class BotTookOver(_Event, frozen=True, tag="bot_took_over", gc=False):
    seat: Seat


class PersonReturned(_Event, frozen=True, tag="person_returned", gc=False):
    seat: Seat


class PauseAsked(_Event, frozen=True, tag="pause_asked", gc=False):
    seat: Seat


class Paused(_Event, frozen=True, tag="paused", gc=False):
    reason: PauseReason


class Resumed(_Event, frozen=True, tag="resumed", gc=False):
    pass


class Extended(_Event, frozen=True, tag="extended", gc=False):
    """The server was away when somebody should have been called: the clocks start anew."""


class Ended(_Event, frozen=True, tag="ended", gc=False):
    """The game is over, and the server shows its secret."""

    secret: str


class RematchOpened(_Event, frozen=True, tag="rematch_opened", gc=False):
    table: str


class Closed(_Event, frozen=True, tag="closed", gc=False):
    reason: CloseReason


PartyEvent: TypeAlias = (
    Gathered
    | Arranged
    | SeatTaken
    | SeatFreed
    | SeatLeft
    | Kicked
    | BotSeated
    | SeatsSwapped
    | HostChanged
    | Committed
    | StartCalled
    | Revealed
    | StartAborted
    | Started
    | Connected
    | Disconnected
    | WasLate
    | BotTookOver
    | PersonReturned
    | PauseAsked
    | Paused
    | Resumed
    | Extended
    | Ended
    | RematchOpened
    | Closed
)


def gathered(event: Gathered) -> Party:
    return Party(
        event.edition,
        event.rules,
        event.pace,
        event.public,
        event.promise,
        (Place(),) * event.seats,
        data=event.data,
    )


def fold(party: Party, events: Iterable[PartyEvent]) -> Party:
    for event in events:
        party = _evolve(party, event)
    return party


def _evolve(party: Party, event: PartyEvent) -> Party:  # noqa: C901 -- one case an event, each plain
    match event:
        case Arranged():
            return _arranged(party, event)
        case SeatTaken(seat, person, commitment, here):
            if party.stage == "open":
                place = Place(person, here=here, commitment=commitment)
            else:  # what the seat has added to the shuffle stays with it
                place = replace(party.places[seat], person=person, bot=None, here=here)
            return party.changed(seat, place)
        case SeatFreed(seat):
            return party.changed(seat, Place())
        case SeatLeft(seat):
            return party.changed(seat, _vacated(party.places[seat]))
        case Kicked(seat, person):
            place = Place() if party.stage == "open" else _vacated(party.places[seat])
            return replace(party.changed(seat, place), kicked=party.kicked | {person})
        case BotSeated(seat, bot):
            return party.changed(seat, Place(bot=bot))
        case SeatsSwapped(one, other):
            return _swapped(party, one, other)
        case HostChanged(person):
            return replace(party, host=person)
        case Committed(seat, commitment):
            return party.changed(seat, replace(party.places[seat], commitment=commitment))
        case StartCalled():
            return replace(party, stage="revealing")
        case Revealed(seat, value):
            return party.changed(seat, replace(party.places[seat], reveal=value))
        case StartAborted(missing):
            return _aborted(party, missing)
        case Started():
            sat = {
                place.person: seat
                for seat, place in enumerate(party.places)
                if place.person is not None
            }
            return replace(party, stage="playing", sat=sat)
        case RematchOpened(table):
            return replace(party, rematch=table)
        case Paused(reason):
            return replace(party, stage="paused", pause=reason)
        case Resumed():
            places = tuple(replace(place, pausing=False) for place in party.places)
            return replace(party, stage="playing", pause=None, places=places)
        case Ended(secret):
            return replace(party, stage="ended", secret=secret)
        case Closed(reason):
            return replace(party, stage="closed", closed=reason)
        case Gathered() | Extended():
            return party
        case _:
            return party.changed(event.seat, _noted(party.places[event.seat], event))


def _noted(
    place: Place,
    event: Connected | Disconnected | WasLate | BotTookOver | PersonReturned | PauseAsked,
) -> Place:
    """Assign what is known of the person on a seat."""
    match event:
        case Connected():
            return replace(place, here=True, away=False, late=0)
        case Disconnected():
            return replace(place, here=False)
        case WasLate():
            return replace(place, late=place.late + 1)
        case BotTookOver():
            return replace(place, away=True, pausing=False)
        case PersonReturned():
            return replace(place, away=False, late=0)
        case PauseAsked():
            return replace(place, pausing=True)


def _vacated(place: Place) -> Place:
    """Give the seat of a person to a bot; what was committed and revealed stays with the seat."""
    return Place(bot=STAND_IN, commitment=place.commitment, reveal=place.reveal)


def _arranged(party: Party, event: Arranged) -> Party:
    places = (party.places + (Place(),) * event.seats)[: event.seats]
    return replace(
        party,
        edition=event.edition,
        rules=event.rules,
        pace=event.pace,
        public=event.public,
        places=places,
        data=party.data if event.kept else event.data,
    )


def _swapped(party: Party, one: Seat, other: Seat) -> Party:
    """Change two places. A commitment is for a seat, so it does not move along."""
    places = list(party.places)
    places[one] = replace(party.places[other], commitment=None)
    places[other] = replace(party.places[one], commitment=None)
    return replace(party, places=tuple(places))


def _aborted(party: Party, missing: tuple[Seat, ...]) -> Party:
    """Remove who did not reveal; everybody else commits anew."""
    places = tuple(
        Place() if seat in missing else replace(place, commitment=None, reveal=None)
        for seat, place in enumerate(party.places)
    )
    return replace(party, places=places, stage="open", aborts=party.aborts + 1)
