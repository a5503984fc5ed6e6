"""An observer of a match. The arena may look at the table itself."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, Final

from kuhstall.engine.kernel import empty_table, fold
from kuhstall.engine.match import Match
from kuhstall.engine.table import Table

MOST_MOVES: Final = 100_000
"""No game comes near it: each has a limit of its own, or runs out of something."""


class Watch(ABC):
    """Looks at a match after every action, and notes each kind of violation once."""

    def __init__(self, match: Match) -> None:
        self.violations: set[str] = set()
        self.moves = 0
        self.match = match

    @property
    def rounds(self) -> int | None:
        """Count the rounds so far, in a game that has rounds."""
        return None

    def look(self) -> None:
        self.moves += 1
        self.look_at(self.match.table)
        if not self.over and not self._somebody_can_act():
            self.violations.add("stuck")
        if self.moves == MOST_MOVES:
            self.violations.add("endless")

    @property
    def over(self) -> bool:
        """Whether the table says that the game is over."""
        return hasattr(self.match.table.phase, "winners")

    def _somebody_can_act(self) -> bool:
        if self.match.table.phase.sealed:
            return bool(self.match.actors)  # the last one may be the clock, which only closes
        return any(self.match.options(actor) for actor in self.match.actors)

    def finish(self) -> None:
        """Look at the end: the log must lead to just this table."""
        table = self.match.table
        self.look_back(table)
        empty: Table[Any, Any] = empty_table(table.edition, self.match.seats)
        if fold(empty, self.match.log[1:]) != table:
            self.violations.add("replay")

    @abstractmethod
    def look_at(self, table: Any) -> None:
        """Note violations after an action."""

    @abstractmethod
    def look_back(self, table: Any) -> None:
        """Note violations at the end."""
