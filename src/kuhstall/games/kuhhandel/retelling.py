"""Which action led to an event, so that a log can be played again and checked against the rules."""

from __future__ import annotations

from collections.abc import Mapping

from kuhstall.engine.table import Unexpected
from kuhstall.engine.values import Action, Actor, Event, Seat
from kuhstall.games.kuhhandel.actions import (
    Accept,
    AuctionOff,
    BuyOut,
    CallOut,
    ChallengeTrade,
    Counter,
    NameMaximum,
    Offer,
    Pass,
    Pay,
    PlaceBid,
    Sell,
)
from kuhstall.games.kuhhandel.edition import KuhTable
from kuhstall.games.kuhhandel.events import (
    AuctionBegan,
    BidPlaced,
    BoughtOut,
    CalledOut,
    CounterMade,
    EnvelopesOpened,
    Exposed,
    GavelFell,
    LotSold,
    LotTaken,
    OfferMade,
    Paid,
    Passed,
    TradeBegan,
    TradeSettled,
)
from kuhstall.games.kuhhandel.phases.bidding import STEP, Bidding
from kuhstall.games.kuhhandel.phases.envelopes import Envelopes, bidders
from kuhstall.games.kuhhandel.phases.preemption import Preemption


def retell(table: KuhTable, event: Event) -> Mapping[Actor, Action]:
    """Return who did what on this table, given the first event that it led to."""
    if isinstance(table.phase, Envelopes) and isinstance(event, EnvelopesOpened):
        return in_envelopes(table, table.phase, event)
    actor, action = origin(table, event)
    return {actor: action}


def origin(table: KuhTable, event: Event) -> tuple[Actor, Action]:
    """Return the one who acted, and the action."""
    phase = table.phase
    match event:
        case AuctionBegan(seat):
            return seat, AuctionOff()
        case TradeBegan(challenger, challenged, animal):
            return challenger, ChallengeTrade(animal, challenged)
        case BidPlaced(seat, amount):
            return seat, PlaceBid(amount)
        case Passed(seat):
            return seat, Pass()
        case CalledOut() | GavelFell() | LotTaken() if isinstance(phase, Bidding):
            high = phase.high
            call = CallOut(None, 0) if high is None else CallOut(high.seat, high.amount)
            return phase.holder(table), call
        case LotSold() | Exposed() if isinstance(phase, Preemption):
            return phase.auction.auctioneer, Sell()
        case BoughtOut(auctioneer):
            return auctioneer, BuyOut()
        case Paid(payer, _, cards) if cards is not None:
            return payer, Pay(cards)
        case OfferMade(seat, cards, _, shown) if cards is not None:
            return seat, Offer(cards, shown)
        case CounterMade(seat, cards, _, shown) if cards is not None:
            return seat, Counter(cards, shown)
        case TradeSettled(_, challenged):
            return challenged, Accept()
    raise Unexpected(phase, event)


def in_envelopes(
    table: KuhTable, phase: Envelopes, event: EnvelopesOpened
) -> Mapping[Seat, NameMaximum]:
    """Return the least that may have been in the envelopes: what was is written nowhere (C-32).

    Each who was called up named their price, the next one as much as made it the price, or the same
    where that one had to pay the same; and a seat that was not called made the last price. Where
    an exposed price is a floor, what the next one pays is what made it.
    """
    called = event.called
    named = {event.auctioneer: called[-1].amount} if event.kept else {}
    for before, bid in zip((None, *called), called, strict=False):
        least = bid.amount
        if before is not None and not table.edition.proven_floor:
            least = before.amount - STEP
        named[bid.seat] = max(least, bid.amount)
    others = set(bidders(table, phase.auction)) - {bid.seat for bid in called}
    if others and called and called[-1].amount > STEP and not _is_nobody_left(table, event):
        richest = max(sorted(others), key=lambda seat: phase.most(table, seat))
        named[richest] = called[-1].amount - STEP
    planned = phase.left(table) if event.ahead else None
    seats = named if planned is None else {*named, planned}
    return {seat: NameMaximum(named.get(seat, 0), ahead=seat == planned) for seat in seats}


def _is_nobody_left(table: KuhTable, event: EnvelopesOpened) -> bool:
    """Whether envelopes stand and the last one could not pay: then no other named a price."""
    edition, last = table.edition, event.called[-1]
    stand = not edition.after_overbid(edition.rules.overbid).restarts
    return stand and not event.kept and sum(table.world.purses[last.seat]) < last.amount
