"""Standing orders: the highest price for an animal that is still to come (C-34)."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from kuhstall.engine.table import Table
from kuhstall.engine.values import Action, Seat
from kuhstall.games.kuhhandel.actions import NameMaximum
from kuhstall.games.kuhhandel.cards import ANIMALS
from kuhstall.games.kuhhandel.edition import KuhTable
from kuhstall.games.kuhhandel.phases.bidding import STEP, Auction
from kuhstall.games.kuhhandel.phases.envelopes import Envelopes
from kuhstall.games.kuhhandel.world import CLOCKWISE
from kuhstall.games.orders import OrderBook, Prospect, StandingOrders


def prospects(table: KuhTable) -> tuple[Prospect, ...]:
    """List the animals in the pile: of each kind as many as are unseen."""
    edition, world = table.edition, table.world
    if edition.rules.auction_mode != "sealed" or edition.divides(world.seats):
        return ()
    most = edition.cap(world.seats, len(edition.payouts))
    return tuple(
        [
            Prospect(animal, left, most - most % STEP, STEP)
            for animal in ANIMALS
            if (left := world.deck.count(animal))
        ]
    )


def envelope(table: KuhTable, seat: Seat, orders: StandingOrders) -> Action | None:
    """Write down what an order says, but never more than the seat holds now (C-35).

    A bluff is decided by a person who looks at the table. Where envelopes are handed in anew (C-28)
    no order counts: things have changed.
    """
    phase = table.phase
    if not isinstance(phase, Envelopes) or seat not in phase.actors(table):
        return None
    if phase.auction.barred or phase.auction.limits:
        return None
    lot, deck = phase.auction.lot, table.world.deck
    order = orders.lots.get(str(lot))
    if order is not None and order.left == deck.count(lot) + 1:
        amount = order.amount
    elif orders.others:
        amount = 0
    else:
        return None
    most = min(phase.most(table, seat), sum(table.world.purses[seat]))
    amount = min(amount, most - most % STEP)
    if orders.ahead and deck and seat == phase.left(table):
        return NameMaximum(amount, ahead=True)
    return NameMaximum(amount) if amount else phase.default(table, seat)


def supposed(table: KuhTable, seat: Seat, lot: str) -> KuhTable:
    """Take an animal out of the pile and let the seat before auction it off; no donkey pays."""
    edition, world = table.edition, table.world
    auctioneer = CLOCKWISE[world.seats][seat][-2]
    animal = next(one for one in ANIMALS if one == lot)
    auction = Auction(animal, auctioneer, edition.cap(world.seats, world.donkeys))
    deck = list(world.deck)
    deck.remove(animal)
    return Table(edition, replace(world, deck=tuple(deck)), Envelopes(auction), table.moment)


ORDERS: Final = OrderBook(prospects, envelope, supposed)
