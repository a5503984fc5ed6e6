"""A random table that fits all a viewer has seen and heard: what a search bot plays on.

Every purse is known at the start, and every payout is public; only some transfers are hidden.
So imagining means filling in the blanks of the log and folding it. Where a later fact shows an
earlier guess wrong, purses swap unseen cards until it fits. It always can: the
viewer's purse is known to the card, so all other money together is known as well.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from itertools import product
from typing import Any, Final, Self

from msgspec.structs import replace

from kuhstall.engine.chance import Chance
from kuhstall.engine.table import Table
from kuhstall.engine.values import Event, Seat, Viewer
from kuhstall.games.kuhhandel.edition import KuhTable
from kuhstall.games.kuhhandel.events import (
    BidPlaced,
    BoughtOut,
    CounterMade,
    Dealt,
    Exposed,
    LotRevealed,
    LotSold,
    OfferMade,
    Paid,
    TradeSettled,
)
from kuhstall.games.kuhhandel.guessing import (
    Bout,
    Shape,
    blind,
    bout,
    nearest_payment,
    payment,
    without,
)
from kuhstall.games.kuhhandel.money import (
    BLUFF,
    NO_CARDS,
    Cards,
    bluff_cards,
    minus,
    payments,
    plus,
)
from kuhstall.games.kuhhandel.phases.bidding import Bidding
from kuhstall.games.kuhhandel.phases.offering import Offering, Trade
from kuhstall.games.kuhhandel.phases.payment import Payment
from kuhstall.games.kuhhandel.phases.preemption import Preemption
from kuhstall.games.kuhhandel.phases.responding import Responding
from kuhstall.games.kuhhandel.phases.settling import Settling, Shares, shares
from kuhstall.games.kuhhandel.purses import Purses
from kuhstall.games.kuhhandel.undrawn import Undrawn
from kuhstall.games.kuhhandel.view import TableView

_HIDDEN: Final = 3
"""Cards that even a purse imagined empty may turn out to have held."""


def imagine(table: KuhTable, view: TableView, heard: Sequence[Event], chance: Chance) -> KuhTable:
    """Fold the log from the empty table, filling every blank in at random."""
    return Imagination(table, view.viewer, chance).table(view, heard, chance)


class Imagination:
    """A log whose blanks are being filled in, and the table that it has led to so far.

    What was filled in once stays, so that hearing more does not mean folding everything again.
    Only what may yet be explained, as an offer is by its settlement, is left for the next time.
    """

    def __init__(self, table: KuhTable, viewer: Viewer, chance: Chance) -> None:
        self.purses = Purses(table, viewer, chance)
        self.undrawn = self.deck(table)
        self._heard: Sequence[Event] = ()
        self._filled = 1  # the opening has led to the empty table
        self._rules = table.edition.rules
        self.chance = chance
        self._counter = NO_CARDS  # drawn along with the offer, to be laid next
        self._known = False  # whether the viewer is one of the two traders

    def deck(self, table: KuhTable) -> Undrawn:
        """Return the whole deck, of which nothing has been seen."""
        return Undrawn(table)

    def table(self, view: Any, heard: Sequence[Event], chance: Chance) -> KuhTable:
        """Go on to all that was heard by now. What is filled in for the moment takes `chance`."""
        self._heard = heard
        while self._filled < len(heard) and not self.open(heard[self._filled], self._filled):
            self.fold(self._filled)
            self._filled += 1
        passing = self._copied(chance)
        for place in range(self._filled, len(heard)):
            passing.fold(place)
        return passing.dealt(view)

    def open(self, event: Event, place: int) -> bool:
        """Whether more may yet be told that explains an event."""
        return isinstance(event, OfferMade) and self._outcome(place)[1] is None

    def _copied(self, chance: Chance) -> Self:
        """Return another one that goes on from here with a chance of its own."""
        other = copy(self)
        other.chance = chance
        other.purses = self.purses.copied(chance)
        other.undrawn = copy(self.undrawn)
        return other

    def fold(self, place: int) -> None:
        event = self._heard[place]
        self.undrawn.see(event)
        filled = self.fill(event, place)
        self.purses.table = self.purses.table.phase.evolve(self.purses.table, filled)

    def dealt(self, view: Any) -> KuhTable:
        """Shuffle what is left of the deck, as the view shows it."""
        deck = self.undrawn.left(view, self.purses, self.chance)
        table = self.purses.table
        world = replace(table.world, deck=deck)
        return Table(table.edition, world, table.phase, table.moment)

    def fill(self, event: Event, place: int) -> Event:
        """Fill in what the viewer has not seen of an event, and make purses fit what is told."""
        match event:
            case Dealt(_, purse):
                self.purses.shown = [purse] * len(self.purses.shown)
                self.purses.unseen = self.undrawn.money
                return replace(event, deck=self.undrawn.first)
            case LotRevealed() if event.payout:
                self.pay_out(event.payout)
            case BidPlaced(seat, amount) if self._rules.bluff_bids == "forbidden":
                self._afford(seat, amount)
            case LotSold(_, seat, price) | BoughtOut(seat, _, price):
                self._afford(seat, price)
            case Exposed(seat, _, cards):
                self.purses.expose(seat, cards)
            case Paid():
                return self.fill_payment(event)
            case OfferMade():
                return self._offered(event, place)
            case CounterMade(seat):
                self.leave(seat, self._counter, event.count, known=self._known)
                return replace(event, cards=self._counter, count=len(self._counter))
            case TradeSettled():
                return self._settled(event)
        return event

    def pay_out(self, card: int) -> None:
        self.purses.shown = [plus(shown, (card,)) for shown in self.purses.shown]

    def _afford(self, seat: Seat, amount: int) -> None:
        phase = self.purses.table.phase
        bids: Sequence[int] = (0,) * len(self.purses.shown)
        if isinstance(phase, Bidding | Preemption) and self._rules.bluff_bids == "forbidden":
            bids = phase.bids
        self.purses.afford(seat, amount, bids)

    def leave(self, seat: Seat, cards: Cards, count: int | None, *, known: bool) -> None:
        """Note that cards leave a purse: of unknown ones, any might be one that was shown."""
        shown = self.purses.shown[seat]
        if known:
            shown = without(shown, cards)
        elif count is None:
            shown = NO_CARDS
        else:
            shown = tuple(c for at, c in enumerate(shown) if at - shown.index(c) >= count)
        self.purses.shown[seat] = shown

    def enter(self, seat: Seat, cards: Cards | None) -> None:
        """Note that cards get into a purse; None for unknown ones."""
        self.purses.shown[seat] = plus(self.purses.shown[seat], cards or NO_CARDS)

    def fill_payment(self, event: Paid) -> Paid:
        phase = self.purses.table.phase
        if not isinstance(phase, Payment):
            return event
        cards = event.cards
        if cards is None:
            cards = self._payment(event.payer, phase.price, event.count)
        self.purses.provide({event.payer: cards})
        if self._rules.overpay == "exact_if_possible" and sum(cards) > phase.price:
            self.purses.bar(event.payer, phase.price)
        return self.hand_over(event, cards)

    def hand_over(self, event: Paid, cards: Cards) -> Paid:
        """Note that a payment has changed hands."""
        self.leave(event.payer, cards, event.count, known=event.cards is not None)
        self.enter(event.payee, event.cards)
        return replace(event, cards=cards)

    def _payment(self, payer: Seat, price: int, count: int) -> Cards:
        """Guess a payment of `count` cards, from the payer's purse if possible."""
        overpay, purse = self._rules.overpay, self.purses[payer]
        found = payment(payments(overpay, purse, price), count, self.chance)
        if found is not None:
            return found
        pool = self.purses.reach(payer)
        found = nearest_payment(payments(overpay, pool, price), count, purse, self.chance)
        return blind(pool, count, self.chance) if found is None else found

    def _offered(self, event: OfferMade, place: int) -> OfferMade:
        """Fill in an offer together with its counter, as one settlement tells of both."""
        phase = self.purses.table.phase
        if not isinstance(phase, Offering):
            return event
        trade = phase.trade
        answer, told = self._outcome(place)
        self._known = told is not None and told.offer is not None
        if told is not None and told.offer is not None:
            offer, self._counter = told.offer, told.counter or NO_CARDS
        elif event.cards is not None:
            offer, self._counter = event.cards, NO_CARDS
        else:
            offer, self._counter = self._bout(trade, event.count, answer, told)
        self.purses.provide({trade.challenger: offer, trade.challenged: self._counter})
        known = self._known or event.cards is not None
        self.leave(event.seat, offer, event.count, known=known)
        return replace(event, cards=offer, count=len(offer))

    def _outcome(self, place: int) -> tuple[CounterMade | None, TradeSettled | None]:
        """Look ahead to what an offer led to."""
        answer = told = None
        for event in self._heard[place + 1 : place + 3]:
            if isinstance(event, TradeSettled):
                told = event
                break
            if isinstance(event, CounterMade):
                answer = event
        return answer, told

    def _bout(
        self, trade: Trade, count: int | None, answer: CounterMade | None, told: TradeSettled | None
    ) -> Bout:
        """Guess an offer and its counter so that they lead to what was told."""
        purses = self.purses
        mine, others = purses[trade.challenger], purses[trade.challenged]
        counts = _counts(count, min(self._rules.min_offer_cards, len(mine)), mine)
        countered: Sequence[int] = (0,)
        ahead = None
        if answer is not None:
            countered = _counts(answer.count, self._rules.min_counter_cards, others)
            if told is not None:
                ahead = 0 if told.tied else 1 if told.winner == trade.challenger else -1
        shapes = self._shapes(trade, counts, countered, told)
        found = bout(shapes, mine, lambda _: others, ahead, self.chance)
        if found is not None:
            return found

        # The purses were guessed wrong: look further, and change one of them rather than both.
        purses.wanted = {}
        shown = purses.shown[trade.challenger]
        wide = purses.reach(trade.challenger)
        everything = plus(wide, purses.shown[trade.challenged])

        def left(offer: Cards) -> Cards:
            return without(everything, plus(offer, without(shown, offer)))

        def kept(offer: Cards) -> Cards:
            return without(others, without(others, left(offer)))

        for first, second in ((mine, left), (wide, kept), (wide, left)):
            found = bout(shapes, first, second, ahead, self.chance)
            if found is not None:
                return found
        return blind(mine, counts[0], self.chance), blind(others, countered[0], self.chance)

    def _shapes(
        self,
        trade: Trade,
        counts: Sequence[int],
        countered: Sequence[int],
        told: TradeSettled | None,
    ) -> list[tuple[Shape, Shape]]:
        """List the shapes of offer and counter that explain how many cards each got."""
        shapes = [(Shape(one), Shape(other)) for one, other in product(counts, countered)]
        if told is None or told.counts is None or not self._rules.return_zero_cards:
            return shapes
        zeros = range(self.purses.table.edition.stock.count(BLUFF) + 1)
        found = []
        for (one, other), mine, theirs in product(shapes, zeros, zeros):
            if mine <= one.count and theirs <= other.count:
                offer = (BLUFF,) * mine + (1,) * (one.count - mine)
                counter = (BLUFF,) * theirs + (1,) * (other.count - theirs)
                split = self._split(trade, offer, counter, told)
                if told.counts == (len(split[0]), len(split[1])):
                    found.append((Shape(one.count, mine), Shape(other.count, theirs)))
        return found or shapes

    def _split(self, trade: Trade, offer: Cards, counter: Cards, told: TradeSettled) -> Shares:
        """Split the money as the rules do."""
        if told.accepted:
            back = bluff_cards(offer) if self._rules.return_zero_cards else NO_CARDS
            return back, minus(offer, back)
        return shares(self._rules, trade, (offer, counter), told.winner, tied=told.tied)

    def _settled(self, event: TradeSettled) -> TradeSettled:
        """Split the imagined offers, in the numbers that were told."""
        phase = self.purses.table.phase
        self.enter(event.challenger, event.to_challenger)
        self.enter(event.challenged, event.to_challenged)
        if event.offer is not None or not isinstance(phase, Settling | Responding):
            return event
        counter = phase.counter if isinstance(phase, Settling) else NO_CARDS
        split = self._split(phase.trade, phase.offer, counter, event)
        if event.counts is not None and event.counts != (len(split[0]), len(split[1])):
            money = plus(phase.offer, counter)
            split = money[: event.counts[0]], money[event.counts[0] :]
        return replace(event, to_challenger=split[0], to_challenged=split[1])


def _counts(told: int | None, fewest: int, purse: Cards) -> Sequence[int]:
    """List how many cards may have been laid. Where that is hidden, so is what a purse holds."""
    return range(fewest, max(len(purse), _HIDDEN) + 1) if told is None else (told,)
