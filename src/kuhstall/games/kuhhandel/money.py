"""Money cards are values, not individuals: a purse, an offer, a payment is a sorted tuple."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from kuhstall.engine.option import Pick, reaches
from kuhstall.games.kuhhandel.actions import Pay

Cards: TypeAlias = tuple[int, ...]
"""Face values in ascending order. Any two cards of one value are the same card."""

NO_CARDS: Final[Cards] = ()
BLUFF: Final = 0
"""The face value of a bluff card."""

Overpay: TypeAlias = Literal["exact_if_possible", "irredundant", "any"]


def cards(counts: dict[int, int]) -> Cards:
    """Lay out the given number of cards of each value."""
    return tuple(value for value, count in sorted(counts.items()) for _ in range(count))


def plus(cards: Cards, more: Cards) -> Cards:
    """Return all the cards together, sorted."""
    return tuple(sorted(cards + more)) if more else cards


def minus(cards: Cards, fewer: Cards) -> Cards:
    """Return the cards without `fewer`, all of which must be among them."""
    if not fewer:
        return cards
    left = list(cards)
    for card in fewer:
        left.remove(card)
    return tuple(left)


def bluff_cards(cards: Cards) -> Cards:
    """Return only those that are worth nothing."""
    return (BLUFF,) * cards.count(BLUFF)


def payments(overpay: Overpay, purse: Cards, price: int) -> Pick:
    """State what a purse may pay a price with. No change is given (A-01, A-02)."""
    exact = overpay == "exact_if_possible" and reaches(purse, price)
    return Pick(Pay(NO_CARDS), "cards", purse, 0, price, exact, overpay != "any")
