"""A pedigree is counted down from ten money cards to one; who slaps first gets it for so many.

Every step of the count is sealed: who slaps within it slaps at the same time, and nobody hears of
it before the step is over. In realtime the clock ends a step; stepwise, the last answer does. In
`sealed` there is one step only, and the highest count named wins.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar, Final

from msgspec import Struct
from msgspec.structs import replace

from kuhstall.engine.chance import Chance
from kuhstall.engine.option import Choice, Option, Range
from kuhstall.engine.table import Phase, Table, Unexpected
from kuhstall.engine.values import CLOCK, Action, Actor, Event, Seat
from kuhstall.games.kuhhandel.actions import Slap, SlapNow, Wait
from kuhstall.games.kuhhandel.cards import Animal
from kuhstall.games.kuhhandel.edition import Edition, KuhTable, master_rules
from kuhstall.games.kuhhandel.events import (
    Bid,
    CountedDown,
    PedigreeTaken,
    Slapped,
    SlapPlan,
)
from kuhstall.games.kuhhandel.phases import next_turn, pedigree_sale
from kuhstall.games.kuhhandel.world import CLOCKWISE, World

FIRST: Final = 10
"""The count begins with so many cards."""

STEP_MS: Final = SlapNow.latest
"""No step lasts longer, in milliseconds."""

REACTION_MS: Final = SlapNow.unhurried
"""When a slap that was planned beforehand comes, where the quickest hand wins."""

BLINK_MS: Final = 25
"""Hands that come so close to each other come at the same time."""

_WAIT: Final = Choice((Wait(),))


class Sale(Struct, frozen=True, gc=False):
    """What stays the same while a pedigree is counted down; the limits are counts of cards."""

    animal: Animal
    auctioneer: Seat
    barred: tuple[Seat, ...] = ()
    limits: tuple[Bid, ...] = ()

    def limit(self, seat: Seat) -> int:
        """Return the most that a seat may slap at, by what everybody knows."""
        if seat == self.auctioneer or seat in self.barred:
            return 0
        for bid in self.limits:
            if bid.seat == seat:
                return bid.amount
        return FIRST


class Countdown(Phase[Edition, World], frozen=True, gc=False):
    """One step. `plans` are slaps that seats have announced for later, each known to itself."""

    sealed: ClassVar[bool] = True

    sale: Sale
    count: int
    plans: tuple[SlapPlan, ...] = ()

    def actors(self, table: KuhTable) -> tuple[Actor, ...]:
        seats = interested(table, self.sale)
        return (*seats, CLOCK) if master_rules(table).pedigree_mode == "realtime" else seats

    def options(self, table: KuhTable, actor: Actor) -> tuple[Option, ...]:
        if actor == CLOCK or actor not in self.actors(table):
            return ()
        most = min(self.count, _most(table, self.sale, actor))
        if not most:  # asked all the same: not to ask would tell the others why
            return (_WAIT,)
        rules = master_rules(table)
        if rules.pedigree_mode == "sealed":
            return (Range(Slap(0), "count", 0, most),)
        if rules.slap == "lottery" or most < self.count:
            return (_WAIT, Range(Slap(0), "count", 0, most))
        return (
            _WAIT,
            Range(SlapNow(0), "after", 0, STEP_MS),
            Range(Slap(0), "count", 0, most - 1),
        )

    def default(self, table: KuhTable, actor: Actor) -> Action | None:
        if actor == CLOCK or actor not in self.actors(table):
            return None
        return Slap(0) if self._names_numbers(table) and self._most(table, actor) else Wait()

    def _most(self, table: KuhTable, seat: Seat) -> int:
        return min(self.count, _most(table, self.sale, seat))

    def _names_numbers(self, table: KuhTable) -> bool:
        return master_rules(table).pedigree_mode == "sealed"

    def unseal(
        self, table: KuhTable, held: Mapping[Seat, Action], chance: Chance
    ) -> Iterator[Event]:
        plans = self._planned(held)
        if self._names_numbers(table):
            best = max((plan.count for plan in plans), default=0)
            slaps = [plan for plan in plans if plan.count == best > 0]
        else:
            slaps = [plan for plan in plans if plan.count >= self.count]
        if slaps:
            rivals = _rivals(table, slaps)
            seat = _winner(table, self.sale, rivals, chance)
            shown = None if self._names_numbers(table) else tuple(p.seat for p in slaps)
            yield Slapped(seat, slaps[0].count, shown, plans)
        elif self.count == 1 or self._names_numbers(table):
            yield PedigreeTaken(self.sale.auctioneer, self.sale.animal, 0, plans)
        else:
            yield CountedDown(self.count - 1, plans)

    def _planned(self, held: Mapping[Seat, Action]) -> tuple[SlapPlan, ...]:
        """Return what every seat has handed in by now, older plans included."""
        plans = {plan.seat: plan for plan in self.plans}
        for seat, action in held.items():
            if isinstance(action, Slap):
                plans[seat] = SlapPlan(seat, action.count)
            elif isinstance(action, SlapNow):
                plans[seat] = SlapPlan(seat, self.count, self._after(seat, action))
        return tuple(plans[seat] for seat in sorted(plans) if plans[seat].count)

    def _after(self, seat: Seat, action: SlapNow) -> int:
        """Say when a hand came: who taps on top of a plan for this count is not slower by it."""
        planned = any(plan.seat == seat and plan.count >= self.count for plan in self.plans)
        return min(action.after, REACTION_MS) if planned else action.after

    def evolve(self, table: KuhTable, event: Event) -> KuhTable:
        if isinstance(event, CountedDown):
            phase: Phase[Edition, World] = Countdown(self.sale, event.count, event.plans or ())
            return Table(table.edition, table.world, phase, table.moment + 1)
        if isinstance(event, Slapped):
            phase = pedigree_sale.PedigreeHammer(self.sale, Bid(event.seat, event.count))
            return Table(table.edition, table.world, phase, table.moment + 1)
        if isinstance(event, PedigreeTaken):
            return taken(table, event, self.sale.auctioneer)
        raise Unexpected(self, event)


def interested(table: KuhTable, sale: Sale) -> tuple[Seat, ...]:
    """List who may slap, by what everybody knows: never by a purse that is closed (C-11)."""
    known = table.edition.rules.counts_are_public
    return tuple(
        [
            seat
            for seat, purse in enumerate(table.world.purses)
            if sale.limit(seat) and (purse or not known)
        ]
    )


def _most(table: KuhTable, sale: Sale, seat: Seat) -> int:
    """Return the most cards that a seat may slap at."""
    rules, cards = table.edition.rules, len(table.world.purses[seat])
    bluffs = rules.bluff_bids == "allowed" and not rules.counts_are_public
    return sale.limit(seat) if bluffs else min(sale.limit(seat), cards)


def unwanted(table: KuhTable, sale: Sale) -> Iterator[Event]:
    """Give a pedigree that nobody can slap for to the auctioneer."""
    if not interested(table, sale):
        yield PedigreeTaken(sale.auctioneer, sale.animal, 0)


def _rivals(table: KuhTable, slaps: list[SlapPlan]) -> list[Seat]:
    """List those who were first: all of a step, or the quickest hands of it."""
    if master_rules(table).slap == "lottery":
        return [plan.seat for plan in slaps]
    times = {p.seat: REACTION_MS if p.after is None else p.after for p in slaps}
    first = min(times.values())
    return [seat for seat, after in times.items() if after < first + BLINK_MS]


def _winner(table: KuhTable, sale: Sale, rivals: list[Seat], chance: Chance) -> Seat:
    if len(rivals) == 1:
        return rivals[0]
    if master_rules(table).slap_tie == "random":
        return rivals[chance.below(f"slap/{table.moment}", len(rivals))]
    around = CLOCKWISE[table.world.seats][sale.auctioneer]
    return min(rivals, key=around.index)


def taken(table: KuhTable, event: PedigreeTaken, auctioneer: Seat) -> KuhTable:
    """Give the pedigree to its new owner; the auctioneer's turn is over."""
    world = table.world.honoured(event.seat, event.animal)
    return Table(table.edition, world, next_turn.NextTurn(auctioneer), table.moment + 1)


def reopened(sale: Sale, barred: tuple[Seat, ...], limits: tuple[Bid, ...]) -> Sale:
    return replace(sale, barred=barred, limits=limits)
