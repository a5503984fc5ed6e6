"""The dove of the first edition: to the first owner of all eight animals of a pair of kinds."""

from typing import Any

import pytest

from kuhstall.games.kuhhandel.actions import Accept, Counter, Offer, Pay, Sell
from kuhstall.games.kuhhandel.cards import Animal
from kuhstall.games.kuhhandel.editions import CLASSIC, FIRST, RUSSIAN, SECOND
from kuhstall.games.kuhhandel.events import DoveTaken, GameEnded, LotTaken, TurnBegan
from kuhstall.games.kuhhandel.scoring import DOVE_BONUS
from kuhstall.games.kuhhandel.view import ClassicView
from tests.games.kuhhandel.scenes import Stage, scene

PAIRS: list[tuple[Animal, Animal]] = [("rooster", "goose"), ("cat", "dog"), ("sheep", "goat")]


def about_to_complete(one: Animal, other: Animal, **scenery: Any) -> Stage:
    """Seat 0 has all of one kind, and gets the last of the other by trade."""
    return scene(
        scenery.pop("edition", FIRST),
        purses=((), (10,), ()),
        herds=({one: 4, other: 3}, {other: 1}),
        deck=("horse",),
        **scenery,
    )


def traded(stage: Stage, animal: Animal, seat: int) -> Stage:
    active = stage.actors[0]
    stage.trade(animal, seat)
    stage.do(active, Offer(()))
    stage.do(seat, Accept())
    return stage


@pytest.mark.parametrize("pair", PAIRS)
@pytest.mark.parametrize("turned", [False, True])
def test_a_18_the_dove_is_taken_with_all_eight_animals(
    pair: tuple[Animal, Animal], turned: bool
) -> None:
    one, other = reversed(pair) if turned else pair
    stage = traded(about_to_complete(one, other), other, 1)

    assert stage.log[-2:] == [DoveTaken(0), TurnBegan(1)]
    assert stage.world.dove == 0
    for viewer in (0, 1, None):
        shown = stage.view(viewer)
        assert isinstance(shown, ClassicView)
        assert shown.dove == 0
        assert stage.last(DoveTaken, viewer) == DoveTaken(0)


@pytest.mark.parametrize(
    "herd",
    [
        {"rooster": 3, "goose": 3},  # not complete
        {"rooster": 3, "goose": 4, "cat": 3, "dog": 4},
        {"rooster": 4, "cat": 4, "sheep": 4},  # one of each pair
        {"donkey": 4, "pig": 4, "cow": 4, "horse": 3},
    ],
)
def test_a_18_less_than_eight_animals_of_a_pair_are_not_enough(herd: dict[str, int]) -> None:
    stage = scene(FIRST, purses=((), (), ()), herds=(herd,), deck=("horse",)).auction()
    stage.gavel()

    assert stage.herd(0, "horse") >= 1
    assert stage.count(DoveTaken) == 0
    assert stage.world.dove is None


def test_a_18_quartets_of_two_pairs_do_not_make_one() -> None:
    stage = scene(
        FIRST, purses=((), (), ()), herds=({"goose": 4, "cat": 3}, {"cat": 1}), deck=("horse",)
    )
    traded(stage, "cat", 1)
    assert stage.count(DoveTaken) == 0


def test_c_13_the_dove_is_taken_by_auction() -> None:
    stage = scene(
        FIRST,
        purses=((), (10,), ()),
        herds=({}, {"cat": 4, "dog": 3}),
        deck=("dog",),
    ).auction((1, 10))
    stage.gavel()
    stage.do(0, Sell())
    events = stage.do(1, Pay((10,)))

    assert events[1:] == [LotTaken(1, "dog", 10), DoveTaken(1), TurnBegan(1)]


def test_c_13_the_dove_is_taken_in_another_seats_turn() -> None:
    stage = scene(
        FIRST,
        purses=((), (10,), ()),
        herds=({"dog": 1}, {"cat": 4, "dog": 3}),
        deck=("horse",),
    ).trade("dog", 1)
    stage.do(0, Offer(()))
    stage.do(1, Counter((10,)))

    assert stage.log[-2:] == [DoveTaken(1), TurnBegan(1)]


def test_c_13_only_the_first_gets_it() -> None:
    stage = about_to_complete("cat", "dog", dove=2)
    traded(stage, "dog", 1)

    assert stage.count(DoveTaken) == 0
    assert stage.world.dove == 2


def test_c_13_the_last_trade_of_the_game_may_bring_the_dove() -> None:
    stage = scene(
        FIRST,
        purses=((), (), ()),
        herds=({"cat": 4, "dog": 2}, {"dog": 2, "rooster": 4, "sheep": 4}),
        rest=2,
    )
    traded(stage, "dog", 1)

    ended = stage.last(GameEnded)
    assert stage.log[-2:] == [DoveTaken(0), ended]
    assert [score.dove for score in ended.scores] == [DOVE_BONUS, 0, 0]
    assert ended.scores[0].total == 90 + 160 + 500


def test_the_dove_is_a_matter_of_the_first_edition() -> None:
    for edition, dove in ((SECOND, False), (RUSSIAN, False), (FIRST, True)):
        stage = traded(about_to_complete("cat", "dog", edition=edition), "dog", 1)
        assert stage.count(DoveTaken) == dove


@pytest.mark.parametrize("dove", [True, False])
def test_the_dove_is_a_house_rule_of_every_edition(dove: bool) -> None:
    for edition in CLASSIC:
        stage = about_to_complete("cat", "dog", edition=edition.with_rules({"dove": dove}))
        assert traded(stage, "dog", 1).count(DoveTaken) == dove
