"""The rest of a deck, imagined: what the viewer has seen of it is gone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from kuhstall.engine.chance import Chance
from kuhstall.engine.values import Event
from kuhstall.games.kuhhandel.cards import Card
from kuhstall.games.kuhhandel.edition import KuhTable
from kuhstall.games.kuhhandel.events import LotRevealed
from kuhstall.games.kuhhandel.money import NO_CARDS, Cards


class Undrawn:
    """What the viewer has seen of the deck, and all that may still be in it.

    `first` is a deck of the right length to begin with; what is in it does not matter. `money` is
    the money of the deck that the viewer has not seen, though others may have.
    """

    first: tuple[Card, ...]
    money: Cards = NO_CARDS

    def __init__(self, table: KuhTable, seen: Iterable[Card]) -> None:
        self.first = table.edition.deck
        self._red = list(table.edition.deck)
        for card in seen:
            self._red.remove(card)

    def left(self, count: int, money: Cards, chance: Chance) -> tuple[Card, ...]:
        """Return as many cards as are left, in some order; `money` is what nobody has seen yet."""
        return tuple(chance.shuffled("imagine", self._red))


def turned_up(heard: Sequence[Event]) -> Iterator[Card]:
    """List the cards that have been turned up for an auction."""
    for event in heard:
        if isinstance(event, LotRevealed):
            yield event.lot
