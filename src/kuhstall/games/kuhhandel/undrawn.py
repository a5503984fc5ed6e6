"""The rest of a deck, imagined: what the viewer has seen of it is gone, or lies on top."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from kuhstall.engine.chance import Chance
from kuhstall.engine.values import Event
from kuhstall.games.kuhhandel.cards import ANIMALS, PEDIGREES, RAT, Card
from kuhstall.games.kuhhandel.edition import KuhTable
from kuhstall.games.kuhhandel.events import (
    CardTaken,
    LotRevealed,
    PedigreeRevealed,
    RatRevealed,
)
from kuhstall.games.kuhhandel.guessing import without
from kuhstall.games.kuhhandel.money import NO_CARDS, Cards
from kuhstall.games.kuhhandel.phases.dealing import UNSEEN
from kuhstall.games.kuhhandel.view import DividingView, MasterView, View

_PEDIGREES: Final = dict(zip(ANIMALS, PEDIGREES, strict=True))


class Undrawn:
    """What the viewer has seen of the deck, and all that may still be in it."""

    def __init__(self, table: KuhTable, view: View, heard: Sequence[Event]) -> None:
        self._view = view
        self._divides = table.edition.divides(table.world.seats)
        seen = list(_turned_up(heard))
        lifted = view.phase.card if isinstance(view.phase, DividingView) else None
        self._lifted = () if lifted is None else (lifted,)
        seen += self._lifted
        red = list(table.edition.deck)
        for card in seen:
            if not isinstance(card, int):
                red.remove(card)
        self._red = red
        self._first = table.edition.deck
        self.money = NO_CARDS
        """The money that the viewer has not seen in the deck, though others may have."""
        if self._divides:
            money = table.edition.mixed_in(table.world.seats)
            self._first += money[UNSEEN:]
            self.money = without(money, tuple(card for card in seen if isinstance(card, int)))

    @property
    def first(self) -> tuple[Card, ...]:
        """Return a deck of the right length to begin with. Nobody asks what is in it."""
        return self._first

    def left(self, count: int, money: Cards, chance: Chance) -> tuple[Card, ...]:
        """Return so many cards in any order that fits the backs; some of the money is not there."""
        green = count - len(self._lifted) - len(self._red)
        cards = [*self._red]
        if self._divides:
            cards += chance.shuffled("imagine", money)[:green]
        deck = [*self._lifted, *chance.shuffled("imagine", cards)]
        backs = self._view.backs if isinstance(self._view, MasterView) else ()
        for place, back in enumerate(backs):
            for other in range(place, len(deck)):
                if isinstance(deck[other], int) == (back == "money"):
                    deck[place], deck[other] = deck[other], deck[place]
                    break
        return tuple(deck)


def _turned_up(heard: Sequence[Event]) -> Iterator[Card]:
    """List the cards that have left the deck and that the viewer has seen."""
    for event in heard:
        match event:
            case LotRevealed(_, lot):
                yield lot
            case PedigreeRevealed(_, animal):
                yield _PEDIGREES[animal]
            case RatRevealed():
                yield RAT
            case CardTaken(_, _, card) if card is not None:
                yield card
