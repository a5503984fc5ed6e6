"""The party: who sits at a table, who is host, and the stage of the table.

It is folded from events in the same log as the game, so every node knows the same party, and it
survives the death of any node. People are opaque ids here; their names are stored elsewhere, so
they can be erased without touching a log.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Any, Final, Literal, TypeAlias

from msgspec import UNSET, Struct
from msgspec.structs import replace

from kuhstall.bots import registry as bots
from kuhstall.engine.values import Seat
from kuhstall.server.table.party.events import (
    Arranged,
    BotSeated,
    BotTookOver,
    Closed,
    CloseReason,
    Committed,
    Connected,
    DecisionTimeChosen,
    Disconnected,
    Ended,
    Extended,
    Gathered,
    Halted,
    HostChanged,
    HoursChosen,
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
    ScreenConnected,
    ScreenDisconnected,
    ScreenRemoved,
    SeatFreed,
    SeatLeft,
    SeatsSwapped,
    SeatTaken,
    SkipEnded,
    SkipStarted,
    StartAborted,
    StartBy,
    StartCalled,
    StartChosen,
    Started,
    TempoChosen,
    TempoName,
    TimeGiven,
    ValueLeftOut,
    WasLate,
    WentOn,
)
from kuhstall.server.table.party.hours import USUAL_DECISION, Hours
from kuhstall.server.table.party.pace import PACES, Pace, slow_pace

Stage: TypeAlias = Literal["open", "revealing", "playing", "paused", "ended", "closed"]

STAND_IN: Final = "farmer"
"""The bot that plays for a person who is away or has left."""


class Place(Struct, frozen=True, gc=False):
    """One seat: empty, a bot's, or a person's. While a person is away, a bot plays the seat.

    `called` is the name of a bot. It keeps the name as long as it has the seat.
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
    given: tuple[tuple[int, Seat], ...] = ()  # time given by others: at which moment, and by whom
    called: str = ""

    @property
    def is_empty(self) -> bool:
        return self.person is None and self.bot is None

    @property
    def player(self) -> str | None:
        """Return the bot that plays the seat now; None if a person does."""
        return self.bot or (STAND_IN if self.away else None)

    @property
    def is_attended(self) -> bool:
        """Return whether a person has this seat and is connected, as far as is known."""
        return self.person is not None and self.here and not self.away


def device_of(person: str) -> str:
    """Return what the ids of people who share a device have in common. Servers know no such ids."""
    return person.partition("/")[0]


class Party(Struct, frozen=True, dict=True):
    """A party is a value that few steps change, so derived values are cached with it."""

    edition: str
    rules: dict[str, Any]
    pace: PaceName
    public: bool
    promise: str  # the server's commitment to its secret
    places: tuple[Place, ...]
    host: str | None = None
    stage: Stage = "open"
    pause: PauseReason | None = None
    aborts: int = 0
    shown: frozenset[str] = frozenset()  # values that were revealed for an aborted start
    kicked: frozenset[str] = frozenset()  # people and screens
    screens: frozenset[str] = frozenset()  # those that show the table now
    sat: dict[str, Seat] = {}  # the people who were dealt in, and whose hand each has seen
    secret: str | None = None
    rematch: str | None = None
    closed: CloseReason | None = None
    data: dict[str, Any] = {}  # cards of the host's own, instead of those in the edition's box
    script: str | None = None  # the tutorial that is played
    tempo: TempoName = "normal"  # only counts for one person alone with bots
    hours: Hours | None = None  # only count at a slow table
    decision_hours: int = USUAL_DECISION  # only count at a slow table
    skip: SkipStarted | None = None  # set while a player skips ahead to their next decision
    starts: StartBy = "host"
    filler: str = STAND_IN  # the bot that takes free seats if the table starts with bots

    def seat(self, person: str | None) -> Seat | None:
        """Return a person's seat."""
        return None if person is None else self._seats.get(person)

    @cached_property
    def _seats(self) -> dict[str, Seat]:
        """Map people to their seats, to the first one if a person has several."""
        seats = reversed(list(enumerate(self.places)))
        return {place.person: seat for seat, place in seats if place.person is not None}

    @property
    def setup(self) -> tuple[object, ...]:
        """Return what is played. As long as it is the same, so is the table before the deal."""
        return self.edition, self.rules, len(self.places), self.data

    @property
    def is_slow(self) -> bool:
        """Return whether the table is played over days, and players need not be connected."""
        return not PACES[self.pace].pauses

    @cached_property
    def times(self) -> Pace:
        """Return how long things take at this table, without its tempo."""
        return slow_pace(self.decision_hours) if self.is_slow else PACES[self.pace]

    def others_to_agree(self, person: str) -> list[Place]:
        """List the other players who have to agree: those connected, or all at a slow table."""
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
        """Return the seats of disconnected people for whom no bot plays yet."""
        return tuple(
            [
                seat
                for seat, place in enumerate(self.places)
                if place.person is not None and not place.here and not place.away
            ]
        )

    @cached_property
    def is_alone_with_bots(self) -> bool:
        """Return whether one person plays this game alone with bots: then there is no clock.

        People who pass one device around count as one.
        """
        if not PACES[self.pace].untimed_alone:
            return False
        here, dealt_in = set(map(device_of, self.people)), set(map(device_of, self.sat))
        return len(here or dealt_in) == 1 and dealt_in <= (here or dealt_in)

    @cached_property
    def halting(self) -> Seat | None:
        """Return the seat whose player has halted the table to read something."""
        if self.stage != "playing" or not self.is_alone_with_bots:
            return None
        return next((seat for seat, place in enumerate(self.places) if place.halting), None)

    @cached_property
    def skipping(self) -> Seat | None:
        """Return the seat whose player, alone with bots, skips ahead to their next decision."""
        if self.skip is None or self.stage != "playing" or not self.is_alone_with_bots:
            return None
        return self.skip.seat

    @cached_property
    def is_hostless(self) -> bool:
        """Return whether the host is gone and another person is there, who should not have to wait.

        Before a slow game players drop in one after the other: there the host stays host.
        """
        seat = self.seat(self.host)
        if seat is None or self.places[seat].here or (self.is_slow and self.stage == "open"):
            return False
        heir = self.seat(self.heir())
        if heir is None or not self.places[heir].is_attended:
            return False
        return seat != heir and (self.places[seat].away or self.stage == "open")

    def with_place(self, seat: Seat, place: Place) -> Party:
        return replace(self, places=(*self.places[:seat], place, *self.places[seat + 1 :]))

    def heir(self) -> str | None:
        """Return the next host: the first person who is there, else the first person."""
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


def _evolve(party: Party, event: PartyEvent) -> Party:  # noqa: C901 -- one simple case per event
    match event:
        case Arranged():
            return _arrange(party, event)
        case SeatTaken(seat, person, commitment, here):
            if party.stage == "open":
                place = Place(person, here=here, commitment=commitment)
            else:  # the seat keeps its part of the shuffle
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
            people = enumerate(place.person for place in party.places)
            sat = {person: seat for seat, person in people if person is not None}
            return replace(party, stage="playing", sat=sat)
        case RematchOpened(table):
            return replace(party, rematch=table)
        case Paused(reason):
            places = tuple(replace(place, halting=False) for place in party.places)
            return replace(party, stage="paused", pause=reason, places=places, skip=None)
        case Resumed():
            places = tuple(replace(place, pausing=False) for place in party.places)
            return replace(party, stage="playing", pause=None, places=places)
        case TempoChosen(tempo):
            return replace(party, tempo=tempo)
        case HoursChosen(begins, ends):
            return replace(party, hours=Hours(begins, ends) if begins != ends else None)
        case DecisionTimeChosen(hours):
            return replace(party, decision_hours=hours)
        case StartChosen(by, bot):
            return replace(party, starts=by, filler=bot)
        case SkipStarted():
            return replace(party, skip=event)
        case SkipEnded():
            return replace(party, skip=None)
        case Ended(secret):
            return replace(party, stage="ended", secret=secret)
        case ScreenConnected(screen):
            return replace(party, screens=party.screens | {screen})
        case ScreenDisconnected(screen):
            return replace(party, screens=party.screens - {screen})
        case ScreenRemoved(screen):
            return replace(party, screens=party.screens - {screen}, kicked=party.kicked | {screen})
        case Closed(reason):
            return replace(party, stage="closed", closed=reason)
        case Gathered() | Extended() | ValueLeftOut():
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
    """Update the state of the person on a seat."""
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
    """Put a bot on a seat, with a name that no other bot at the table has."""
    others = {place.called for at, place in enumerate(party.places) if at != seat}
    return Place(bot=bot, called=bots.called(bot, others))


def _vacate(party: Party, seat: Seat) -> Place:
    """Give a person's seat to a bot; the seat keeps its commitment and its revealed value."""
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
    """Swap two places. A commitment is bound to a seat, so it does not move along."""
    places = list(party.places)
    places[one] = replace(party.places[other], commitment=None)
    places[other] = replace(party.places[one], commitment=None)
    return replace(party, places=tuple(places))


def _abort_start(party: Party, missing: tuple[Seat, ...]) -> Party:
    """Remove the players who did not reveal; the others have to commit to new values."""
    shown = party.shown | {place.reveal for place in party.places if place.reveal is not None}
    places = tuple(
        Place() if seat in missing else replace(place, commitment=None, reveal=None)
        for seat, place in enumerate(party.places)
    )
    return replace(party, places=places, stage="open", aborts=party.aborts + 1, shown=shown)
