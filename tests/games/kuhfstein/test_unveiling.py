"""A finished game looked at again: all hands open, and how tiles and points grew."""

from __future__ import annotations

from pathlib import Path

import pytest

from kuhstall.engine import Event, Match, SeededChance, TookBack
from kuhstall.engine.option import Spot
from kuhstall.games.course import Stop
from kuhstall.games.kuhfstein.actions import FinishTurn, PlaceTile, PlayCard, TakeBack, TakeCard
from kuhstall.games.kuhfstein.editions import KUHFSTEIN
from kuhstall.games.kuhfstein.events import (
    BonusReached,
    CardPlayed,
    KuhfsteinEnded,
    LastRoundBegan,
    TilePlaced,
)
from kuhstall.games.kuhfstein.unveiling import stop, unveil
from kuhstall.games.registry import read_log
from kuhstall.games.review import Review
from tests.games.kuhfstein.scenes import Stage, card, land, scene

REPLAYS = Path(__file__).parents[2] / "replays" / "kuhfstein"
STEP = (
    "TilePlaced",
    "KuhfsteinCardTaken",
    "CardPlayed",
    "HerdTaken",
    "TookBack",
    "KuhfsteinTurnEnded",
)


def steps(log: list[Event]) -> list[list[Event]]:
    """Part a log into steps: an action, and all that came of it."""
    found: list[list[Event]] = [[]]
    for event in log:
        if type(event).__name__ in STEP:
            found.append([])
        found[-1].append(event)
    return found


def stopped(stage: Stage, *actions: object) -> Stop | None:
    before, told = stage.table, len(stage.log)
    for action in actions:
        stage.does(action)  # type: ignore[arg-type]
    return stop(7, stage.log[told:], before, stage.table)


def test_a_step_that_changes_nothing_is_no_stop() -> None:
    stage = scene(land("H"))
    assert stopped(stage, TakeCard(0)) is None
    assert stopped(stage, TakeCard(1)) is None
    assert stopped(stage, FinishTurn()) is None


def test_a_tree_is_marked_and_what_is_taken_back_is_told() -> None:
    stage = scene(land("HM", "W."), land("H"), display="LHMWB")
    planted = PlaceTile(0, Spot(1, 1, 0, (0, 0)))
    assert stopped(stage, planted) == Stop(7, ("tree",), (), (), (4, 1), (5, 0))
    assert stopped(stage, TakeBack()) == Stop(7, (), (), (), (3, 1), (0, 0))
    assert stopped(stage, PlaceTile(0, Spot(1, 1))) == Stop(7, (), (), (), (4, 1), (0, 0))


def test_cows_and_a_bonus_are_marked_but_not_one_that_is_lost() -> None:
    stage = scene(land("LH"), hand=[50], deck={50: card("LH", points=14)})
    assert stopped(stage, PlayCard(50, Spot(0, 0, 0))) == Stop(
        7, ("grazing", "bonus"), (), (), (2, 0), (14, 0)
    )
    lost = scene(
        land("HM", "W."), display="L", tiles="", cards=[], score=22,
        layout=("cow", "place_tile", "cow", "cow"),
    )  # fmt: skip
    planted = stopped(lost, PlaceTile(0, Spot(1, 1, 0, (0, 0))))
    assert planted is not None
    assert planted.marks == ("tree",)


@pytest.mark.parametrize("path", sorted(REPLAYS.glob("*.json"))[::3], ids=lambda path: path.stem)
def test_the_course_of_a_stored_game(path: Path) -> None:
    log = read_log(path.read_bytes())
    told = steps(log)
    review = Review(told)
    assert review.stops[0].step == 1
    assert set(review.stops[0].tiles) == {0}
    ended = log[-1]
    assert isinstance(ended, KuhfsteinEnded)
    last = review.stops[-1]
    assert last.points == tuple(score.total for score in ended.scores)
    assert last.tiles == tuple(score.tiles for score in ended.scores)
    everything = [shown for page in range(review.pages) for shown in review.page("all", page)]
    for reached in review.stops[:-1]:
        seats = everything[reached.step - 1].view.seats
        assert reached.tiles == tuple(len(seat.tiles) for seat in seats)
        assert reached.points == tuple(seat.score for seat in seats)
        assert reached.money == reached.animals == ()
    marks = [mark for reached in review.stops for mark in reached.marks]
    for mark, kind in (("grazing", CardPlayed), ("last_round", LastRoundBegan)):
        events = [e for e in log if isinstance(e, kind) and not getattr(e, "extra", False)]
        assert marks.count(mark) == len(events)
    trees = [e for e in log if isinstance(e, TilePlaced) and e.tree is not None]
    assert marks.count("tree") == len(trees)
    bonus = [step for step in told if any(isinstance(e, BonusReached) and not e.lost for e in step)]
    assert marks.count("bonus") == len(bonus)


def test_points_fall_only_where_something_was_taken_back() -> None:
    log = read_log((REPLAYS / "bonus_taken_back.json").read_bytes())
    told = steps(log)
    before = (0, 0)
    fell = 0
    for reached in Review(told).stops:
        if min(now - then for now, then in zip(reached.points, before, strict=True)) < 0:
            fell += 1
            assert any(isinstance(event, TookBack) for event in told[reached.step - 1])
        before = (reached.points[0], reached.points[1])
    assert fell


def test_unveiled_all_hands_and_goals_are_open_and_nobody_looks() -> None:
    match = Match(KUHFSTEIN, 3, SeededChance(b"unveiled"))
    shown = unveil(match.table)
    assert shown.viewer is None
    for seat, place in zip(shown.seats, match.table.world.places, strict=True):
        assert tuple(face.card for face in seat.hand or ()) == place.hand
        assert seat.goals == place.goals
    own = match.view(1)
    assert shown.seats[1] == own.seats[1]
    assert shown.display == own.display
