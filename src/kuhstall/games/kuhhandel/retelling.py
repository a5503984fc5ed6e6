"""Which action led to an event, so that a log can be played again and checked against the rules."""

from __future__ import annotations

from collections.abc import Mapping

from kuhstall.engine.table import Unexpected
from kuhstall.engine.values import Action, Actor, Event
from kuhstall.games.kuhhandel.actions import (
    Accept,
    AuctionOff,
    BuyOut,
    CallOut,
    ChallengeTrade,
    Counter,
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
from kuhstall.games.kuhhandel.phases.bidding import Bidding
from kuhstall.games.kuhhandel.phases.preemption import Preemption


def retell(table: KuhTable, event: Event) -> Mapping[Actor, Action]:
    """Return who did what on this table, given the first event that it led to."""
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
