"""What a finished game is counted by, seat by seat: tiles, and points for the goal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kuhstall.engine.values import Event
from kuhstall.games.kuhfstein.edition import KuhfsteinTable
from kuhstall.games.outcome import Outcome, outcomes


def outcome(log: Sequence[Event], table: KuhfsteinTable) -> tuple[Outcome, ...]:
    """Tell how a game ended for every seat."""
    ended: Any = table.phase
    figures = [{"tiles": score.tiles, "goal": score.goal_points} for score in ended.scores]
    return outcomes([score.total for score in ended.scores], ended.winners, figures)
