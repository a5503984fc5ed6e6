"""The action of a silent seat, in every phase (RULINGS, section 1)."""

from typing import Any

import pytest

from kuhstall.engine import CLOCK
from kuhstall.games.kuhhandel.actions import (
    Accept,
    AuctionOff,
    CallOut,
    ChallengeTrade,
    Offer,
    Pass,
    Pay,
    Sell,
)
from kuhstall.games.kuhhandel.cards import Animal
from kuhstall.games.kuhhandel.money import Cards
from tests.games.kuhhandel.scenes import Stage, scene

COW: tuple[Animal, ...] = ("cow",)
RICH = (0, 10, 50, 100)


def auction(**rules: Any) -> Stage:
    return scene(purses=(RICH, RICH, RICH), deck=COW, **rules).auction()


def test_turn_auction() -> None:
    stage = scene(purses=((), (), ()), herds=({"cow": 1}, {"cow": 1}), deck=("dog",))
    assert stage.default(0) == AuctionOff()
    assert stage.default(1) is None


def test_turn_without_a_pile_the_first_trade() -> None:
    stage = scene(
        purses=((), (), ()),
        herds=({"cow": 1, "cat": 2}, {"cow": 1, "cat": 1}, {"cow": 2, "cat": 1}),
        rest=0,
    )
    assert stage.default(0) == ChallengeTrade("cat", 1)
    assert stage.default(0) == stage.legal(0)[0]


def test_bidding_nothing_where_it_is_open() -> None:
    stage = auction().bid((1, 10))
    assert [stage.default(seat) for seat in range(3)] == [None] * 3
    assert stage.default(CLOCK) == CallOut(1, 10)


def test_bidding_the_auctioneer_who_stays_silent_calls() -> None:
    stage = auction(gavel="auctioneer")
    assert stage.default(0) == CallOut(None, 0)
    assert stage.default(CLOCK) is None
    assert [stage.default(seat) for seat in (1, 2)] == [None] * 2


def test_bidding_in_turns_a_pass() -> None:
    stage = auction(auction_mode="turns")
    assert stage.default(1) == Pass()
    assert [stage.default(actor) for actor in (0, 2)] == [None] * 2


def test_hammer_sell() -> None:
    stage = auction().bid((1, 10))
    stage.gavel()
    assert stage.default(0) == Sell()
    assert stage.default(1) is None


@pytest.mark.parametrize(
    ("purse", "price", "overpay", "cards"),
    [
        ((10, 10, 10, 10, 10, 50), 50, "exact_if_possible", (50,)),  # the fewest cards
        ((10, 50, 50, 100, 200), 110, "exact_if_possible", (10, 100)),
        ((50, 50, 200), 70, "exact_if_possible", (50, 50)),  # the least overpayment
        ((50, 50, 100), 70, "exact_if_possible", (100,)),  # then the fewest cards
        ((10, 10, 100), 20, "irredundant", (10, 10)),
        ((0, 0, 10, 100), 10, "any", (10,)),  # no bluff cards
        ((0, 500), 10, "any", (500,)),
    ],
)
def test_pay_the_least_overpayment_with_the_fewest_cards(
    purse: Cards, price: int, overpay: str, cards: Cards
) -> None:
    stage = scene(purses=((), purse, ()), deck=COW, overpay=overpay).auction((1, price))
    stage.gavel()
    stage.do(0, Sell())

    assert stage.default(1) == Pay(cards)
    assert stage.default(0) is None
    stage.do(1, Pay(cards))


@pytest.mark.parametrize(
    ("purse", "least", "cards"),
    [((0, 10), 0, ()), ((0, 10), 1, (0,)), ((10, 50), 1, (10,)), ((), 1, ())],
)
@pytest.mark.parametrize(
    ("offer_count", "shown"), [("visible", True), ("hidden", False), ("offerer_choice", True)]
)
def test_offer_the_fewest_cards_lowest_first(
    purse: Cards, least: int, cards: Cards, offer_count: str, shown: bool
) -> None:
    stage = scene(
        purses=(purse, (), ()),
        herds=({"cow": 1}, {"cow": 1}),
        min_offer_cards=least,
        offer_count=offer_count,
    ).trade("cow", 1)

    assert stage.default(0) == Offer(cards, shown)
    assert stage.default(1) is None


@pytest.mark.parametrize("purse", [(), (0,), RICH])
@pytest.mark.parametrize("least", [0, 1])
def test_response_accept(purse: Cards, least: int) -> None:
    stage = scene(
        purses=((10,), purse, ()), herds=({"cow": 1}, {"cow": 1}), min_counter_cards=least
    ).trade("cow", 1)
    stage.do(0, Offer((10,)))

    assert stage.default(1) == Accept()
    assert stage.default(0) is None


def test_a_game_of_silent_seats_comes_to_its_end() -> None:
    stage = scene(purses=((), (), ()))
    for _ in range(2000):
        if not stage.actors:
            break
        actor = next(a for a in stage.actors if stage.default(a) is not None)
        action = stage.default(actor)
        assert action is not None
        stage.do(actor, action)
    assert stage.actors == ()
