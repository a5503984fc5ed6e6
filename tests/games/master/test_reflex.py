"""`slap=reflex`: within a step of a realtime countdown the quickest hand wins."""

from typing import Any

import pytest

from kuhstall.engine import CLOCK, Choice, Range
from kuhstall.engine.values import Refused
from kuhstall.games.kuhhandel.master.actions import Slap, SlapNow, Wait
from kuhstall.games.kuhhandel.master.events import CountedDown, PedigreeTaken, Slapped, SlapPlan
from kuhstall.games.kuhhandel.master.phases.slapping import BLINK_MS, REACTION_MS, STEP_MS
from tests.games.master.scenes import COW, THREE, Fixed, MasterStage, scene

RICH = (0, 0, 10, 10, 10, 20, 50, 50, 100, 200)
WAIT = Choice((Wait(),))


def counting(**rules: Any) -> MasterStage:
    rules = {"purses": (THREE[0], *(RICH,) * 3), "deck": (COW,)} | rules
    return scene(slap="reflex", **rules).turned_up()


@pytest.mark.parametrize("mode", ["stepwise", "sealed"])
def test_reflex_needs_a_realtime_countdown(mode: str) -> None:
    with pytest.raises(Refused) as refused:
        counting(pedigree_mode=mode)
    assert refused.value.code == "no_reflex"


def test_a_slap_carries_its_reaction_time() -> None:
    stage = counting()
    assert stage.actors == (1, 2, 3, CLOCK)
    assert stage.options(1) == (
        WAIT,
        Range(SlapNow(0), "after", 0, STEP_MS),
        Range(Slap(0), "count", 0, 9),  # a plan for a later count
    )
    assert stage.refusal(1, SlapNow(-1)) == "too_low"
    assert stage.refusal(1, SlapNow(STEP_MS + 1)) == "too_high"


def test_whoever_cannot_pay_the_count_can_only_plan() -> None:
    stage = counting(purses=((10,), (10, 50), RICH, RICH))
    assert stage.options(1) == (WAIT, Range(Slap(0), "count", 0, 2))
    stage.steps_to(2)
    assert stage.options(1)[1] == Range(SlapNow(0), "after", 0, STEP_MS)


@pytest.mark.parametrize(("first", "second", "winner"), [(400, 900, 1), (900, 400, 2)])
def test_the_quickest_hand_wins(first: int, second: int, winner: int) -> None:
    stage = counting().steps_to(5)
    slapped = stage.step({1: SlapNow(first), 2: SlapNow(second)})

    assert slapped == Slapped(winner, 5, (1, 2), (SlapPlan(1, 5, first), SlapPlan(2, 5, second)))
    assert stage.last(Slapped, 3).plans is None


def test_slaps_within_a_blink_tie() -> None:
    stage = counting().steps_to(5)
    hands = {1: SlapNow(400), 2: SlapNow(400 + BLINK_MS - 1), 3: SlapNow(400 + BLINK_MS)}
    chance = Fixed(1)
    assert stage.step(hands, chance).seat == 2
    assert [bound for _, bound in chance.asked] == [2]  # the third was too late


def test_a_tie_can_be_broken_by_seat_order() -> None:
    stage = counting(slap_tie="seat_order", turn=1, purses=(RICH,) * 4).steps_to(5)
    assert stage.step({0: SlapNow(400), 3: SlapNow(410)}).seat == 3


def test_a_planned_slap_comes_at_the_speed_of_a_person() -> None:
    for other, winner in ((REACTION_MS - BLINK_MS, 2), (REACTION_MS + BLINK_MS, 1)):
        stage = counting()
        assert stage.step({1: Slap(7)}) == CountedDown(9, (SlapPlan(1, 7),))
        stage.steps_to(7)
        assert stage.step({2: SlapNow(other)}).seat == winner


def test_a_planned_slap_can_be_replaced_by_a_real_one() -> None:
    stage = counting()
    stage.step({1: Slap(8)})
    stage.steps_to(8)
    assert stage.step({1: SlapNow(20)}) == Slapped(1, 8, (1,), (SlapPlan(1, 8, 20),))


def test_tapping_as_well_does_not_slow_a_planned_slap() -> None:
    stage = counting()
    stage.step({1: Slap(8)})
    stage.steps_to(8)
    assert stage.step({1: SlapNow(REACTION_MS + 500), 2: SlapNow(REACTION_MS + 100)}).seat == 1


def test_without_a_slap_the_auctioneer_takes_the_pedigree() -> None:
    stage = counting().steps_to(1)
    assert stage.options(1)[-1] == Range(Slap(0), "count", 0, 0)
    assert stage.step() == PedigreeTaken(0, "cow", 0, ())
