"""Who sits where in a round of a game night: the same seating for the same night.

Nobody sits out. If the people do not fill the tables, some tables have a seat less, or bots: that
is the bye, and goes round. A seating is better than another one if fewer sit together who are to be
apart, then if fewer people meet again, then if byes go to those who had fewer, then if people play
others with about as many points.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Final

from msgspec import Struct

SMALLEST: Final = 3
LARGEST: Final = 5

_APART: Final = 10**12
_AGAIN: Final = 100_000_000
_BYE: Final = 10_000
"""More than the points of all people can differ by, and less than one who meets others again."""
_SWAPS: Final = 60_000
"""How many swaps are looked at, about: more beginnings for few people than for many."""
_BEGINNINGS: Final = range(4, 40)


class Shape(Struct, frozen=True):
    """How many seats a table should have, and may have."""

    seats: int
    least: int = SMALLEST
    most: int = LARGEST


class SeatedTable(Struct, frozen=True):
    """A table of a round: its people, and how many bots sit with them."""

    people: tuple[str, ...]
    bots: int = 0

    def is_bye(self, shape: Shape) -> bool:
        return len(self.people) < shape.seats


class Quality(Struct, frozen=True, order=True):
    """How good a seating is; less is better.

    `again`: pairs who meet again, counted by the square of how often they have met. `byes`: for
    each one with a bye, how many byes they had, twice, and one. `spread`: the differences in points
    between all who sit together.
    """

    again: int
    byes: int
    spread: int


Round = Sequence[SeatedTable]


def shape_for(seats: int, least: int, most: int) -> Shape:
    """Return the tables of a night, for a game with `least` to `most` seats."""
    largest = min(LARGEST, most)
    smallest = min(max(SMALLEST, least), largest)
    return Shape(min(max(seats, smallest), largest), smallest, largest)


def table_sizes(people: int, shape: Shape) -> Sequence[tuple[int, int]]:
    """Return people and bots of each table: no bots if it can be done, and about `seats` seats."""
    if not people:
        return ()
    fewest = -(-people // shape.most)
    tables = min(
        range(fewest, people + 1),
        key=lambda one: (max(0, one * shape.least - people), abs(one * shape.seats - people), one),
    )
    each, more = divmod(people, tables)
    sizes = [each + (table < more) for table in range(tables)]
    return [(size, max(0, shape.least - size)) for size in sizes]


def seat_round(
    people: Sequence[str],
    shape: Shape,
    points: Mapping[str, int],
    before: Sequence[Round],
    apart: Collection[tuple[str, str]] = (),
) -> Sequence[SeatedTable]:
    """Seat people for a round, leaders at the first table. Those who come first are drawn first."""
    sizes = table_sizes(len(people), shape)
    search = _Search(people, shape, points, before, apart)
    leaders = sorted(range(len(people)), key=lambda one: -search.points[one])
    chance = random.Random(len(before))  # noqa: S311 -- anybody may know where the search begins
    best, least = list[list[int]](), -1
    for beginning in range(_beginnings(len(people))):
        order = leaders if beginning == 0 else chance.sample(leaders, len(leaders))
        # The last tables are the small ones.
        order = sorted(order, key=lambda one: -search.byes[one]) if beginning % 2 else order
        tables = search.improve(_cut(order, [size for size, _ in sizes]))
        cost = search.cost(tables)
        if least < 0 or cost < least:
            best, least = tables, cost
    best.sort(key=lambda one: (-sum(search.points[who] for who in one) / len(one), min(one)))
    bots = dict(sizes)
    return [
        SeatedTable(
            tuple(people[who] for who in sorted(one, key=lambda who: (-search.points[who], who))),
            bots[len(one)],
        )
        for one in best
    ]


def quality(
    tables: Round, shape: Shape, points: Mapping[str, int], before: Sequence[Round]
) -> Quality:
    """Return how good a seating is."""
    met, had = meetings(before), byes(before, shape)
    pairs = [pair for table in tables for pair in combinations(sorted(table.people), 2)]
    free = [who for table in tables if table.is_bye(shape) for who in table.people]
    return Quality(
        sum(met[pair] ** 2 for pair in pairs),
        sum(2 * had[who] + 1 for who in free),
        sum(abs(points.get(one, 0) - points.get(other, 0)) for one, other in pairs),
    )


def meetings(rounds: Sequence[Round]) -> Counter[tuple[str, str]]:
    """Count how often two people have sat together; the names of a pair are in order."""
    return Counter(
        pair
        for tables in rounds
        for table in tables
        for pair in combinations(sorted(table.people), 2)
    )


def byes(rounds: Sequence[Round], shape: Shape) -> Counter[str]:
    """Count how often people had a bye."""
    return Counter(
        who for tables in rounds for table in tables if table.is_bye(shape) for who in table.people
    )


def _beginnings(people: int) -> int:
    pairs = people * people // 2
    return min(max(_SWAPS // max(1, pairs * 4), _BEGINNINGS.start), _BEGINNINGS.stop)


def _cut(order: Sequence[int], sizes: Sequence[int]) -> list[list[int]]:
    rest = iter(order)
    return [[next(rest) for _ in range(size)] for size in sizes]


class _Search:
    """Swaps people as long as that is better. All costs are of pairs, or of one person's bye."""

    def __init__(
        self,
        people: Sequence[str],
        shape: Shape,
        points: Mapping[str, int],
        before: Sequence[Round],
        apart: Collection[tuple[str, str]],
    ) -> None:
        met, had = meetings(before), byes(before, shape)
        self.points = [points.get(who, 0) for who in people]
        self._seats = shape.seats
        self.byes = [had[who] for who in people]
        self._bye = [_BYE * (2 * one + 1) for one in self.byes]
        self._pair = [
            [
                _AGAIN * met[min(one, other), max(one, other)] ** 2
                + _APART * ((one, other) in apart or (other, one) in apart)
                + abs(self.points[a] - self.points[b])
                for b, other in enumerate(people)
            ]
            for a, one in enumerate(people)
        ]

    def cost(self, tables: Sequence[Sequence[int]]) -> int:
        pairs = (self._pair[a][b] for one in tables for a, b in combinations(one, 2))
        free = (self._bye[who] for one in tables if len(one) < self._seats for who in one)
        return sum(pairs) + sum(free)

    def improve(self, tables: list[list[int]]) -> list[list[int]]:
        while sum(self._swap_between(one, other) for one, other in combinations(tables, 2)):
            pass
        return tables

    def _swap_between(self, one: list[int], other: list[int]) -> bool:
        """Make each swap between two tables that is better; return whether there was one."""
        found = False
        for i, j in _places(one, other):
            if self._gain(one, i, other, j) > 0:
                one[i], other[j] = other[j], one[i]
                found = True
        return found

    def _gain(self, one: Sequence[int], i: int, other: Sequence[int], j: int) -> int:
        a, b = one[i], other[j]
        of_a, of_b = self._pair[a], self._pair[b]
        gain = sum([of_a[who] - of_b[who] for who in one]) - of_a[a] + of_b[a]
        gain += sum([of_b[who] - of_a[who] for who in other]) - of_b[b] + of_a[b]
        free = (len(one) < self._seats) - (len(other) < self._seats)
        return gain + free * (self._bye[a] - self._bye[b])


def _places(one: Sequence[int], other: Sequence[int]) -> Iterator[tuple[int, int]]:
    return ((i, j) for i in range(len(one)) for j in range(len(other)))
