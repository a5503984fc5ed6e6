"""Which action an event of Kuhhandel Master came from. See `kuhhandel.retelling`."""

from __future__ import annotations

from collections.abc import Mapping

from kuhstall.engine.table import Unexpected
from kuhstall.engine.values import Action, Actor, Event
from kuhstall.games.kuhhandel import retelling
from kuhstall.games.kuhhandel.actions import BuyOut, Sell
from kuhstall.games.kuhhandel.edition import KuhTable
from kuhstall.games.kuhhandel.master.actions import (
    Cover,
    Divide,
    EndTurn,
    Give,
    Keep,
    LayCard,
    PassRat,
    Slap,
    SlapNow,
    TakeRat,
)
from kuhstall.games.kuhhandel.master.events import (
    CardLaid,
    CountedDown,
    Divided,
    DivisionBegan,
    PedigreeBoughtOut,
    PedigreeSold,
    PedigreeTaken,
    QuartetCovered,
    RatSettled,
    RatTaken,
    SlapExposed,
    Slapped,
    SlapsOpened,
    TurnEnded,
)
from kuhstall.games.kuhhandel.master.phases.countdown import Countdown, PedigreeHammer
from kuhstall.games.kuhhandel.phases.envelopes import Envelopes


def retell(table: KuhTable, event: Event) -> Mapping[Actor, Action]:
    """Return who did what on this table, given the first event that it led to.

    Usually one seat has acted. Where a phase was sealed, it is everything that was handed in.
    """
    if isinstance(event, RatSettled):
        return {seat: PassRat(times) for seat, times in enumerate(event.passed)}
    if isinstance(table.phase, Countdown) and isinstance(event, SlapsOpened):
        return _in_envelopes(table.phase, event)
    if isinstance(table.phase, Countdown):
        return _handed_in(table.phase, event)
    if isinstance(table.phase, Envelopes):
        return retelling.retell(table, event)
    actor, action = _origin(table, event)
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


def _in_envelopes(phase: Countdown, event: SlapsOpened) -> Mapping[Actor, Action]:
    """Return the least that may have been in the envelopes: what was is written nowhere (C-40)."""
    held: dict[Actor, Action] = {bid.seat: Slap(bid.amount) for bid in event.called}
    if event.kept:
        held[phase.sale.auctioneer] = Slap(event.called[-1].amount)
    return held


def _origin(table: KuhTable, event: Event) -> tuple[Actor, Action]:
    phase = table.phase
    match event:
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
        case _:
            return retelling.origin(table, event)
