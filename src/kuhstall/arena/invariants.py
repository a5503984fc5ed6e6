"""What must hold at every table, whatever is played. The arena may look at the table itself."""

from __future__ import annotations

from collections import Counter
from typing import Final

from kuhstall.engine.kernel import empty_table, fold
from kuhstall.engine.match import Match
from kuhstall.engine.values import Seat
from kuhstall.games.kuhhandel.cards import ANIMALS, QUARTET, Animal
from kuhstall.games.kuhhandel.edition import KuhPhase, KuhTable
from kuhstall.games.kuhhandel.money import NO_CARDS, Cards
from kuhstall.games.kuhhandel.phases.bidding import Bidding
from kuhstall.games.kuhhandel.phases.ended import Ended
from kuhstall.games.kuhhandel.phases.payment import Payment
from kuhstall.games.kuhhandel.phases.preemption import Preemption
from kuhstall.games.kuhhandel.phases.responding import Responding
from kuhstall.games.kuhhandel.world import World

MOST_MOVES: Final = 100_000
"""No game with a no-progress limit comes near it."""


class Watch:
    """Looks at a match after every action, and notes each kind of violation once."""

    def __init__(self, match: Match) -> None:
        edition = match.table.edition
        self.violations: set[str] = set()
        self.moves = 0
        self._match = match
        self._stock: Cards = tuple(sorted(edition.stock))
        self._deck = Counter(edition.deck)
        self._quartets: set[tuple[Seat, int]] = set()
        self._world: World | None = None

    def look(self) -> None:
        self.moves += 1
        table: KuhTable = self._match.table
        if table.world is not self._world:  # most actions are bids, and leave the world alone
            self._world = table.world
            self._look_at(table)
        if not isinstance(table.phase, Ended) and not self._somebody_can_act():
            self.violations.add("stuck")
        if self.moves == MOST_MOVES:
            self.violations.add("endless")

    def _look_at(self, table: KuhTable) -> None:
        world, phase = table.world, table.phase
        money = list(world.bank + _laid(phase))
        for purse in world.purses:
            money += purse
        if tuple(sorted(money)) != self._stock:
            self.violations.add("money")
        animals = Counter(world.deck)
        animals.update(_lot(phase))
        for herd in world.herds:
            animals.update(dict(zip(ANIMALS, herd, strict=True)))
        if any(min(herd) < 0 for herd in world.herds) or animals != self._deck:
            self.violations.add("animals")
        quartets = {
            (seat, kind)
            for seat, herd in enumerate(world.herds)
            for kind, count in enumerate(herd)
            if count == QUARTET
        }
        if not quartets >= self._quartets:
            self.violations.add("quartets")
        self._quartets = quartets

    def _somebody_can_act(self) -> bool:
        return any(self._match.options(actor) for actor in self._match.actors)

    def finish(self) -> None:
        """Look at the end: the log must lead to just this table."""
        table: KuhTable = self._match.table
        if not isinstance(table.phase, Ended):
            self.violations.add("unfinished")
        empty: KuhTable = empty_table(table.edition, self._match.seats)
        if fold(empty, self._match.log[1:]) != table:
            self.violations.add("replay")


def _laid(phase: KuhPhase) -> Cards:
    return phase.offer if isinstance(phase, Responding) else NO_CARDS


def _lot(phase: KuhPhase) -> tuple[Animal, ...]:
    match phase:
        case Bidding(auction) | Preemption(auction):
            return (auction.lot,)
        case Payment(lot):
            return (lot,)
        case _:
            return ()
