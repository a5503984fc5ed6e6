"""Super-Kuhhandel: after a trade the same seat may go on with a card of the deck."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from kuhstall.engine.chance import Chance
from kuhstall.engine.option import Choice, Option
from kuhstall.engine.table import Phase, Table
from kuhstall.engine.values import Action, Actor, Event, Seat
from kuhstall.games.kuhhandel.edition import Edition, KuhTable, TurnStep
from kuhstall.games.kuhhandel.master.actions import EndTurn
from kuhstall.games.kuhhandel.master.events import ExtraOffered, TurnEnded
from kuhstall.games.kuhhandel.master.house_rules import master_rules
from kuhstall.games.kuhhandel.phases import next_turn, turn
from kuhstall.games.kuhhandel.world import World


class Extra(Phase[Edition, World], frozen=True, gc=False):
    seat: Seat

    def actors(self, table: KuhTable) -> tuple[Actor, ...]:
        return (self.seat,)

    def options(self, table: KuhTable, actor: Actor) -> tuple[Option, ...]:
        return (Choice((turn.drawing(table).action, EndTurn())),) if actor == self.seat else ()

    def default(self, table: KuhTable, actor: Actor) -> Action | None:
        return EndTurn() if actor == self.seat else None

    def decide(
        self, table: KuhTable, actor: Actor, action: Action, chance: Chance
    ) -> Iterator[Event]:
        if isinstance(action, EndTurn):
            yield TurnEnded(actor)
        else:
            yield turn.drawing(table).begin(table, actor)

    def evolve(self, table: KuhTable, event: Event) -> KuhTable:
        if isinstance(event, TurnEnded):
            phase: Phase[Edition, World] = next_turn.NextTurn(event.seat)
        else:
            phase = turn.after_drawing(table, event)
        return Table(table.edition, table.world, phase, table.moment + 1)


def _offer(table: KuhTable, trader: Seat | None) -> ExtraOffered | None:
    if trader is None or not table.world.deck or not master_rules(table).super_kuhhandel:
        return None
    return ExtraOffered(trader)


def _enter(table: KuhTable, event: ExtraOffered) -> KuhTable:
    return Table(table.edition, table.world, Extra(event.seat), table.moment + 1)


EXTRA: Final = TurnStep(ExtraOffered, _offer, _enter)
