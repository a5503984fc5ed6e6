"""Standing orders for pedigrees and rats, beside those for animals (C-41)."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from kuhstall.engine.option import Range
from kuhstall.engine.table import Table
from kuhstall.engine.values import Action, Seat
from kuhstall.games.kuhhandel import orders as animals
from kuhstall.games.kuhhandel.cards import PEDIGREE_OF, PEDIGREES, RAT
from kuhstall.games.kuhhandel.edition import KuhTable
from kuhstall.games.kuhhandel.master.actions import PassRat, Slap
from kuhstall.games.kuhhandel.master.house_rules import master_rules
from kuhstall.games.kuhhandel.master.phases import slapping
from kuhstall.games.kuhhandel.master.phases.countdown import Countdown
from kuhstall.games.kuhhandel.master.phases.rat_envelopes import RatEnvelopes
from kuhstall.games.kuhhandel.world import CLOCKWISE
from kuhstall.games.orders import OrderBook, Prospect, StandingOrders

MOST_PASSES: Final = 30
"""More often than this nobody passes a rat on, however many cards they hold."""


def prospects(table: KuhTable) -> tuple[Prospect, ...]:
    """List animals, pedigrees and rats in the pile: a pedigree for cards, a rat for passes."""
    rules, deck = master_rules(table), table.world.deck
    found = list(animals.prospects(table))
    if table.edition.divides(table.world.seats):
        return ()
    if rules.pedigree_mode == "envelopes":
        found += [Prospect(one, 1, slapping.FIRST, 1) for one in PEDIGREES if one in deck]
    if rules.rat_mode == "envelopes" and RAT in deck:
        found.append(Prospect(RAT, deck.count(RAT), MOST_PASSES, 1))
    return tuple(found)


def envelope(table: KuhTable, seat: Seat, orders: StandingOrders) -> Action | None:
    """Write down what an order says, but never more cards than the seat holds now (C-41)."""
    phase = table.phase
    if isinstance(phase, RatEnvelopes) and seat in phase.actors(table):
        passes = _ordered(table, orders, RAT)
        return None if passes is None else PassRat(min(passes, len(table.world.purses[seat])))
    if not (isinstance(phase, Countdown) and phase.ordered(table) and seat in phase.asked(table)):
        return animals.envelope(table, seat, orders)
    if phase.sale.barred or phase.sale.limits:  # handed in anew: things have changed (C-38)
        return None
    lot = next(one for one in PEDIGREES if PEDIGREE_OF[one] == phase.sale.animal)
    count = _ordered(table, orders, lot)
    if count is None and not orders.others:
        return None
    named = [one for one in phase.options(table, seat) if isinstance(one, Range)]
    most = min(named[0].high if named else 0, len(table.world.purses[seat]), count or 0)
    return Slap(most) if most else phase.default(table, seat)


def _ordered(table: KuhTable, orders: StandingOrders, lot: str) -> int | None:
    """Return what was ordered for the card that has just come, which left one less in the pile."""
    order = orders.lots.get(lot)
    left = sum(card == lot for card in table.world.deck)
    return order.amount if order is not None and order.left == left + 1 else None


def supposed(table: KuhTable, seat: Seat, lot: str) -> KuhTable:
    """Take a card out of the pile and let the seat before turn it up."""
    if lot != RAT and lot not in PEDIGREE_OF:
        return animals.supposed(table, seat, lot)
    world = table.world
    auctioneer = CLOCKWISE[world.seats][seat][-2]
    deck = list(world.deck)
    deck.remove(next(card for card in deck if card == lot))
    without = replace(world, deck=tuple(deck))
    if lot == RAT:
        return Table(table.edition, without, RatEnvelopes(auctioneer), table.moment)
    sale = slapping.Sale(PEDIGREE_OF[lot], auctioneer)
    return Table(table.edition, without, Countdown(sale, slapping.FIRST), table.moment)


ORDERS: Final = OrderBook(prospects, envelope, supposed)
