"""Each seat writes down a highest price, unseen, and the highest wins (C-26).

The highest gets the lot for one step above the second. The auctioneer hands in an envelope
too: up to which price to buy out (C-29). So no seat is asked twice, and none has to
wait. What is in an envelope goes into no event: the log knows only the price, which all know.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar, Final

from msgspec.structs import replace

from kuhstall.engine.chance import Chance
from kuhstall.engine.option import Choice, Option, Range
from kuhstall.engine.table import Phase, Table, Unexpected
from kuhstall.engine.values import Action, Actor, Event, Seat
from kuhstall.games.kuhhandel.actions import NameMaximum, Pass, Sell
from kuhstall.games.kuhhandel.edition import Edition, KuhTable
from kuhstall.games.kuhhandel.events import (
    Bid,
    BiddingReopened,
    BoughtOut,
    EnvelopesOpened,
    Exposed,
    LotSold,
    LotTaken,
)
from kuhstall.games.kuhhandel.overbidding import Aftermath, reopen
from kuhstall.games.kuhhandel.phases import bidding, next_turn, payment
from kuhstall.games.kuhhandel.world import CLOCKWISE, World

_MAXIMUM: Final = NameMaximum(0)
_AHEAD: Final = NameMaximum(0, ahead=True)
_PASS: Final = Choice((Pass(),))
_SELL: Final = Choice((Sell(),))


class Envelopes(Phase[Edition, World], frozen=True, gc=False):
    sealed: ClassVar[bool] = True
    contested: ClassVar[bool] = True

    auction: bidding.Auction

    def actors(self, table: KuhTable) -> tuple[Actor, ...]:
        return (*bidders(table, self.auction), self.auction.auctioneer)

    def options(self, table: KuhTable, actor: Actor) -> tuple[Option, ...]:
        if actor not in self.actors(table):
            return ()
        found: tuple[Option, ...] = (_SELL if actor == self.auction.auctioneer else _PASS,)
        most = self.most(table, actor)
        if most >= bidding.STEP:  # asked in any case: not to ask would give that away
            found += (Range(_MAXIMUM, "amount", bidding.STEP, most, bidding.STEP),)
        if table.world.deck and actor == self.left(table):
            found += (Range(_AHEAD, "amount", 0, most, bidding.STEP),)
        return found

    def left(self, table: KuhTable) -> Seat:
        """Name the seat whose turn is next."""
        return CLOCKWISE[table.world.seats][self.auction.auctioneer][0]

    def most(self, table: KuhTable, seat: Seat) -> int:
        """Return the most that a seat may write down."""
        cash = sum(table.world.purses[seat])
        if seat == self.auction.auctioneer:
            return cash  # C-02: no buying out without funds
        limit = self.auction.limit(seat)
        return min(limit, cash) if table.edition.rules.bluff_bids == "forbidden" else limit

    def default(self, table: KuhTable, actor: Actor) -> Action | None:
        if actor not in self.actors(table):
            return None
        return Sell() if actor == self.auction.auctioneer else Pass()

    def ordered(self, table: KuhTable) -> bool:
        return True

    def revisable(self, table: KuhTable) -> bool:
        return True

    def unseal(
        self, table: KuhTable, held: Mapping[Seat, Action], chance: Chance
    ) -> Iterator[Event]:
        auction = self.auction
        written = {seat: act for seat, act in held.items() if isinstance(act, NameMaximum)}
        named = {seat: act.amount for seat, act in written.items() if act.amount}
        buys_out = named.pop(auction.auctioneer, 0)
        called = tuple(self._called(table, named, buys_out, self._order(table, chance)))
        kept = bool(called) and called[-1].amount <= buys_out
        follows = [bidding.closing(auction, None)]
        if called:
            follows = list(self._concluded(table, called, chance, kept=kept))
        # If all hand in again, plans stay unknown (C-33).
        ahead = any(act.ahead for act in written.values()) and isinstance(follows[-1], LotTaken)
        yield EnvelopesOpened(auction.auctioneer, called, kept, ahead)
        yield from follows

    def _order(self, table: KuhTable, chance: Chance) -> Sequence[Seat]:
        """Say who goes before whom at the same maximum, drawn without a look at any (C-27)."""
        seats = bidders(table, self.auction)
        if table.edition.rules.envelope_tie == "random":
            return chance.shuffled(f"envelopes/{table.moment}", seats)
        return seats

    def _called(
        self, table: KuhTable, named: dict[Seat, int], buys_out: int, order: Sequence[Seat]
    ) -> Iterator[Bid]:
        """Call up who gives most, and the next where that one cannot pay and the others stand."""
        stand, floor = not self._after(table).restarts, 0
        while named:
            bid = best(named, order, floor)
            yield bid
            solvent = sum(table.world.purses[bid.seat]) >= bid.amount
            if solvent or bid.amount <= buys_out or not stand:
                return
            del named[bid.seat]
            if table.edition.proven_floor:
                floor = bid.amount - bidding.STEP

    def _after(self, table: KuhTable) -> Aftermath:
        return table.edition.after_overbid(table.edition.rules.overbid)

    def _concluded(
        self, table: KuhTable, called: Sequence[Bid], chance: Chance, *, kept: bool
    ) -> Iterator[Event]:
        """Sell to the last who was called up; all before could not pay, and that one may not."""
        auction, nothing_bid = self.auction, (0,) * table.world.seats
        for place, bid in enumerate(called):
            if place:
                yield BiddingReopened(auction.barred, auction.limits, nothing_bid, bid, None)
            purse = table.world.purses[bid.seat]
            bought_out = kept and place == len(called) - 1
            if bought_out or sum(purse) >= bid.amount:
                sale = BoughtOut if bought_out else LotSold
                yield from self._sold(table, sale(auction.auctioneer, bid.seat, bid.amount), chance)
                return
            yield Exposed(bid.seat, bid.amount, purse)
            auction = reopen(auction, self._after(table), bid.seat, sum(purse))
        yield BiddingReopened(auction.barred, auction.limits, nothing_bid, None, None)
        if not (self._after(table).restarts and bidders(table, auction)):
            yield bidding.closing(auction, None)

    def _sold(self, table: KuhTable, sale: LotSold | BoughtOut, chance: Chance) -> Iterator[Event]:
        """Pay at once, as a silent seat does (C-30)."""
        due = payment.due(sale, self.auction.lot)
        yield sale
        cards = due.default(table, due.payer)
        if cards is not None:
            yield from due.decide(table, due.payer, cards, chance)

    def evolve(self, table: KuhTable, event: Event) -> KuhTable:
        if isinstance(event, Exposed):
            return table
        if isinstance(event, EnvelopesOpened):
            if not event.ahead:
                return table
            world = replace(table.world, planned=self.left(table))
            return Table(table.edition, world, self, table.moment)
        if isinstance(event, LotSold | BoughtOut):
            return payment.entered(table, event, self.auction.lot)
        if isinstance(event, LotTaken):
            return next_turn.entered(table, event, self.auction.auctioneer)
        if isinstance(event, BiddingReopened):
            return enter(table, replace(self.auction, barred=event.barred, limits=event.limits))
        raise Unexpected(self, event)


def bidders(table: KuhTable, auction: bidding.Auction) -> tuple[Seat, ...]:
    """List who may name a price, in the order of play, from what everybody knows."""
    rules = table.edition.rules
    return tuple(
        [
            seat
            for seat in CLOCKWISE[table.world.seats][auction.auctioneer]
            if bidding.may_raise(rules, auction, None, bidding.STEP, seat)
        ]
    )


def best(named: Mapping[Seat, int], order: Sequence[Seat], floor: int = 0) -> Bid:
    """Find who gives most, and the price: a step above the second, never above the own maximum.

    It is not below the floor: what a price has proven before that could not be paid (C-28).
    """
    first, *others = sorted(named, key=lambda seat: (-named[seat], order.index(seat)))
    second = max((named[seat] for seat in others), default=0)
    return Bid(first, min(named[first], max(second + bidding.STEP, floor)))


def enter(table: KuhTable, auction: bidding.Auction) -> KuhTable:
    return Table(table.edition, table.world, Envelopes(auction), table.moment + 1)
