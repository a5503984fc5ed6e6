"""The owner of all four rats chooses the quartet that they cover; then the game is over."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from kuhstall.engine.chance import Chance
from kuhstall.engine.option import Choice, Option
from kuhstall.engine.table import Phase, Table, Unexpected
from kuhstall.engine.values import Action, Actor, Event, Seat
from kuhstall.games.kuhhandel.actions import Cover
from kuhstall.games.kuhhandel.cards import quartets
from kuhstall.games.kuhhandel.edition import Edition, KuhTable
from kuhstall.games.kuhhandel.ending import Reason, ended
from kuhstall.games.kuhhandel.events import GameEnded, QuartetCovered
from kuhstall.games.kuhhandel.phases import ended as over
from kuhstall.games.kuhhandel.world import World


class Covering(Phase[Edition, World], frozen=True, gc=False):
    seat: Seat
    reason: Reason

    def actors(self, table: KuhTable) -> tuple[Actor, ...]:
        return (self.seat,)

    def options(self, table: KuhTable, actor: Actor) -> tuple[Option, ...]:
        if actor != self.seat:
            return ()
        return (Choice(tuple([Cover(a) for a in quartets(table.world.herds[actor])])),)

    def default(self, table: KuhTable, actor: Actor) -> Action | None:
        if actor != self.seat:
            return None
        covered = table.edition.score(table.edition, table.world, actor).covered
        return None if covered is None else Cover(covered)

    def decide(
        self, table: KuhTable, actor: Actor, action: Action, chance: Chance
    ) -> Iterator[Event]:
        if isinstance(action, Cover):
            yield QuartetCovered(actor, action.animal)
            world = replace(table.world, covered=action.animal)
            yield ended(table.edition, world, self.reason)

    def evolve(self, table: KuhTable, event: Event) -> KuhTable:
        if isinstance(event, QuartetCovered):
            world = replace(table.world, covered=event.animal)
            return Table(table.edition, world, self, table.moment)
        if isinstance(event, GameEnded):
            return over.entered(table, event)
        raise Unexpected(self, event)
