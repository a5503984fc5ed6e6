"""The gavel has fallen: the auctioneer sells, or buys out the highest bidder."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from kuhstall.engine.chance import Chance
from kuhstall.engine.option import Choice, Option
from kuhstall.engine.table import Phase, Table, Unexpected
from kuhstall.engine.values import Action, Actor, Event
from kuhstall.games.kuhhandel.actions import BuyOut, Sell
from kuhstall.games.kuhhandel.edition import Edition, KuhTable
from kuhstall.games.kuhhandel.events import (
    Bid,
    BiddingReopened,
    BoughtOut,
    Exposed,
    GavelFell,
    LotSold,
)
from kuhstall.games.kuhhandel.overbidding import reopen
from kuhstall.games.kuhhandel.phases import bidding, payment
from kuhstall.games.kuhhandel.world import World, replace_seat

_SELL: Final = Choice((Sell(),))
_EITHER: Final = Choice((Sell(), BuyOut()))


class Preemption(Phase[Edition, World], frozen=True, gc=False):
    auction: bidding.Auction
    bids: tuple[int, ...]
    high: Bid

    def actors(self, table: KuhTable) -> tuple[Actor, ...]:
        return (self.auction.auctioneer,)

    def options(self, table: KuhTable, actor: Actor) -> tuple[Option, ...]:
        if actor != self.auction.auctioneer:
            return ()
        # Asked even if selling is the only choice: not to ask would give that away.
        return (_EITHER,) if sum(table.world.purses[actor]) >= self.high.amount else (_SELL,)

    def default(self, table: KuhTable, actor: Actor) -> Action | None:
        return Sell() if self.options(table, actor) else None

    def decide(
        self, table: KuhTable, actor: Actor, action: Action, chance: Chance
    ) -> Iterator[Event]:
        seat, price = self.high.seat, self.high.amount
        if isinstance(action, BuyOut):
            yield BoughtOut(actor, seat, price)
        elif sum(purse := table.world.purses[seat]) >= price:
            yield LotSold(actor, seat, price)
        else:
            yield Exposed(seat, price, purse)
            auction, bids, high = self._again(table, sum(purse))
            leader, floor = (high.seat, high.amount) if high else (None, 0)
            polled = bidding.next_bidder(
                table, auction, leader, floor + bidding.STEP, (), auction.auctioneer
            )
            yield BiddingReopened(
                auction.barred,
                auction.limits,
                bids,
                high,
                bidding.polled_of(table.edition.rules, polled),
            )
            if polled is None:
                yield bidding.closing(auction, high)

    def _again(
        self, table: KuhTable, cash: int
    ) -> tuple[bidding.Auction, tuple[int, ...], Bid | None]:
        """Say who may bid now, and which bids still stand (D-01)."""
        after = table.edition.after_overbid(table.edition.rules.overbid)
        auction = reopen(self.auction, after, self.high.seat, cash)
        if after.restarts:
            return auction, (0,) * len(self.bids), None
        # Only the bids of the seat that could not pay are struck out.
        bids = replace_seat(self.bids, self.high.seat, 0)
        best = max(bids)
        return auction, bids, Bid(bids.index(best), best) if best else None

    def evolve(self, table: KuhTable, event: Event) -> KuhTable:
        if isinstance(event, LotSold | BoughtOut):
            return payment.entered(table, event, self.auction.lot)
        if isinstance(event, Exposed):
            return table
        if isinstance(event, BiddingReopened):
            auction = replace(self.auction, barred=event.barred, limits=event.limits)
            phase = bidding.Bidding(auction, event.bids, event.high, (), 0, event.polled)
            return Table(table.edition, table.world, phase, table.moment + 1)
        raise Unexpected(self, event)


def enter(table: KuhTable, event: GavelFell, after: bidding.Bidding) -> KuhTable:
    phase = Preemption(after.auction, after.bids, Bid(event.seat, event.amount))
    return Table(table.edition, table.world, phase, table.moment + 1)
