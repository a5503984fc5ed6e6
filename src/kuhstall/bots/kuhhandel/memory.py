"""Money memory: a seat's knowledge of every purse, from the log. It forgets nothing.

All purses are equal and known at the start, and payouts are public. Payments and trades that
the seat took part in it saw card by card. Of the others' it knows prices, numbers of cards and
who won; that bounds what went from hand to hand. And all money together is known, but for what
another seat drew face down in the game for two.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from msgspec import Struct

from kuhstall.bots.kuhhandel.belief import Belief, Span, tighten
from kuhstall.bots.kuhhandel.drawn import Drawn
from kuhstall.bots.kuhhandel.picking import picks
from kuhstall.engine.option import reaches
from kuhstall.engine.values import Event, Seat, TableOpened
from kuhstall.games.kuhhandel.editions import find
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
from kuhstall.games.kuhhandel.house_rules import HouseRules
from kuhstall.games.kuhhandel.money import NO_CARDS, Cards

_STEP = 10
_CHEAP = 0.4
"""The value of a card where any card will do, in parts of the average one of the purse."""


class Manner(Struct):
    """How a seat has traded so far: its habits are worth remembering as well.

    `laid` adds up the offers it made to this seat, `looked` what they looked like by their
    number of cards; `answered` its counter-offers, `could` what it had to make them with.
    """

    accepted: int = 0
    countered: int = 0
    laid: float = 0
    looked: float = 0
    answered: float = 0
    could: float = 0


class Memory:
    """One seat's memory of one table."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.rules: HouseRules = HouseRules()
        self.purses: list[Belief] = []
        self.manners: list[Manner] = []
        self._read = 0
        self._seats = 0
        self.largest = 0
        self.money = 0
        self.cards = 0
        self._price: int | None = 0
        self.pot = Belief.exact(NO_CARDS)
        self.drawn = Drawn(NO_CARDS)
        self.counts: dict[Seat, int | None] = {}

    def listen(self, heard: Sequence[Event]) -> None:
        """Read new events. `heard` is the whole log each time; events read before are skipped."""
        for event in islice(heard, self._read, None):
            self._hear(event)
        self._read = len(heard)

    def _hear(self, event: Event) -> None:
        match event:
            case TableOpened():
                self._opened(event)
            case Dealt(_, purse, bank):
                self.purses = [Belief.exact(purse) for _ in range(self._seats)]
                self.manners = [Manner() for _ in range(self._seats)]
                self.largest = max(purse + bank)
                self.money = self._seats * sum(purse)
                self.cards = self._seats * len(purse)
            case LotRevealed(_, _, payout):
                self._paid_out(payout)
            case BidPlaced(seat, amount):
                if self.rules.bluff_bids == "forbidden":
                    self._has(seat, amount)
            case LotSold(_, seat, price) | BoughtOut(seat, _, price):
                self._price = price
                self._has(seat, price)
            case Exposed(seat, _, cards):
                self._exposed(seat, cards)
            case Paid():
                self._paid(event)
            case OfferMade(seat, _, count) | CounterMade(seat, _, count):
                self.counts[seat] = count
                if count is not None:
                    self.purses[seat].at_least(0, count)
            case TradeSettled():
                self._settled(event)
            case _:
                self._hear_more(event)

    def _hear_more(self, event: Event) -> None:
        """Read events that only some editions have."""

    def _opened(self, event: TableOpened) -> None:
        self.edition = find(event.edition).reopened(event)
        self.rules = self.edition.rules
        self._seats = event.seats

    def _exposed(self, seat: Seat, cards: Cards) -> None:
        self.purses[seat] = Belief.exact(cards)
        self._tighten()

    def _tighten(self) -> None:
        own = self.purses[self.seat]
        others = [belief for seat, belief in enumerate(self.purses) if seat != self.seat]
        if self.pot.most:
            others.append(self.pot)
        worth = self.money + self.drawn.low - own.low
        tighten(others, worth, self.cards - own.fewest, self.drawn.high - self.drawn.low)

    def _has(self, seat: Seat, worth: int) -> None:
        belief = self.purses[seat]
        if worth > belief.low:
            belief.at_least(worth)
            self._tighten()

    def _paid_out(self, payout: int) -> None:
        if not payout:
            return
        self.money += payout * self._seats
        self.cards += self._seats
        for belief in self.purses:
            belief.get((payout,))

    def _paid(self, event: Paid) -> None:
        payer, payee = self.purses[event.payer], self.purses[event.payee]
        cards = event.cards
        if cards is None and payer.cards is not None:
            cards = self._deduced(payer.cards, event.count)
        if cards is not None:
            payer.give(cards)
            payee.get(cards)
        else:
            worth = self._payment(payer, event.count)
            number = event.count
            payer.shift(negative(worth), Span(-number, -number, -number))
            payee.shift(worth, Span(number, number, number))
        self._tighten()

    def _deduced(self, purse: Cards, count: int) -> Cards | None:
        """Return the payment from a known purse if only one has this number of cards."""
        possible = self._possible(purse, count)
        return possible[0] if len(possible) == 1 else None

    def _possible(self, purse: Cards, count: int) -> list[Cards]:
        price, overpay = self._price, self.rules.overpay
        if price is None:
            return [purse[:count]] if purse[:count] == purse[len(purse) - count :] else []
        exact = overpay == "exact_if_possible" and reaches(purse, price)
        high = price if exact else sum(purse)
        found = picks(purse, price, high, count)
        if overpay != "any":
            found = [cards for cards in found if sum(cards) - min(cards) < price]
        return found

    def _payment(self, payer: Belief, count: int) -> Span:
        """Bound an unseen payment of the price by the rule for overpaying."""
        price = self._price
        if price is None:
            return cheap(payer.laid(count, self.largest))
        if payer.cards is not None:
            worths = [sum(cards) for cards in self._possible(payer.cards, count)]
            return Span.of(min(worths), max(worths), price)
        high = min(payer.high, count * self.largest)
        if self.rules.overpay != "any" and count > 1:
            # No card was superfluous: all but the smallest one stay below the price.
            high = min(high, (price * count - 1) // (count - 1) // _STEP * _STEP)
        return Span.of(price, high, price)

    def _settled(self, event: TradeSettled) -> None:
        if event.accepted:
            self.manners[event.challenged].accepted += 1
        else:
            self.manners[event.challenged].countered += 1
        if event.offer is not None:
            self._seen_trade(event, event.offer)
        else:
            self._unseen_trade(event)
        self.counts.clear()
        self._tighten()

    def _seen_trade(self, event: TradeSettled, offer: Cards) -> None:
        challenger, challenged = self.purses[event.challenger], self.purses[event.challenged]
        if event.challenged == self.seat:
            manner = self.manners[event.challenger]
            manner.laid += sum(offer)
            manner.looked += challenger.laid(self.counts.get(event.challenger), self.largest).guess
        elif event.counter is not None:
            manner = self.manners[event.challenged]
            manner.answered += sum(event.counter)
            manner.could += challenged.guess
        challenger.give(offer)
        challenged.give(event.counter or ())
        challenger.get(event.to_challenger or ())
        challenged.get(event.to_challenged or ())

    def _unseen_trade(self, event: TradeSettled) -> None:
        if not event.accepted and self._returned(event):
            return
        challenger, challenged = self.purses[event.challenger], self.purses[event.challenged]
        offered, answered = self.counts.get(event.challenger), self.counts.get(event.challenged)
        offer = challenger.laid(offered, self.largest)
        counter = Span(0, 0, 0) if event.accepted else challenged.laid(answered, self.largest)
        if not event.accepted and not event.tied:
            if event.winner == event.challenger:
                offer, counter = _above(offer, counter)
            else:
                counter, offer = _above(counter, offer)
        challenger.at_least(offer.low)
        challenged.at_least(counter.low)
        flow = self._flow(event, offer, counter)
        there = challenger.most if offered is None else offered
        back = 0 if event.accepted else challenged.most if answered is None else answered
        if event.counts is not None:
            net = event.counts[1] - back
            number = Span(net, net, net)
        else:
            number = Span(-back, there, 0)
        challenger.shift(negative(flow), negative(number))
        challenged.shift(flow, number)

    def _returned(self, event: TradeSettled) -> bool:
        """Whether both countered offers went back card by card."""
        if event.tied:
            rules = self.rules
            first = event.winner is None
            return not (rules.ties_exchange if first else rules.second_ties_exchange)
        return self.rules.trade_money == "all_returned"

    def _flow(self, event: TradeSettled, offer: Span, counter: Span) -> Span:
        """Bound what went, on balance, from the challenger to the challenged seat."""
        if event.accepted:
            return offer
        if event.tied:
            return Span(0, 0, 0)
        won = event.winner == event.challenger
        if self.rules.trade_money == "winner_pays":
            return offer if won else negative(counter)
        low, high = offer.low - counter.high, offer.high - counter.low
        low, high = (max(low, _STEP), high) if won else (low, min(high, -_STEP))
        return Span.of(low, high, offer.guess - counter.guess)


def _above(more: Span, less: Span) -> tuple[Span, Span]:
    """Use that one hidden sum was the higher one."""
    return (
        Span.of(max(more.low, less.low + _STEP), more.high, more.guess),
        Span.of(less.low, min(less.high, more.high - _STEP), less.guess),
    )


def cheap(span: Span) -> Span:
    """Expect the cheaper cards where any cards will do."""
    return Span.of(span.low, span.high, _CHEAP * span.guess)


def negative(span: Span) -> Span:
    return Span(-span.high, -span.low, -span.guess)
