"""The party: who sits around a table, who is host, and how far they have got.

It is folded from events of the same log as the game, so every node knows the same party, and
whoever dies, the party goes on. Persons are opaque ids here; their names live elsewhere and can be
forgotten without touching a log.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Any, Final, Literal, TypeAlias

from msgspec import UNSET, Struct
from msgspec.structs import replace

from kuhstall.bots import registry as bots
from kuhstall.engine.values import Seat
from kuhstall.server.party.events import (
    Arranged,
    BotSeated,
    BotTookOver,
    Closed,
    CloseReason,
    Committed,
    Connected,
    Disconnected,
    Ended,
    Extended,
    Gathered,
    Halted,
    HostChanged,
    HoursChosen,
    Hurried,
    Kicked,
    PaceName,
    PartyEvent,
    PauseAsked,
    Paused,
    PauseReason,
    PersonReturned,
    RematchOpened,
    Resumed,
    Revealed,
    SeatFreed,
    SeatLeft,
    SeatsSwapped,
    SeatTaken,
    SlowedDown,
    StartAborted,
    StartBy,
    StartCalled,
    StartChosen,
    Started,
    TempoChosen,
    TempoName,
    TimeGiven,
    WasLate,
    WentOn,
)
from kuhstall.server.party.hours import Hours
from kuhstall.server.party.pace import PACES

Stage: TypeAlias = Literal["open", "revealing", "playing", "paused", "ended", "closed"]

STAND_IN: Final = "farmer"
"""The bot that plays for a person who is away or has left."""


class Place(Struct, frozen=True, gc=False):
    """One seat: empty, a bot's, or a person's. While a person is away, a bot plays the seat.

    `called` is what people call a bot. It has the name for as long as it sits here.
    """

    person: str | None = None
    bot: str | None = None
    here: bool = False
    away: bool = False
    late: int = 0
    commitment: str | None = None
    reveal: str | None = None
    pausing: bool = False
    halting: bool = False
    taken: int = 0  # how often the person has taken more time
    given: tuple[tuple[int, Seat], ...] = ()  # at which moment others have given some, and who
    called: str = ""

    @property
    def is_empty(self) -> bool:
        return self.person is None and self.bot is None

    @property
    def player(self) -> str | None:
        """Name the bot that plays the seat now; None where a person does."""
        return self.bot or (STAND_IN if self.away else None)

    @property
    def is_attended(self) -> bool:
        """Whether a person sits here and looks at the table, as far as is known."""
        return self.person is not None and self.here and not self.away


class Party(Struct, frozen=True, dict=True):
    """A party is a value, and seldom another after a step: what follows from it is kept with it."""

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
    data: dict[str, Any] = {}  # what the edition is played with instead of the cards in its box
    script: str | None = None  # the tutorial that is played
    tempo: TempoName = "normal"  # counts where somebody is alone with bots
    hours: Hours | None = None  # count where nobody has to be there
    hurried: Hurried | None = None  # the latest time, until that is over
    starts: StartBy = "host"
    filler: str = STAND_IN  # the bot that takes the free seats, where the table starts with bots

    def seat(self, person: str | None) -> Seat | None:
        """Return where a person sits."""
        return None if person is None else self._seats.get(person)

    @cached_property
    def _seats(self) -> dict[str, Seat]:
        """Map people to their seats; whoever had two would sit on the first."""
        seats = reversed(list(enumerate(self.places)))
        return {place.person: seat for seat, place in seats if place.person is not None}

    @property
    def setup(self) -> tuple[object, ...]:
        """What is played. While it stays the same, so does the table before the deal."""
        return self.edition, self.rules, len(self.places), self.data

    @property
    def is_slow(self) -> bool:
        """Whether nobody has to be there: the table goes on by days, not by clocks."""
        return not PACES[self.pace].pauses

    def others_to_agree(self, person: str) -> list[Place]:
        """List those who have to agree: who is there, and at a slow table whoever plays."""
        return [
            place
            for place in self.places
            if place.person not in {None, person}
            and (place.player is None if self.is_slow else place.is_attended)
        ]

    @property
    def is_full(self) -> bool:
        return not any(place.is_empty for place in self.places)

    @cached_property
    def people(self) -> tuple[str, ...]:
        return tuple([place.person for place in self.places if place.person is not None])

    @cached_property
    def is_attended(self) -> bool:
        return any(place.is_attended for place in self.places)

    @cached_property
    def missing(self) -> tuple[Seat, ...]:
        """Name the seats of people who are not there, and for whom no bot plays yet."""
        return tuple(
            [
                seat
                for seat, place in enumerate(self.places)
                if place.person is not None and not place.here and not place.away
            ]
        )

    @cached_property
    def is_unhurried(self) -> bool:
        """Whether one person plays with bots, and nobody else has in this game: no clock then."""
        if not PACES[self.pace].unhurried:
            return False
        alone: str | None = None
        for place in self.places:
            if place.person is not None and place.person != alone:
                if alone is not None:
                    return False
                alone = place.person
        return len(self.sat) == 1 if alone is None else self.sat.keys() <= {alone}

    @cached_property
    def halting(self) -> Seat | None:
        """Name the seat for which the table waits, while somebody reads something there."""
        if self.stage != "playing" or not self.is_unhurried:
            return None
        return next((seat for seat, place in enumerate(self.places) if place.halting), None)

    @cached_property
    def hurrying(self) -> Seat | None:
        """Name the seat that is on its way to its next decision, where nobody else is kept busy."""
        if self.hurried is None or self.stage != "playing" or not self.is_unhurried:
            return None
        return self.hurried.seat

    @cached_property
    def is_hostless(self) -> bool:
        """Whether the host is gone while somebody else is there, who should not have to wait."""
        seat = self.seat(self.host)
        if seat is None or self.places[seat].here:
            return False
        heir = self.seat(self.heir())
        if heir is None or not self.places[heir].is_attended:
            return False
        return seat != heir and (self.places[seat].away or self.stage == "open")

    def with_place(self, seat: Seat, place: Place) -> Party:
        return replace(self, places=(*self.places[:seat], place, *self.places[seat + 1 :]))

    def heir(self) -> str | None:
        """Name who becomes host: the first person who is there, else the first person."""
        people = [place for place in self.places if place.person is not None]
        for place in people:
            if place.is_attended:
                return place.person
        return people[0].person if people else None


def new_party(event: Gathered) -> Party:
    return Party(
        event.edition,
        event.rules,
        event.pace,
        event.public,
        event.promise,
        (Place(),) * event.seats,
        data=event.data,
        script=None if event.script is UNSET else event.script,
    )


def fold(party: Party, events: Iterable[PartyEvent]) -> Party:
    for event in events:
        party = _evolve(party, event)
    return party


def _evolve(party: Party, event: PartyEvent) -> Party:  # noqa: C901 -- one case an event, each plain
    match event:
        case Arranged():
            return _arrange(party, event)
        case SeatTaken(seat, person, commitment, here):
            if party.stage == "open":
                place = Place(person, here=here, commitment=commitment)
            else:  # what the seat has added to the shuffle stays with it
                before = party.places[seat]
                place = replace(before, person=person, bot=None, called="", here=here)
            return party.with_place(seat, place)
        case SeatFreed(seat):
            return party.with_place(seat, Place())
        case SeatLeft(seat):
            return party.with_place(seat, _vacate(party, seat))
        case Kicked(seat, person):
            place = Place() if party.stage == "open" else _vacate(party, seat)
            return replace(party.with_place(seat, place), kicked=party.kicked | {person})
        case BotSeated(seat, bot):
            return party.with_place(seat, _with_bot(party, seat, bot))
        case SeatsSwapped(one, other):
            return _swap(party, one, other)
        case HostChanged(person):
            return replace(party, host=person)
        case Committed(seat, commitment):
            return party.with_place(seat, replace(party.places[seat], commitment=commitment))
        case StartCalled():
            return replace(party, stage="revealing")
        case Revealed(seat, value):
            return party.with_place(seat, replace(party.places[seat], reveal=value))
        case StartAborted(missing):
            return _abort_start(party, missing)
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
            places = tuple(replace(place, halting=False) for place in party.places)
            return replace(party, stage="paused", pause=reason, places=places, hurried=None)
        case Resumed():
            places = tuple(replace(place, pausing=False) for place in party.places)
            return replace(party, stage="playing", pause=None, places=places)
        case TempoChosen(tempo):
            return replace(party, tempo=tempo)
        case HoursChosen(begins, ends):
            return replace(party, hours=Hours(begins, ends) if begins != ends else None)
        case StartChosen(by, bot):
            return replace(party, starts=by, filler=bot)
        case Hurried():
            return replace(party, hurried=event)
        case SlowedDown():
            return replace(party, hurried=None)
        case Ended(secret):
            return replace(party, stage="ended", secret=secret)
        case Closed(reason):
            return replace(party, stage="closed", closed=reason)
        case Gathered() | Extended():
            return party
        case _:
            return party.with_place(event.seat, _note(party.places[event.seat], event))


def _note(
    place: Place,
    event: Connected
    | Disconnected
    | WasLate
    | BotTookOver
    | PersonReturned
    | PauseAsked
    | Halted
    | WentOn
    | TimeGiven,
) -> Place:
    """Assign what is known of the person on a seat."""
    match event:
        case Connected():
            return replace(place, here=True, away=False, late=0)
        case Disconnected():
            return replace(place, here=False, halting=False)
        case WasLate():
            return replace(place, late=place.late + 1)
        case BotTookOver():
            return replace(place, away=True, pausing=False, halting=False)
        case PersonReturned():
            return replace(place, away=False, late=0)
        case PauseAsked():
            return replace(place, pausing=True)
        case Halted():
            return replace(place, halting=True)
        case WentOn():
            return replace(place, halting=False)
        case TimeGiven(seat, giver, moment):
            if giver == seat:
                return replace(place, taken=place.taken + 1)
            now = [one for one in place.given if one[0] == moment]
            return replace(place, given=(*now, (moment, giver)))


def _with_bot(party: Party, seat: Seat, bot: str) -> Place:
    """Put a bot on a seat, under a name that no other bot at the table has."""
    others = {place.called for at, place in enumerate(party.places) if at != seat}
    return Place(bot=bot, called=bots.called(bot, others))


def _vacate(party: Party, seat: Seat) -> Place:
    """Give the seat of a person to a bot; what was committed and revealed stays with the seat."""
    left = party.places[seat]
    kept = {"commitment": left.commitment, "reveal": left.reveal, "taken": left.taken}
    return replace(_with_bot(party, seat, STAND_IN), **kept)


def _arrange(party: Party, event: Arranged) -> Party:
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


def _swap(party: Party, one: Seat, other: Seat) -> Party:
    """Change two places. A commitment is for a seat, so it does not move along."""
    places = list(party.places)
    places[one] = replace(party.places[other], commitment=None)
    places[other] = replace(party.places[one], commitment=None)
    return replace(party, places=tuple(places))


def _abort_start(party: Party, missing: tuple[Seat, ...]) -> Party:
    """Remove whoever did not reveal; everybody else commits anew."""
    places = tuple(
        Place() if seat in missing else replace(place, commitment=None, reveal=None)
        for seat, place in enumerate(party.places)
    )
    return replace(party, places=places, stage="open", aborts=party.aborts + 1)
