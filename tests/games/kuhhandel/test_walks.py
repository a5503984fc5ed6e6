"""Random games: a few in `make check`; by edition 1,000 more in `make thorough`."""

import random
from collections import Counter

import pytest

from kuhstall.games.kuhhandel.edition import Edition
from kuhstall.games.kuhhandel.editions import CLASSIC, SECOND
from kuhstall.games.kuhhandel.events import ClassicEvent, GameEnded
from kuhstall.games.kuhhandel.house_rules import ClassicRules
from kuhstall.games.rule_options import names
from tests.games.kuhhandel.walks import CHOICES, random_rules, walk

FEW = 40
MANY, CHUNKS = 1000, 20

every_edition = pytest.mark.parametrize("edition", CLASSIC, ids=lambda edition: edition.key)


@every_edition
def test_random_games(edition: Edition) -> None:
    seen = Counter[type]()
    reasons = Counter[str]()
    for seed in range(FEW):
        log = walk(edition, seed).log
        seen.update(set(map(type, log)))
        ended = log[-1]
        assert isinstance(ended, GameEnded)
        reasons[ended.reason] += 1

    # A walk that never gets anywhere proves nothing.
    assert set(seen) == set(ClassicEvent.__args__)
    assert reasons["complete"] > FEW / 2
    assert reasons["no_progress"]


@pytest.mark.thorough
@every_edition
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_a_thousand_random_games(edition: Edition, chunk: int) -> None:
    for game in range(MANY // CHUNKS):
        walk(edition, FEW + chunk * (MANY // CHUNKS) + game)


def test_walks_draw_every_value_of_every_option() -> None:
    assert set(CHOICES) == set(names(ClassicRules))
    source = random.Random(1)
    drawn: dict[str, set[object]] = {name: set() for name in names(ClassicRules)}
    for _ in range(300):
        for name, value in random_rules(source, 5).items():
            drawn[name].add(value)
    assert drawn == {name: set(values) for name, values in CHOICES.items()}


def test_walks_are_the_same_every_time() -> None:
    assert walk(SECOND, 3).log == walk(SECOND, 3).log
