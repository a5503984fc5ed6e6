"""Between two turns: the dove, the end of the game, and who is next."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from kuhstall.engine.chance import Chance
from kuhstall.engine.table import Phase, Table, Unexpected
from kuhstall.engine.values import Event, Seat
from kuhstall.games.kuhhandel.cards import KIND, QUARTET, quartets
from kuhstall.games.kuhhandel.edition import Edition, KuhTable
from kuhstall.games.kuhhandel.events import DoveTaken, GameEnded, LotTaken, TurnBegan
from kuhstall.games.kuhhandel.phases import ended, turn
from kuhstall.games.kuhhandel.scoring import score, winners
from kuhstall.games.kuhhandel.world import CLOCKWISE, World


class NextTurn(Phase[Edition, World], frozen=True, gc=False):
    automatic: ClassVar[bool] = True

    after: Seat

    def resolve(self, table: KuhTable, chance: Chance) -> Iterator[Event]:
        world = table.world
        dove = world.dove
        if table.edition.rules.dove and dove is None:
            dove = dove_owner(table)
            if dove is not None:
                yield DoveTaken(dove)
        if world.deck:
            yield TurnBegan(CLOCKWISE[world.seats][self.after][0])
        elif world.complete:
            yield game_ended(table, "complete", dove)
        elif turn.out_of_patience(table):
            yield game_ended(table, "no_progress", dove)
        else:
            yield TurnBegan(next_trader(world, self.after))

    def evolve(self, table: KuhTable, event: Event) -> KuhTable:
        if isinstance(event, TurnBegan):
            phase: Phase[Edition, World] = turn.Turn(event.seat)
            return Table(table.edition, table.world, phase, table.moment + 1)
        if isinstance(event, DoveTaken):
            world = replace(table.world, dove=event.seat)
            return Table(table.edition, world, self, table.moment)
        if isinstance(event, GameEnded):
            phase = ended.Ended(event.reason, event.scores, event.winners)
            return Table(table.edition, table.world, phase, table.moment + 1)
        raise Unexpected(self, event)


def next_trader(world: World, after: Seat) -> Seat:
    """Find whose turn is next with the deck empty: who has nothing to trade is skipped (C-20)."""
    for seat in CLOCKWISE[world.seats][after]:
        if any(0 < count < QUARTET for count in world.herds[seat]):
            return seat
    raise AssertionError("an incomplete kind is always held by two seats")


def dove_owner(table: KuhTable) -> Seat | None:
    """Find the first seat with all eight animals of a pair (A-18, C-13)."""
    for seat, herd in enumerate(table.world.herds):
        for one, other in table.edition.dove_pairs:
            if herd[KIND[one]] == herd[KIND[other]] == QUARTET:
                return seat
    return None


def game_ended(table: KuhTable, reason: ended.Reason, dove: Seat | None) -> GameEnded:
    world, edition = table.world, table.edition
    scores = tuple(
        score(edition.score_rules, quartets(herd), dove=seat == dove)
        for seat, herd in enumerate(world.herds)
    )
    money = [sum(purse) for purse in world.purses]
    return GameEnded(reason, scores, winners(scores, money, edition.rules.tie_break))


def entered(table: KuhTable, event: LotTaken, auctioneer: Seat) -> KuhTable:
    """Give the lot to its new owner; the auctioneer's turn is over."""
    world = table.world.grown(event.seat, event.lot)
    return Table(table.edition, world, NextTurn(auctioneer), table.moment + 1)
