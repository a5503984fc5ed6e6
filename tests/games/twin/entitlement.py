"""Who learns what from which action: the specification of secrecy, apart from view and redact.

RULINGS 2.3 and 3.3 as functions. Two worlds may go on in lock-step only while a viewer is
entitled to learn the same in both.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from kuhstall.engine.values import Action, Actor, Seat, Viewer
from kuhstall.games.kuhhandel.actions import (
    Accept,
    AuctionOff,
    Counter,
    NameMaximum,
    Offer,
    Pay,
    Sell,
)
from kuhstall.games.kuhhandel.cards import Card
from kuhstall.games.kuhhandel.edition import KuhTable
from kuhstall.games.kuhhandel.master.actions import (
    Divide,
    Give,
    Keep,
    LayCard,
    Slap,
    SlapNow,
    TakeRat,
)
from kuhstall.games.kuhhandel.master.house_rules import master_rules
from kuhstall.games.kuhhandel.master.phases.countdown import Countdown, PedigreeHammer
from kuhstall.games.kuhhandel.master.phases.pedigree_payment import PedigreePayment
from kuhstall.games.kuhhandel.master.phases.rat_round import RatRound
from kuhstall.games.kuhhandel.money import payments
from kuhstall.games.kuhhandel.phases.envelopes import Envelopes, bidders
from kuhstall.games.kuhhandel.phases.payment import Payment
from kuhstall.games.kuhhandel.phases.preemption import Preemption
from kuhstall.games.kuhhandel.phases.responding import Responding

Facts = tuple[Any, ...]
Sight = Callable[[Card], Any]
"""What somebody sees of a card: all of it, its back, or all but the value of money."""


def face(card: Card) -> Card:
    return card


def back(card: Card) -> str:
    return "green" if isinstance(card, int) else "red"


def laid_open(card: Card) -> Card:
    """See what everybody sees of a card that somebody gets: money goes to the hand."""
    return "money" if isinstance(card, int) else card  # type: ignore[return-value]


def sights(table: KuhTable, actor: Actor, action: Action, viewer: Viewer) -> tuple[Sight, ...]:
    """State what the viewer will see of the first cards of the deck when the actor does this."""
    if isinstance(action, AuctionOff):
        return (face,)
    if isinstance(action, TakeRat):
        return (face,) if master_rules(table).after_rat == "must_auction" else ()
    if isinstance(action, Divide):
        first = face if viewer == actor else back
        return (first, back) if master_rules(table).peek_next_back else (first,)
    if isinstance(action, Keep | Give):
        other = 1 - actor
        one, two = (actor, other) if isinstance(action, Keep) else (other, actor)
        return (
            face if viewer in (actor, one) else laid_open,
            face if viewer == two else laid_open,
            back,  # of the card that lies on top then
        )
    return ()


def verdict(
    table: KuhTable, held: Mapping[Seat, Action], winner: Seat | None, viewer: Viewer
) -> Facts:
    """State what the viewer may learn when a step of a countdown is closed."""
    phase = table.phase
    assert isinstance(phase, Countdown)
    plans = {plan.seat: plan.count for plan in phase.plans}
    for seat, action in held.items():
        if isinstance(action, Slap):
            plans[seat] = action.count
        elif isinstance(action, SlapNow):
            plans[seat] = phase.count
    own = None if viewer is None else (plans.get(viewer), held.get(viewer))
    if master_rules(table).pedigree_mode == "sealed":
        return (max(plans.values(), default=0), winner, own)
    slapped = sorted(seat for seat, count in plans.items() if count >= phase.count)
    return (slapped, winner, own)


def opening(
    table: KuhTable, held: Mapping[Seat, Action], order: Sequence[Seat], viewer: Viewer
) -> Facts:
    """State what the viewer may learn when envelopes are opened (C-26 to C-32)."""
    phase, rules, purses = table.phase, table.edition.rules, table.world.purses
    assert isinstance(phase, Envelopes)
    auctioneer = phase.auction.auctioneer
    named = {
        seat: act.amount
        for seat, act in held.items()
        if isinstance(act, NameMaximum) and act.amount
    }
    buys_out = named.pop(auctioneer, 0)
    plans = [isinstance(act, NameMaximum) and act.ahead for act in held.values()]
    facts: list[Any] = [None if viewer is None else held.get(viewer)]
    exposed = 0
    while named:
        top = max(named.values())
        winner = min((seat for seat in named if named[seat] == top), key=order.index)
        second = max((amount for seat, amount in named.items() if seat != winner), default=0)
        price = min(top, max(second + 10, exposed - 10))
        facts.append((winner, price, price <= buys_out))
        if price <= buys_out or sum(purses[winner]) >= price:
            payer, payee = winner, auctioneer
            if price <= buys_out:
                payer, payee = payee, payer
            paid: Any = payments(rules.overpay, purses[payer], price).cheapest()
            sees = viewer in (payer, payee) or rules.payment_visibility == "public"
            facts.append((len(paid.cards), paid.cards if sees else None))
            break
        facts.append(purses[winner])
        exposed = price
        if rules.overbid != "continue_excluded":
            again = rules.overbid == "restart_all" and sum(purses[winner]) >= 10
            if again or set(bidders(table, phase.auction)) - {winner}:
                return tuple(facts)  # all hand in anew, and a plan is void (C-33)
            break
        named = _without(named, winner)
    return (*facts, any(plans), table.world.deck[:1] if any(plans) else None)


def _without(named: dict[Seat, int], seat: Seat) -> dict[Seat, int]:
    return {other: amount for other, amount in named.items() if other != seat}


def lesson(table: KuhTable, actor: Actor, action: Action, viewer: Viewer) -> Facts:
    """State what the viewer may learn when the actor does this, beyond that it was done."""
    cards = zip(sights(table, actor, action, viewer), table.world.deck, strict=False)
    return (*(see(card) for see, card in cards), *_lesson(table, actor, action, viewer))


def _lesson(table: KuhTable, actor: Actor, action: Action, viewer: Viewer) -> Facts:
    phase, rules = table.phase, table.edition.rules
    if isinstance(action, Pay):
        assert isinstance(phase, Payment | PedigreePayment)
        due = phase if isinstance(phase, Payment) else phase.due
        sees = viewer in (due.payer, due.payee) or rules.payment_visibility == "public"
        return (len(action.cards), sorted(action.cards) if sees else None)
    if isinstance(action, Sell):
        assert isinstance(phase, Preemption | PedigreeHammer)
        purse = table.world.purses[phase.high.seat]
        worth = sum(purse) if isinstance(phase, Preemption) else len(purse)
        return ("sold",) if worth >= phase.high.amount else ("exposed", purse)
    if isinstance(action, LayCard):
        return (action.card if viewer == actor else None,)
    if isinstance(action, TakeRat):
        assert isinstance(phase, RatRound)
        return (len(phase.pot), phase.cards if viewer == actor else None)
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
