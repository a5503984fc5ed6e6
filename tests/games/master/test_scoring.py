"""The score sheet of Master: rats, pedigrees, the factor and the money."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from kuhstall.engine import Choice
from kuhstall.games.kuhhandel.actions import Accept, ChallengeTrade, Offer
from kuhstall.games.kuhhandel.cards import ANIMALS, VALUES
from kuhstall.games.kuhhandel.events import GameEnded
from kuhstall.games.kuhhandel.master.actions import Cover
from kuhstall.games.kuhhandel.master.events import CoverAsked, QuartetCovered
from kuhstall.games.kuhhandel.master.scoring import Holdings, master_score
from kuhstall.games.kuhhandel.master.view import CoveringView
from kuhstall.games.kuhhandel.scoring import SeatScore, winners
from tests.games.master.scenes import MasterStage, scene

VECTORS = tomllib.loads(
    (Path(__file__).parents[2] / "data" / "vectors.toml").read_text(encoding="utf-8")
)
ENDS = [vector for vector in VECTORS["master"] if vector["rats"] in (0, 4)]
"""Three rats are no regular end."""


@pytest.mark.parametrize("vector", VECTORS["master"], ids=lambda vector: vector["origin"])
def test_d_12_vectors(vector: dict[str, Any]) -> None:
    money = vector.get("money") if vector.get("kassensturz") else None
    rats = vector["rats"] == 4
    held = Holdings(tuple(vector["quartets"]), tuple(vector["pedigrees"]), rats, money)
    found = master_score(held)

    assert found.total == vector["expect"]
    assert found.covered == vector.get("expect_cover")


@pytest.mark.parametrize("vector", ENDS, ids=lambda vector: vector["origin"])
def test_d_12_vectors_at_the_end_of_a_game(vector: dict[str, Any]) -> None:
    """Seat 0 ends the game with what the vector says, and seat 2 has all the rest."""
    last = "cow" if "cow" in vector["quartets"] else "rooster"
    herd = dict.fromkeys(vector["quartets"], 4) | {"rat": vector["rats"]}
    if last in herd:
        herd[last] = 2
    stage = scene(
        purses=((10, 10, 10, 200, 200) if "money" in vector else (), (), ()),
        herds=(herd, {last: 2}) if last in herd else (herd, {last: 2}, {last: 2}),
        pedigrees=(vector["pedigrees"],),
        rest=2,
        turn=0 if last in herd else 1,
        kassensturz=vector.get("kassensturz", False),
    )
    stage.do(stage.actors[0], ChallengeTrade(last, 1 if last in herd else 2))  # type: ignore[arg-type]
    stage.do(stage.actors[0], Offer(()))
    stage.do(stage.actors[0], Accept())
    column = stage.last(GameEnded).scores[0]

    assert column.total == vector["expect"]
    assert column.covered == vector.get("expect_cover")
    assert column.money == vector.get("money", 0)


def test_d_25_times_two_is_no_square() -> None:
    score = master_score(Holdings(("dog", "cow"), ("dog",)))
    assert score == SeatScore(("dog", "cow"), 960, 2, 0, 2420, matching=250)


def test_the_parts_of_the_sheet() -> None:
    score = master_score(Holdings(("goose", "dog", "cow"), ("dog", "horse"), rats=True, money=430))
    assert score == SeatScore(
        quartets=("goose", "dog", "cow"),
        animals=960,
        factor=2,
        dove=0,
        total=3100,
        covered="goose",
        matching=250,
        others=250,
        money=430,
    )


def test_c_15_rats_without_a_quartet_cover_nothing() -> None:
    score = master_score(Holdings((), ("horse", "cow"), rats=True))
    assert (score.total, score.covered) == (500, None)


def test_c_16_the_best_quartet_to_lose_by_trying_all() -> None:
    for first in ANIMALS:
        for second in ANIMALS[ANIMALS.index(first) + 1 :]:
            for pedigrees in ((), (first,), (second,), (first, second), ("cow",)):
                held = Holdings((first, second, "horse"), pedigrees, rats=True)
                best = master_score(held)
                tried = {animal: master_score(held, animal).total for animal in held.quartets}
                assert best.total == max(tried.values())
                level = [animal for animal, total in tried.items() if total == best.total]
                assert best.covered == min(level, key=VALUES.__getitem__)


def ended_by(**rules: Any) -> MasterStage:
    """Seat 0 has the last trade, and with it goose, dog and cow, the goose's pedigree and rats."""
    stage = scene(
        purses=((), (), ()),
        herds=({"goose": 4, "dog": 4, "cow": 2, "rat": 4}, {"cow": 2}),
        pedigrees=(("goose",),),
        rest=2,
        **rules,
    )
    stage.do(0, ChallengeTrade("cow", 1))
    stage.do(0, Offer(()))
    stage.do(1, Accept())
    return stage


def test_c_16_auto_covers_the_dog_and_not_the_cheapest() -> None:
    column = ended_by().last(GameEnded).scores[0]
    assert (column.covered, column.total) == ("dog", 2180)


@pytest.mark.parametrize(("animal", "total"), [("goose", 2170), ("dog", 2180), ("cow", 900)])
def test_c_16_the_player_covers_what_he_likes(animal: Any, total: int) -> None:
    stage = ended_by(rat_cover="player")
    assert stage.log[-1] == CoverAsked(0, "complete")
    assert stage.actors == (0,)
    assert stage.options(0) == (Choice((Cover("goose"), Cover("dog"), Cover("cow"))),)
    assert stage.seen(1).phase == CoveringView(0)
    assert stage.default(0) == Cover("dog")
    assert stage.refused(0, Cover("pig")) == "not_offered"
    assert stage.do(0, Cover(animal))[0] == QuartetCovered(0, animal)

    assert stage.last(GameEnded).scores[0].total == total
    assert stage.seen(1).covered == animal
    assert stage.last(GameEnded).scores[2].covered is None


def test_c_16_nobody_is_asked_without_a_choice() -> None:
    stage = scene(
        purses=((), (), ()), herds=({"cow": 2, "rat": 4}, {"cow": 2}), rest=2, rat_cover="player"
    )
    stage.do(0, ChallengeTrade("cow", 1))
    stage.do(0, Offer(()))
    stage.do(1, Accept())
    assert stage.count(CoverAsked) == 0
    assert stage.last(GameEnded).scores[0].covered == "cow"


def test_kassensturz_counts_the_money_of_all() -> None:
    purses = ((0, 10, 50), (500,), ())
    for kassensturz, expected in ((False, [0, 0, 0]), (True, [60, 500, 0])):
        stage = scene(
            herds=({"rat": 2}, {"rat": 2}), rest=2, kassensturz=kassensturz, purses=purses
        )
        stage.do(0, ChallengeTrade("rat", 1))
        stage.do(0, Offer(()))
        stage.do(1, Accept())
        assert [column.money for column in stage.last(GameEnded).scores] == expected


def test_c_14_m_04_ties() -> None:
    even = [
        master_score(Holdings((), ("cow", "pig"))),
        master_score(Holdings(("sheep",), ("sheep",))),
        master_score(Holdings(("cow",), ("pig", "cow"), rats=True)),
    ]
    assert [column.total for column in even] == [500, 500, 500]
    assert winners(even, [0, 90, 90], "shared") == (0, 1, 2)
    assert winners(even, [0, 90, 90], "money") == (1, 2)


def test_m_04_a_covered_quartet_has_left_play_and_breaks_no_tie() -> None:
    even = [
        master_score(Holdings(("sheep",), ("sheep",))),
        master_score(Holdings(("cow",), ("pig", "cow"), rats=True)),
    ]
    assert winners(even, [0, 0], "quartets") == (0,)
