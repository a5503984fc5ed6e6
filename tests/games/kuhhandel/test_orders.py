"""Standing orders: what they are for, and what is handed in by them (C-34, C-35)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from kuhstall.arena.chance import QuickChance
from kuhstall.bots.random_bot import RandomBot
from kuhstall.engine import Chance, Event, Illegal, Match, Seat, check
from kuhstall.games.kuhhandel.actions import NameMaximum, Pass, Sell
from kuhstall.games.kuhhandel.events import EnvelopesOpened, Exposed
from kuhstall.games.kuhhandel.master.events import RatSettled, SlapExposed, SlapsOpened
from kuhstall.games.kuhhandel.orders import envelope, prospects
from kuhstall.games.orders import LotOrder, OrderBook, StandingOrders, placed, to_come
from kuhstall.games.registry import find
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
def test_c_35_an_order_never_names_more_than_its_owner_holds(bluff: str) -> None:
    stage = turn("pig", "cow", bluff_bids=bluff).auction()
    much = StandingOrders({"pig": LotOrder(4000, 1)})
    for seat in range(4):
        action = envelope(stage.table, seat, much)
        assert action == NameMaximum(90)
        check(stage.table, seat, action)
    purses = (PLAIN, (), PLAIN, PLAIN)
    stage.table = replace(stage.table, world=replace(stage.world, purses=purses))
    assert envelope(stage.table, 1, much) == Pass()
    ahead = replace(much, ahead=True)
    assert envelope(stage.table, 1, ahead) == NameMaximum(0, ahead=True)


def test_c_35_the_money_counts_that_is_there_when_the_animal_comes() -> None:
    """What was paid since the order was placed is gone, and what a donkey paid is there."""
    stage = turn("dog", "donkey", "cow")
    orders = ordered(stage, dog=90, donkey=4 * 90)
    stage.auction()
    action = envelope(stage.table, 1, orders)
    assert action == NameMaximum(90)
    stage.envelopes({1: action, 2: NameMaximum(40)})
    assert stage.cash(1) == 40
    stage.auction()
    assert envelope(stage.table, 1, orders) == NameMaximum(90)  # 40, and 50 for the donkey


GAMES = (20, pytest.param(500, marks=pytest.mark.thorough))


@pytest.mark.parametrize("games", GAMES)
def test_c_35_c_41_no_order_exposes_its_owner(games: int) -> None:
    """Slow games in which three seats order every animal, for any price, and the fourth bluffs."""
    editions = [find(key) for key in ("kuhhandel/2", "kuhhandel/2-ru", "kuhhandel/1", "master")]
    by_order = exposed = 0
    for game in range(games):
        edition = editions[game % len(editions)]
        match = Match(
            edition.with_rules(edition.hosted({}, over_days=True)), 4, QuickChance(f"deal {game}")
        )
        handed_in, caused, bluffs = _play_by_orders(match, QuickChance(f"play {game}"))
        assert caused == [], f"{edition.key}, game {game}"
        by_order, exposed = by_order + handed_in, exposed + bluffs
    assert by_order > 60 * games
    assert exposed > games  # by hand one may still bluff


def _play_by_orders(match: Match, chance: Chance) -> tuple[int, list[Event], int]:
    """Count envelopes that were handed in by order, and list the exposures of their owners."""
    bot, handed_in, caused, bluffs = RandomBot(chance), 0, list[Event](), 0
    book: OrderBook[Any] = match.table.edition.game.orders
    orders: dict[Seat, StandingOrders] = {}
    while match.actors:
        if match.table.phase.ordered(match.table):
            acts = {
                seat: action
                for seat, placed_by in orders.items()
                if (action := book.envelope(match.table, seat, placed_by)) is not None
            }
            for seat in match.actors:
                # Where all hand in anew no order counts: a person who does not look passes.
                silent = match.table.phase.default(match.table, seat)
                by_hand = bot.choose(match.seen(seat)) if seat == 3 else silent
                assert by_hand is not None
                match.play(seat, acts.get(seat, by_hand))
            handed_in += len(acts)
            told = _latest(match)
            caused += [one for one in told if one.seat in acts]
            bluffs += len(told)
            continue
        found = book.prospects(match.table)
        for seat in range(3):
            amounts = {
                one.lot: chance.below(f"{seat}", one.most // one.step + 1) * one.step
                for one in found
            }
            orders[seat] = placed(found, amounts, others=False, ahead=seat == 1)
        seat = match.actors[0]
        match.play(seat, bot.choose(match.seen(seat)))
    return handed_in, caused, bluffs


_OPENINGS = (EnvelopesOpened, SlapsOpened, RatSettled)


def _latest(match: Match) -> list[Exposed | SlapExposed]:
    """List who was exposed when the latest envelopes were opened."""
    at = max(n for n, event in enumerate(match.log) if isinstance(event, _OPENINGS))
    return [event for event in match.log[at:] if isinstance(event, Exposed | SlapExposed)]


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
