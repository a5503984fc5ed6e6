"""Setting up a table: what somebody wishes for, and the first step that it becomes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Final

from msgspec import UNSET, Meta, Struct
from msgspec.structs import replace

from kuhstall.bots import registry as bots
from kuhstall.engine.kernel import begin
from kuhstall.engine.values import Event, Refused
from kuhstall.games import registry as games
from kuhstall.games.registry import EDITIONS
from kuhstall.server.party import fair
from kuhstall.server.party.decide_request import check_arrangement
from kuhstall.server.party.events import (
    Arranged,
    BotSeated,
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
from kuhstall.server.party.hours import Hours
from kuhstall.server.party.pace import PAUSED, UNSTARTED
from kuhstall.server.party.party import STAND_IN, Party, fold, new_party
from kuhstall.server.party.requests import CardFile, Digest
from kuhstall.server.party.starting import NO_START, wind_start
from kuhstall.server.party.timers import Timers

LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"
"""Those that nobody mistakes for each other."""

ID_LENGTH: Final = 26
CODE_LENGTH: Final = 7

CELL: Final = "a"
"""The part of a large site that a table belongs to is the letter before its id and its code.

Without one they belong to the first, whose letter this is. Nodes and pages of 0.1.0 know none with
a letter, and new tables have to be reached by them while they are replaced: so none is drawn yet.
"""

FIRST_EDITION: Final = next(iter(EDITIONS))
"""What is played if nobody says what."""

TableId = Annotated[
    str, Meta(pattern=f"^{CELL}?[{LETTERS}]{{{ID_LENGTH}}}(?!\\n)$", max_length=1 + ID_LENGTH)
]
Code = Annotated[str, Meta(pattern=f"^{CELL}?[{LETTERS}]{{{CODE_LENGTH}}}(?!\\n)$")]


class Wish(Struct, frozen=True, forbid_unknown_fields=True):
    """What to play. Every field has a sensible default.

    Whoever wants to add to the shuffle chooses the id of the table as well: a commitment names the
    table and the seat it is for, and whoever opens a table sits on seat 0. `cards` is the text
    of a card file, for an edition that is played with one. `tempo` is for one person with bots.
    `starts`: who starts the game, the host or the table itself; `filler`: the bot that takes the
    free seats then, if it starts with `bots`.
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
    """What a new table needs of chance. Whoever hosts it draws: nothing here does."""

    table: str
    secret: bytes


class FirstStep(Struct, frozen=True):
    """A table as it begins: its id, its secret, the first events, and when it has to be seen to."""

    table: str
    secret: bytes
    events: list[PartyEvent]
    party: Party
    timers: Timers
    dealt: Sequence[Event] = ()


def first_step(wish: Wish, person: str, drawn: Drawn, now: float, tempo: float) -> FirstStep:
    """Make the first step of a table; refuse what cannot be played."""
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
        SeatTaken(0, person, wish.commitment),
        HostChanged(person),
        *(BotSeated(first_bot + at, bot) for at, bot in enumerate(wish.bots)),
        *_chosen_tempo(wish.tempo),
        *(() if wish.starts == "host" else (StartChosen(wish.starts, wish.filler),)),
    ]
    chosen = drawn if wish.table is None else Drawn(wish.table, drawn.secret)
    first = _gather(chosen, seated, arrangement, now + UNSTARTED * tempo)
    start = wind_start(first.party, first.party, NO_START, now, tempo, anew=True)
    return replace(first, timers=replace(first.timers, start=start))


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
        [*seated, HostChanged(person), *_chosen_tempo(party.tempo), *_chosen_hours(party.hours)],
        arrangement,
        now + UNSTARTED * tempo,
    )


def _chosen_tempo(tempo: TempoName) -> tuple[PartyEvent, ...]:
    """Say how quick a table is, where it is not as usual."""
    return () if tempo == "normal" else (TempoChosen(tempo),)


def _chosen_hours(hours: Hours | None) -> tuple[PartyEvent, ...]:
    """Say when a table is played, where that is not always."""
    return () if hours is None else (HoursChosen(hours.begins, hours.ends),)


def first_step_of_tutorial(
    name: str, person: str, drawn: Drawn, now: float, tempo: float
) -> FirstStep:
    """Make the first step of a tutorial, dealt as its script has it; nothing else is chosen.

    There is no time at which anybody could join or arrange anything: the game has begun, and is
    paused until the person looks at it.
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
