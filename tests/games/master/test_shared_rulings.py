"""Rulings that Master shares with the classic game, by the rules and the money of Master."""

from typing import Any

import pytest

from kuhstall.engine import CLOCK, Range
from kuhstall.engine.values import Refused
from kuhstall.games.kuhhandel.actions import (
    Accept,
    ChallengeTrade,
    Counter,
    Offer,
    Pay,
    PlaceBid,
    Sell,
)
from kuhstall.games.kuhhandel.events import (
    Bid,
    BiddingReopened,
    CounterMade,
    Exposed,
    GavelFell,
    LotRevealed,
    LotTaken,
    OfferMade,
    Paid,
    TradeBegan,
    TradeSettled,
)
from kuhstall.games.kuhhandel.phases.preemption import Preemption
from tests.games.master.scenes import COW, THREE, MasterStage, scene

PURSE = THREE[0]


def auctioned(lot: Any = "cow", **rules: Any) -> MasterStage:
    """Seat 0 has turned up an animal."""
    return scene(**({"deck": (lot,)} | rules)).turned_up()


def trading(mine: int = 1, theirs: int = 1, **rules: Any) -> MasterStage:
    stage = scene(**({"herds": ({"cow": mine}, {"cow": theirs})} | rules))
    stage.do(0, ChallengeTrade("cow", 1))
    return stage


# --- auctions ----------------------------------------------------------------------------------


def test_d_05_a_11_raises_are_tens() -> None:
    stage = auctioned()
    assert stage.refused(1, PlaceBid(0)) == "too_low"
    assert stage.refused(1, PlaceBid(15)) == "off_step"
    stage.bid((1, 20))
    assert stage.refused(2, PlaceBid(20)) == "too_low"
    assert stage.options(2)[1] == Range(PlaceBid(0), "amount", 30, 300, 10)


def test_d_06_the_auctioneer_may_not_bid() -> None:
    stage = auctioned(turn=1)
    assert stage.actors == (0, 2, CLOCK)
    assert stage.refused(1, PlaceBid(10)) == "not_your_turn"


@pytest.mark.parametrize(("self_raise", "actors"), [(True, (1, 2, CLOCK)), (False, (2, CLOCK))])
def test_a_10_raising_oneself(self_raise: bool, actors: Any) -> None:
    assert auctioned(self_raise=self_raise).bid((1, 20)).actors == actors


def test_m_06_c_05_the_cap_is_all_the_money_ever_dealt() -> None:
    assert auctioned().options(1)[1].high == 300  # type: ignore[union-attr]
    assert auctioned("donkey").last(LotRevealed).cap == 3 * (100 + 50)
    two_donkeys = scene(deck=("donkey",), herds=({"donkey": 1},), purses=(*THREE, PURSE))
    assert two_donkeys.turned_up().last(LotRevealed).cap == 4 * (100 + 50 + 100)


def test_c_07_a_donkey_pays_once() -> None:
    stage = auctioned("donkey").bid((1, 300))
    stage.gavel()
    stage.do(0, Sell())

    assert stage.last(BiddingReopened).limits == (Bid(1, 150),)
    assert stage.world.purses == ((0, 0, 10, 10, 10, 20, 50, 50),) * 3
    assert stage.world.donkeys == 1


def test_c_04_nobody_may_raise_by_public_facts() -> None:
    stage = auctioned(purses=((10,), (), ()))
    for seat in (1, 2):
        stage.bid((seat, 30)).gavel()
        stage.do(0, Sell())
    # Both have shown that they have nothing: the card is free.
    assert stage.last(BiddingReopened).limits == (Bid(1, 0), Bid(2, 0))
    assert stage.last(LotTaken) == LotTaken(0, "cow", 0)
    # And a bid at the cap goes straight to the hammer.
    capped = auctioned().bid((1, 300))
    assert capped.log[-1] == GavelFell(0, 1, 300)
    assert isinstance(capped.phase, Preemption)


def test_d_01_a_bidder_who_cannot_pay_may_bid_again_what_he_has() -> None:
    stage = auctioned().bid((1, 110))
    stage.gavel()
    stage.do(0, Sell())

    assert stage.log[-2] == Exposed(1, 110, PURSE)
    assert stage.actors == (1, 2, CLOCK)
    assert stage.refused(1, PlaceBid(110)) == "too_high"
    stage.bid((1, 100))


@pytest.mark.parametrize(
    ("overpay", "wrong", "code"),
    [
        ("exact_if_possible", (50,), "not_exact"),
        ("irredundant", (10, 50), "wasteful"),
        ("any", (10,), "too_little"),
    ],
)
def test_a_01_a_02_no_change_is_given(overpay: str, wrong: Any, code: str) -> None:
    stage = auctioned(overpay=overpay).bid((1, 30))
    stage.gavel()
    stage.do(0, Sell())
    assert stage.refused(1, Pay(wrong)) == code
    stage.do(1, Pay((10, 20)))
    assert stage.last(Paid, 2) == Paid(1, 0, None, 2, False)


# --- trades ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("offer_count", "show", "seen"),
    [("visible", True, 2), ("hidden", False, None), ("offerer_choice", True, 2)],
)
def test_d_03_the_number_of_offered_cards(offer_count: str, show: bool, seen: Any) -> None:
    stage = trading(offer_count=offer_count)
    stage.do(0, Offer((0, 50), show))
    stage.do(1, Counter((0, 0), show))
    for viewer in (2, None):
        assert stage.last(OfferMade, viewer).count == stage.last(CounterMade, viewer).count == seen


def test_d_03_a_04_public_hands_would_betray_hidden_offers() -> None:
    with pytest.raises(Refused) as refused:
        scene(hand_counts="public", offer_count="hidden")
    assert refused.value.code == "counts_betray_offers"


@pytest.mark.parametrize(
    ("rules", "cards"),
    [({}, 7), ({"offer_count": "hidden"}, None), ({"hand_counts": "hidden"}, None)],
)
def test_a_04_hand_counts(rules: Any, cards: Any) -> None:
    stage = scene(**rules)
    assert [seat.cards for seat in stage.seen(0).seats] == [7, cards, cards]


def test_a_04_with_hidden_counts_a_pedigree_can_be_bluffed_for() -> None:
    shown, hidden = (scene(deck=(COW,), purses=((), (), (10,)), hand_counts=h).turned_up()
                     for h in ("public", "hidden"))  # fmt: skip
    assert shown.actors == (2, CLOCK)
    assert hidden.actors == (1, 2, CLOCK)


def test_d_23_an_offer_is_accepted_unseen() -> None:
    stage = trading()
    stage.do(0, Offer((50,)))
    assert stage.seen(1).phase.offer is None  # type: ignore[union-attr]
    stage.do(1, Accept())
    assert stage.last(TradeSettled, 1).offer == (50,)
    assert stage.last(TradeSettled, 2).offer is None


def test_a_05_a_06_the_second_bout_is_like_the_first() -> None:
    stage = trading(2, 2)
    stage.do(0, Offer((10,)))
    stage.do(1, Counter((10,)))
    trade = stage.phase.trade
    assert (trade.animal, trade.stake, trade.challenged, trade.bout) == ("cow", 2, 1, 2)
    stage.do(0, Offer(()))
    stage.do(1, Accept())
    assert stage.herd(0, "cow") == 4


def test_c_08_neither_has_money() -> None:
    stage = trading(purses=((), (0,), ()), tie_money="returned", second_tie_money="returned")
    for _ in range(2):
        stage.do(0, Offer(()))
        stage.do(1, Counter((0,)))
    assert stage.herd(0, "cow") == 2


def test_a_22_one_may_trade_while_cards_of_the_kind_are_in_the_deck() -> None:
    stage = scene(herds=({"cow": 1, "rat": 1}, {"cow": 1, "rat": 1}))
    assert {"cow", "rat"} <= set(stage.world.deck)
    assert stage.legal(0)[1:] == [ChallengeTrade("cow", 1), ChallengeTrade("rat", 1)]


def test_c_23_an_offer_is_a_commitment() -> None:
    stage = trading()
    stage.do(0, Offer((50,)))
    assert stage.refused(0, Offer((10,))) == "not_your_turn"
    assert stage.actors == (1,)


def test_c_24_pairs_are_at_stake_whatever_they_are_needed_for() -> None:
    stage = trading(2, 2, pedigrees=(("cow",),))
    assert stage.last(TradeBegan).stake == 2
