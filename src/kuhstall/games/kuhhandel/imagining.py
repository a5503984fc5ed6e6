"""A random table that fits all a viewer has seen and heard: what a search bot plays on.

Every purse is known at the start, and every payout is public; only some transfers are hidden.
So imagining means filling in the blanks of the log and folding it. Where a later fact shows an
earlier guess wrong, purses that nobody has shown swap cards until it fits.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from kuhstall.engine.chance import Chance
from kuhstall.engine.option import sample
from kuhstall.engine.table import Table
from kuhstall.engine.values import Event, Seat
from kuhstall.games.kuhhandel.actions import Counter, Offer, Pay
from kuhstall.games.kuhhandel.edition import KuhTable
from kuhstall.games.kuhhandel.events import (
    CounterMade,
    Dealt,
    Exposed,
    LotRevealed,
    OfferMade,
    Paid,
    TradeSettled,
)
from kuhstall.games.kuhhandel.money import NO_CARDS, Cards, bluff_cards, minus, payments, plus
from kuhstall.games.kuhhandel.phases.payment import Payment
from kuhstall.games.kuhhandel.phases.responding import Responding
from kuhstall.games.kuhhandel.phases.settling import Settling, shares
from kuhstall.games.kuhhandel.view import View
from kuhstall.games.kuhhandel.world import World, changed

_TRIES = 40


def imagine(table: KuhTable, view: View, heard: Sequence[Event], chance: Chance) -> KuhTable:
    """Fold the log from the empty table on, with every blank filled in at random."""
    return _Imagination(table, view.viewer, heard, chance).table()


class _Imagination:
    def __init__(
        self, table: KuhTable, viewer: Seat | None, heard: Sequence[Event], chance: Chance
    ) -> None:
        self._table = table
        self._viewer = viewer
        self._heard = heard
        self._chance = chance

    def table(self) -> KuhTable:
        for place, event in enumerate(self._heard[1:], start=1):
            filled = self._filled(event, place)
            self._table = self._table.phase.evolve(self._table, filled)
        return self._table

    def _filled(self, event: Event, place: int) -> Event:
        match event:
            case Dealt():
                return replace(event, deck=self._deck())
            case Paid(payer, _, cards, count):
                cards = self._payment(payer, count) if cards is None else cards
                self._provide(payer, cards)
                return replace(event, cards=cards)
            case OfferMade(seat, cards) | CounterMade(seat, cards):
                cards = self._offer(event, place) if cards is None else cards
                self._provide(seat, cards)
                return replace(event, cards=cards, count=len(cards))
            case TradeSettled():
                return self._settled(event)
            case Exposed(seat, _, cards):
                self._provide(seat, cards)
                self._discard(seat, minus(self._world.purses[seat], cards))
        return event

    @property
    def _world(self) -> World:
        return self._table.world

    def _put(self, purses: tuple[Cards, ...]) -> None:
        table = self._table
        world = replace(table.world, purses=purses)
        self._table = Table(table.edition, world, table.phase, table.moment)

    def _deck(self) -> tuple[str, ...]:
        """Return the lots heard of, in order, then the rest in any order."""
        lots = [event.lot for event in self._heard if isinstance(event, LotRevealed)]
        rest = list(self._table.edition.deck)
        for lot in lots:
            rest.remove(lot)
        return (*lots, *self._chance.shuffled("imagine", rest))

    def _payment(self, payer: Seat, count: int) -> Cards:
        """Guess a payment of so many cards, from the payer's purse if it can be."""
        phase = self._table.phase
        price = phase.price if isinstance(phase, Payment) else 0
        overpay = self._table.edition.rules.overpay
        purse = self._world.purses[payer]
        for pool in (purse, self._unshown()):
            if sum(pool) < price:
                continue
            option = payments(overpay, pool, price)
            for _ in range(_TRIES):
                action = option.sample(self._chance)
                if isinstance(action, Pay) and len(action.cards) == count:
                    return action.cards
        return self._any(payer, count)

    def _any(self, seat: Seat, count: int) -> Cards:
        """Guess so many cards and nothing more; a purse that imagination left short gets help."""
        purse = self._world.purses[seat]
        pool = purse if len(purse) >= count else self._unshown()
        return tuple(sorted(self._chance.shuffled("imagine", pool)[:count]))

    def _unshown(self) -> Cards:
        """Return all money in purses other than the viewer's own."""
        purses = self._world.purses
        return tuple(
            sorted(c for seat in range(len(purses)) if seat != self._viewer for c in purses[seat])
        )

    def _offer(self, event: OfferMade | CounterMade, place: int) -> Cards:
        """Guess an offer; what its settlement tells, or shows, is taken into account."""
        told = self._settlement(place)
        shown = None
        if told is not None:
            shown = told.offer if isinstance(event, OfferMade) else told.counter
        if shown is not None:
            return shown
        guess = NO_CARDS
        for _ in range(_TRIES):
            action = sample(self._table.phase.options(self._table, event.seat), self._chance)
            if not isinstance(action, Offer | Counter):
                continue
            guess = action.cards
            if event.count not in (None, len(guess)):
                continue
            if told is None or self._fits(event, guess, told):
                return guess
        if event.count is None:
            return guess
        return self._any(event.seat, event.count)

    def _settlement(self, place: int) -> TradeSettled | None:
        for event in self._heard[place : place + 3]:
            if isinstance(event, TradeSettled):
                return event
        return None

    def _fits(self, event: Event, guess: Cards, told: TradeSettled) -> bool:
        """Whether a guess leads to what was told of the winner and of the number of cards."""
        phase = self._table.phase
        rules = self._table.edition.rules
        if isinstance(event, CounterMade) and isinstance(phase, Responding):
            mine, other = sum(phase.offer), sum(guess)
            ahead = (mine > other) - (mine < other)
            expected = 0 if told.tied else 1 if told.winner == told.challenger else -1
            if ahead != expected:
                return False
            split = shares(rules, phase.trade, (phase.offer, guess), told.winner, tied=told.tied)
            return told.counts is None or told.counts == (len(split[0]), len(split[1]))
        if told.accepted and told.counts is not None and rules.return_zero_cards:
            return told.counts[0] == guess.count(0)
        return True

    def _settled(self, event: TradeSettled) -> TradeSettled:
        """Split the imagined offers as the rules do, in the numbers that were told."""
        phase = self._table.phase
        if event.offer is not None:
            return event
        rules = self._table.edition.rules
        if isinstance(phase, Settling):
            offer, counter = phase.offer, phase.counter
            split = shares(rules, phase.trade, (offer, counter), event.winner, tied=event.tied)
        elif isinstance(phase, Responding):
            offer, counter = phase.offer, NO_CARDS
            back = bluff_cards(offer) if rules.return_zero_cards else NO_CARDS
            split = back, minus(offer, back)
        else:
            return event
        if event.counts is not None and event.counts != (len(split[0]), len(split[1])):
            money = plus(offer, counter)
            split = money[: event.counts[0]], money[event.counts[0] :]
        return replace(event, to_challenger=split[0], to_challenged=split[1])

    def _provide(self, seat: Seat, cards: Cards) -> None:
        """See to it that a purse holds these cards, by swaps with purses nobody has shown."""
        for card in set(cards):
            while self._world.purses[seat].count(card) < cards.count(card):
                self._swap_in(seat, card, keep=cards)

    def _swap_in(self, seat: Seat, card: int, keep: Cards) -> None:
        purses = self._world.purses
        holders = [
            other
            for other, purse in enumerate(purses)
            if other not in (seat, self._viewer) and card in purse
        ]
        holder = holders[self._chance.below("imagine", len(holders))]
        spare = [c for c in set(purses[seat]) if purses[seat].count(c) > keep.count(c)]
        given = (spare[self._chance.below("imagine", len(spare))],) if spare else NO_CARDS
        mine = plus(minus(purses[seat], given), (card,))
        theirs = plus(minus(purses[holder], (card,)), given)
        self._put(changed(changed(purses, seat, mine), holder, theirs))

    def _discard(self, seat: Seat, cards: Cards) -> None:
        """Give away what a shown purse does not hold. Only where hand counts are hidden."""
        for card in cards:
            others = [s for s in range(self._world.seats) if s not in (seat, self._viewer)]
            other = others[self._chance.below("imagine", len(others))]
            purses = self._world.purses
            mine, theirs = minus(purses[seat], (card,)), plus(purses[other], (card,))
            self._put(changed(changed(purses, seat, mine), other, theirs))
