"""The memory of Kuhhandel Master, where some prices are numbers of cards.

Cards laid beside a rat belong to no seat until it is taken. In the game for two, money lies in the
deck, and what another seat drew of it stays unknown.
"""

from __future__ import annotations

from kuhstall.bots.kuhhandel.belief import Belief, Span
from kuhstall.bots.kuhhandel.drawn import Drawn
from kuhstall.bots.kuhhandel.memory import Memory, cheap, negative
from kuhstall.engine.values import Event, Seat, TableOpened
from kuhstall.games.kuhhandel.master.events import (
    CardLaid,
    CardTaken,
    PedigreeBoughtOut,
    PedigreeSold,
    RatTaken,
    SlapExposed,
    Slapped,
)
from kuhstall.games.kuhhandel.money import NO_CARDS


class MasterMemory(Memory):
    """One seat's memory of one table of Kuhhandel Master."""

    def _opened(self, event: TableOpened) -> None:
        super()._opened(event)
        if self.edition.divides(event.seats):
            self.drawn = Drawn(self.edition.mixed_in(event.seats))

    def _hear_more(self, event: Event) -> None:
        match event:
            case Slapped(seat, count):
                if self.rules.bluff_bids == "forbidden":
                    self._holds(seat, count)
            case PedigreeSold(_, seat, price) | PedigreeBoughtOut(seat, _, price):
                self._price = None
                self._holds(seat, price)
            case SlapExposed(seat, _, cards):
                self._exposed(seat, cards)
            case CardLaid():
                self._laid(event)
            case RatTaken():
                self._rat_taken(event)
            case CardTaken():
                self._card_taken(event)

    def _holds(self, seat: Seat, count: int) -> None:
        belief = self.purses[seat]
        if count > belief.fewest:
            belief.at_least(0, count)
            self._tighten()

    def _laid(self, event: CardLaid) -> None:
        """Put a card beside the rat: it belongs to no seat until the rat is taken."""
        purse, card = self.purses[event.seat], event.card
        if card is None and purse.cards is not None and len(set(purse.cards)) == 1:
            card = purse.cards[0]
        if card is not None:
            purse.give((card,))
            self.pot.get((card,))
        else:
            worth = cheap(purse.laid(1, self.largest))
            purse.shift(negative(worth), Span(-1, -1, -1))
            self.pot.shift(worth, Span(1, 1, 1))
        self._tighten()

    def _rat_taken(self, event: RatTaken) -> None:
        taker, pot = self.purses[event.seat], self.pot
        if event.cards is not None:
            # What lay there tells what the others have laid.
            self.pot = pot = Belief.exact(event.cards)
            self._tighten()
        if pot.cards is not None:
            taker.get(pot.cards)
        else:
            worth = Span(pot.low, pot.high, pot.guess)
            taker.shift(worth, Span(event.count, event.count, event.count))
        self.pot = Belief.exact(NO_CARDS)
        self._tighten()

    def _card_taken(self, event: CardTaken) -> None:
        """Follow a card of the deck, which in the game for two may be money."""
        self._paid_out(event.payout)
        if not event.money:
            return
        self.cards += 1
        if isinstance(event.card, int):
            self.money += event.card
            self.drawn.seen(event.card)
            self.purses[event.seat].get((event.card,))
        else:
            self.purses[event.seat].shift(self.drawn.one, Span(1, 1, 1))
            self.drawn.unseen()
        self._tighten()
