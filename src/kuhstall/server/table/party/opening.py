"""Opening a table: the settings that its host chooses, and the first step made of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Final

from msgspec import UNSET, Meta, Struct
from msgspec.structs import replace

from kuhstall.bots import registry as bots
from kuhstall.engine.kernel import begin
from kuhstall.engine.values import Event, Refused
from kuhstall.games import registry as games
from kuhstall.games.registry import EDITIONS
from kuhstall.server.table.party import fair
from kuhstall.server.table.party.decide_request import check_arrangement
from kuhstall.server.table.party.events import (
    Arranged,
    BotSeated,
    DecisionTimeChosen,
    Gathered,
    HostChanged,
    HoursChosen,
    PaceName,
    PartyEvent,
    Paused,
    SeatTaken,
    StartBy,
    StartCalled,
    StartChosen,
    Started,
    TempoChosen,
    TempoName,
)
from kuhstall.server.table.party.hours import USUAL_DECISION
from kuhstall.server.table.party.pace import PAUSED, UNSTARTED
from kuhstall.server.table.party.party import STAND_IN, Party, fold, new_party
from kuhstall.server.table.party.requests import CardFile, Digest
from kuhstall.server.table.party.starting import NO_START, set_start_timers
from kuhstall.server.table.party.timers import Timers

LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"
"""Letters and digits that are hard to confuse."""

ID_LENGTH: Final = 26
CODE_LENGTH: Final = 7

CELL: Final = "a"
"""On a large site, the letter before a table's id and code names the cell that the table is in.

Ids and codes without a letter belong to the first cell, whose letter this is. Nodes and pages of
0.1.0 do not know the letter, and have to reach new tables during an upgrade: so it is not used yet.
"""

FIRST_EDITION: Final = next(iter(EDITIONS))
"""The edition that is played if none is chosen."""

TableId = Annotated[
    str, Meta(pattern=f"^{CELL}?[{LETTERS}]{{{ID_LENGTH}}}(?!\\n)$", max_length=1 + ID_LENGTH)
]
Code = Annotated[str, Meta(pattern=f"^{CELL}?[{LETTERS}]{{{CODE_LENGTH}}}(?!\\n)$")]


class Wish(Struct, frozen=True, forbid_unknown_fields=True):
    """What to play. Every field has a sensible default.

    A host who wants to add to the shuffle has to choose the table's id as well: a commitment names
    the table and the seat, and the host sits on seat 0. `cards` is the text of a card file, for an
    edition that is played with one. `tempo` is for one person alone with bots. `starts`: who starts
    the game, the host or the table itself. `filler`: the bot that takes the free seats if it starts
    with `bots`.
    """

    edition: str = FIRST_EDITION
    rules: dict[str, Any] = {}
    seats: Annotated[int, Meta(ge=1, le=8)] = 4
    pace: PaceName = "live"
    public: bool = False
    bots: Annotated[list[str], Meta(max_length=7)] = []
    table: TableId | None = None
    commitment: Digest | None = None
    cards: CardFile = ""
    tempo: TempoName = "normal"
    starts: StartBy = "host"
    filler: str = STAND_IN


class Drawn(Struct, frozen=True):
    """The random values of a new table. The caller draws them: functions here are pure."""

    table: str
    secret: bytes


class FirstStep(Struct, frozen=True):
    """The beginning of a table: its id, its secret, its first events, and its timers."""

    table: str
    secret: bytes
    events: list[PartyEvent]
    party: Party
    timers: Timers
    dealt: Sequence[Event] = ()


def first_step(wish: Wish, person: str | None, drawn: Drawn, now: float, tempo: float) -> FirstStep:
    """Make the first step of a table; refuse what cannot be played.

    Without a person it has no host yet: that is the first person to join.
    """
    arrangement = check_arrangement(
        wish.edition,
        wish.rules,
        wish.seats,
        wish.pace,
        public=wish.public,
        cards=wish.cards,
    )
    if wish.commitment is not None and wish.table is None:
        raise Refused("commitment_needs_table", "a commitment needs the id of the table it is for")
    if len(wish.bots) >= wish.seats:
        raise Refused("full", f"{len(wish.bots)} bots leave no seat of {wish.seats} for a person")
    for bot in (*wish.bots, wish.filler):
        bots.check(bot)
    first_bot = wish.seats - len(wish.bots)
    seated: list[PartyEvent] = [
        *(() if person is None else (SeatTaken(0, person, wish.commitment), HostChanged(person))),
        *(BotSeated(first_bot + at, bot) for at, bot in enumerate(wish.bots)),
        *_chosen_tempo(wish.tempo),
        *(() if wish.starts == "host" else (StartChosen(wish.starts, wish.filler),)),
    ]
    chosen = drawn if wish.table is None else Drawn(wish.table, drawn.secret)
    first = _gather(chosen, seated, arrangement, now + UNSTARTED * tempo)
    start = set_start_timers(first.party, first.party, NO_START, now, tempo, restart=True)
    return replace(first, timers=replace(first.timers, start=start))


def first_step_with(
    wish: Wish, people: Sequence[str], drawn: Drawn, now: float, tempo: float
) -> FirstStep:
    """Make the first step of a table at which everyone is seated already, and bots after them.

    The first one is the host. It starts by itself as soon as one of them comes, so that nobody has
    to wait for those who do not; bots play for these until they come. A bot also takes the seat of
    whoever leaves before the start, unless somebody else does within a minute.
    """
    arrangement = check_arrangement(
        wish.edition, wish.rules, wish.seats, wish.pace, public=wish.public
    )
    bots = range(len(people), wish.seats)
    seated: list[PartyEvent] = [
        *(SeatTaken(seat, person, here=False) for seat, person in enumerate(people)),
        HostChanged(people[0]),
        *(BotSeated(seat, wish.filler) for seat in bots),
        StartChosen("bots", wish.filler),
    ]
    chosen = drawn if wish.table is None else Drawn(wish.table, drawn.secret)
    return _gather(chosen, seated, arrangement, now + UNSTARTED * tempo)


def first_step_of_rematch(
    party: Party, person: str, drawn: Drawn, now: float, tempo: float
) -> FirstStep:
    """Make the first step of another game with the same people and bots, seat by seat."""
    seated: list[PartyEvent] = []
    for seat, place in enumerate(party.places):
        if place.person is not None:
            seated.append(SeatTaken(seat, place.person, here=place.person == person))
        elif place.bot is not None:
            seated.append(BotSeated(seat, place.bot))
    arrangement = check_arrangement(
        party.edition,
        party.rules,
        len(party.places),
        party.pace,
        public=party.public,
        data=party.data,
    )
    return _gather(
        drawn,
        [*seated, HostChanged(person), *_chosen_tempo(party.tempo), *_chosen_times(party)],
        arrangement,
        now + UNSTARTED * tempo,
    )


def _chosen_tempo(tempo: TempoName) -> tuple[PartyEvent, ...]:
    """Return the event that sets the tempo, unless it is the usual one."""
    return () if tempo == "normal" else (TempoChosen(tempo),)


def _chosen_times(party: Party) -> Iterator[PartyEvent]:
    """Return the events that set playing hours and the time for a decision, if not the usual."""
    if party.hours is not None:
        yield HoursChosen(party.hours.begins, party.hours.ends)
    if party.decision_hours != USUAL_DECISION:
        yield DecisionTimeChosen(party.decision_hours)


def first_step_of_tutorial(
    name: str, person: str, drawn: Drawn, now: float, tempo: float
) -> FirstStep:
    """Make the first step of a tutorial, with the cards dealt by its script.

    No one can join or arrange anything: the game has begun, and is paused until the player
    connects.
    """
    tutorial = games.latest_tutorial(name)
    arrangement = check_arrangement(
        tutorial.edition, tutorial.rules, tutorial.seats, "live", public=False
    )
    seated: list[PartyEvent] = [
        SeatTaken(0, person, here=False),
        HostChanged(person),
        *(BotSeated(seat, STAND_IN) for seat in range(1, tutorial.seats)),
        StartCalled(),
        Started(),
        Paused("nobody"),
    ]
    first = _gather(drawn, seated, arrangement, now + PAUSED * tempo, tutorial.key)
    edition = games.find(tutorial.edition).with_rules(arrangement.rules)
    _, (opened, *dealt) = begin(edition, tutorial.seats, tutorial.chance())
    return replace(first, dealt=(replace(opened, script=tutorial.key), *dealt))


def _gather(
    drawn: Drawn,
    seated: Sequence[PartyEvent],
    arrangement: Arranged,
    due: float,
    script: str | None = None,
) -> FirstStep:
    first = Gathered(
        arrangement.edition,
        arrangement.rules,
        arrangement.seats,
        arrangement.pace,
        arrangement.public,
        fair.server_commitment(drawn.table, drawn.secret).hex(),
        arrangement.data,
        UNSET if script is None else script,
    )
    party = fold(new_party(first), seated)
    return FirstStep(drawn.table, drawn.secret, [first, *seated], party, Timers(due))
