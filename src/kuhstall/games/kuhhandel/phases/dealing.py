"""Shuffle, give everybody a purse, and choose who starts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from kuhstall.engine.chance import Chance
from kuhstall.engine.table import Phase, Table, Unexpected
from kuhstall.engine.values import Event
from kuhstall.games.kuhhandel.edition import Edition, KuhTable
from kuhstall.games.kuhhandel.events import Dealt, TurnBegan
from kuhstall.games.kuhhandel.house_rules import start_seat
from kuhstall.games.kuhhandel.phases import turn
from kuhstall.games.kuhhandel.world import World


class Dealing(Phase[Edition, World], frozen=True, gc=False):
    """The table before the deal, which needs nothing but chance."""

    automatic: ClassVar[bool] = True

    def resolve(self, table: KuhTable, chance: Chance) -> Iterator[Event]:
        edition, seats = table.edition, table.world.seats
        yield edition.deal(edition, seats, chance)
        if edition.rules.start_player == "random":
            yield TurnBegan(chance.below("start", seats))
        else:
            yield TurnBegan(start_seat(edition.rules))

    def evolve(self, table: KuhTable, event: Event) -> KuhTable:
        match event:
            case Dealt(deck, purse, bank) if deck is not None:
                purses = (purse,) * table.world.seats
                world = replace(table.world, deck=deck, purses=purses, bank=bank)
                return Table(table.edition, world, self, table.moment)
            case TurnBegan(seat):
                return Table(table.edition, table.world, turn.Turn(seat), table.moment + 1)
        raise Unexpected(self, event)


def deal(edition: Edition, seats: int, chance: Chance) -> Dealt:
    """Shuffle the deck; the money that is left lies open in the bank."""
    return Dealt(chance.shuffled("deck", edition.deck), edition.purse, edition.bank(seats))
