"""The rest of a deck, imagined: what the viewer has seen of it is gone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kuhstall.engine.chance import Chance
from kuhstall.engine.values import Event
from kuhstall.games.kuhhandel.cards import Card
from kuhstall.games.kuhhandel.edition import KuhTable
from kuhstall.games.kuhhandel.events import LotRevealed
from kuhstall.games.kuhhandel.money import NO_CARDS, Cards
from kuhstall.games.kuhhandel.purses import Purses


class Undrawn:
    """All that may still be in the deck, by what the viewer has seen of it.

    `first` is a deck of the right length to begin with; what is in it does not matter. `money` is
    the money that is mixed in, and some more.
    """

    first: tuple[Card, ...]
    money: Cards = NO_CARDS

    def __init__(self, table: KuhTable) -> None:
        self.first = table.edition.deck
        self.red: tuple[Card, ...] = table.edition.deck

    def see(self, event: Event) -> None:
        """Take out what is turned up."""
        if isinstance(event, LotRevealed):
            self.red = without_one(self.red, event.lot)

    def left(self, view: Any, purses: Purses, chance: Chance) -> tuple[Card, ...]:
        """Return as many cards as are left, in some order that fits the view."""
        return tuple(chance.shuffled("imagine", self.red))


def without_one(cards: Sequence[Card], card: Card) -> tuple[Card, ...]:
    at = cards.index(card)
    return (*cards[:at], *cards[at + 1 :])
