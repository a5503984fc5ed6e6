"""Between two turns: what the edition adds there, the end of the game, or whose turn is next."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from kuhstall.engine.chance import Chance
from kuhstall.engine.table import Phase, Table, Unexpected
from kuhstall.engine.values import Event, Seat
from kuhstall.games.kuhhandel import ending
from kuhstall.games.kuhhandel.cards import QUARTET
from kuhstall.games.kuhhandel.edition import Edition, KuhTable
from kuhstall.games.kuhhandel.events import GameEnded, LotTaken, TurnBegan
from kuhstall.games.kuhhandel.phases import ended, turn
from kuhstall.games.kuhhandel.world import CLOCKWISE, World


class NextTurn(Phase[Edition, World], frozen=True, gc=False):
    automatic: ClassVar[bool] = True

    after: Seat
    traded: bool = False

    def resolve(self, table: KuhTable, chance: Chance) -> Iterator[Event]:
        for step in table.edition.between_turns:
            event = step.happen(table, self.after if self.traded else None)
            if event is not None:
                yield event
                table = step.follow(table, event)
                if table.phase is not self:
                    return
        world = table.world
        if world.deck:
            left = CLOCKWISE[world.seats][self.after][0]
            yield TurnBegan(left)
            if world.planned == left:  # C-33
                yield turn.AUCTION.begin(table, left)
        elif reason := ending.reason_to_end(table):
            yield ending.end_game(table.edition, world, reason)
        else:
            yield TurnBegan(next_trader(world, self.after))

    def evolve(self, table: KuhTable, event: Event) -> KuhTable:
        if isinstance(event, TurnBegan):
            world = table.world
            if world.planned is not None:
                world = replace(world, planned=None)
            return Table(table.edition, world, turn.Turn(event.seat), table.moment + 1)
        if isinstance(event, GameEnded):
            return ended.enter(table, event)
        for step in table.edition.between_turns:
            if isinstance(event, step.event):
                return step.follow(table, event)
        raise Unexpected(self, event)


def next_trader(world: World, after: Seat) -> Seat:
    """Find whose turn is next when the deck is empty, skipping seats that cannot trade (C-20)."""
    for seat in CLOCKWISE[world.seats][after]:
        if any(0 < count < QUARTET for count in world.herds[seat]):
            return seat
    raise AssertionError("an incomplete kind is always held by two seats")


def entered(table: KuhTable, event: LotTaken, auctioneer: Seat) -> KuhTable:
    """Give the lot to its new owner; the auctioneer's turn is over."""
    world = table.world.grown(event.seat, event.lot)
    return Table(table.edition, world, NextTurn(auctioneer), table.moment + 1)
