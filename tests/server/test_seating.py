"""Seating of game nights: simulated nights, beside the best seating that there is."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations

import pytest
from msgspec import Struct

from kuhstall.server.features.groups.seating import (
    Quality,
    Round,
    SeatedTable,
    Shape,
    byes,
    meetings,
    quality,
    seat_round,
    shape_for,
    table_sizes,
)

ROUNDS = 3
FEW = 12
"""Up to so many people all seatings can be tried."""


class Night(Struct):
    """What has come of a simulated night."""

    rounds: list[Round]
    qualities: list[Quality]
    beside: list[tuple[Quality, Quality]]
    uneven: int = 0


def test_tables_have_three_to_five_seats() -> None:
    shape = Shape(4)
    expected = {
        1: [(1, 2)],
        2: [(2, 1)],
        3: [(3, 0)],
        5: [(5, 0)],
        6: [(3, 0), (3, 0)],
        7: [(4, 0), (3, 0)],
        9: [(5, 0), (4, 0)],
        11: [(4, 0), (4, 0), (3, 0)],
        16: [(4, 0)] * 4,
    }
    assert {people: list(table_sizes(people, shape)) for people in expected} == expected
    assert list(table_sizes(0, shape)) == []
    for people in range(1, 201):
        for seats in (3, 4, 5):
            sizes = table_sizes(people, Shape(seats))
            assert sum(size for size, _ in sizes) == people
            assert all(3 <= size + bots <= 5 for size, bots in sizes)
            assert all(not bots for _, bots in sizes) or people < 3
    # A game for exactly four needs bots; a game for two has tables of two.
    assert list(table_sizes(5, shape_for(4, 4, 4))) == [(3, 1), (2, 2)]
    assert list(table_sizes(5, shape_for(4, 2, 2))) == [(2, 0), (2, 0), (1, 1)]


def test_leaders_sit_at_the_first_table() -> None:
    people = [f"p{number}" for number in range(8)]
    points = {who: number for number, who in enumerate(people)}
    first, second = seat_round(people, Shape(4), points, ())
    assert first.people == ("p7", "p6", "p5", "p4")
    assert second.people == ("p3", "p2", "p1", "p0")


def test_who_is_to_be_apart_does_not_meet() -> None:
    people = [f"p{number}" for number in range(8)]
    points = {who: number for number, who in enumerate(people)}
    tables = seat_round(people, Shape(4), points, (), {("p7", "p6"), ("p4", "p7")})
    (with_leader,) = [one.people for one in tables if "p7" in one.people]
    assert not {"p6", "p4"} & set(with_leader)


def test_byes_go_round() -> None:
    people = [f"p{number}" for number in range(7)]
    rounds: list[Round] = []
    for _ in range(7):
        rounds.append(seat_round(people, Shape(4), {}, rounds))
    had = byes(rounds, Shape(4))
    assert max(had.values()) - min(had[who] for who in people) <= 1


def test_nobody_meets_again_while_that_can_be_avoided() -> None:
    people = [f"p{number:02}" for number in range(16)]
    rounds: list[Round] = []
    for _ in range(ROUNDS):
        rounds.append(seat_round(people, Shape(4), {}, rounds))
    assert max(meetings(rounds).values()) == 1


# The best there is, found in another way: by trying all seatings


def best_quality(
    people: Sequence[str], shape: Shape, points: Counter[str], before: Sequence[Round]
) -> Quality:
    sizes = sorted((size for size, _ in table_sizes(len(people), shape)), reverse=True)
    met, had = meetings(before), byes(before, shape)

    @cache
    def cost(table: tuple[str, ...]) -> tuple[int, ...]:
        pairs = list(combinations(sorted(table), 2))
        return (
            sum(met[pair] ** 2 for pair in pairs),
            sum(2 * had[who] + 1 for who in table) if len(table) < shape.seats else 0,
            sum(abs(points[one] - points[other]) for one, other in pairs),
        )

    @cache
    def least(rest: tuple[str, ...], left: tuple[int, ...]) -> tuple[int, ...]:
        """Try all tables that the first one of the rest can sit at."""
        if not rest:
            return (0, 0, 0)
        found = []
        for size in set(left):
            after = list(left)
            after.remove(size)
            for mates in combinations(rest[1:], size - 1):
                others = tuple(who for who in rest[1:] if who not in mates)
                pairs = zip(cost((rest[0], *mates)), least(others, tuple(after)), strict=True)
                found.append(tuple(map(sum, pairs)))
        return min(found)

    return Quality(*least(tuple(people), tuple(sizes)))


def points_of(table: SeatedTable, chance: random.Random) -> Iterator[tuple[str, int]]:
    """Play a game: those with the lower number are a little stronger."""
    seats = [*table.people, *("" for _ in range(table.bots))]
    order = sorted(seats, key=lambda who: chance.gauss(int(who[1:] or 99) / 20, 1))
    for place, who in enumerate(order):
        if who:
            yield who, max(0, 3 - place)


def night(seed: int) -> Night:
    """Play a night. Some come late, and some leave."""
    chance = random.Random(seed)
    number, shape = 5 + seed * 17 % 56, Shape(chance.choice((3, 4, 4, 5)))
    people = [f"p{one}" for one in range(number)]
    late = set(chance.sample(people, chance.randrange(3)))
    leaver = chance.choice(people) if chance.random() < 0.5 else ""
    chance.shuffle(people)
    points: Counter[str] = Counter()
    done = Night([], [], [])
    stayed = set(people) - late - {leaver}
    for count in range(ROUNDS):
        here = [who for who in people if count or who not in late]
        here = [who for who in here if not count or who != leaver]
        tables = seat_round(here, shape, points, done.rounds)
        assert sorted(who for one in tables for who in one.people) == sorted(here)
        sizes = sorted((len(one.people), one.bots) for one in tables)
        assert sizes == sorted(table_sizes(len(here), shape))
        done.qualities.append(quality(tables, shape, points, done.rounds))
        if len(here) <= FEW:
            best = best_quality(here, shape, points, done.rounds)
            done.beside.append((done.qualities[-1], best))
        done.rounds.append(tables)
        for table in tables:
            points.update(dict(points_of(table, chance)))
    had = byes(done.rounds, shape)
    done.uneven = max(had[who] for who in stayed) - min(had[who] for who in stayed)
    return done


def show(name: str, nights: Sequence[Night]) -> str:
    count = max(1, len(nights))
    met = [meetings(one.rounds) for one in nights]
    again = sum(times - 1 for one in met for times in one.values())
    most = max((times for one in met for times in one.values()), default=0)
    free = sum(one.byes for night in nights for one in night.qualities)
    uneven = sum(one.uneven > 1 for one in nights)
    spread = sum(one.spread for night in nights for one in night.qualities)
    return (
        f"{name:>12} {len(nights):>7} {again / count:>10.2f} {most:>5}"
        f" {free / count:>8.2f} {uneven:>8} {spread / count:>8.2f}"
    )


def compare(nights: Sequence[Night]) -> tuple[float, str]:
    """Compare the rounds of few people with the best that is possible after the same rounds."""
    pairs = [pair for night in nights for pair in night.beside]
    equal = sum(got == best for got, best in pairs) / len(pairs)
    sums = [
        (sum(getattr(got, name) for got, _ in pairs), sum(getattr(best, name) for _, best in pairs))
        for name in ("again", "byes", "spread")
    ]
    told = ", ".join(
        f"{name} {got} (best {best})"
        for name, (got, best) in zip(("again", "byes", "spread"), sums, strict=True)
    )
    return equal, f"{len(pairs)} rounds of at most {FEW}: {told}; the best in {equal:.1%}"


@pytest.mark.parametrize(
    "number",
    [
        pytest.param(28, id="some", marks=pytest.mark.slow),
        pytest.param(1008, id="all", marks=pytest.mark.thorough),
    ],
)
def test_simulated_nights_are_near_the_best(number: int) -> None:
    nights = [night(seed) for seed in range(number)]
    print("\n      people  nights      again  most     byes   uneven   spread")
    for low, high in ((5, 12), (13, 24), (25, 40), (41, 60)):
        chosen = [one for seed, one in enumerate(nights) if low <= 5 + seed * 17 % 56 <= high]
        print(show(f"{low}–{high}", chosen))
    equal, told = compare(nights)
    print(told)
    assert equal >= 0.99
    for got, best in (pair for one in nights for pair in one.beside):
        assert got >= best, "the search for the best is wrong"
        assert got.again == best.again
