"""What every bot is: somebody who gets what a player gets, and chooses."""

from __future__ import annotations

from typing import Protocol

from kuhstall.engine.match import Seen
from kuhstall.engine.values import Action


class Bot(Protocol):
    """Sits on one seat of one table, and is asked whenever that seat has options."""

    def choose(self, seen: Seen) -> Action:
        """Return an action that one of the options admits."""
        ...
