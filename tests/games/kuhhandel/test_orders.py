"""Standing orders: what they are for, and what is handed in by them (C-34, C-35)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from kuhstall.engine import Illegal, check
from kuhstall.games.kuhhandel.actions import NameMaximum, Pass, Sell
from kuhstall.games.kuhhandel.orders import envelope, prospects
from kuhstall.games.orders import LotOrder, StandingOrders, placed, to_come
from tests.games.kuhhandel.scenes import Stage, scene

PLAIN = (0, 0, 10, 10, 10, 10, 50)


def turn(*deck: str, **rules: Any) -> Stage:
    """It is the turn of seat 0, and nothing but this is in the pile."""
    chosen = {"auction_mode": "sealed", "envelope_tie": "seat_order", "deck": deck} | rules
    stage = scene(purses=(PLAIN,) * 4, **chosen)
    stage.table = replace(stage.table, world=replace(stage.world, deck=deck))
    return stage


def ordered(stage: Stage, **amounts: int) -> StandingOrders:
    return placed(prospects(stage.table), amounts, others=False, ahead=False)


def test_c_34_an_order_is_for_the_next_of_its_kind_and_once() -> None:
    stage = turn("cow", "pig", "cow", "dog")
    assert [(one.lot, one.left) for one in prospects(stage.table)] == [
        ("dog", 1),
        ("pig", 1),
        ("cow", 2),
    ]
    orders = ordered(stage, cow=70, dog=0)
    assert to_come(orders, prospects(stage.table)) == {"cow": 70, "dog": 0}
    stage.auction()
    assert envelope(stage.table, 1, orders) == NameMaximum(70)
    # While it lies on the table, the next one is another: the order is spent on this one.
    assert to_come(orders, prospects(stage.table)) == {"dog": 0}
    stage.envelopes({})
    stage.auction()
    assert envelope(stage.table, 2, orders) is None  # a pig
    stage.envelopes({})
    stage.auction()
    assert envelope(stage.table, 3, orders) is None  # the second cow


def test_c_34_others_are_passed_and_zero_passes() -> None:
    stage = turn("pig", "cow").auction()
    nothing, others = StandingOrders(), StandingOrders(others=True)
    assert envelope(stage.table, 1, nothing) is None
    assert envelope(stage.table, 1, others) == Pass()
    assert envelope(stage.table, 0, others) == Sell()
    zero = StandingOrders({"pig": LotOrder(0, 1)})
    assert envelope(stage.table, 1, zero) == Pass()
    assert envelope(stage.table, 0, StandingOrders({"pig": LotOrder(50, 1)})) == NameMaximum(50)


def test_c_34_a_plan_for_the_turn_goes_with_an_order_of_whoever_is_next() -> None:
    stage = turn("pig", "cow").auction()
    plan = StandingOrders({"pig": LotOrder(20, 1)}, others=True, ahead=True)
    assert envelope(stage.table, 1, plan) == NameMaximum(20, ahead=True)
    assert envelope(stage.table, 2, plan) == NameMaximum(20)
    last = turn("pig").auction()
    assert envelope(last.table, 1, plan) == NameMaximum(20)


@pytest.mark.parametrize("bluff", ["allowed", "forbidden"])
def test_c_35_what_is_handed_in_is_what_the_seat_may_name(bluff: str) -> None:
    stage = turn("pig", "cow", bluff_bids=bluff).auction()
    much = StandingOrders({"pig": LotOrder(4000, 1)})
    for seat in range(4):
        action = envelope(stage.table, seat, much)
        assert action is not None
        check(stage.table, seat, action)
    mine = envelope(stage.table, 1, much)
    assert mine == NameMaximum(90 if bluff == "forbidden" else stage.phase.auction.cap)
    assert envelope(stage.table, 0, much) == NameMaximum(90)


def test_c_35_no_order_counts_where_envelopes_are_handed_in_anew() -> None:
    stage = turn("pig", "cow").auction()
    orders = StandingOrders({"pig": LotOrder(40, 1)}, others=True)
    assert envelope(stage.table, 3, orders) == NameMaximum(40)
    stage.envelopes({1: NameMaximum(300), 2: NameMaximum(200)})
    assert envelope(stage.table, 3, orders) is None


def test_c_34_what_can_never_be_handed_in_is_refused() -> None:
    stage = turn("pig", "cow")
    for lots, code in (
        ({"rooster": 10}, "no_such_lot"),
        ({"pig": 15}, "no_such_amount"),
        ({"pig": -10}, "no_such_amount"),
        ({"pig": 100_000}, "no_such_amount"),
    ):
        with pytest.raises(Illegal, match=code):
            ordered(stage, **lots)
    assert prospects(turn("pig", "cow", auction_mode="turns").table) == ()


def test_c_36_no_event_says_that_there_was_an_order() -> None:
    by_order, by_hand = turn("pig", "cow").auction(), turn("pig", "cow").auction()
    action = envelope(by_order.table, 1, StandingOrders({"pig": LotOrder(80, 1)}))
    assert action is not None
    other = NameMaximum(30)
    told = by_order.envelopes({1: action, 2: other})
    assert told == by_hand.envelopes({1: NameMaximum(90), 2: other})
    assert "80" not in str(told)
