"""A random table of Kuhhandel Master that fits all a viewer has seen and heard.

In the game for two the unseen money is known together with what is left of the deck. Slaps that
others have planned are imagined as not planned: each may still slap at every count.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from kuhstall.engine.chance import Chance
from kuhstall.engine.values import Event, Seat
from kuhstall.games.kuhhandel.edition import KuhTable
from kuhstall.games.kuhhandel.events import Paid
from kuhstall.games.kuhhandel.guessing import blind, without
from kuhstall.games.kuhhandel.imagining import Imagination
from kuhstall.games.kuhhandel.master.events import (
    CardLaid,
    CardTaken,
    PedigreeBoughtOut,
    PedigreeSold,
    RatRevealed,
    RatTaken,
    SlapExposed,
    Slapped,
)
from kuhstall.games.kuhhandel.master.phases.pedigree_payment import PedigreePayment
from kuhstall.games.kuhhandel.master.phases.rat_round import RatRound
from kuhstall.games.kuhhandel.master.undrawn import MixedUndrawn
from kuhstall.games.kuhhandel.master.view import MasterView
from kuhstall.games.kuhhandel.money import Cards, minus


def imagine(table: KuhTable, view: MasterView, heard: Sequence[Event], chance: Chance) -> KuhTable:
    """Fold the log from the empty table, filling every blank in at random."""
    return MasterImagination(table, view.viewer, chance).table(view, heard, chance)


class MasterImagination(Imagination):
    _pot: Cards | None = None  # what others have yet to lay, if the viewer will see it

    def deck(self, table: KuhTable) -> MixedUndrawn:
        return MixedUndrawn(table)

    def open(self, event: Event, place: int) -> bool:
        if isinstance(event, RatRevealed):
            return not any(isinstance(later, RatTaken) for later in self._heard[place + 1 :])
        return super().open(event, place)

    def fill(self, event: Event, place: int) -> Event:
        match event:
            case PedigreeSold(_, seat, price) | PedigreeBoughtOut(seat, _, price):
                self.purses.hold(seat, price)
            case Slapped(seat, count) if self._rules.bluff_bids == "forbidden":
                self.purses.hold(seat, count)
            case SlapExposed(seat, _, cards):
                self.purses.expose(seat, cards)
            case RatRevealed():
                self._pot = self._known_pot(place)
            case CardLaid():
                return self._laid(event, place)
            case RatTaken():
                return self._taken(event)
            case CardTaken() if event.money:
                return self._drawn(event)
            case CardTaken() if event.payout:
                self.pay_out(event.payout)
            case _:
                return super().fill(event, place)
        return event

    def fill_payment(self, event: Paid) -> Paid:
        if not isinstance(self.purses.table.phase, PedigreePayment):
            return super().fill_payment(event)
        cards = event.cards
        if cards is None:  # for a pedigree any cards will do
            cards = blind(self.purses[event.payer], event.count, self.chance)
        self.purses.provide({event.payer: cards})
        return self.hand_over(event, cards)

    def _known_pot(self, place: int) -> Cards | None:
        """Look ahead: what others will have laid beside a rat, if the viewer takes it."""
        own: list[int] = []
        for event in self._heard[place + 1 :]:
            if isinstance(event, RatTaken):
                return None if event.cards is None else without(event.cards, tuple(own))
            if isinstance(event, CardLaid) and event.card is not None:
                own.append(event.card)
        return None

    def _laid(self, event: CardLaid, place: int) -> CardLaid:
        card = event.card
        if card is None:
            card = self._beside_the_rat(event.seat, place)
        self.purses.provide({event.seat: (card,)})
        self.leave(event.seat, (card,), 1, known=event.card is not None)
        return replace(event, card=card)

    def _beside_the_rat(self, seat: Seat, place: int) -> int:
        """Guess a card that was laid; from a known pot, one that few others could have laid."""
        if self._pot is None:
            (card,) = blind(self.purses[seat] or self.purses.reach(seat), 1, self.chance)
            return card
        own = self.purses[seat]
        fitting = tuple(card for card in self._pot if card in own) or self._pot
        later = list(self._layers(place))
        rarity = {c: sum(c in self.purses[other] for other in later) for c in fitting}
        rarest = min(rarity.values())
        (card,) = blind(tuple(c for c in fitting if rarity[c] == rarest), 1, self.chance)
        self._pot = minus(self._pot, (card,))
        return card

    def _layers(self, place: int) -> Iterator[Seat]:
        """List who will still lay a card that the viewer does not see."""
        for event in self._heard[place + 1 :]:
            if isinstance(event, RatTaken):
                return
            if isinstance(event, CardLaid) and event.card is None:
                yield event.seat

    def _taken(self, event: RatTaken) -> RatTaken:
        """Give the pot to its taker. The viewer knows all of it, or at least their own cards."""
        phase = self.purses.table.phase
        pot = phase.pot if isinstance(phase, RatRound) else ()
        own = tuple(sorted(card for seat, card in pot if seat == self.purses.viewer))
        self.enter(event.seat, own if event.cards is None else event.cards)
        return replace(event, cards=tuple(sorted(card for _, card in pot)))

    def _drawn(self, event: CardTaken) -> CardTaken:
        """Give a money card of the deck to its taker."""
        card = event.card
        if not isinstance(card, int):
            return replace(event, card=self.purses.draw())
        self.purses.claim(card)
        self.enter(event.seat, (card,))
        return event
