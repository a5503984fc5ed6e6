"""The process in which finished games are reviewed. No playing bot runs there."""

from __future__ import annotations

from typing import Final

from kuhstall.bots.coaching import Coaching, Played
from kuhstall.bots.worker import Coached, WorkerError
from kuhstall.server.ops.bot_processes import ThinkingProcess

_PATIENCE: Final = 10.0
"""Seconds after which a review is given up: several times the processor time it may use."""


class CoachProcess(ThinkingProcess):
    """A process that reviews games."""

    def __init__(self, patience: float = _PATIENCE) -> None:
        super().__init__("coach", patience)

    def ask(self, game: Played) -> Coaching:
        """Review a game; retry once if the process died over it."""
        answer: Coached | None = self._ask_once(game) or self._ask_once(game)
        if answer is None or answer.coaching is None:
            raise WorkerError("no answer" if answer is None else answer.fault)
        return answer.coaching
