"""A bid above one's cash: allowed, found only when it has to be paid, and what comes of it."""

from typing import Any, cast

import pytest

from kuhstall.engine import CLOCK, Choice, Range
from kuhstall.engine.values import Line
from kuhstall.games.kuhhandel.actions import AuctionOff, BuyOut, Pass, Pay, PlaceBid, Sell
from kuhstall.games.kuhhandel.cards import Animal
from kuhstall.games.kuhhandel.classic import KUHHANDEL
from kuhstall.games.kuhhandel.editions import CLASSIC, EDITIONS
from kuhstall.games.kuhhandel.events import (
    Bid,
    BiddingReopened,
    BoughtOut,
    CalledOut,
    Exposed,
    GavelFell,
    LotRevealed,
    LotSold,
    LotTaken,
    TurnBegan,
)
from kuhstall.games.kuhhandel.house_rules import Overbid
from kuhstall.games.kuhhandel.overbidding import aftermath
from kuhstall.games.kuhhandel.phases.bidding import Bidding
from kuhstall.games.kuhhandel.phases.payment import Payment
from kuhstall.games.kuhhandel.phases.preemption import Preemption
from tests.games.kuhhandel.scenes import Stage, all_money, scene

COW: tuple[Animal, ...] = ("cow",)
RICH = (0, 10, 50, 100, 500)
POOR = (0, 0, 10, 50)


def bluffed(overbid: str, *bids: tuple[int, int], **rules: Any) -> Stage:
    """Seat 0 sells a cow; seat 2 has only 60 and has bid too much."""
    stage = scene(
        purses=((10, 10), RICH, POOR, (50, 100)), deck=COW, overbid=overbid, **rules
    ).auction(*bids)
    stage.gavel()
    stage.do(0, Sell())
    return stage


def test_d_01_the_presets_differ() -> None:
    rules = {edition.key: edition.rules.overbid for edition in CLASSIC}
    assert rules == {
        "kuhhandel/2": "restart_excluded",
        "kuhhandel/2-ru": "continue_excluded",
        "kuhhandel/1": "restart_excluded",
    }


@pytest.mark.parametrize(
    ("overbid", "told"),
    [
        ("restart_excluded", Line("log.bidding_restarted", {"barred": 2}, {"count": 1})),
        ("restart_all", Line("log.bidding_restarted", {}, {"count": 0})),
        (
            "continue_excluded",
            Line("log.bidding_continued", {"seat": 3, "barred": 2}, {"amount": 60}),
        ),
    ],
)
def test_d_01_the_log_says_without_whom_it_begins_again(overbid: str, told: Line) -> None:
    stage = bluffed(overbid, (1, 50), (3, 60), (2, 70))

    again = stage.log[-1]
    assert isinstance(again, BiddingReopened)
    assert KUHHANDEL.narrate(again) == told


def test_d_01_overbid_restart_excluded() -> None:
    stage = bluffed("restart_excluded", (1, 50), (3, 60), (2, 70))

    assert stage.log[-2:] == [
        Exposed(2, 70, POOR),
        BiddingReopened(barred=(2,), limits=(), bids=(0, 0, 0, 0), high=None, polled=None),
    ]
    assert isinstance(stage.phase, Bidding)
    assert stage.phase.auction.lot == "cow"
    assert stage.actors == (1, 3, CLOCK)
    assert stage.refused(2, PlaceBid(10)) == "not_your_turn"
    assert stage.refused(2, Pass()) == "not_your_turn"
    stage.bid((3, 10))  # the bids before are forgotten


def test_d_01_overbid_continue_excluded() -> None:
    stage = bluffed("continue_excluded", (1, 40), (2, 50), (3, 60), (2, 70))

    assert stage.log[-1] == BiddingReopened(
        barred=(2,), limits=(), bids=(0, 40, 0, 60), high=Bid(3, 60), polled=None
    )
    assert stage.actors == (1, 3, CLOCK)
    assert stage.refused(1, PlaceBid(60)) == "too_low"
    stage.bid((1, 70))


def test_d_01_overbid_restart_all() -> None:
    stage = bluffed("restart_all", (1, 40), (2, 70))

    assert stage.log[-1] == BiddingReopened(
        barred=(), limits=(Bid(2, 60),), bids=(0, 0, 0, 0), high=None, polled=None
    )
    assert stage.actors == (1, 2, 3, CLOCK)
    stage.bid((1, 10), (2, 20))


@pytest.mark.parametrize("overbid", ["restart_excluded", "continue_excluded", "restart_all"])
def test_d_01_money_and_animals_stay_where_they_are(overbid: str) -> None:
    stage = bluffed(overbid, (1, 40), (2, 70))

    assert stage.world.purses == ((10, 10), RICH, POOR, (50, 100))
    assert sum(map(sum, stage.world.herds)) == 0
    assert all_money(stage.table) == stage.table.edition.stock


@pytest.mark.parametrize("overbid", ["restart_excluded", "continue_excluded", "restart_all"])
def test_d_01_a_restarted_auction_is_a_new_moment(overbid: str) -> None:
    stage = scene(purses=((10,), RICH, POOR), deck=COW, overbid=overbid).auction((1, 40), (2, 70))
    moment = stage.table.moment
    stage.gavel()
    stage.do(0, Sell())

    assert stage.table.moment > moment


def test_a_08_insolvency_is_found_only_when_the_bidder_must_pay() -> None:
    stage = scene(purses=(RICH, (), POOR), deck=COW).auction((2, 110))
    assert stage.count(Exposed) == 0
    stage.gavel()
    assert stage.count(Exposed) == 0
    stage.do(0, BuyOut())

    assert stage.count(Exposed) == 0
    assert stage.last(BoughtOut) == BoughtOut(0, 2, 110)
    stage.do(0, Pay((10, 100)))
    assert stage.world.purses[2] == (0, 0, 10, 10, 50, 100)  # the bluffer is paid
    assert stage.count(Exposed) == 0


def test_a_08_the_hammer_looks_the_same_whether_the_bid_is_a_bluff_or_not() -> None:
    bluff = scene(purses=(RICH, (200,), (100,)), deck=COW).auction((2, 110))
    honest = scene(purses=(RICH, (100,), (200,)), deck=COW).auction((2, 110))
    for stage in (bluff, honest):
        stage.gavel()

    assert bluff.log == honest.log
    assert bluff.options(0) == honest.options(0)
    assert bluff.view(0) == honest.view(0)


def test_a_09_bids_above_ones_cash_are_allowed() -> None:
    stage = scene(purses=((), (), ()), deck=COW).auction()

    assert stage.options(1) == (Choice((Pass(),)), Range(PlaceBid(0), "amount", 10, 270, 10))
    stage.bid((1, 260))


def test_a_09_bids_above_ones_cash_can_be_forbidden() -> None:
    stage = scene(purses=((), POOR, RICH), deck=COW, bluff_bids="forbidden").auction()

    assert stage.options(1) == (Choice((Pass(),)), Range(PlaceBid(0), "amount", 10, 60, 10))
    assert stage.refused(1, PlaceBid(70)) == "too_high"
    stage.bid((1, 60), (2, 70))
    assert stage.options(1) == (Choice((Pass(),)),)
    stage.gavel()
    assert stage.do(0, Sell()) == [LotSold(0, 2, 70)]  # exposure is impossible


def test_a_09_forbidden_bluffs_keep_the_cap() -> None:
    stage = scene(purses=((), RICH, ()), deck=COW, bluff_bids="forbidden").auction()
    assert stage.refused(1, PlaceBid(280)) == "too_high"  # though he has 660


def test_a_09_a_bid_of_just_ones_cash_is_no_bluff() -> None:
    stage = scene(purses=((), POOR, ()), deck=COW).auction((1, 60))
    stage.gavel()
    assert stage.do(0, Sell()) == [LotSold(0, 1, 60)]


@pytest.mark.parametrize("viewer", [0, 1, 2, 3, None])
def test_a_12_everybody_sees_the_exposed_money(viewer: int | None) -> None:
    stage = bluffed("restart_excluded", (2, 70))
    assert stage.last(Exposed, viewer) == Exposed(2, 70, POOR)


def test_a_12_the_exposure_stays_in_the_log_and_is_not_updated() -> None:
    stage = bluffed("restart_all", (2, 70))
    stage.bid((2, 60))
    stage.gavel()
    stage.do(0, Sell())
    stage.do(2, Pay((10, 50)))

    assert stage.last(Exposed, 1) == Exposed(2, 70, POOR)
    assert stage.view(1).seats[2].purse is None


def test_a_13_the_best_other_bid_revives_and_binds_its_bidder() -> None:
    stage = bluffed("continue_excluded", (3, 40), (2, 50), (1, 60), (2, 70))
    stage.gavel()

    assert stage.last(GavelFell) == GavelFell(0, 1, 60)
    assert stage.do(0, Sell()) == [LotSold(0, 1, 60)]
    assert stage.phase == Payment("cow", 0, 1, 0, 1, 60)


def test_a_13_the_calls_restart_at_zero() -> None:
    stage = bluffed("continue_excluded", (1, 60), (2, 70))

    assert stage.phase.calls == 0
    assert stage.gavel() == [CalledOut(1, 1, 60), CalledOut(2, 1, 60), GavelFell(0, 1, 60)]


def test_a_13_a_bluffers_own_lower_bids_do_not_revive() -> None:
    stage = bluffed("continue_excluded", (2, 50), (2, 70))
    assert stage.phase.high is None
    assert stage.phase.bids == (0, 0, 0, 0)


def test_a_13_bluffs_are_struck_out_one_after_the_other() -> None:
    stage = scene(purses=((), (50,), (10,), (10,)), deck=COW, overbid="continue_excluded").auction(
        (1, 50), (2, 60), (3, 70)
    )
    for bluffer, bids, high in [(3, (0, 50, 60, 0), Bid(2, 60)), (2, (0, 50, 0, 0), Bid(1, 50))]:
        stage.gavel()
        stage.do(0, Sell())
        reopened = stage.last(BiddingReopened)
        assert (reopened.bids, reopened.high) == (bids, high)
        assert reopened.barred[-1] == bluffer
    stage.gavel()
    assert stage.do(0, Sell()) == [LotSold(0, 1, 50)]


def test_a_13_passes_are_void_after_a_reopening() -> None:
    stage = scene(purses=((10,), RICH, POOR, RICH), deck=COW, overbid="continue_excluded").auction(
        (1, 60), (2, 70)
    )
    stage.do(3, Pass())
    stage.do(1, Pass())
    stage.do(2, Pass())
    stage.do(0, Sell())

    assert stage.phase.passed == ()
    assert stage.actors == (1, 3, CLOCK)


@pytest.mark.parametrize("overbid", ["restart_excluded", "continue_excluded"])
def test_a_14_barred_for_this_card_only(overbid: str) -> None:
    stage = scene(purses=((10,), POOR, RICH), deck=("cow", "dog"), overbid=overbid).auction((1, 70))
    stage.gavel()
    stage.do(0, Sell())
    assert stage.phase.auction.barred == (1,)
    stage.gavel()  # nobody bids

    assert stage.log[-2:] == [LotTaken(0, "cow", 0), TurnBegan(1)]
    stage.auction()
    stage.do(CLOCK, stage.legal(CLOCK)[0])
    stage.gavel()
    stage.auction()
    assert stage.phase.auction.barred == ()
    assert 1 in stage.actors


def test_a_14_exposed_limits_last_for_this_card_only() -> None:
    stage = bluffed("restart_all", (2, 70))
    assert stage.phase.auction.limits == (Bid(2, 60),)
    stage.gavel()
    stage.do(1, AuctionOff())

    assert stage.phase.auction.limits == ()
    stage.bid((2, 70))


def test_c_06_an_exposed_seat_may_bid_at_most_what_was_seen() -> None:
    stage = bluffed("restart_all", (2, 70))

    assert stage.options(2) == (Choice((Pass(),)), Range(PlaceBid(0), "amount", 10, 60, 10))
    assert stage.refused(2, PlaceBid(70)) == "too_high"
    stage.bid((1, 60))
    assert stage.options(2) == ()  # by public facts
    assert stage.refused(2, PlaceBid(70)) == "not_your_turn"


def test_c_06_each_seat_can_be_exposed_only_once_a_card() -> None:
    stage = scene(purses=((), (10,), POOR, (50,)), deck=COW, overbid="restart_all").auction(
        (1, 360)
    )
    exposed = []
    for bluffer in (1, 2, 3):
        if bluffer > 1:
            stage.bid((bluffer, 360))
        assert isinstance(stage.phase, Preemption)  # nobody may go above the cap
        stage.do(0, Sell())
        exposed.append(stage.last(Exposed).seat)
    assert exposed == [1, 2, 3]

    stage.bid((1, 10), (3, 20), (2, 60))
    assert stage.log[-1] == GavelFell(0, 2, 60)  # nobody may go above the limits
    assert stage.do(0, Sell()) == [LotSold(0, 2, 60)]


def test_c_06_who_has_shown_nothing_may_not_bid_again() -> None:
    stage = scene(purses=((), (0, 0), POOR), deck=COW, overbid="restart_all").auction((1, 10))
    stage.gavel()
    stage.do(0, Sell())

    assert stage.phase.auction.limits == (Bid(1, 0),)
    assert stage.actors == (2, CLOCK)


def test_c_04_without_anybody_left_the_card_is_free() -> None:
    stage = scene(purses=((), (0,), ()), deck=COW, overbid="restart_all").auction((1, 10))
    stage.gavel()
    stage.do(0, Sell())
    stage.bid((2, 10))
    stage.gavel()

    events = stage.do(0, Sell())
    assert [type(event) for event in events] == [Exposed, BiddingReopened, LotTaken, TurnBegan]
    assert events[2] == LotTaken(0, "cow", 0)
    told = KUHHANDEL.narrate(stage.last(BiddingReopened))
    assert told == Line("log.no_bidders_left", {}, {"count": 0})


def test_c_04_with_all_barred_the_card_is_free() -> None:
    stage = scene(purses=((), (), ()), deck=COW).auction((1, 10))
    stage.gavel()
    stage.do(0, Sell())
    stage.bid((2, 10))
    stage.gavel()

    assert stage.do(0, Sell())[-2:] == [LotTaken(0, "cow", 0), TurnBegan(1)]
    told = KUHHANDEL.narrate(stage.last(BiddingReopened))
    assert told == Line("log.no_bidders_left", {"barred": 2}, {"count": 2})
    assert stage.herd(0, "cow") == 1


def test_c_04_a_revived_bid_that_nobody_may_raise_goes_to_the_hammer() -> None:
    stage = scene(
        purses=((), RICH, ()), deck=COW, overbid="continue_excluded", self_raise=False
    ).auction((1, 50), (2, 60))
    stage.gavel()

    events = stage.do(0, Sell())
    assert [type(event) for event in events] == [Exposed, BiddingReopened, GavelFell]
    assert events[-1] == GavelFell(0, 1, 50)
    assert stage.legal(0) == [Sell()]


@pytest.mark.parametrize("overbid", ["restart_excluded", "continue_excluded", "restart_all"])
def test_d_01_in_turns_polling_restarts_at_the_auctioneers_left(overbid: str) -> None:
    stage = scene(
        purses=(RICH, (), POOR, RICH), deck=COW, turn=1, auction_mode="turns", overbid=overbid
    ).auction((2, 10), (3, 20), (0, 30), (2, 70))
    for seat in (3, 0):
        stage.do(seat, Pass())
    stage.do(1, Sell())

    assert stage.last(BiddingReopened).polled == (2 if overbid == "restart_all" else 3)
    assert stage.actors == ((2,) if overbid == "restart_all" else (3,))


@pytest.mark.parametrize("overbid", ["restart_excluded", "continue_excluded", "restart_all"])
def test_c_07_a_donkey_does_not_pay_twice(overbid: str) -> None:
    stage = scene(purses=((), (), ()), deck=("donkey",), overbid=overbid).auction((1, 60))
    assert stage.world.purses == ((50,), (50,), (50,))
    stage.gavel()
    stage.do(0, Sell())

    assert stage.count(Exposed) == 1
    assert stage.count(LotRevealed) == 1
    assert stage.world.purses == ((50,), (50,), (50,))
    assert stage.world.donkeys == 1
    stage.gavel()
    assert stage.world.purses == ((50,), (50,), (50,))


def test_a_house_rule_that_nobody_knows_is_an_error() -> None:
    """Lots and pedigrees ask the same function, so neither can take it for another rule."""
    with pytest.raises(AssertionError):
        aftermath(cast("Overbid", "restart_nobody"))
    assert all(edition.after_overbid is aftermath for edition in EDITIONS)
