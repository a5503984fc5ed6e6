"""What must hold at every table of Kuhfstein, whatever is played."""

from __future__ import annotations

from collections import Counter

from kuhstall.arena.watch import Watch
from kuhstall.engine.match import Match
from kuhstall.engine.values import Event, TookBack
from kuhstall.games.kuhfstein.edition import LandTable
from kuhstall.games.kuhfstein.events import BonusReached, LandTurnBegan
from kuhstall.games.kuhfstein.landscape import Landscape, square
from kuhstall.games.kuhfstein.phases.final import Over
from kuhstall.games.kuhfstein.world import Place, World


class KuhfsteinWatch(Watch):
    """Counts tiles, cards, cows, trees and points."""

    def __init__(self, match: Match) -> None:
        super().__init__(match)
        table: LandTable = match.table
        edition, seats = table.edition, match.seats
        removed = edition.removed[seats]
        self._tiles = {terrain: count - removed for terrain, count in edition.tiles.items()}
        self._trees = edition.trees * seats
        self._turn = [table.world]  # as it was before and after each action
        self._told = 0
        self._rounds = 0
        self._hear(table)

    @property
    def rounds(self) -> int | None:
        return self._rounds

    def look_at(self, table: LandTable) -> None:
        events = self._hear(table)
        self._compare(table.world, events)
        self._count(table)
        for place in table.world.places:
            self._look_at_place(table, place)

    def _hear(self, table: LandTable) -> list[Event]:
        events = self.match.log[self._told :]
        self._told = len(self.match.log)
        fox = table.world.fox
        self._rounds += sum(
            isinstance(event, LandTurnBegan) and event.seat == fox for event in events
        )
        return events

    def _compare(self, world: World, events: list[Event]) -> None:
        """See that points are only lost by taking back, and that this leaves no trace."""
        if any(isinstance(event, TookBack) for event in events):
            self._turn.pop()
            if not self._turn or world != self._turn[-1]:
                self.violations.add("take back")
                self._turn = [world]
            return
        before = self._turn[-1]
        for old, new in zip(before.places, world.places, strict=True):
            if new.score < old.score or new.reached < old.reached:
                self.violations.add("score")
        for event in events:
            if isinstance(event, BonusReached) and event.field < before.places[event.seat].reached:
                self.violations.add("bonuses")
        if any(isinstance(event, LandTurnBegan) for event in events):
            self._turn = []
        self._turn.append(world)

    def _count(self, table: LandTable) -> None:
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

    def _look_at_place(self, table: LandTable, place: Place) -> None:
        layout, edition = table.world.layout, table.edition
        waiting = layout[place.reached :].count("cow")
        if place.cows < 0 or place.cows + len(place.land.cows) + waiting != edition.cows:
            self.violations.add("cows")
        if place.reached > len(layout):
            self.violations.add("bonuses")
        if not _sound(place.land):
            self.violations.add("landscape")

    def look_back(self, table: LandTable) -> None:
        if not isinstance(table.phase, Over):
            self.violations.add("unfinished")
            return
        for place, score in zip(table.world.places, table.phase.scores, strict=True):
            if score.total != place.score + score.goal_points:
                self.violations.add("count")


def _sound(land: Landscape) -> bool:
    """Whether no two tiles lie on a cell, cows stand on tiles, and trees share none."""
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
