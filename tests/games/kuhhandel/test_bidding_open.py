"""Open bidding: anybody bids at any time, and three calls end it."""

from typing import Any

import pytest

from kuhstall.engine import CLOCK, Choice, Range
from kuhstall.games.kuhhandel.actions import AuctionOff, BuyOut, CallOut, Pass, PlaceBid, Sell
from kuhstall.games.kuhhandel.cards import Animal
from kuhstall.games.kuhhandel.edition import Edition
from kuhstall.games.kuhhandel.editions import FIRST, SECOND
from kuhstall.games.kuhhandel.events import (
    AuctionBegan,
    Bid,
    BidPlaced,
    CalledOut,
    GavelFell,
    LotRevealed,
    LotTaken,
    Passed,
    TurnBegan,
)
from kuhstall.games.kuhhandel.phases.bidding import Bidding
from kuhstall.games.kuhhandel.phases.preemption import Preemption
from kuhstall.games.kuhhandel.view import BiddingView
from tests.games.kuhhandel.scenes import Stage, scene

START = SECOND.purse
COW: tuple[Animal, ...] = ("cow",)


def cow_on_offer(seats: int = 3, **rules: Any) -> Stage:
    """Seat 0 has just turned up a cow."""
    return scene(purses=(START,) * seats, deck=COW, **rules).auction()


def test_turning_up_a_card_opens_the_bidding() -> None:
    stage = scene(purses=(START,) * 3, deck=COW)
    events = stage.do(0, AuctionOff())

    assert events == [AuctionBegan(0), LotRevealed(0, "cow", 0, 0, 270, None)]
    assert stage.view(2).phase == BiddingView(
        lot="cow",
        auctioneer=0,
        cap=270,
        barred=(),
        limits=(),
        bids=(0, 0, 0),
        high=None,
        passed=(),
        calls=0,
        polled=None,
    )
    assert stage.view(2).deck == 39


def test_everybody_but_the_auctioneer_may_bid_at_any_time() -> None:
    stage = cow_on_offer(4)

    assert stage.actors == (1, 2, 3, CLOCK)
    for seat, amount in [(3, 10), (1, 20), (3, 30), (2, 100), (1, 110)]:
        assert stage.do(seat, PlaceBid(amount)) == [BidPlaced(seat, amount, None)]
    assert stage.phase.high == Bid(1, 110)
    assert stage.phase.bids == (0, 110, 100, 30)


def test_d_05_a_bid_is_at_least_10_and_10_more_than_the_last() -> None:
    stage = cow_on_offer()

    assert stage.options(1) == (Choice((Pass(),)), Range(PlaceBid(0), "amount", 10, 270, 10))
    assert stage.refused(1, PlaceBid(0)) == "too_low"
    assert stage.refused(1, PlaceBid(-10)) == "too_low"
    stage.bid((1, 40))
    assert stage.refused(2, PlaceBid(40)) == "too_low"
    assert stage.refused(2, PlaceBid(30)) == "too_low"
    assert stage.options(2) == (Choice((Pass(),)), Range(PlaceBid(0), "amount", 50, 270, 10))
    stage.bid((2, 50))


def test_a_11_bids_are_multiples_of_10() -> None:
    stage = cow_on_offer()

    for amount in (15, 11, 99, 101):
        assert stage.refused(1, PlaceBid(amount)) == "off_step"
    assert all(a.amount % 10 == 0 for a in stage.legal(1) if isinstance(a, PlaceBid))


@pytest.mark.parametrize("gavel", ["clock", "auctioneer"])
def test_d_06_the_auctioneer_may_not_bid(gavel: str) -> None:
    stage = cow_on_offer(gavel=gavel)

    refused = "not_your_turn" if gavel == "clock" else "not_offered"
    assert stage.refused(0, PlaceBid(10)) == refused
    assert stage.refused(0, Pass()) == refused
    assert not [a for a in stage.legal(0) if isinstance(a, PlaceBid | Pass)]


@pytest.mark.parametrize(
    ("edition", "donkeys", "seats", "cap"),
    [
        (SECOND, 0, 3, 270),
        (SECOND, 0, 5, 450),
        (SECOND, 1, 3, 420),
        (SECOND, 2, 4, 960),
        (SECOND, 4, 5, 4700),
        (FIRST, 0, 3, 150),
        (FIRST, 4, 5, 4500),
    ],
)
def test_c_05_m_06_a_bid_is_capped_by_all_the_money_dealt(
    edition: Edition, donkeys: int, seats: int, cap: int
) -> None:
    purses = (edition.purse,) * seats
    stage = scene(edition, purses=purses, herds=({"donkey": donkeys},), deck=COW).auction()

    assert stage.phase.auction.cap == cap
    assert stage.refused(1, PlaceBid(cap + 10)) == "too_high"
    stage.bid((1, cap - 10))
    assert stage.refused(2, PlaceBid(cap + 10)) == "too_high"


def test_c_05_the_donkey_on_the_block_counts_for_the_cap() -> None:
    stage = scene(purses=(START,) * 3, deck=("donkey", "cow")).auction()
    assert stage.phase.auction.cap == 3 * (90 + 50)


def test_c_04_a_bid_at_the_cap_goes_to_the_hammer_at_once() -> None:
    stage = cow_on_offer()

    assert stage.do(1, PlaceBid(270)) == [BidPlaced(1, 270, None), GavelFell(0, 1, 270)]
    assert isinstance(stage.phase, Preemption)


def test_m_06_the_cap_tells_nothing_about_purses() -> None:
    rich = scene(purses=((500, 500), (), ()), deck=COW).auction()
    poor = scene(purses=((), (), ()), deck=COW).auction()

    assert rich.options(1) == poor.options(1)


# --- raising oneself ---------------------------------------------------------------------------


def test_a_10_the_high_bidder_may_raise_himself() -> None:
    stage = cow_on_offer().bid((1, 10))

    assert 1 in stage.actors
    stage.bid((1, 50))
    assert stage.phase.high == Bid(1, 50)


def test_a_10_the_high_bidder_may_not_raise_himself_if_the_house_says_so() -> None:
    stage = cow_on_offer(self_raise=False).bid((1, 10))

    assert stage.actors == (2, CLOCK)
    assert stage.options(1) == ()
    assert stage.refused(1, PlaceBid(20)) == "not_your_turn"
    stage.bid((2, 20))
    assert stage.actors == (1, CLOCK)
    stage.bid((1, 30))


# --- calls -------------------------------------------------------------------------------------


def test_a_15_three_calls_close_the_bidding() -> None:
    stage = cow_on_offer().bid((2, 30))
    call = CallOut(2, 30)

    assert stage.do(CLOCK, call) == [CalledOut(1, 2, 30)]
    assert stage.do(CLOCK, call) == [CalledOut(2, 2, 30)]
    assert stage.view(None).phase.calls == 2  # type: ignore[union-attr]
    assert stage.do(CLOCK, call) == [GavelFell(0, 2, 30)]
    assert stage.phase == Preemption(stage.phase.auction, (0, 0, 30), Bid(2, 30))


def test_a_15_a_bid_resets_the_calls() -> None:
    stage = cow_on_offer().bid((2, 30))
    stage.do(CLOCK, CallOut(2, 30))
    stage.do(CLOCK, CallOut(2, 30))
    stage.bid((1, 40))

    assert stage.phase.calls == 0
    assert stage.do(CLOCK, CallOut(1, 40)) == [CalledOut(1, 1, 40)]


def test_a_15_a_call_for_a_bid_that_has_been_topped_is_refused() -> None:
    stage = cow_on_offer()
    assert stage.refused(CLOCK, CallOut(1, 10)) == "not_offered"
    stage.bid((2, 30))

    for stale in (CallOut(None, 0), CallOut(2, 20), CallOut(1, 30), CallOut(2, 40)):
        assert stage.refused(CLOCK, stale) == "not_offered"
    assert stage.options(CLOCK) == (Choice((CallOut(2, 30),)),)


def test_a_15_a_bid_after_the_third_call_is_void() -> None:
    stage = cow_on_offer().bid((2, 30))
    stage.gavel()

    assert stage.refused(1, PlaceBid(40)) == "not_your_turn"
    assert stage.legal(0) == [Sell(), BuyOut()]


def test_a_15_calls_of_the_clock_are_in_no_seats_options() -> None:
    stage = cow_on_offer().bid((2, 30))

    for seat in range(3):
        assert not [a for a in stage.legal(seat) if isinstance(a, CallOut)]
        assert stage.refused(seat, CallOut(2, 30)) in ("not_your_turn", "not_offered")
    assert stage.legal(CLOCK) == [CallOut(2, 30)]


def test_a_15_the_auctioneer_alone_calls_where_the_auctioneer_holds_the_gavel() -> None:
    stage = cow_on_offer(gavel="auctioneer").bid((2, 30))
    call = CallOut(2, 30)

    assert stage.actors == (1, 2, 0)
    assert stage.options(0) == (Choice((call,)),)
    assert stage.options(CLOCK) == ()
    assert stage.refused(CLOCK, call) == "not_your_turn"
    assert stage.refused(1, call) == "not_offered"
    assert stage.do(0, call) == [CalledOut(1, 2, 30)]
    stage.bid((1, 40))
    assert stage.refused(0, call) == "not_offered"
    for calls in (1, 2):
        assert stage.do(0, CallOut(1, 40)) == [CalledOut(calls, 1, 40)]
    assert stage.do(0, CallOut(1, 40)) == [GavelFell(0, 1, 40)]


def test_a_15_no_call_can_be_undone() -> None:
    stage = cow_on_offer(gavel="auctioneer").bid((2, 30))
    stage.do(0, CallOut(2, 30))

    assert stage.legal(0) == [CallOut(2, 30)]
    assert stage.phase.calls == 1


@pytest.mark.parametrize("gavel", ["clock", "auctioneer"])
def test_d_18_without_a_bid_the_auctioneer_gets_the_card_free(gavel: str) -> None:
    stage = cow_on_offer(gavel=gavel)
    caller = CLOCK if gavel == "clock" else 0
    nobody = CallOut(None, 0)

    assert stage.do(caller, nobody) == [CalledOut(1, None, 0)]
    assert stage.do(caller, nobody) == [CalledOut(2, None, 0)]
    assert stage.do(caller, nobody) == [LotTaken(0, "cow", 0), TurnBegan(1)]
    assert stage.herd(0, "cow") == 1
    assert stage.world.purses == (START,) * 3


# --- passing -----------------------------------------------------------------------------------


def test_the_gavel_falls_at_once_when_all_have_passed() -> None:
    stage = cow_on_offer().bid((2, 30))

    assert stage.do(1, Pass()) == [Passed(1, None)]
    assert stage.phase.passed == (1,)
    assert stage.actors == (2, CLOCK)
    assert stage.do(2, Pass()) == [Passed(2, None), GavelFell(0, 2, 30)]


def test_the_gavel_does_not_wait_for_a_high_bidder_who_may_not_raise() -> None:
    stage = cow_on_offer(self_raise=False).bid((2, 30))
    assert stage.do(1, Pass()) == [Passed(1, None), GavelFell(0, 2, 30)]


def test_d_18_the_card_is_free_at_once_when_all_have_passed() -> None:
    stage = cow_on_offer()
    stage.do(2, Pass())

    assert stage.do(1, Pass()) == [Passed(1, None), LotTaken(0, "cow", 0), TurnBegan(1)]


def test_a_pass_is_void_after_the_next_bid() -> None:
    stage = cow_on_offer(4).bid((2, 30))
    stage.do(1, Pass())
    assert stage.refused(1, PlaceBid(40)) == "not_your_turn"
    assert stage.refused(1, Pass()) == "not_your_turn"
    stage.bid((3, 40))

    assert stage.phase.passed == ()
    stage.bid((1, 50))
    assert stage.phase.high == Bid(1, 50)


def test_a_pass_does_not_reset_the_calls() -> None:
    stage = cow_on_offer(4).bid((2, 30))
    stage.do(CLOCK, CallOut(2, 30))
    stage.do(1, Pass())

    assert stage.phase.calls == 1
    assert isinstance(stage.phase, Bidding)


def test_who_cannot_pay_more_is_asked_all_the_same() -> None:
    # Not to ask would tell the others that the purse is too small.
    stage = scene(purses=(START, (10,), (50, 50)), deck=COW, bluff_bids="forbidden").auction(
        (2, 10)
    )

    assert stage.actors == (1, 2, CLOCK)
    assert stage.options(1) == (Choice((Pass(),)),)


@pytest.mark.parametrize("gavel", ["clock", "auctioneer"])
def test_nobody_from_outside_may_bid(gavel: str) -> None:
    stage = cow_on_offer(gavel=gavel).bid((2, 30))

    for stranger in (-2, 3, 7):
        assert stage.options(stranger) == ()
        assert stage.refused(stranger, PlaceBid(40)) == "not_your_turn"
        assert stage.refused(stranger, Pass()) == "not_your_turn"
    for outsider in (CLOCK, 3):
        assert stage.refused(outsider, PlaceBid(40)) in ("not_your_turn", "not_offered")
