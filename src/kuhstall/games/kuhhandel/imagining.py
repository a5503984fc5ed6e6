"""A random table that fits all a viewer has seen and heard: what a search bot plays on.

Every purse is known at the start, and every payout is public; only some transfers are hidden.
So imagining means filling in the blanks of the log and folding it. Where a later fact shows an
earlier guess wrong, purses swap cards that nobody has shown until it fits. It always can: the
viewer's purse is known to the card, so all other money together is known as well.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import product
from operator import eq, lt
from typing import Final, TypeVar

from msgspec.structs import replace

from kuhstall.engine.chance import Chance
from kuhstall.engine.option import reaches
from kuhstall.engine.table import Table
from kuhstall.engine.values import Event, Seat
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
from kuhstall.games.kuhhandel.view import View
from kuhstall.games.kuhhandel.world import changed

_T = TypeVar("_T")

_TRIES: Final = 20
_HIDDEN: Final = 3
"""Cards that even a purse imagined empty may turn out to have held."""


def imagine(table: KuhTable, view: View, heard: Sequence[Event], chance: Chance) -> KuhTable:
    """Fold the log from the empty table on, with every blank filled in at random."""
    return _Imagination(table, view.viewer, heard, chance).table()


class _Purses:
    """The purses at a table, and swaps between them that the viewer cannot have noticed.

    `shown` is what each seat is known to hold, and is swapped only if nothing else will do;
    `wanted` is what it is about to lay, and stays.
    """

    def __init__(self, table: KuhTable, viewer: Seat | None, chance: Chance) -> None:
        self.table = table
        self.shown: list[Cards] = [NO_CARDS] * table.world.seats
        self.wanted: dict[Seat, Cards] = {}
        self._viewer = viewer
        self._chance = chance

    def __getitem__(self, seat: Seat) -> Cards:
        return self.table.world.purses[seat]

    def reach(self, seat: Seat) -> Cards:
        """Return all that a seat may hold for all the viewer knows."""
        found = list(self[seat])
        for other in self._others(seat):
            found += self._spare(other)
        return tuple(sorted(found))

    def provide(self, wanted: dict[Seat, Cards]) -> None:
        """See to it that purses hold these cards."""
        self.wanted = wanted
        for seat, cards in wanted.items():
            for card in without(cards, self[seat]):
                found = self._elsewhere(seat, partial(eq, card))
                if found:
                    self._swap(seat, *self._one_of(found), self._spare_card(seat))

    def afford(self, seat: Seat, amount: int, bids: Sequence[int]) -> None:
        """See to it that a purse covers an amount, and other purses still cover their bids."""
        self.wanted = {}
        while sum(self[seat]) < amount:
            given = (self._spare(seat) or self[seat])[:1]  # the smallest
            found = self._elsewhere(seat, partial(lt, sum(given)))
            if not found and not self.table.edition.rules.counts_are_public:
                given = NO_CARDS  # it must hold more cards than was guessed
                found = self._elsewhere(seat, partial(lt, 0))
            if not found:
                return
            rich = [
                (other, card)
                for other, card in found
                if sum(self[other]) - card + sum(given) >= bids[other]
            ]
            self._swap(seat, *self._one_of(rich or found), given)

    def bar(self, seat: Seat, price: int) -> None:
        """See to it that a purse, which has paid too much, could not have paid exactly."""
        for _ in range(_TRIES):
            if not reaches(self[seat], price):
                return
            spare = [card for card in self._spare(seat) if 0 < card <= price]
            found = self._elsewhere(seat, lambda card: not 0 < card <= price)
            if spare and found:
                self._swap(seat, *self._one_of(found), (self._one_of(spare),))
            elif spare and not self.table.edition.rules.counts_are_public:
                self._move(seat, self._one_of(self._others(seat)), self._one_of(spare))

    def strip(self, seat: Seat, cards: Cards) -> None:
        """Give away what a shown purse does not hold. Only where hand counts are hidden."""
        for card in minus(self[seat], cards):
            self._move(seat, self._one_of(self._others(seat)), card)

    def _others(self, seat: Seat) -> list[Seat]:
        return [s for s in range(self.table.world.seats) if s not in (seat, self._viewer)]

    def _spare(self, seat: Seat, *, shown: bool = False) -> Cards:
        """Return what a seat could do without; with `shown`, even if it is known to be there."""
        wanted = self.wanted.get(seat, NO_CARDS)
        spare = without(self[seat], wanted)
        return spare if shown else without(spare, without(self.shown[seat], wanted))

    def _spare_card(self, seat: Seat) -> Cards:
        spare = self._spare(seat) or self._spare(seat, shown=True)
        return (self._one_of(spare),) if spare else NO_CARDS

    def _elsewhere(self, seat: Seat, fits: Callable[[int], bool]) -> list[tuple[Seat, int]]:
        """Find cards in other purses that would do, if possible such as nobody has shown."""
        for shown in (False, True):
            found = [
                (other, card)
                for other in self._others(seat)
                for card in sorted(set(self._spare(other, shown=shown)))
                if fits(card)
            ]
            if found:
                return found
        return []

    def _swap(self, seat: Seat, other: Seat, card: int, given: Cards) -> None:
        """Take a card and give one. An empty purse gives none: its count is a guess as well."""
        self._move(other, seat, card)
        for back in given:
            self._move(seat, other, back)

    def _move(self, giver: Seat, taker: Seat, card: int) -> None:
        purses = changed(self.table.world.purses, giver, minus(self[giver], (card,)))
        purses = changed(purses, taker, plus(purses[taker], (card,)))
        table = self.table
        world = replace(table.world, purses=purses)
        self.table = Table(table.edition, world, table.phase, table.moment)

    def _one_of(self, items: Sequence[_T]) -> _T:
        return items[self._chance.below("imagine", len(items))]


class _Imagination:
    def __init__(
        self, table: KuhTable, viewer: Seat | None, heard: Sequence[Event], chance: Chance
    ) -> None:
        self._purses = _Purses(table, viewer, chance)
        self._rules = table.edition.rules
        self._heard = heard
        self._chance = chance
        self._counter = NO_CARDS  # drawn along with the offer, to be laid next
        self._known = False  # whether the viewer is one of the two traders

    def table(self) -> KuhTable:
        purses = self._purses
        for place, event in enumerate(self._heard[1:], start=1):
            filled = self._filled(event, place)
            purses.table = purses.table.phase.evolve(purses.table, filled)
        return purses.table

    def _filled(self, event: Event, place: int) -> Event:
        match event:
            case Dealt(_, purse):
                self._purses.shown = [purse] * len(self._purses.shown)
                return replace(event, deck=self._deck())
            case LotRevealed() if event.payout:
                self._purses.shown = [plus(s, (event.payout,)) for s in self._purses.shown]
            case BidPlaced(seat, amount) if self._rules.bluff_bids == "forbidden":
                self._afford(seat, amount)
            case LotSold(_, seat, price) | BoughtOut(seat, _, price):
                self._afford(seat, price)
            case Exposed(seat, _, cards):
                self._purses.shown[seat] = cards
                self._purses.provide({seat: cards})
                self._purses.strip(seat, cards)
            case Paid():
                return self._paid(event)
            case OfferMade():
                return self._offered(event, place)
            case CounterMade(seat):
                self._leave(seat, self._counter, event.count, known=self._known)
                return replace(event, cards=self._counter, count=len(self._counter))
            case TradeSettled():
                return self._settled(event)
        return event

    def _deck(self) -> tuple[str, ...]:
        """Return the lots heard of, in order, then the rest in any order."""
        lots = [event.lot for event in self._heard if isinstance(event, LotRevealed)]
        rest = list(self._purses.table.edition.deck)
        for lot in lots:
            rest.remove(lot)
        return (*lots, *self._chance.shuffled("imagine", rest))

    def _afford(self, seat: Seat, amount: int) -> None:
        phase = self._purses.table.phase
        bids: Sequence[int] = (0,) * len(self._purses.shown)
        if isinstance(phase, Bidding | Preemption) and self._rules.bluff_bids == "forbidden":
            bids = phase.bids
        self._purses.afford(seat, amount, bids)

    def _leave(self, seat: Seat, cards: Cards, count: int | None, *, known: bool) -> None:
        """Note that cards leave a purse: of unknown ones, any might be one that was shown."""
        shown = self._purses.shown[seat]
        if known:
            shown = without(shown, cards)
        elif count is None:
            shown = NO_CARDS
        else:
            shown = tuple(c for at, c in enumerate(shown) if at - shown.index(c) >= count)
        self._purses.shown[seat] = shown

    def _enter(self, seat: Seat, cards: Cards | None) -> None:
        """Note that cards get into a purse; None for unknown ones."""
        self._purses.shown[seat] = plus(self._purses.shown[seat], cards or NO_CARDS)

    def _paid(self, event: Paid) -> Paid:
        payer, overpay = event.payer, self._rules.overpay
        phase = self._purses.table.phase
        price = phase.price if isinstance(phase, Payment) else 0
        cards = event.cards
        if cards is None:
            cards = self._payment(payer, price, event.count)
        self._purses.provide({payer: cards})
        if overpay == "exact_if_possible" and sum(cards) > price:
            self._purses.bar(payer, price)
        self._leave(payer, cards, event.count, known=event.cards is not None)
        self._enter(event.payee, event.cards)
        return replace(event, cards=cards)

    def _payment(self, payer: Seat, price: int, count: int) -> Cards:
        """Guess a payment of so many cards, from the payer's purse if it can be."""
        overpay, purse = self._rules.overpay, self._purses[payer]
        found = payment(payments(overpay, purse, price), count, self._chance)
        if found is not None:
            return found
        pool = self._purses.reach(payer)
        found = nearest_payment(payments(overpay, pool, price), count, purse, self._chance)
        return blind(pool, count, self._chance) if found is None else found

    def _offered(self, event: OfferMade, place: int) -> OfferMade:
        """Fill in an offer together with its counter, as one settlement tells of both."""
        phase = self._purses.table.phase
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
        self._purses.provide({trade.challenger: offer, trade.challenged: self._counter})
        known = self._known or event.cards is not None
        self._leave(event.seat, offer, event.count, known=known)
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
        purses = self._purses
        mine, others = purses[trade.challenger], purses[trade.challenged]
        counts = _counts(count, min(self._rules.min_offer_cards, len(mine)), mine)
        countered: Sequence[int] = (0,)
        ahead = None
        if answer is not None:
            countered = _counts(answer.count, self._rules.min_counter_cards, others)
            if told is not None:
                ahead = 0 if told.tied else 1 if told.winner == trade.challenger else -1
        shapes = self._shapes(trade, counts, countered, told)
        found = bout(shapes, mine, lambda _: others, ahead, self._chance)
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
            found = bout(shapes, first, second, ahead, self._chance)
            if found is not None:
                return found
        return blind(mine, counts[0], self._chance), blind(others, countered[0], self._chance)

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
        zeros = range(self._purses.table.edition.stock.count(BLUFF) + 1)
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
        phase = self._purses.table.phase
        self._enter(event.challenger, event.to_challenger)
        self._enter(event.challenged, event.to_challenged)
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
