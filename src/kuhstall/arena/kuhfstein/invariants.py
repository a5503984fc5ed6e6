"""Invariants of every table of Kuhfstein."""

from __future__ import annotations

from collections import Counter

from kuhstall.arena.watch import Watch
from kuhstall.engine.match import Match
from kuhstall.engine.values import Event, TookBack
from kuhstall.games.kuhfstein.edition import KuhfsteinTable
from kuhstall.games.kuhfstein.events import BonusReached, KuhfsteinTurnBegan
from kuhstall.games.kuhfstein.landscape import Landscape, square
from kuhstall.games.kuhfstein.phases.final import Over
from kuhstall.games.kuhfstein.world import Place, World


class KuhfsteinWatch(Watch):
    """Counts tiles, cards, cows, trees and points."""

    def __init__(self, match: Match) -> None:
        super().__init__(match)
        table: KuhfsteinTable = match.table
        edition, seats = table.edition, match.seats
        removed = edition.removed[seats]
        self._tiles = {terrain: count - removed for terrain, count in edition.tiles.items()}
        self._trees = edition.trees * seats
        self._turn_worlds = [table.world]  # at the start of the turn, and after each action
        self._events_read = 0
        self._rounds = 0
        self._read_events(table)

    @property
    def rounds(self) -> int | None:
        return self._rounds

    def look_at(self, table: KuhfsteinTable) -> None:
        events = self._read_events(table)
        self._compare(table.world, events)
        self._count(table)
        for place in table.world.places:
            self._look_at_place(table, place)

    def _read_events(self, table: KuhfsteinTable) -> list[Event]:
        events = self.match.log[self._events_read :]
        self._events_read = len(self.match.log)
        fox = table.world.fox  # the seat that begins each round
        self._rounds += sum(
            isinstance(event, KuhfsteinTurnBegan) and event.seat == fox for event in events
        )
        return events

    def _compare(self, world: World, events: list[Event]) -> None:
        """Check that points are lost only by taking back, which restores the world exactly."""
        if any(isinstance(event, TookBack) for event in events):
            self._turn_worlds.pop()
            if not self._turn_worlds or world != self._turn_worlds[-1]:
                self.violations.add("take back")
                self._turn_worlds = [world]
            return
        before = self._turn_worlds[-1]
        for old, new in zip(before.places, world.places, strict=True):
            if new.score < old.score or new.reached < old.reached:
                self.violations.add("score")
        for event in events:
            if isinstance(event, BonusReached) and event.field < before.places[event.seat].reached:
                self.violations.add("bonuses")
        if any(isinstance(event, KuhfsteinTurnBegan) for event in events):
            self._turn_worlds = []
        self._turn_worlds.append(world)

    def _count(self, table: KuhfsteinTable) -> None:
        edition, world = table.edition, table.world
        tiles = Counter(world.display + world.tiles + world.aside)
        cards = [*world.cards, *world.pile, *world.discard]
        planted = 0
        for place in world.places:
            tiles.update([tile.terrain for tile in place.land.tiles])
            cards += place.hand
            planted += len(place.land.trees)
        if tiles != self._tiles:
            self.violations.add("tiles")
        if sorted(cards) != list(range(len(edition.cards))):
            self.violations.add("cards")
        if world.trees < 0 or planted + world.trees != self._trees:
            self.violations.add("trees")

    def _look_at_place(self, table: KuhfsteinTable, place: Place) -> None:
        layout, edition = table.world.layout, table.edition
        waiting = layout[place.reached :].count("cow")
        if place.cows < 0 or place.cows + len(place.land.cows) + waiting != edition.cows:
            self.violations.add("cows")
        if place.reached > len(layout):
            self.violations.add("bonuses")
        if not _is_sound(place.land):
            self.violations.add("landscape")

    def look_back(self, table: KuhfsteinTable) -> None:
        if not isinstance(table.phase, Over):
            self.violations.add("unfinished")
            return
        for place, score in zip(table.world.places, table.phase.scores, strict=True):
            if score.total != place.score + score.goal_points:
                self.violations.add("count")


def _is_sound(land: Landscape) -> bool:
    """Whether tiles do not overlap, cows stand on different tiles, and trees share no tile."""
    cells = [tile.cell for tile in land.tiles]
    used = [cell for tree in land.trees for cell in square(tree)]
    there = set(cells)
    return (
        len(there) == len(cells)
        and len(set(land.cows)) == len(land.cows)
        and there.issuperset(land.cows)
        and there.issuperset(used)
        and len(set(used)) == len(used)
    )
