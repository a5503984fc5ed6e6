"""Game nights: what follows from what is stored of them. Pure: no clock, no store.

The winner of a table gets 3 points, the second 2, the third 1; who is level gets the same. A bot
takes a place, but no points. Who has left a game still has the place that the bot reached for them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from typing import Final, Literal, TypeAlias
from zoneinfo import ZoneInfo

from msgspec import Struct

from kuhstall.server.features.groups.seating import Round, SeatedTable, Shape, seat_round

State: TypeAlias = Literal["coming", "absent", "here", "gone"]
"""What a member says of a night, and what is so on the night."""

NightStage: TypeAlias = Literal["planned", "running", "ended"]

POINTS: Final = (3, 2, 1)
GRACE: Final = 12 * 3600.0
"""Seconds after its beginning at which a night that did not take place is past."""
REMIND: Final = 3 * 3600.0
"""Seconds before the beginning at which those who come are reminded."""
LENGTH: Final = 3 * 3600.0
"""Seconds that calendars show."""

_WEEK: Final = 7 * 86_400.0


class Night(Struct, frozen=True):
    """A night as it is stored.

    `zone`: the time zone of its hour. `every`: weeks until the next one, or 0. `round`: the last
    one that has begun, or 0.
    """

    id: str
    starts: float
    zone: str
    every: int
    rounds: int
    round: int
    ended: bool


class Guest(Struct, frozen=True):
    """A member who has answered. `lot`: drawn once. `number`: None if they have left the group."""

    person: str
    state: State
    lot: int
    name: str
    number: int | None


class NightTable(Struct, frozen=True):
    """A table of a round. `over`: its game has ended, or there will be none."""

    table: str
    round: int
    number: int
    bots: int
    over: bool


class NightSeat(Struct, frozen=True):
    """A person at a table of a round. `place`: None if there is no result, or not yet."""

    table: str
    person: str
    place: int | None


class Standing(Struct, frozen=True):
    """How a person stands. `points`: of each round that has begun; None if there are none yet."""

    person: str
    place: int
    total: int
    points: Sequence[int | None]


def stage_of(night: Night, tables: Sequence[NightTable]) -> NightStage:
    """Return the stage of a night. It ends by itself, with the last game of the last round."""
    if night.ended or (night.round == night.rounds and is_round_over(night, tables)):
        return "ended"
    return "running" if night.round else "planned"


def is_round_over(night: Night, tables: Sequence[NightTable]) -> bool:
    return all(one.over for one in tables if one.round == night.round)


def points_for(place: int) -> int:
    return POINTS[place - 1] if place <= len(POINTS) else 0


def standings(
    night: Night, tables: Sequence[NightTable], seats: Sequence[NightSeat]
) -> Sequence[Standing]:
    """Return the standings: by points, then by games won. Who is level shares a place."""
    rounds = {one.table: one.round for one in tables}
    points: dict[str, list[int | None]] = defaultdict(lambda: [None] * night.round)
    wins: dict[str, int] = defaultdict(int)
    for seat in seats:
        own = points[seat.person]
        if seat.place is not None:
            own[rounds[seat.table] - 1] = points_for(seat.place)
            wins[seat.person] += seat.place == 1
    ranks = {who: (-sum(one or 0 for one in own), -wins[who]) for who, own in points.items()}
    return [
        Standing(who, 1 + sum(other < rank for other in ranks.values()), -rank[0], points[who])
        for who, rank in sorted(ranks.items(), key=lambda one: (one[1], one[0]))
    ]


def plan_round(  # noqa: PLR0913, PLR0917 -- all that a seating depends on
    guests: Sequence[Guest],
    night: Night,
    tables: Sequence[NightTable],
    seats: Sequence[NightSeat],
    shape: Shape,
    apart: Collection[tuple[str, str]],
) -> Sequence[SeatedTable]:
    """Seat those who are here: in the first round by lot, then by points."""
    here = sorted(
        (one for one in guests if one.state == "here" and one.number is not None),
        key=lambda one: (one.lot, one.person),
    )
    points = {one.person: one.total for one in standings(night, tables, seats)}
    before = rounds_before(tables, seats)
    return seat_round([one.person for one in here], shape, points, before, apart)


def rounds_before(tables: Sequence[NightTable], seats: Sequence[NightSeat]) -> Sequence[Round]:
    """Return who has sat with whom."""
    people: dict[str, list[str]] = defaultdict(list)
    for seat in seats:
        people[seat.table].append(seat.person)
    rounds: dict[int, list[SeatedTable]] = defaultdict(list)
    for one in tables:
        rounds[one.round].append(SeatedTable(tuple(people[one.table]), one.bots))
    return [rounds[number] for number in sorted(rounds)]


def is_zone(name: str) -> bool:
    """Return whether there is a time zone of this name."""
    try:
        ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        return False
    return True


def series_of(night: str) -> str:
    """Return the id of the first night of a series; the later ones add 0 and a number to it."""
    return night.partition("0")[0]  # no random id has this digit


def next_start(night: Night, first: float | None = None) -> float:
    """Return when the next night of a series begins: at the same hour, also in summer time.

    `first`: when the series has begun. It tells the hour: where that is left out as the clocks are
    set forward, a night begins later, and the next one does not.
    """
    begun = night.starts if first is None else first
    weeks = round((night.starts - begun) / _WEEK) + night.every
    at = datetime.fromtimestamp(begun, ZoneInfo(night.zone)) + timedelta(weeks=weeks)
    return at.timestamp()
