"""The countdown for a pedigree: sealed steps, plans, and who is first."""

from typing import Any

import pytest

from kuhstall.engine import CLOCK, Choice, Match, Range, SeededChance
from kuhstall.engine.values import Illegal
from kuhstall.games.kuhhandel.actions import AuctionOff, PlaceBid
from kuhstall.games.kuhhandel.editions import MASTER
from kuhstall.games.kuhhandel.events import Bid, TurnBegan
from kuhstall.games.kuhhandel.master.actions import Slap, SlapNow, Wait
from kuhstall.games.kuhhandel.master.events import (
    CountedDown,
    PedigreeRevealed,
    PedigreeTaken,
    Slapped,
    SlapPlan,
)
from kuhstall.games.kuhhandel.master.phases.countdown import Countdown, PedigreeHammer
from kuhstall.games.kuhhandel.master.redaction import redact
from kuhstall.games.kuhhandel.master.view import CountdownView
from tests.games.master.scenes import COW, THREE, Fixed, MasterStage, scene

FOUR = (THREE[0],) * 4
RICH = (0, 0, 10, 10, 10, 20, 50, 50, 100, 200)
WAIT = Choice((Wait(),))

every_mode = pytest.mark.parametrize("mode", ["realtime", "stepwise", "sealed"])
counted_mode = pytest.mark.parametrize("mode", ["realtime", "stepwise"])


def counting(mode: str = "realtime", **rules: Any) -> MasterStage:
    """Seat 0 has turned up the pedigree of the cow."""
    rules = {"purses": FOUR, "deck": (COW,)} | rules
    return scene(pedigree_mode=mode, **rules).turned_up()


@every_mode
def test_the_top_card_is_counted_down_from_ten(mode: str) -> None:
    stage = counting(mode)

    assert stage.log[-1] == PedigreeRevealed(0, "cow", 10)
    assert isinstance(stage.phase, Countdown)
    assert stage.phase.count == 10
    assert stage.seen(1).deck == len(stage.world.deck) == 53
    assert stage.seen(1).phase == CountdownView("cow", 0, 10, (), (), 0)


@pytest.mark.parametrize(
    ("mode", "actors"),
    [("realtime", (1, 2, 3, CLOCK)), ("stepwise", (1, 2, 3)), ("sealed", (1, 2, 3))],
)
def test_all_but_the_auctioneer_may_slap(mode: str, actors: tuple[int, ...]) -> None:
    stage = counting(mode)

    assert stage.actors == actors
    assert stage.refusal(0, Slap(1)) == "not_your_turn"
    assert stage.refusal(0, Wait()) == "not_your_turn"
    assert stage.options(CLOCK) == ()


@counted_mode
def test_d_22_a_slap_is_one_event_and_the_first_one_wins(mode: str) -> None:
    stage = counting(mode).slapped(2, 4)

    assert stage.log[1:] == [
        PedigreeRevealed(0, "cow", 10),
        *[CountedDown(count, ()) for count in range(9, 3, -1)],
        Slapped(2, 4, (2,), (SlapPlan(2, 4),)),
    ]
    assert isinstance(stage.phase, PedigreeHammer)
    assert stage.phase.high == Bid(2, 4)
    assert stage.actors == (0,)


@counted_mode
def test_d_18_nobody_slaps_and_the_auctioneer_has_it_free(mode: str) -> None:
    stage = counting(mode).steps_to(1)
    assert stage.step() == PedigreeTaken(0, "cow", 0, ())

    assert stage.world.pedigrees == (("cow",), (), (), ())
    assert stage.world.purses == FOUR
    assert stage.log[-1] == TurnBegan(1)


def test_d_18_all_name_zero_and_the_auctioneer_has_it_free() -> None:
    stage = counting("sealed")
    assert stage.step({1: Slap(0), 2: Slap(0)}) == PedigreeTaken(0, "cow", 0, ())
    assert stage.log[-1] == TurnBegan(1)


def test_the_highest_sealed_number_wins() -> None:
    stage = counting("sealed", purses=(RICH,) * 4)
    slapped = stage.step({1: Slap(3), 2: Slap(9), 3: Slap(8)})

    assert slapped == Slapped(2, 9, None, (SlapPlan(1, 3), SlapPlan(2, 9), SlapPlan(3, 8)))
    # Only the winner and the winning number become public.
    assert stage.last(Slapped, 0) == stage.last(Slapped, None) == Slapped(2, 9, None, None)
    assert stage.last(Slapped, 3) == Slapped(2, 9, None, (SlapPlan(3, 8),))


def test_sealed_numbers_go_from_zero_to_ten() -> None:
    stage = counting("sealed", purses=(RICH,) * 4)

    assert stage.options(1) == (Range(Slap(0), "count", 0, 10),)
    assert stage.refusal(1, Slap(11)) == "too_high"
    assert stage.refusal(1, Slap(-1)) == "too_low"
    assert stage.refusal(1, Wait()) == "not_offered"
    assert stage.default(1) == Slap(0)


# --- ties --------------------------------------------------------------------------------------


@counted_mode
@pytest.mark.parametrize(("drawn", "winner"), [(0, 1), (1, 3)])
def test_slap_tie_random_draws_among_those_of_the_step(mode: str, drawn: int, winner: int) -> None:
    stage = counting(mode).steps_to(5)
    chance = Fixed(drawn)
    moment = stage.table.moment
    slapped = stage.step({1: Slap(5), 2: Wait(), 3: Slap(5)}, chance)

    assert slapped == Slapped(winner, 5, (1, 3), (SlapPlan(1, 5), SlapPlan(3, 5)))
    assert chance.asked == [(f"slap/{moment}", 2)]  # a stream of its own for each step


@pytest.mark.parametrize(
    ("rules", "key"),
    [
        ({}, "log.slapped_first"),
        ({"slap_tie": "seat_order"}, "log.slapped_quickest"),
        ({"slap": "reflex"}, "log.slapped_quickest"),
    ],
)
def test_d_22_the_log_calls_nobody_quick_where_a_lot_is_drawn(
    rules: dict[str, Any], key: str
) -> None:
    stage = counting(**rules).steps_to(5)
    slap = SlapNow(300) if rules.get("slap") == "reflex" else Slap(5)
    slapped = stage.step({1: slap, 3: slap}, Fixed(1))
    narrate = stage.table.edition.game.narrate

    line = narrate(redact(slapped, None))
    assert line is not None
    assert (line.key, line.seats) == (key, {"seat": slapped.seat})
    assert line.args["count"] == 5
    alone = narrate(Slapped(2, 5, (2,), None))
    assert alone is not None
    assert alone.key == "log.slapped"


@pytest.mark.parametrize("drawn", [0, 1])
def test_slap_tie_random_draws_among_equal_numbers(drawn: int) -> None:
    stage = counting("sealed")
    slapped = stage.step({1: Slap(5), 2: Slap(2), 3: Slap(5)}, Fixed(drawn))
    assert (slapped.seat, slapped.count, slapped.rivals) == ((1, 3)[drawn], 5, None)


@every_mode
@pytest.mark.parametrize(("auctioneer", "winner"), [(0, 1), (1, 2), (2, 3), (3, 1)])
def test_slap_tie_seat_order_goes_clockwise_from_the_auctioneer(
    mode: str, auctioneer: int, winner: int
) -> None:
    stage = counting(mode, slap_tie="seat_order", turn=auctioneer)
    if mode != "sealed":
        stage.steps_to(4)
    slaps = {seat: Slap(4) for seat in (1, 2, 3) if seat != auctioneer}
    assert stage.step(slaps).seat == winner  # and nothing was drawn


def test_a_single_slap_draws_nothing() -> None:
    assert counting().steps_to(3).step({2: Slap(3)}).seat == 2


# --- plans -------------------------------------------------------------------------------------


@counted_mode
def test_a_plan_is_set_early_and_fires_at_its_count(mode: str) -> None:
    stage = counting(mode)
    assert stage.step({3: Slap(6)}) == CountedDown(9, (SlapPlan(3, 6),))
    stage.steps_to(6)

    assert isinstance(stage.phase, Countdown)  # silent until then
    assert stage.step() == Slapped(3, 6, (3,), (SlapPlan(3, 6),))


def test_a_plan_can_be_changed_and_taken_back_with_zero() -> None:
    stage = counting()
    stage.step({3: Slap(6), 2: Slap(5)})
    stage.step({3: Slap(2)})
    assert stage.phase.plans == (SlapPlan(2, 5), SlapPlan(3, 2))
    stage.step({2: Slap(0)})
    assert stage.phase.plans == (SlapPlan(3, 2),)
    stage.steps_to(2)

    assert stage.step() == Slapped(3, 2, (3,), (SlapPlan(3, 2),))


def test_waiting_does_not_touch_a_plan() -> None:
    stage = counting()
    stage.step({3: Slap(7)})
    stage.steps_to(7)
    assert stage.step({3: Wait()}).seat == 3


def test_a_plan_can_be_taken_back_in_the_step_in_which_it_would_fire() -> None:
    stage = counting()
    stage.step({3: Slap(1)})
    stage.steps_to(1)
    assert stage.step({3: Slap(0)}) == PedigreeTaken(0, "cow", 0, ())


def test_a_plan_and_a_slap_of_the_same_step_are_rivals() -> None:
    stage = counting()
    stage.step({1: Slap(4)})
    stage.steps_to(4)
    slapped = stage.step({3: Slap(4)}, Fixed(1))
    assert (slapped.seat, slapped.rivals) == (3, (1, 3))


def test_a_plan_is_its_owners_secret() -> None:
    stage = counting()
    stage.step({3: Slap(6)})

    plans = {viewer: stage.last(CountedDown, viewer).plans for viewer in (0, 1, 2, 3, None)}
    assert plans == {0: None, 1: None, 2: None, 3: (SlapPlan(3, 6),), None: None}
    shown = {viewer: stage.seen(viewer).phase.plan for viewer in (0, 1, 3, None)}  # type: ignore[union-attr]
    assert shown == {0: 0, 1: 0, 3: 6, None: 0}


def test_a_plan_that_came_too_late_stays_a_secret() -> None:
    stage = counting()
    stage.step({3: Slap(2), 1: Slap(7)})
    stage.steps_to(7).step()

    assert stage.last(Slapped, 3).plans == (SlapPlan(3, 2),)
    assert stage.last(Slapped, 2) == Slapped(1, 7, (1,), None)


# --- who may slap at what ----------------------------------------------------------------------


def test_c_11_a_slap_without_enough_cards_is_illegal_where_counts_are_public() -> None:
    stage = counting(purses=((), (0, 10, 50), (10,), RICH))

    assert stage.table.edition.rules.counts_are_public
    assert stage.options(1) == (WAIT, Range(Slap(0), "count", 0, 3))
    assert stage.refusal(1, Slap(4)) == "too_high"
    assert stage.refusal(3, Slap(10)) is None
    assert stage.refusal(3, Slap(11)) == "too_high"  # more than is asked for


def test_c_11_who_has_no_card_is_not_asked_where_counts_are_public() -> None:
    stage = counting(purses=((10,), (), (10,), ()))
    assert stage.actors == (2, CLOCK)
    assert stage.options(1) == ()


@every_mode
def test_c_11_nobody_has_a_card_and_the_auctioneer_has_it_free(mode: str) -> None:
    stage = counting(mode, purses=((10,), (), (), ()))
    assert stage.log[1:] == [
        PedigreeRevealed(0, "cow", 10),
        PedigreeTaken(0, "cow", 0),
        TurnBegan(1),
    ]


@every_mode
def test_c_11_with_hidden_counts_a_bluff_is_legal(mode: str) -> None:
    stage = counting(mode, purses=((), (), (10,), ()), hand_counts="hidden")

    assert stage.actors[:3] == (1, 2, 3)
    for seat in (1, 2, 3):
        assert stage.options(seat)[-1] == Range(Slap(0), "count", 0, 10)
    assert stage.options(1) == stage.options(3)


@counted_mode
def test_c_11_a_09_with_hidden_counts_a_bluff_can_be_forbidden(mode: str) -> None:
    hidden = {"hand_counts": "hidden", "bluff_bids": "forbidden"}
    stage = counting(mode, purses=((10,), (), (10, 50), ()), **hidden)

    # Asked all the same: not to ask would tell the others who has nothing.
    assert stage.actors[:3] == (1, 2, 3)
    assert stage.options(1) == (WAIT,)
    assert stage.options(2) == (WAIT, Range(Slap(0), "count", 0, 2))


def test_c_11_a_sealed_number_one_cannot_pay_is_no_option_either() -> None:
    hidden = {"hand_counts": "hidden", "bluff_bids": "forbidden"}
    stage = counting("sealed", purses=((10,), (), (10, 50), ()), **hidden)

    assert (stage.options(1), stage.default(1)) == ((WAIT,), Wait())
    assert stage.options(2) == (Range(Slap(0), "count", 0, 2),)
    assert stage.step() == PedigreeTaken(0, "cow", 0, ())


@every_mode
@pytest.mark.parametrize("hand_counts", ["public", "hidden"])
def test_options_depend_on_nothing_but_own_cards(mode: str, hand_counts: str) -> None:
    one = counting(mode, purses=((10,), (0, 50), (10,), RICH), hand_counts=hand_counts)
    other = counting(mode, purses=((500,) * 3, (0, 50), RICH, (0,)), hand_counts=hand_counts)
    for stage in (one, other):
        if mode != "sealed":
            stage.step({2: Slap(1)})
            stage.step({3: Slap(1)})
    assert one.options(1) == other.options(1)
    assert one.seen(1).phase == other.seen(1).phase


# --- sealed steps ------------------------------------------------------------------------------


def dealt(mode: str, **rules: Any) -> Match:
    """A match whose first card is a pedigree."""
    for seed in range(100):
        edition = MASTER.with_rules({"pedigree_mode": mode, "start_player": "seat:0"} | rules)
        match = Match(edition, 4, SeededChance(str(seed).encode()))
        if str(match.table.world.deck[0]).startswith("pedigree"):
            match.play(0, AuctionOff())
            return match
    raise LookupError


@counted_mode
def test_nobody_hears_of_a_slap_before_the_step_is_over(mode: str) -> None:
    match = dealt(mode)
    before = [match.view(viewer) for viewer in (0, 1, 2, 3, None)]
    assert match.play(2, Slap(7)) == []

    assert [match.view(viewer) for viewer in (0, 1, 2, 3, None)] == before
    with pytest.raises(Illegal) as refused:
        match.play(2, Wait())  # one answer a step
    assert refused.value.code == "not_your_turn"


def test_stepwise_the_last_answer_ends_a_step() -> None:
    match = dealt("stepwise")
    assert match.play(1, Wait()) == match.play(3, Slap(2)) == []
    assert match.play(2, Wait()) == [CountedDown(9, (SlapPlan(3, 2),))]


def test_realtime_the_clock_ends_a_step() -> None:
    match = dealt("realtime")
    for seat in (1, 2, 3):
        assert match.play(seat, Wait()) == []
    assert match.actors == (CLOCK,)
    assert match.close() == [CountedDown(9, ())]
    assert match.close() == [CountedDown(8, ())]  # whoever was silent has waited


def test_a_15_the_clock_counts_whatever_the_gavel_says() -> None:
    match = dealt("realtime", gavel="auctioneer")
    assert match.actors == (1, 2, 3, CLOCK)
    assert match.options(0) == match.options(CLOCK) == ()


def test_a_15_a_late_slap_is_void() -> None:
    match = dealt("realtime")
    late = match.table.moment
    match.close()
    with pytest.raises(Illegal) as refused:
        match.play(1, Slap(7), late)
    assert refused.value.code == "stale"
    match.play(1, Slap(7))
    for _ in range(3):
        match.close()
    assert isinstance(match.table.phase, PedigreeHammer)
    with pytest.raises(Illegal):
        match.play(2, Slap(7))


def test_a_sealed_step_takes_no_action_at_once() -> None:
    stage = counting()
    assert stage.refused(1, Slap(1)) == "sealed"
    assert stage.refused(1, PlaceBid(10)) == "not_offered"
    assert stage.refused(1, SlapNow(3)) == "not_offered"
