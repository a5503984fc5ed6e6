"""The score sheet: quartets, the factor, the dove, and who has won."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from kuhstall.games.kuhhandel.actions import Accept, Offer
from kuhstall.games.kuhhandel.cards import ANIMALS, VALUES, Animal
from kuhstall.games.kuhhandel.editions import CLASSIC, FIRST
from kuhstall.games.kuhhandel.events import GameEnded
from kuhstall.games.kuhhandel.scoring import ScoreRules, SeatScore, score, winners
from tests.games.kuhhandel.scenes import scene

VECTORS = tomllib.loads(
    (Path(__file__).parents[2] / "data" / "vectors.toml").read_text(encoding="utf-8")
)
SUM = ScoreRules("sum")
MULTIPLY = ScoreRules("multiply")


@pytest.mark.parametrize("vector", VECTORS["classic"], ids=lambda vector: vector["origin"])
def test_d_12_vectors(vector: dict[str, Any]) -> None:
    rules = ScoreRules(vector["scoring"])
    found = score(rules, vector["quartets"], dove=vector.get("dove", False))
    assert found.total == vector["expect"]


def test_d_12_multiplied_by_the_number_of_quartets() -> None:
    assert score(MULTIPLY, ["pig", "dog", "rooster"]) == SeatScore(
        ("pig", "dog", "rooster"), animals=820, factor=3, dove=0, total=2460
    )


def test_d_12_added_up() -> None:
    assert score(SUM, ["pig", "dog", "rooster"]) == SeatScore(
        ("pig", "dog", "rooster"), animals=820, factor=1, dove=0, total=820
    )


@pytest.mark.parametrize("animal", ANIMALS)
def test_d_12_one_quartet_counts_its_value_either_way(animal: Animal) -> None:
    assert score(SUM, [animal]).total == score(MULTIPLY, [animal]).total == VALUES[animal]


def test_d_12_the_presets() -> None:
    rules = [edition.rules for edition in CLASSIC]
    assert [getattr(one, "scoring", None) for one in rules] == ["multiply", "multiply", "sum"]


@pytest.mark.parametrize(
    ("rules", "total"),
    [
        (ScoreRules("sum"), 50 + 500),
        (ScoreRules("multiply"), 50 * 2 + 500),
        (ScoreRules("multiply", dove_multiplied=True), (50 + 500) * 2),
    ],
)
def test_a_19_the_dove_is_added_after_multiplying(rules: ScoreRules, total: int) -> None:
    found = score(rules, ["rooster", "goose"], dove=True)
    assert (found.dove, found.total) == (500, total)


@pytest.mark.parametrize(
    ("rules", "total"),
    [
        ({}, 90 + 160 + 500),
        ({"scoring": "multiply"}, (90 + 160) * 2 + 500),
        ({"scoring": "multiply", "dove_multiplied": True}, (90 + 160 + 500) * 2),
    ],
)
def test_a_19_at_the_end_of_a_game(rules: dict[str, Any], total: int) -> None:
    stage = scene(
        FIRST,
        purses=((), (), ()),
        herds=({"cat": 4, "dog": 2}, {"dog": 2}),
        rest=2,
        dove=0,
        **rules,
    ).trade("dog", 1)
    stage.do(0, Offer(()))
    stage.do(1, Accept())

    ended = stage.last(GameEnded)
    assert ended.scores[0].total == total
    assert ended.scores[1].total == 0


def of(*quartets: Animal) -> SeatScore:
    return score(SUM, quartets)


EVEN = [of("dog", "cat"), of("sheep"), of("rooster")]  # 250, 250 and 10 points


def test_c_14_m_04_ties_are_shared() -> None:
    assert winners(EVEN, [0, 90, 500], "shared") == (0, 1)


def test_m_04_more_quartets_can_break_a_tie() -> None:
    assert winners(EVEN, [0, 90, 500], "quartets") == (0,)


def test_m_04_more_money_can_break_a_tie() -> None:
    assert winners(EVEN, [0, 90, 500], "money") == (1,)


@pytest.mark.parametrize("tie_break", ["quartets", "money"])
def test_m_04_who_is_still_level_shares(tie_break: Any) -> None:
    level = [of("rooster"), of("sheep"), of("sheep")]
    assert winners(level, [500, 90, 90], tie_break) == (1, 2)


@pytest.mark.parametrize("tie_break", ["shared", "quartets", "money"])
def test_m_04_points_come_first(tie_break: Any) -> None:
    ahead = [of("rooster", "goose", "cat"), of("dog")]  # 140 and 160
    assert winners(ahead, [500, 0], tie_break) == (1,)


def test_c_14_m_04_everybody_may_win() -> None:
    assert winners([of()] * 3, [0, 0, 0], "shared") == (0, 1, 2)


def finished(tie_break: str) -> GameEnded:
    """The last trade brings two seats to 1300 points: 4 quartets and 10, 2 quartets and 60."""
    stage = scene(
        purses=((10,), (10, 50), (500,)),
        herds=(
            {"rooster": 4, "goose": 4, "sheep": 4, "horse": 2},
            {"donkey": 4, "cow": 4, "horse": 2},
        ),
        rest=2,
        scoring="sum",
        tie_break=tie_break,
    ).trade("horse", 1)
    stage.do(0, Offer(()))
    stage.do(1, Accept())
    return stage.last(GameEnded)


@pytest.mark.parametrize(
    ("tie_break", "expected"), [("shared", (0, 1)), ("quartets", (0,)), ("money", (1,))]
)
def test_c_14_m_04_at_the_end_of_a_game(tie_break: str, expected: tuple[int, ...]) -> None:
    game = finished(tie_break)

    assert [seat.total for seat in game.scores] == [1300, 1300, 1250]
    assert [len(seat.quartets) for seat in game.scores] == [4, 2, 4]
    assert game.winners == expected


def test_money_is_worthless() -> None:
    game = finished("shared")
    assert [seat.total for seat in game.scores] == [seat.animals for seat in game.scores]
    assert 2 not in game.winners  # the richest
