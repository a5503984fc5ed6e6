"""Random games: a few in `make check`; of each kind 1,000 more in `make thorough`."""

from __future__ import annotations

import random
from typing import get_args

import pytest

from kuhstall.engine.values import Event
from kuhstall.games.kuhfstein.events import AnyEvent, KuhfsteinEnded
from kuhstall.games.kuhfstein.house_rules import KuhfsteinRules
from kuhstall.games.rule_options import names
from tests.games.kuhfstein.walks import CHOICES, random_rules, walk

FEW = 12
MANY, CHUNKS = 1000, 10
CLOSELY = 20
"""One game in this many is checked closely."""

every_number = pytest.mark.parametrize("seats", [2, 3, 4])


@every_number
def test_random_games(seats: int) -> None:
    for seed in range(FEW):
        walk(seats, seed)


def test_random_games_see_every_kind_of_event_and_every_ending() -> None:
    seen: set[type[Event]] = set()
    reasons: set[tuple[str, int]] = set()
    for seed in range(40):
        seats = 2 + seed % 3
        log = walk(seats, 11 * seed, closely=False).log
        seen.update(map(type, log))
        reasons.update((event.reason, seats) for event in log if isinstance(event, KuhfsteinEnded))
    # A walk that never gets anywhere proves nothing.
    assert seen == set(get_args(AnyEvent))
    assert reasons >= {(reason, seats) for reason in ("reached", "tiles") for seats in (2, 3, 4)}


@pytest.mark.thorough
@every_number
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_a_thousand_random_games(seats: int, chunk: int) -> None:
    for game in range(MANY // CHUNKS):
        walk(seats, 100_000 + chunk * (MANY // CHUNKS) + game, closely=game % CLOSELY == 1)


def test_walks_draw_every_value_of_every_option() -> None:
    assert set(CHOICES) == set(names(KuhfsteinRules))
    source = random.Random(1)
    drawn: dict[str, set[object]] = {name: set() for name in names(KuhfsteinRules)}
    for _ in range(400):
        for name, value in random_rules(source, 4).items():
            drawn[name].add(value)
    assert drawn == {name: set(values) for name, values in CHOICES.items()}


def test_walks_are_the_same_every_time() -> None:
    assert walk(3, 4).log == walk(3, 4).log
