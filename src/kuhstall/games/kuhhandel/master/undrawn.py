"""The rest of a deck of Kuhhandel Master, imagined: for two, money is in it, and backs are seen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from kuhstall.engine.chance import Chance
from kuhstall.engine.values import Event
from kuhstall.games.kuhhandel.cards import ANIMALS, PEDIGREES, RAT, Card
from kuhstall.games.kuhhandel.edition import KuhTable
from kuhstall.games.kuhhandel.events import LotRevealed
from kuhstall.games.kuhhandel.guessing import without
from kuhstall.games.kuhhandel.master.dealing import UNSEEN
from kuhstall.games.kuhhandel.master.events import CardTaken, PedigreeRevealed, RatRevealed
from kuhstall.games.kuhhandel.master.view import DividingView, MasterView
from kuhstall.games.kuhhandel.money import Cards
from kuhstall.games.kuhhandel.undrawn import Undrawn

_PEDIGREES: Final = dict(zip(ANIMALS, PEDIGREES, strict=True))


class MixedUndrawn(Undrawn):
    """A deck whose top card the viewer may have lifted, and with money in it for two."""

    def __init__(self, table: KuhTable, view: MasterView, heard: Sequence[Event]) -> None:
        self._backs = view.backs
        self._divides = table.edition.divides(table.world.seats)
        lifted = view.phase.card if isinstance(view.phase, DividingView) else None
        self._lifted = () if lifted is None else (lifted,)
        seen = (*_turned_up(heard), *self._lifted)
        super().__init__(table, [card for card in seen if not isinstance(card, int)])
        if self._divides:
            money = table.edition.mixed_in(table.world.seats)
            self.first += money[UNSEEN:]
            self.money = without(money, tuple(card for card in seen if isinstance(card, int)))

    def left(self, count: int, money: Cards, chance: Chance) -> tuple[Card, ...]:
        """Return the rest of the deck in any order that fits the backs.

        Of the money that nobody has seen, some is not in the deck.
        """
        cards = list(self._red)
        if self._divides:
            green = count - len(self._lifted) - len(cards)
            cards += chance.shuffled("imagine", money)[:green]
        deck = [*self._lifted, *chance.shuffled("imagine", cards)]
        for place, back in enumerate(self._backs):
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
