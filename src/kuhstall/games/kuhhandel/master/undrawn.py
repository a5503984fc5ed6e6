"""The rest of a deck of Kuhhandel Master, imagined: for two, money is in it, and backs are seen."""

from __future__ import annotations

from typing import Final

from kuhstall.engine.chance import Chance
from kuhstall.engine.values import Event
from kuhstall.games.kuhhandel.cards import ANIMALS, PEDIGREES, RAT, Card
from kuhstall.games.kuhhandel.edition import KuhTable
from kuhstall.games.kuhhandel.master.dealing import UNSEEN
from kuhstall.games.kuhhandel.master.events import CardTaken, PedigreeRevealed, RatRevealed
from kuhstall.games.kuhhandel.master.view import DividingView, MasterView
from kuhstall.games.kuhhandel.purses import Purses
from kuhstall.games.kuhhandel.undrawn import Undrawn, without_one

_PEDIGREES: Final = dict(zip(ANIMALS, PEDIGREES, strict=True))


class MixedUndrawn(Undrawn):
    """A deck whose top card the viewer may have lifted, and with money in it for two."""

    def __init__(self, table: KuhTable) -> None:
        super().__init__(table)
        self._divides = table.edition.divides(table.world.seats)
        if self._divides:
            self.money = table.edition.mixed_in(table.world.seats)
            self.first += self.money[UNSEEN:]

    def see(self, event: Event) -> None:
        match event:
            case PedigreeRevealed(_, animal):
                self.red = without_one(self.red, _PEDIGREES[animal])
            case RatRevealed():
                self.red = without_one(self.red, RAT)
            case CardTaken(_, _, card) if card is not None and not isinstance(card, int):
                self.red = without_one(self.red, card)
            case _:
                super().see(event)

    def left(self, view: MasterView, purses: Purses, chance: Chance) -> tuple[Card, ...]:
        """Return the rest of the deck in any order that fits the backs.

        Some of the unseen money is not in the deck.
        """
        lifted = view.phase.card if isinstance(view.phase, DividingView) else None
        cards = list(self.red)
        if isinstance(lifted, int):
            purses.claim(lifted)
        elif lifted is not None:
            cards.remove(lifted)
        deck: list[Card] = [] if lifted is None else [lifted]
        if self._divides:
            green = len(purses.table.world.deck) - len(deck) - len(cards)
            cards += chance.shuffled("imagine", purses.unseen)[:green]
        deck += chance.shuffled("imagine", cards)
        for place, back in enumerate(view.backs):
            for other in range(place, len(deck)):
                if isinstance(deck[other], int) == (back == "money"):
                    deck[place], deck[other] = deck[other], deck[place]
                    break
        return tuple(deck)
