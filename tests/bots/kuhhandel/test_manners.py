"""How a farmer looks to others: no silly prices, and bluffs that come off now and then."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

import pytest

from kuhstall.bots.kuhhandel.outlook import taste_value
from kuhstall.bots.kuhhandel.personality import PERSONALITIES, Personality, numbers, of_numbers
from kuhstall.bots.registry import make
from kuhstall.engine.values import Event
from kuhstall.games.kuhhandel.cards import RAT, VALUES, Animal
from kuhstall.games.kuhhandel.editions import find
from kuhstall.games.kuhhandel.events import (
    BoughtOut,
    LotRevealed,
    LotSold,
    OfferMade,
    TradeSettled,
)
from tests.bots.kuhhandel.tables import played_out

_SMALL = 10


def log(game: int, name: str) -> tuple[Event, ...]:
    match = played_out(
        find("kuhhandel/2"),
        4,
        lambda seat, chance: make(name, "kuhhandel/2", seat, chance),
        f"manners {game}",
    )
    return tuple(match.log)


@pytest.fixture(scope="module")
def logs() -> list[tuple[Event, ...]]:
    return [log(game, "farmer:bluffer") for game in range(5)]


def sales(told: tuple[Event, ...]) -> Iterator[tuple[Animal, int]]:
    lot: Animal = "rooster"
    for event in told:
        if isinstance(event, LotRevealed):
            lot = event.lot
        if isinstance(event, LotSold | BoughtOut):
            yield lot, event.price


def test_no_lot_costs_more_than_it_can_ever_be_worth(logs: list[tuple[Event, ...]]) -> None:
    prices = list(chain.from_iterable(map(sales, logs)))

    assert len(prices) > 100
    assert [(lot, price) for lot, price in prices if price > VALUES[lot] + 50] == []
    silly = chain.from_iterable(sales(log(game, "farmer@1")) for game in range(2))
    assert any(price > VALUES[lot] + 50 for lot, price in silly)  # it did before


def test_bluffs_come_off_and_are_called(logs: list[tuple[Event, ...]]) -> None:
    trades = [event for told in logs for event in told if isinstance(event, TradeSettled)]
    bluffs = [trade for trade in trades if sum(trade.offer or ()) <= _SMALL]

    assert any(trade.accepted for trade in bluffs)
    assert any(not trade.accepted and trade.winner == trade.challenged for trade in bluffs)
    assert sum(trade.accepted for trade in trades) < len(trades) / 2


def laid(told: Iterable[tuple[Event, ...]]) -> Iterator[tuple[int, int]]:
    """Tell what was laid in trades, and the most that would be sensible."""
    for event in chain.from_iterable(told):
        if isinstance(event, TradeSettled) and event.animal != RAT:
            most = event.stake * (VALUES[event.animal] + 50)
            yield sum(event.offer or ()), most
            yield sum(event.counter or ()), most


@pytest.mark.parametrize("name", ["easy", "medium", "hard", "farmer:bluffer"])
def test_no_bot_lays_more_than_the_animals_can_be_worth(
    name: str, logs: list[tuple[Event, ...]]
) -> None:
    told = logs if name == "farmer:bluffer" else [log(game, name) for game in range(2)]
    assert [(sums, most) for sums, most in laid(told) if sums > most] == []


def test_the_frozen_farmer_laid_more() -> None:
    assert any(sums > most for sums, most in laid([log(0, "farmer@2")]))


def test_a_bluffer_often_offers_nothing_at_all(logs: list[tuple[Event, ...]]) -> None:
    def empty(told: Iterable[tuple[Event, ...]]) -> float:
        offers = [each.cards for each in chain.from_iterable(told) if isinstance(each, OfferMade)]
        return sum(not sum(cards or ()) for cards in offers) / len(offers)

    assert empty(logs) > 0.2 > 2 * empty(log(game, "farmer:thrifty") for game in range(2))


def test_a_personality_is_its_numbers() -> None:
    for personality in PERSONALITIES.values():
        assert of_numbers(numbers(personality)) == personality


def test_the_first_farmer_has_no_taste_and_no_ceiling() -> None:
    first = Personality()

    assert [taste_value(value, first.taste) for value in VALUES.values()] == list(VALUES.values())
    assert first.ceiling * VALUES["rooster"] > 10**9
