"""Leaks of envelopes: while they come in, and when they are opened."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from kuhstall.engine.chance import Chance
from kuhstall.engine.option import Range
from kuhstall.engine.values import Action, Event, Seat, Viewer
from kuhstall.games.kuhhandel.actions import NameMaximum
from kuhstall.games.kuhhandel.edition import KuhTable
from kuhstall.games.kuhhandel.events import Bid, EnvelopesOpened
from kuhstall.games.kuhhandel.phases.envelopes import Envelopes
from tests.games.twin.mutant import REAL, answering, mutant
from tests.games.twin.subject import Subject

Held = Mapping[Seat, Action]


def _amounts(table: KuhTable, held: Held) -> list[Bid]:
    """List what was named, the highest first; the auctioneer's is not a bid."""
    phase = table.phase
    if not isinstance(phase, Envelopes):
        return []
    named = [
        Bid(seat, action.amount)
        for seat, action in held.items()
        if isinstance(action, NameMaximum) and action.amount and seat != phase.auction.auctioneer
    ]
    return sorted(named, key=lambda bid: (-bid.amount, bid.seat))


def _waiting(show: Any) -> Subject:
    """Show something about the envelopes that have come in."""

    def waiting(table: KuhTable, held: Held, viewer: Viewer) -> Any:
        seen = REAL.waiting(table, held, viewer)
        return (seen, show(table, held)) if isinstance(table.phase, Envelopes) else seen

    return replace(REAL, waiting=waiting)


def _opening(tell: Any) -> Subject:
    """Open the envelopes as it should be, then tell of what was in them."""

    def unseal(table: KuhTable, held: Held, chance: Chance) -> tuple[KuhTable, list[Event]]:
        after, log = REAL.unseal(table, held, chance)
        if isinstance(log[0], EnvelopesOpened):
            log[0] = tell(table, held, log[0])
        return after, log

    return replace(REAL, unseal=unseal)


@mutant("sealed")
def number_of_envelopes() -> Subject:
    return _waiting(lambda _, held: len(held))


@mutant("sealed")
def who_has_handed_in() -> Subject:
    return _waiting(lambda _, held: sorted(held))


@mutant("sealed")
def lowest_amount_that_would_win() -> Subject:
    def options(table: KuhTable, held: Held) -> Any:
        best = next((bid.amount for bid in _amounts(table, held)), 0)
        return Range(NameMaximum(0), "amount", best + 10, 1000, 10)

    return _waiting(options)


@mutant("sealed")
def the_winner_pays_the_own_maximum() -> Subject:
    def tell(table: KuhTable, held: Held, event: EnvelopesOpened) -> EnvelopesOpened:
        named = {bid.seat: bid.amount for bid in _amounts(table, held)}
        called = tuple(Bid(bid.seat, named[bid.seat]) for bid in event.called)
        return replace(event, called=called)

    return _opening(tell)


@mutant("sealed")
def everybody_is_ranked() -> Subject:
    def tell(table: KuhTable, held: Held, event: EnvelopesOpened) -> EnvelopesOpened:
        return replace(event, called=tuple(_amounts(table, held)))

    return _opening(tell)


@mutant("sealed")
def who_made_the_price() -> Subject:
    def tell(table: KuhTable, held: Held, event: EnvelopesOpened) -> EnvelopesOpened:
        return replace(event, called=(*event.called, *_amounts(table, held)[1:2]))

    return _opening(tell)


@mutant("sealed")
def the_auctioneer_would_have_kept_it_for_more() -> Subject:
    def tell(table: KuhTable, held: Held, event: EnvelopesOpened) -> EnvelopesOpened:
        own = held.get(event.auctioneer)
        return replace(event, kept=isinstance(own, NameMaximum) and own.amount >= 50)

    return _opening(tell)


@mutant("sealed")
def a_plan_that_is_void() -> Subject:
    def tell(table: KuhTable, held: Held, event: EnvelopesOpened) -> EnvelopesOpened:
        plans = [isinstance(act, NameMaximum) and act.ahead for act in held.values()]
        return replace(event, ahead=any(plans))

    return _opening(tell)


@mutant("error")
def maximum_above_all_money() -> Subject:
    def change(table: KuhTable, seat: Seat, action: Action, code: str | None) -> str | None:
        if isinstance(action, NameMaximum) and action.amount > max(
            sum(purse) for other, purse in enumerate(table.world.purses) if other != seat
        ):
            return "nobody_has_that"
        return code

    return answering(change)
