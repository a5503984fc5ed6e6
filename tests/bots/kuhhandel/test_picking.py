"""Choosing money cards."""

from __future__ import annotations

from itertools import chain, combinations

from hypothesis import given
from hypothesis import strategies as st

from kuhstall.bots.kuhhandel.picking import cards_to_lay, ladder, least, payment, picks
from kuhstall.games.kuhhandel.house_rules import HouseRules
from kuhstall.games.kuhhandel.money import payments

PURSES = st.lists(st.sampled_from([0, 10, 50, 100, 200, 500]), max_size=7).map(
    lambda cards: tuple(sorted(cards))
)


@given(PURSES, st.integers(0, 60).map(lambda n: 10 * n), st.integers(0, 60).map(lambda n: 10 * n))
def test_picks_are_all_there_are(purse: tuple[int, ...], low: int, more: int) -> None:
    every = chain.from_iterable(combinations(purse, n) for n in range(len(purse) + 1))
    expected = {cards for cards in every if low <= sum(cards) <= low + more}

    found = picks(purse, low, low + more)
    assert len(found) == len(set(found))
    assert set(found) == expected
    assert set(picks(purse, low, low + more, 2)) == {cards for cards in expected if len(cards) == 2}


@given(PURSES, st.integers(1, 90).map(lambda n: 10 * n))
def test_a_payment_is_legal_and_wastes_least(purse: tuple[int, ...], price: int) -> None:
    if sum(purse) < price:
        assert least(purse, price) == 0
        return
    cards = payment(purse, price)
    assert sum(cards) == least(purse, price)
    for overpay in ("exact_if_possible", "irredundant", "any"):
        rules = HouseRules(overpay=overpay)
        option = payments(rules.overpay, purse, price)
        assert option.admits(option.fill(cards))


def test_a_payment_keeps_change() -> None:
    assert payment((10, 10, 10, 10, 10, 50, 50), 50) == (50,)
    assert payment((0, 0, 50, 100), 70) == (100,)


def test_a_hand_of_many_cards_looks_like_more() -> None:
    purse = (0, 0, 10, 10, 10, 10, 10, 50)
    assert cards_to_lay(purse, 50, 0, bluffs=2) == (0, 0, 10, 10, 10, 10, 10)
    assert cards_to_lay(purse, 50, 0, bluffs=0) == (10, 10, 10, 10, 10)
    assert cards_to_lay(purse, 50, 0) == (50,)
    assert cards_to_lay(purse, 0, 1) == (0,)
    assert cards_to_lay((10, 50), 0, 1) == (10,)
    assert cards_to_lay(purse, 0, 0) == ()


def test_a_ladder_has_the_first_and_the_last_sum() -> None:
    assert ladder((1, 2, 3), 5) == (1, 2, 3)
    assert ladder(range(101), 5) == [0, 25, 50, 75, 100]
