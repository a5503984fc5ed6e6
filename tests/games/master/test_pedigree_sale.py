"""A pedigree was slapped for: selling, buying out, paying in cards, and who cannot."""

from typing import Any

import pytest

from kuhstall.engine import Choice, Pick
from kuhstall.games.kuhhandel.actions import BuyOut, Pay, Sell
from kuhstall.games.kuhhandel.events import Bid, Paid, TurnBegan
from kuhstall.games.kuhhandel.master.actions import Slap
from kuhstall.games.kuhhandel.master.events import (
    CountdownReopened,
    PedigreeBoughtOut,
    PedigreeRevealed,
    PedigreeSold,
    PedigreeTaken,
    SlapExposed,
)
from kuhstall.games.kuhhandel.master.phases.countdown import Countdown, PedigreeHammer
from kuhstall.games.kuhhandel.master.phases.pedigree_payment import PedigreePayment
from kuhstall.games.kuhhandel.master.view import PedigreeHammerView, PedigreePaymentView
from tests.games.master.scenes import COW, HORSE, THREE, MasterStage, scene

PURSE = THREE[0]
POOR = (0, 50)


def slapped(seat: int, count: int, **rules: Any) -> MasterStage:
    """Seat 0 sells the pedigree of the cow; somebody has slapped."""
    rules = {"purses": (PURSE, PURSE, PURSE, PURSE), "deck": (COW,)} | rules
    return scene(**rules).turned_up().slapped(seat, count)


def bluffed(overbid: str, count: int = 6, **rules: Any) -> MasterStage:
    """Seat 2 has two cards only, which nobody knows, and has slapped at more."""
    rules = {"purses": (PURSE, PURSE, POOR, PURSE), "hand_counts": "hidden"} | rules
    stage = slapped(2, count, overbid=overbid, **rules)
    stage.do(0, Sell())
    return stage


# --- sold and bought out -----------------------------------------------------------------------


def test_the_slapper_pays_the_auctioneer_in_any_cards() -> None:
    stage = slapped(2, 3)
    assert stage.seen(1).phase == PedigreeHammerView("cow", 0, Bid(2, 3))
    assert stage.do(0, Sell()) == [PedigreeSold(0, 2, 3)]
    assert stage.seen(1).phase == PedigreePaymentView("cow", 0, 2, 0, 3)
    assert stage.options(2) == (Pick(Pay(()), "cards", PURSE, 3, most=3),)
    assert stage.refused(2, Pay((0, 0))) == "too_few"
    assert stage.refused(2, Pay((0, 0, 10, 10))) == "too_many"
    assert stage.refused(2, Pay((0, 0, 0))) == "not_yours"
    assert stage.do(2, Pay((0, 0, 50)))[:2] == [
        Paid(2, 0, (0, 0, 50), 3, False),
        PedigreeTaken(2, "cow", 3),
    ]

    assert stage.world.pedigrees == ((), (), ("cow",), ())
    assert stage.world.purses[2] == (10, 10, 10, 20)
    assert len(stage.world.purses[0]) == 10
    assert stage.log[-1] == TurnBegan(1)


def test_the_auctioneer_buys_it_out_with_any_cards() -> None:
    stage = slapped(2, 3)
    assert stage.options(0) == (Choice((Sell(), BuyOut())),)
    assert stage.do(0, BuyOut()) == [PedigreeBoughtOut(0, 2, 3)]
    assert stage.actors == (0,)
    stage.do(0, Pay((0, 0, 10)))

    assert stage.world.pedigrees == (("cow",), (), (), ())
    assert stage.cash(2) == 110
    assert stage.log[-1] == TurnBegan(1)


def test_a_08_the_auctioneer_decides_before_any_card_is_laid() -> None:
    stage = slapped(2, 3)
    assert isinstance(stage.phase, PedigreeHammer)
    assert stage.world.purses == (PURSE,) * 4
    assert stage.count(Paid) == 0


def test_a_08_a_bluff_that_is_bought_out_stays_hidden() -> None:
    stage = slapped(2, 6, purses=(PURSE, PURSE, POOR, PURSE), hand_counts="hidden")
    stage.do(0, BuyOut())
    stage.do(0, Pay((0, 0, 10, 10, 10, 20)))

    assert stage.count(SlapExposed) == 0
    assert stage.world.purses[2] == (0, 0, 0, 10, 10, 10, 20, 50)


def test_m_05_c_02_buying_out_needs_as_many_cards() -> None:
    poor, just = slapped(2, 3, purses=(POOR, *(PURSE,) * 3)), slapped(2, 2, purses=(POOR, *THREE))
    assert poor.options(0) == (Choice((Sell(),)),)
    assert poor.refused(0, BuyOut()) == "not_offered"
    assert just.options(0) == (Choice((Sell(), BuyOut())),)
    # Only the number counts, not the sum.
    rich = slapped(2, 3, purses=((500, 500), *(PURSE,) * 3))
    assert rich.options(0) == (Choice((Sell(),)),)


@pytest.mark.parametrize(("visibility", "seen"), [("private", None), ("public", (0, 0, 50))])
def test_a_03_the_cards_that_are_paid_stay_between_two(visibility: str, seen: Any) -> None:
    stage = slapped(2, 3, payment_visibility=visibility)
    stage.do(0, Sell())
    stage.do(2, Pay((0, 0, 50)))

    assert stage.last(Paid, 0).cards == stage.last(Paid, 2).cards == (0, 0, 50)
    for viewer in (1, 3, None):
        assert stage.last(Paid, viewer).cards == seen
        assert stage.last(Paid, viewer).count == 3


def test_a_21_it_is_the_turn_of_the_auctioneers_left() -> None:
    stage = slapped(3, 2, turn=1)
    stage.do(1, Sell())
    stage.do(3, Pay((0, 0)))
    assert stage.log[-1] == TurnBegan(2)


def test_the_silent_sell_and_pay_with_their_lowest_cards() -> None:
    stage = slapped(2, 3)
    assert (stage.default(0), stage.default(2)) == (Sell(), None)
    stage.do(0, Sell())
    assert (stage.default(0), stage.default(2)) == (None, Pay((0, 0, 10)))


# --- who cannot pay ----------------------------------------------------------------------------


def test_d_21_insolvency_is_counted_in_cards() -> None:
    # 500 in one card does not pay two cards.
    stage = bluffed("restart_all", 2, purses=(PURSE, PURSE, (500,), PURSE))
    assert stage.log[-2] == SlapExposed(2, 2, (500,))
    # And 0 in two cards does.
    stage = slapped(2, 2, purses=(PURSE, PURSE, (0, 0), PURSE))
    assert stage.do(0, Sell()) == [PedigreeSold(0, 2, 2)]


def test_d_01_overbid_restart_all_in_cards() -> None:
    stage = bluffed("restart_all")

    assert stage.log[-2:] == [SlapExposed(2, 6, POOR), CountdownReopened((), (Bid(2, 2),), 10)]
    assert isinstance(stage.phase, Countdown)
    assert stage.phase.count == 10
    assert stage.actors[:3] == (1, 2, 3)
    assert stage.refusal(2, Slap(2)) is None
    assert stage.refusal(2, Slap(3)) == "too_high"
    assert stage.refusal(1, Slap(10)) is None  # the others may still bluff


def test_d_01_overbid_restart_excluded_in_cards() -> None:
    stage = bluffed("restart_excluded")

    assert stage.log[-1] == CountdownReopened((2,), (), 10)
    assert stage.actors[:2] == (1, 3)
    assert stage.refusal(2, Slap(1)) == "not_your_turn"


def test_d_01_a_13_overbid_continue_excluded_in_cards() -> None:
    stage = bluffed("continue_excluded")

    assert stage.log[-1] == CountdownReopened((2,), (), 5)
    assert stage.actors[:2] == (1, 3)
    assert stage.refusal(1, Slap(6)) == "too_high"
    assert stage.step({1: Slap(5)}).seat == 1


def test_d_01_continue_excluded_at_one_gives_it_to_the_auctioneer() -> None:
    stage = bluffed("continue_excluded", 1, purses=(PURSE, PURSE, (), PURSE))
    assert stage.log[-3:] == [SlapExposed(2, 1, ()), PedigreeTaken(0, "cow", 0), TurnBegan(1)]


@pytest.mark.parametrize("overbid", ["restart_all", "restart_excluded", "continue_excluded"])
def test_d_01_a_sealed_round_is_named_anew(overbid: str) -> None:
    stage = scene(
        purses=(PURSE, PURSE, POOR, PURSE),
        deck=(COW,),
        hand_counts="hidden",
        pedigree_mode="sealed",
        overbid=overbid,
    ).turned_up()
    stage.step({1: Slap(4), 2: Slap(6), 3: Slap(3)})
    stage.do(0, Sell())

    most = {"restart_all": 10, "restart_excluded": 10, "continue_excluded": 5}[overbid]
    assert stage.refusal(1, Slap(most)) is None
    assert stage.refusal(1, Slap(most + 1)) == "too_high"
    assert stage.refusal(2, Slap(2)) == (None if overbid == "restart_all" else "not_your_turn")
    assert stage.step({1: Slap(1)}).seat == 1  # the numbers before are forgotten


def test_plans_are_void_when_the_countdown_begins_again() -> None:
    stage = scene(purses=(PURSE, PURSE, POOR), deck=(COW,), hand_counts="hidden").turned_up()
    stage.step({1: Slap(3), 2: Slap(6)})
    stage.steps_to(6).step()
    stage.do(0, Sell())
    assert stage.phase.plans == ()


@pytest.mark.parametrize("overbid", ["restart_all", "restart_excluded"])
def test_nobody_is_left_to_slap(overbid: str) -> None:
    stage = bluffed(overbid, purses=(PURSE, (), (), ()))
    for seat in (1, 3):
        stage.slapped(seat, 4).do(0, Sell())
    assert stage.count(SlapExposed) == 3
    assert stage.log[-2:] == [PedigreeTaken(0, "cow", 0), TurnBegan(1)]


def test_c_06_each_seat_is_exposed_once_for_a_pedigree() -> None:
    stage = bluffed("restart_all")
    stage.slapped(2, 2)
    assert stage.do(0, Sell()) == [PedigreeSold(0, 2, 2)]
    assert isinstance(stage.phase, PedigreePayment)


def test_a_12_everybody_sees_the_exposed_purse() -> None:
    stage = bluffed("restart_all")
    for viewer in (0, 1, 2, 3, None):
        assert stage.last(SlapExposed, viewer).cards == POOR
        assert stage.seen(viewer).phase.limits == (Bid(2, 2),)  # type: ignore[union-attr]


@pytest.mark.parametrize("overbid", ["restart_all", "restart_excluded"])
def test_a_14_barred_and_limited_for_this_card_only(overbid: str) -> None:
    stage = bluffed(overbid, deck=(COW, HORSE))
    stage.steps_to(1).step()
    stage.turned_up()

    assert stage.log[-1] == PedigreeRevealed(1, "horse", 10)
    assert (stage.phase.sale.barred, stage.phase.sale.limits) == ((), ())
    assert stage.refusal(2, Slap(10)) is None
