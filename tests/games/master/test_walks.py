"""Random games: a few in `make check`; of each kind 5 in `make test`, 995 in `make thorough`."""

import random
from collections import Counter

import pytest

from kuhstall.games.kuhhandel.editions import MASTER, MASTER_ENGLISH
from kuhstall.games.kuhhandel.events import ClassicEvent, DoveTaken, GameEnded
from kuhstall.games.kuhhandel.master.events import MasterEvent
from kuhstall.games.kuhhandel.master.house_rules import MasterRules
from kuhstall.games.rule_options import names
from tests.games.master.walks import CHOICES, random_rules, walk

FEW = 3
MANY, CHUNK, IN_CI = 1000, 50, 5
CLOSELY = 20
"""One game in this many is checked closely."""

EVENTS_FOR_TWO = {"DivisionBegan", "Divided", "CardTaken"}

every_seat_count = pytest.mark.parametrize("seats", range(2, 7))
every_variant = pytest.mark.parametrize(
    ("super_kuhhandel", "kassensturz"),
    [(False, False), (True, False), (False, True), (True, True)],
    ids=["plain", "super", "kassensturz", "both"],
)


@every_seat_count
def test_random_games(seats: int) -> None:
    reasons = Counter[str]()
    for seed in range(4 * FEW):
        edition = MASTER if seed % 3 else MASTER_ENGLISH
        match = walk(edition, seats, seed, super_kuhhandel=seed % 2 == 0, kassensturz=seed % 4 < 2)
        ended = match.log[-1]
        assert isinstance(ended, GameEnded)
        reasons[ended.reason] += 1
    # A walk that never gets anywhere proves nothing.
    assert reasons["complete"] >= FEW
    assert reasons["no_progress"] >= 1


def test_random_games_see_every_kind_of_event() -> None:
    seen: dict[int, set[type]] = {}
    for seats in (2, 3, 5):
        seen[seats] = set()
        for seed in range(40):
            log = walk(MASTER, seats, 1000 + seed, super_kuhhandel=True, closely=False).log
            seen[seats].update(map(type, log))
    # Only the classic editions have a dove.
    every = {*ClassicEvent.__args__, *MasterEvent.__args__} - {DoveTaken}
    assert set().union(*seen.values()) == every
    for_two = {kind for kind in every if kind.__name__ in EVENTS_FOR_TWO}
    assert seen[5] == every - for_two
    assert for_two < seen[2]


@pytest.mark.slow
@every_seat_count
@every_variant
@pytest.mark.parametrize(
    ("first", "beyond"),
    [
        (0, IN_CI),
        pytest.param(IN_CI, CHUNK, marks=pytest.mark.thorough),
        *(
            pytest.param(first, first + CHUNK, marks=pytest.mark.thorough)
            for first in range(CHUNK, MANY, CHUNK)
        ),
    ],
)
def test_a_thousand_random_games(
    seats: int,
    super_kuhhandel: bool,
    kassensturz: bool,
    first: int,
    beyond: int,
) -> None:
    for game in range(first, beyond):
        walk(
            MASTER if game % 4 else MASTER_ENGLISH,
            seats,
            100_000 + game,
            super_kuhhandel=super_kuhhandel,
            kassensturz=kassensturz,
            closely=game % CLOSELY == 1,
        )


def test_walks_draw_every_value_of_every_option() -> None:
    assert set(CHOICES) == set(names(MasterRules))
    source = random.Random(1)
    drawn: dict[str, set[object]] = {name: set() for name in names(MasterRules)}
    for _ in range(400):
        for name, value in random_rules(source, 6).items():
            drawn[name].add(value)
    assert drawn == {name: set(values) for name, values in CHOICES.items()}


def test_walks_are_the_same_every_time() -> None:
    assert walk(MASTER, 4, 3).log == walk(MASTER, 4, 3).log
