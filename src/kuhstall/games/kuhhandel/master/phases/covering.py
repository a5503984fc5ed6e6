"""The owner of all four rats chooses the quartet that they cover; then the game is over."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from kuhstall.engine.chance import Chance
from kuhstall.engine.option import Choice, Option
from kuhstall.engine.table import Phase, Table, Unexpected
from kuhstall.engine.values import Action, Actor, Event, Seat
from kuhstall.games.kuhhandel.cards import QUARTET, RATS, quartets
from kuhstall.games.kuhhandel.edition import Edition, KuhTable, TurnStep
from kuhstall.games.kuhhandel.ending import end_game, reason_to_end
from kuhstall.games.kuhhandel.events import GameEnded, Reason
from kuhstall.games.kuhhandel.master.actions import Cover
from kuhstall.games.kuhhandel.master.events import CoverAsked, QuartetCovered
from kuhstall.games.kuhhandel.master.house_rules import master_rules
from kuhstall.games.kuhhandel.phases import ended as over
from kuhstall.games.kuhhandel.world import World

_CHOICE: Final = 2


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
            yield end_game(table.edition, world, self.reason)

    def evolve(self, table: KuhTable, event: Event) -> KuhTable:
        if isinstance(event, QuartetCovered):
            world = replace(table.world, covered=event.animal)
            return Table(table.edition, world, self, table.moment)
        if isinstance(event, GameEnded):
            return over.enter(table, event)
        raise Unexpected(self, event)


def _ask_owner(table: KuhTable, trader: Seat | None) -> CoverAsked | None:
    """Let the owner of all rats choose before the game ends, if there is a choice (C-16)."""
    world = table.world
    if master_rules(table).rat_cover != "player" or world.covered is not None:
        return None
    reason = reason_to_end(table)
    owner = _rat_owner(world)
    if reason is None or owner is None or len(quartets(world.herds[owner])) < _CHOICE:
        return None
    return CoverAsked(owner, reason)


def _rat_owner(world: World) -> Seat | None:
    """Name the seat that has all four rats."""
    for seat, herd in enumerate(world.herds):
        if herd[RATS] == QUARTET:
            return seat
    return None


def _enter(table: KuhTable, event: CoverAsked) -> KuhTable:
    phase = Covering(event.seat, event.reason)
    return Table(table.edition, table.world, phase, table.moment + 1)


COVER: Final = TurnStep(CoverAsked, _ask_owner, _enter)
