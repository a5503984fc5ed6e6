"""Between two turns: the dove, a turn's second half, the end of the game, and who is next."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from kuhstall.engine.chance import Chance
from kuhstall.engine.table import Phase, Table, Unexpected
from kuhstall.engine.values import Event, Seat
from kuhstall.games.kuhhandel.cards import KIND, QUARTET
from kuhstall.games.kuhhandel.edition import Edition, KuhTable
from kuhstall.games.kuhhandel.ending import ending
from kuhstall.games.kuhhandel.events import (
    CoverAsked,
    DoveTaken,
    ExtraOffered,
    GameEnded,
    LotTaken,
    TurnBegan,
)
from kuhstall.games.kuhhandel.house_rules import ClassicRules, HouseRules, MasterRules
from kuhstall.games.kuhhandel.phases import covering, ended, extra, turn
from kuhstall.games.kuhhandel.world import CLOCKWISE, World


class NextTurn(Phase[Edition, World], frozen=True, gc=False):
    automatic: ClassVar[bool] = True

    after: Seat
    traded: bool = False

    def resolve(self, table: KuhTable, chance: Chance) -> Iterator[Event]:
        edition, world = table.edition, table.world
        if world.dove is None and edition.dove_pairs:
            dove = dove_owner(table)
            if dove is not None:
                yield DoveTaken(dove)
                world = replace(world, dove=dove)
        if world.deck and self.traded and _goes_on(edition.rules):
            yield ExtraOffered(self.after)
        elif world.deck:
            yield TurnBegan(CLOCKWISE[world.seats][self.after][0])
        elif world.complete:
            yield ending(edition, world, "complete")
        elif turn.out_of_patience(table):
            yield ending(edition, world, "no_progress")
        else:
            yield TurnBegan(next_trader(world, self.after))

    def evolve(self, table: KuhTable, event: Event) -> KuhTable:
        if isinstance(event, TurnBegan):
            phase: Phase[Edition, World] = turn.Turn(event.seat)
            return Table(table.edition, table.world, phase, table.moment + 1)
        if isinstance(event, ExtraOffered):
            phase = extra.Extra(event.seat)
            return Table(table.edition, table.world, phase, table.moment + 1)
        if isinstance(event, DoveTaken):
            world = replace(table.world, dove=event.seat)
            return Table(table.edition, world, self, table.moment)
        if isinstance(event, CoverAsked):
            phase = covering.Covering(event.seat, event.reason)
            return Table(table.edition, table.world, phase, table.moment + 1)
        if isinstance(event, GameEnded):
            return ended.entered(table, event)
        raise Unexpected(self, event)


def _goes_on(rules: HouseRules) -> bool:
    """Whether a seat that has traded may also draw a card (Super-Kuhhandel)."""
    return isinstance(rules, MasterRules) and rules.super_kuhhandel


def next_trader(world: World, after: Seat) -> Seat:
    """Find whose turn is next with the deck empty: who has nothing to trade is skipped (C-20)."""
    for seat in CLOCKWISE[world.seats][after]:
        if any(0 < count < QUARTET for count in world.herds[seat]):
            return seat
    raise AssertionError("an incomplete kind is always held by two seats")


def dove_owner(table: KuhTable) -> Seat | None:
    """Find the first seat with all eight animals of a pair (A-18, C-13)."""
    rules = table.edition.rules
    if not isinstance(rules, ClassicRules) or not rules.dove:
        return None
    for seat, herd in enumerate(table.world.herds):
        for one, other in table.edition.dove_pairs:
            if herd[KIND[one]] == herd[KIND[other]] == QUARTET:
                return seat
    return None


def entered(table: KuhTable, event: LotTaken, auctioneer: Seat) -> KuhTable:
    """Give the lot to its new owner; the auctioneer's turn is over."""
    world = table.world.grown(event.seat, event.lot)
    return Table(table.edition, world, NextTurn(auctioneer), table.moment + 1)
