"""The gavel has fallen: the auctioneer sells, or buys out the highest bidder."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, TypeAlias

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
from kuhstall.games.kuhhandel.house_rules import Overbid
from kuhstall.games.kuhhandel.phases import bidding, payment
from kuhstall.games.kuhhandel.world import World, changed

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
        # Asked even if selling is all one can do: not to ask would tell the others so.
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
            auction, bids, high = AFTER_OVERBID[table.edition.rules.overbid](self, sum(purse))
            leader, floor = (high.seat, high.amount) if high else (None, 0)
            polled = bidding.next_polled(
                table, auction, leader, floor + bidding.STEP, (), auction.auctioneer
            )
            yield BiddingReopened(
                auction.barred,
                auction.limits,
                bids,
                high,
                bidding.asked(table.edition.rules, polled),
            )
            if polled is None:
                yield bidding.closing(auction, high)

    def evolve(self, table: KuhTable, event: Event) -> KuhTable:
        if isinstance(event, LotSold | BoughtOut):
            payer, payee = event.seat, event.auctioneer
            if isinstance(event, BoughtOut):
                payer, payee = payee, payer
            sale = payment.Payment(
                self.auction.lot,
                auctioneer=event.auctioneer,
                payer=payer,
                payee=payee,
                buyer=payer,
                price=event.price,
            )
            return Table(table.edition, table.world, sale, table.moment + 1)
        if isinstance(event, Exposed):
            return table
        if isinstance(event, BiddingReopened):
            auction = replace(self.auction, barred=event.barred, limits=event.limits)
            phase = bidding.Bidding(auction, event.bids, event.high, (), 0, event.polled)
            return Table(table.edition, table.world, phase, table.moment + 1)
        raise Unexpected(self, event)


Again: TypeAlias = "tuple[bidding.Auction, tuple[int, ...], Bid | None]"


def restart_excluded(phase: Preemption, cash: int) -> Again:
    """Start over without the one who could not pay."""
    return _barring(phase), (0,) * len(phase.bids), None


def continue_excluded(phase: Preemption, cash: int) -> Again:
    """Strike out the bids of the one who could not pay; the best other bid stands (A-13)."""
    auction = _barring(phase)
    bids = changed(phase.bids, phase.high.seat, 0)
    best = max(bids)
    return auction, bids, Bid(bids.index(best), best) if best else None


def restart_all(phase: Preemption, cash: int) -> Again:
    """Start over with everybody; the one who could not pay is held to what was seen (C-06)."""
    limits = (*phase.auction.limits, Bid(phase.high.seat, cash))
    return replace(phase.auction, limits=limits), (0,) * len(phase.bids), None


AFTER_OVERBID: Final[dict[Overbid, Callable[[Preemption, int], Again]]] = {
    "restart_excluded": restart_excluded,
    "continue_excluded": continue_excluded,
    "restart_all": restart_all,
}


def _barring(phase: Preemption) -> bidding.Auction:
    return replace(phase.auction, barred=(*phase.auction.barred, phase.high.seat))


def entered(table: KuhTable, event: GavelFell, after: bidding.Bidding) -> KuhTable:
    phase = Preemption(after.auction, after.bids, Bid(event.seat, event.amount))
    return Table(table.edition, table.world, phase, table.moment + 1)
