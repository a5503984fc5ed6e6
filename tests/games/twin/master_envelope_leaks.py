"""Leaks of envelopes for pedigrees and rats: while they come in, and when they are opened."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from kuhstall.engine.chance import Chance
from kuhstall.engine.values import Action, Event, Seat, Viewer
from kuhstall.games.kuhhandel.edition import KuhTable
from kuhstall.games.kuhhandel.events import Bid
from kuhstall.games.kuhhandel.master.actions import PassRat, Slap
from kuhstall.games.kuhhandel.master.events import RatSettled, SlapsOpened
from kuhstall.games.kuhhandel.master.phases.countdown import Countdown
from kuhstall.games.kuhhandel.master.phases.rat_envelopes import RatEnvelopes
from tests.games.twin.master_envelopes import by_envelopes
from tests.games.twin.mutant import REAL, master_mutant
from tests.games.twin.subject import Subject

Held = Mapping[Seat, Action]


def _waiting(show: Any) -> Subject:
    """Show something about the envelopes that have come in."""

    def waiting(table: KuhTable, held: Held, viewer: Viewer) -> Any:
        seen = REAL.waiting(table, held, viewer)
        return (seen, show(table, held)) if by_envelopes(table) else seen

    return replace(REAL, waiting=waiting)


def _opening(kind: type[Event], tell: Any) -> Subject:
    """Open the envelopes as it should be, then tell of what was in them."""

    def unseal(table: KuhTable, held: Held, chance: Chance) -> tuple[KuhTable, list[Event]]:
        after, log = REAL.unseal(table, held, chance)
        if isinstance(log[0], kind):
            log[0] = tell(table, held, log[0])
        return after, log

    return replace(REAL, unseal=unseal)


@master_mutant("visit")
def who_has_said_how_often() -> Subject:
    return _waiting(lambda table, held: sorted(held) if _rats(table) else None)


@master_mutant("visit")
def how_many_have_named_a_count() -> Subject:
    return _waiting(lambda table, held: None if _rats(table) else len(held))


def _rats(table: KuhTable) -> bool:
    return isinstance(table.phase, RatEnvelopes)


@master_mutant("visit")
def all_counts_are_called() -> Subject:
    def tell(_: KuhTable, held: Held, event: SlapsOpened) -> SlapsOpened:
        named = [Bid(seat, act.count) for seat, act in held.items() if isinstance(act, Slap)]
        return replace(event, called=tuple(sorted(named, key=lambda bid: (-bid.amount, bid.seat))))

    return _opening(SlapsOpened, tell)


@master_mutant("visit")
def the_auctioneer_would_have_kept_it() -> Subject:
    def tell(table: KuhTable, held: Held, event: SlapsOpened) -> SlapsOpened:
        assert isinstance(table.phase, Countdown)
        own = held.get(table.phase.sale.auctioneer)
        return replace(event, kept=isinstance(own, Slap) and own.count > 1)

    return _opening(SlapsOpened, tell)


@master_mutant("visit")
def how_often_they_would_have_passed() -> Subject:
    def tell(_: KuhTable, held: Held, event: RatSettled) -> RatSettled:
        said = [held.get(seat) for seat in range(len(event.passed))]
        return replace(
            event, passed=tuple([act.times if isinstance(act, PassRat) else -1 for act in said])
        )

    return _opening(RatSettled, tell)
