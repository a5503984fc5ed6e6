"""Who may slap for a pedigree, at which counts, and whose hand was first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from kuhstall.engine.chance import Chance
from kuhstall.engine.values import Event, Seat
from kuhstall.games.kuhhandel.cards import Animal
from kuhstall.games.kuhhandel.edition import KuhTable
from kuhstall.games.kuhhandel.events import Bid
from kuhstall.games.kuhhandel.master.actions import SlapNow
from kuhstall.games.kuhhandel.master.events import PedigreeTaken, SlapPlan
from kuhstall.games.kuhhandel.master.house_rules import master_rules
from kuhstall.games.kuhhandel.overbidding import Contest
from kuhstall.games.kuhhandel.world import CLOCKWISE

FIRST: Final = 10
"""The count begins here."""

STEP_MS: Final = SlapNow.latest
"""The longest that a step may last, in milliseconds."""

REACTION_MS: Final = SlapNow.unhurried
"""How soon a planned slap comes, in milliseconds, where the quickest hand wins."""

BLINK_MS: Final = 25
"""Hands that come down within this many milliseconds of each other count as simultaneous."""


class Sale(Contest, frozen=True, gc=False):
    """What stays the same while a pedigree is counted down; limits are in cards."""

    animal: Animal
    auctioneer: Seat

    def limit(self, seat: Seat) -> int:
        """Return the highest count at which a seat may slap, from what everybody knows."""
        if seat == self.auctioneer or seat in self.barred:
            return 0
        for bid in self.limits:
            if bid.seat == seat:
                return bid.amount
        return FIRST


def interested_seats(table: KuhTable, sale: Sale) -> tuple[Seat, ...]:
    """List who may slap, from what everybody knows and never from a closed purse (C-11)."""
    known = table.edition.rules.counts_are_public
    return tuple(
        [
            seat
            for seat, purse in enumerate(table.world.purses)
            if sale.limit(seat) and (purse or not known)
        ]
    )


def most(table: KuhTable, sale: Sale, seat: Seat) -> int:
    """Return the highest count at which a seat may slap."""
    rules, cards = table.edition.rules, len(table.world.purses[seat])
    bluffs = rules.bluff_bids == "allowed" and not rules.counts_are_public
    return sale.limit(seat) if bluffs else min(sale.limit(seat), cards)


def give_away(table: KuhTable, sale: Sale) -> Iterator[Event]:
    """Give the pedigree to the auctioneer if no seat can slap."""
    if not interested_seats(table, sale):
        yield PedigreeTaken(sale.auctioneer, sale.animal, 0)


def rivals(table: KuhTable, slaps: list[SlapPlan]) -> list[Seat]:
    """List those who were first: all who slapped in the step, or only the quickest hands."""
    if master_rules(table).slap == "lottery":
        return [plan.seat for plan in slaps]
    times = {p.seat: REACTION_MS if p.after is None else p.after for p in slaps}
    first = min(times.values())
    return [seat for seat, after in times.items() if after < first + BLINK_MS]


def winner(table: KuhTable, sale: Sale, first: list[Seat], chance: Chance) -> Seat:
    """Choose one of those who were first: by lot, or by the order of play."""
    if len(first) == 1:
        return first[0]
    if master_rules(table).slap_tie == "random":
        return first[chance.below(f"slap/{table.moment}", len(first))]
    around = CLOCKWISE[table.world.seats][sale.auctioneer]
    return min(first, key=around.index)


def order(table: KuhTable, sale: Sale, chance: Chance) -> Sequence[Seat]:
    """Say who goes before whom at the same count, drawn without a look at any (C-38)."""
    around = CLOCKWISE[table.world.seats][sale.auctioneer]
    if master_rules(table).slap_tie == "random":
        return chance.shuffled(f"slaps/{table.moment}", around)
    return around


def first(named: Mapping[Seat, int], order: Sequence[Seat], count: int) -> Bid | None:
    """Return the seat that slaps first from this count on; None if no seat slaps."""
    at = min(count, max(named.values(), default=0))
    return next((Bid(seat, at) for seat in order if named.get(seat, 0) >= at), None) if at else None
