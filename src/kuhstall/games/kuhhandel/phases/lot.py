"""An animal was turned up: a donkey pays everybody, and the animal is auctioned off."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from kuhstall.engine.table import Table
from kuhstall.engine.values import Event, Seat
from kuhstall.games.kuhhandel.cards import ANIMALS, DONKEY, Card, is_animal
from kuhstall.games.kuhhandel.edition import CardReveal, KuhTable
from kuhstall.games.kuhhandel.events import EnvelopesAsked, LotRevealed
from kuhstall.games.kuhhandel.phases import bidding


def _begin_auction(table: KuhTable, auctioneer: Seat, lot: Card) -> Iterator[Event]:
    """Put an animal up for auction; a donkey pays everybody first."""
    if not is_animal(lot):
        return
    edition, world = table.edition, table.world
    payout, donkeys = 0, world.donkeys
    if lot == DONKEY:
        payout = edition.payouts[donkeys]
        donkeys += 1
    cap = edition.cap(world.seats, donkeys)
    auction = bidding.Auction(lot, auctioneer, cap)
    polled = bidding.next_bidder(table, auction, None, bidding.STEP, (), auctioneer)
    yield LotRevealed(
        auctioneer, lot, payout, donkeys, cap, bidding.polled_of(edition.rules, polled)
    )
    if edition.rules.auction_mode == "sealed":
        yield EnvelopesAsked()


def _auction(table: KuhTable, event: LotRevealed) -> KuhTable:
    world = table.world.drawn(payout=event.payout, donkeys=event.donkeys)
    auction = bidding.Auction(event.lot, event.auctioneer, event.cap)
    nothing_bid = (0,) * world.seats
    phase = bidding.Bidding(auction, nothing_bid, None, (), 0, event.polled)
    return Table(table.edition, world, phase, table.moment + 1)


ANIMAL: Final = CardReveal(frozenset(ANIMALS), LotRevealed, _begin_auction, _auction)
