"""Which action an event came from: a log can be played again, and so checked against the rules."""

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
    Cover,
    Divide,
    EndTurn,
    Give,
    Keep,
    LayCard,
    Offer,
    Pass,
    Pay,
    PlaceBid,
    Sell,
    Slap,
    SlapNow,
    TakeRat,
)
from kuhstall.games.kuhhandel.edition import KuhTable
from kuhstall.games.kuhhandel.events import (
    AuctionBegan,
    BidPlaced,
    BoughtOut,
    CalledOut,
    CardLaid,
    CountedDown,
    CounterMade,
    Divided,
    DivisionBegan,
    Exposed,
    GavelFell,
    LotSold,
    LotTaken,
    OfferMade,
    Paid,
    Passed,
    PedigreeBoughtOut,
    PedigreeSold,
    PedigreeTaken,
    QuartetCovered,
    RatTaken,
    SlapExposed,
    Slapped,
    TradeBegan,
    TradeSettled,
    TurnEnded,
)
from kuhstall.games.kuhhandel.phases.bidding import Bidding
from kuhstall.games.kuhhandel.phases.countdown import Countdown
from kuhstall.games.kuhhandel.phases.pedigree_sale import PedigreeHammer
from kuhstall.games.kuhhandel.phases.preemption import Preemption


def retell(table: KuhTable, event: Event) -> Mapping[Actor, Action]:
    """Return who did what, from the first event that came of it on this table.

    Mostly one has acted; where a phase was sealed, all that was handed in.
    """
    if isinstance(table.phase, Countdown):
        return _handed_in(table.phase, event)
    actor, action = _retold(table, event)
    return {actor: action}


def _handed_in(phase: Countdown, event: Event) -> Mapping[Actor, Action]:
    """Return what is new among the plans that a step ended with, and what was taken back."""
    if not isinstance(event, CountedDown | Slapped | PedigreeTaken):
        raise Unexpected(phase, event)
    before = {plan.seat: plan for plan in phase.plans}
    after = {plan.seat: plan for plan in event.plans or ()}
    held: dict[Actor, Action] = {seat: Slap(0) for seat in before.keys() - after.keys()}
    for seat, plan in after.items():
        if plan != before.get(seat):
            held[seat] = Slap(plan.count) if plan.after is None else SlapNow(plan.after)
    return held


def _retold(table: KuhTable, event: Event) -> tuple[Actor, Action]:  # noqa: C901 -- one case an event
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
            return phase.caller(table), call
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
        case PedigreeSold() | SlapExposed() if isinstance(phase, PedigreeHammer):
            return phase.sale.auctioneer, Sell()
        case PedigreeBoughtOut(auctioneer):
            return auctioneer, BuyOut()
        case CardLaid(seat, card) if card is not None:
            return seat, LayCard(card)
        case RatTaken(seat):
            return seat, TakeRat()
        case DivisionBegan(seat):
            return seat, Divide()
        case Divided(seat, kept):
            return seat, Keep() if kept else Give()
        case TurnEnded(seat):
            return seat, EndTurn()
        case QuartetCovered(seat, animal):
            return seat, Cover(animal)
    raise Unexpected(phase, event)
