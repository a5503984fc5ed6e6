"""A seat's knowledge of a purse: bounds that always hold, and an estimate between them.

All sums are of a purse together with what its owner has laid on the table: an offer is the
owner's until the trade is settled.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from kuhstall.bots.addition import add_up
from kuhstall.games.kuhhandel.money import Cards, minus, plus


class Span(Struct, frozen=True, gc=False):
    """A hidden number: bounds that always hold, and the likeliest value."""

    low: int
    high: int
    guess: float

    @classmethod
    def of(cls, low: int, high: int, guess: float) -> Span:
        return cls(low, high, min(max(guess, low), high))


class Belief(Struct):
    """The knowledge of one purse. `cards` is set while every card of it is known."""

    low: int
    high: int
    guess: float
    fewest: int
    most: int
    cards: Cards | None

    @classmethod
    def exact(cls, cards: Cards) -> Belief:
        worth = sum(cards)
        return cls(worth, worth, worth, len(cards), len(cards), cards)

    def at_least(self, worth: int, count: int = 0) -> None:
        """Learn that the purse held at least this much, in at least this many cards."""
        self.low = max(self.low, worth)
        self.fewest = max(self.fewest, count)
        self.settle()

    def get(self, cards: Cards) -> None:
        worth = sum(cards)
        self.low += worth
        self.high += worth
        self.guess += worth
        self.fewest += len(cards)
        self.most += len(cards)
        if self.cards is not None:
            self.cards = plus(self.cards, cards)

    def give(self, cards: Cards) -> None:
        """Lose cards that were seen, and so were there before."""
        worth = sum(cards)
        self.at_least(worth, len(cards))
        self.low -= worth
        self.high -= worth
        self.guess -= worth
        self.fewest -= len(cards)
        self.most -= len(cards)
        if self.cards is not None:
            self.cards = minus(self.cards, cards)

    def shift(self, worth: Span, count: Span) -> None:
        """Gain (or lose, below zero) an unseen amount in an unseen number of cards."""
        self.low = max(0, self.low + worth.low)
        self.high += worth.high
        self.guess += worth.guess
        self.fewest = max(0, self.fewest + count.low)
        self.most += count.high
        self.cards = None
        self.settle()

    def settle(self) -> None:
        self.guess = min(max(self.guess, self.low), self.high)

    def laid(self, count: int | None, largest: int) -> Span:
        """Bound an offer of `count` cards from this purse; None if their number is hidden.

        No card is worth more than `largest`.
        """
        if self.cards is not None and count is not None:
            return Span.of(
                sum(self.cards[:count]),
                sum(self.cards[len(self.cards) - count :]),
                self.guess * count / max(1, len(self.cards)),
            )
        if count is None:
            return Span.of(0, self.high, self.guess / 2)
        holds = max(1, count, (self.fewest + self.most) / 2)
        return Span.of(0, min(self.high, count * largest), self.guess * count / holds)


def tighten(beliefs: Sequence[Belief], worth: int, count: int, slack: int = 0) -> None:
    """Use the known total of these purses: `worth`, in `count` cards.

    Where the sum is not known exactly either, they may hold up to `slack` more.
    """
    low, high = sum(b.low for b in beliefs), sum(b.high for b in beliefs)
    fewest, most = sum(b.fewest for b in beliefs), sum(b.most for b in beliefs)
    if low == high and fewest == most:
        return
    for belief in beliefs:
        least, highest = worth - (high - belief.high), worth + slack - (low - belief.low)
        few, many = count - (most - belief.most), count - (fewest - belief.fewest)
        belief.low, belief.high = max(belief.low, least), min(belief.high, highest)
        belief.fewest, belief.most = max(belief.fewest, few), min(belief.most, many)
        belief.settle()
    if not slack:
        _level(beliefs, worth)


def _level(beliefs: Sequence[Belief], worth: int) -> None:
    """Make the guesses add up, each giving way as far as it is unsure."""
    astray = worth - add_up(b.guess for b in beliefs)
    room = [(b.high - b.guess) if astray > 0 else (b.guess - b.low) for b in beliefs]
    total = add_up(room)
    if total <= 0:
        return
    for belief, free in zip(beliefs, room, strict=True):
        belief.guess += astray * free / total
        belief.settle()
