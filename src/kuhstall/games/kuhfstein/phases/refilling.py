"""Between two turns: fill up the displays, see whether the game ends, and who is next."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Literal

from msgspec.structs import replace

from kuhstall.engine.chance import Chance
from kuhstall.engine.table import Phase, Table, Unexpected
from kuhstall.engine.values import Event, Seat
from kuhstall.games.kuhfstein.edition import Edition, KuhfsteinTable
from kuhstall.games.kuhfstein.events import (
    GoalsAsked,
    KuhfsteinEnded,
    KuhfsteinTurnBegan,
    LastRoundBegan,
    Refilled,
)
from kuhstall.games.kuhfstein.phases import final, turns
from kuhstall.games.kuhfstein.supplies import open_cards, open_tiles
from kuhstall.games.kuhfstein.world import World


class Refilling(Phase[Edition, World], frozen=True, gc=False):
    automatic: ClassVar[bool] = True

    after: Seat

    def resolve(self, table: KuhfsteinTable, chance: Chance) -> Iterator[Event]:
        edition, rules = table.edition, table.edition.rules
        event = refill(table, chance)
        yield event
        world = fill(table.world, event)
        reached = any(place.score >= edition.threshold for place in world.places)
        short = len(world.display) < edition.display
        round_over = turns.following(self.after, world.seats) == world.fox
        last_round = world.last_round
        # D-27 grants another round to those who are short of 65, not of tiles (K-12).
        more = rules.extra_final_round and reached and not world.extra_round
        why: Literal["reached", "tiles"] = "reached" if reached else "tiles"
        if not last_round and (
            world.places[self.after].score >= edition.threshold
            or (short and not reached and rules.early_end == "finish_round")
        ):
            last_round = True
            yield LastRoundBegan(self.after, extra=False, why=why, more=more)
        if short and not reached and rules.early_end == "immediate":
            yield final.ending(table.edition, world, "tiles")
        elif world.idle >= world.seats:
            yield final.ending(table.edition, world, "idle")
        elif last_round and round_over and not more:
            yield final.ending(table.edition, world, why)
        else:
            if last_round and round_over:
                yield LastRoundBegan(self.after, extra=True)
            following = turns.following(self.after, world.seats)
            yield KuhfsteinTurnBegan(following, edition.actions)

    def evolve(self, table: KuhfsteinTable, event: Event) -> KuhfsteinTable:
        world = table.world
        if isinstance(event, Refilled):
            world = fill(world, event)
        elif isinstance(event, LastRoundBegan):
            world = replace(world, last_round=True, extra_round=event.extra)
        elif isinstance(event, KuhfsteinTurnBegan):
            return turns.begun(table, event)
        elif isinstance(event, GoalsAsked | KuhfsteinEnded):
            return final.enter(table, event)
        else:
            raise Unexpected(self, event)
        return Table(table.edition, world, self, table.moment)


def refill(table: KuhfsteinTable, chance: Chance, *, tiles: bool = True) -> Refilled:
    """Fill up the displays."""
    edition, world = table.edition, table.world
    wanted = edition.display - len(world.display) if tiles else 0
    label = f"refill/{table.moment}"
    laid = open_tiles(world.tiles, world.aside, wanted, chance, f"{label}/tiles")
    if not wanted:
        laid = replace(laid, opened=(), supply=world.tiles, shuffled=False)
    missing = edition.open_cards - len(world.cards)
    drawn = open_cards(world.pile, world.discard, missing, chance, f"{label}/cards")
    return Refilled(
        laid.opened,
        laid.shuffled,
        laid.supply if laid.shuffled else None,
        drawn.opened,
        drawn.shuffled,
        drawn.supply if drawn.shuffled else None,
    )


def fill(world: World, event: Refilled) -> World:
    """Apply a refill."""
    tiles, aside = world.tiles[len(event.opened) :], world.aside
    if event.tiles_shuffled:
        tiles, aside = event.tiles or (), ()
    pile, discard = world.pile[len(event.drawn) :], world.discard
    if event.pile_shuffled:
        pile, discard = event.pile or (), ()
    return replace(
        world,
        display=world.display + event.opened,
        tiles=tiles,
        aside=aside,
        cards=world.cards + event.drawn,
        pile=pile,
        discard=discard,
    )
