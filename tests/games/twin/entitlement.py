"""Who learns what from which action: the specification of secrecy, apart from view and redact.

RULINGS 2.3 as a function. Two worlds may go on in lock-step only while a viewer is entitled to
learn the same in both.
"""

from __future__ import annotations

from typing import Any

from kuhstall.engine.values import Action, Actor, Viewer
from kuhstall.games.kuhhandel.actions import Accept, AuctionOff, Counter, Offer, Pay, Sell
from kuhstall.games.kuhhandel.edition import KuhTable
from kuhstall.games.kuhhandel.phases.payment import Payment
from kuhstall.games.kuhhandel.phases.preemption import Preemption
from kuhstall.games.kuhhandel.phases.responding import Responding

Facts = tuple[Any, ...]


def lesson(table: KuhTable, actor: Actor, action: Action, viewer: Viewer) -> Facts:
    """State what the viewer may learn when the actor does this, beyond that it was done."""
    phase, rules = table.phase, table.edition.rules
    if isinstance(action, AuctionOff):
        return (table.world.deck[0],)
    if isinstance(action, Pay):
        assert isinstance(phase, Payment)
        sees = viewer in (phase.payer, phase.payee) or rules.payment_visibility == "public"
        return (len(action.cards), sorted(action.cards) if sees else None)
    if isinstance(action, Sell):
        assert isinstance(phase, Preemption)
        purse = table.world.purses[phase.high.seat]
        return ("sold",) if sum(purse) >= phase.high.amount else ("exposed", purse)
    if isinstance(action, Offer | Counter):
        laid: Facts = (action.show_count, len(action.cards) if action.show_count else None)
        laid += (sorted(action.cards) if viewer == actor else None,)
        if isinstance(action, Offer):
            return laid
        assert isinstance(phase, Responding)
        return laid + _outcome(table, phase, tuple(sorted(action.cards)), viewer)
    if isinstance(action, Accept):
        assert isinstance(phase, Responding)
        if viewer in (phase.trade.challenger, phase.trade.challenged):
            return (phase.offer,)
        back = phase.offer.count(0) if rules.return_zero_cards else 0
        return (back, len(phase.offer)) if rules.counts_are_public else ()
    return ()


def _outcome(table: KuhTable, phase: Responding, counter: tuple[int, ...], viewer: Viewer) -> Facts:
    """State what a settled trade teaches: all to the traders, who won to the others."""
    trade, rules = phase.trade, table.edition.rules
    if viewer in (trade.challenger, trade.challenged):
        return (phase.offer, counter)
    offer_sum, counter_sum = sum(phase.offer), sum(counter)
    result: Facts = (offer_sum > counter_sum, offer_sum == counter_sum)
    if not rules.counts_are_public:
        return result
    if rules.return_zero_cards:
        result += (phase.offer.count(0), counter.count(0))
    return (*result, len(phase.offer), len(counter))
