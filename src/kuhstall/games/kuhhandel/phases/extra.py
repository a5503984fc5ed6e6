"""Super-Kuhhandel: after a trade the same seat may go on with a card of the deck."""

from __future__ import annotations

from collections.abc import Iterator

from kuhstall.engine.chance import Chance
from kuhstall.engine.option import Choice, Option
from kuhstall.engine.table import Phase, Table, Unexpected
from kuhstall.engine.values import Action, Actor, Event, Seat
from kuhstall.games.kuhhandel.actions import AuctionOff, Divide, EndTurn
from kuhstall.games.kuhhandel.edition import Edition, KuhTable
from kuhstall.games.kuhhandel.events import AuctionBegan, DivisionBegan, TurnEnded
from kuhstall.games.kuhhandel.phases import next_turn, turn
from kuhstall.games.kuhhandel.world import World


class Extra(Phase[Edition, World], frozen=True, gc=False):
    seat: Seat

    def actors(self, table: KuhTable) -> tuple[Actor, ...]:
        return (self.seat,)

    def options(self, table: KuhTable, actor: Actor) -> tuple[Option, ...]:
        return (Choice((turn.drawing(table), EndTurn())),) if actor == self.seat else ()

    def default(self, table: KuhTable, actor: Actor) -> Action | None:
        return EndTurn() if actor == self.seat else None

    def decide(
        self, table: KuhTable, actor: Actor, action: Action, chance: Chance
    ) -> Iterator[Event]:
        if isinstance(action, AuctionOff | Divide):
            yield turn.drawn(table, actor, action)
        else:
            yield TurnEnded(actor)

    def evolve(self, table: KuhTable, event: Event) -> KuhTable:
        if isinstance(event, TurnEnded):
            phase: Phase[Edition, World] = next_turn.NextTurn(event.seat)
        elif isinstance(event, AuctionBegan | DivisionBegan):
            phase = turn.after_drawing(event)
        else:
            raise Unexpected(self, event)
        return Table(table.edition, table.world, phase, table.moment + 1)
