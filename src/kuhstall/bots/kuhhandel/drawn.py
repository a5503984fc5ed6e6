"""Money that came from the deck in the game for two, and how much of it a seat has not seen."""

from __future__ import annotations

from kuhstall.bots.kuhhandel.belief import Span
from kuhstall.games.kuhhandel.money import Cards


class Drawn:
    """One seat's knowledge of the money in the deck.

    Some of it left the game unseen; so all that is known of a card drawn by
    another seat is that it is one of those not seen yet.
    """

    def __init__(self, money: Cards) -> None:
        self.left = list(money)
        self._hidden = 0

    def seen(self, card: int) -> None:
        self.left.remove(card)

    def unseen(self) -> None:
        self._hidden += 1

    @property
    def low(self) -> int:
        """The least that the cards drawn unseen are worth together."""
        return sum(self.left[: self._hidden])

    @property
    def high(self) -> int:
        """The most that the cards drawn unseen are worth together."""
        return sum(self.left[len(self.left) - self._hidden :])

    @property
    def one(self) -> Span:
        """The possible values of a single card."""
        return Span.of(self.left[0], self.left[-1], sum(self.left) / len(self.left))
