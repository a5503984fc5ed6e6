"""The variant in which everybody chooses the first card, the fox holder last."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from kuhstall.engine.chance import Chance
from kuhstall.engine.option import Choice, Option
from kuhstall.engine.table import Phase, Table, Unexpected
from kuhstall.engine.values import Action, Actor, Event, Seat
from kuhstall.games.kuhfstein.actions import TakeStartCard
from kuhstall.games.kuhfstein.edition import Edition, KuhfsteinTable
from kuhstall.games.kuhfstein.events import KuhfsteinTurnBegan, Refilled, StartCardTaken
from kuhstall.games.kuhfstein.phases import refilling, turns
from kuhstall.games.kuhfstein.world import World


class Picking(Phase[Edition, World], frozen=True, gc=False):
    """It goes counter-clockwise, starting to the right of the fox (K-21)."""

    seat: Seat

    def actors(self, table: KuhfsteinTable) -> tuple[Actor, ...]:
        return (self.seat,)

    def options(self, table: KuhfsteinTable, actor: Actor) -> tuple[Option, ...]:
        if actor != self.seat:
            return ()
        return (Choice(tuple([TakeStartCard(card) for card in table.world.cards])),)

    def default(self, table: KuhfsteinTable, actor: Actor) -> Action | None:
        return TakeStartCard(table.world.cards[0]) if actor == self.seat else None

    def decide(
        self, table: KuhfsteinTable, actor: Actor, action: Action, chance: Chance
    ) -> Iterator[Event]:
        if not isinstance(action, TakeStartCard):
            return
        world, edition = table.world, table.edition
        last = actor == world.fox
        taken = StartCardTaken(actor, action.card, None if last else (actor - 1) % world.seats)
        yield taken
        if last:
            now = self.evolve(table, taken)
            yield refilling.refill(now, chance, tiles=False)
            yield KuhfsteinTurnBegan(world.fox, edition.actions)

    def evolve(self, table: KuhfsteinTable, event: Event) -> KuhfsteinTable:
        if isinstance(event, StartCardTaken):
            world = table.world
            place = world.places[event.seat]
            place = replace(place, hand=(*place.hand, event.card))
            cards = tuple([card for card in world.cards if card != event.card])
            world = replace(world.placed(event.seat, place), cards=cards)
            if event.choosing is None:
                return Table(table.edition, world, self, table.moment)
            return Table(table.edition, world, Picking(event.choosing), table.moment + 1)
        if isinstance(event, Refilled):
            return Table(table.edition, refilling.fill(table.world, event), self, table.moment)
        if isinstance(event, KuhfsteinTurnBegan):
            return turns.begun(table, event)
        raise Unexpected(self, event)
