"""The easy bot: it takes the best move that it notices, and it overlooks some."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from kuhstall.bots.kuhfstein.herders import Herder, Plan

_OVERLOOKED: Final = 0.55
"""The share of possible moves that a beginner overlooks."""


class Beginner(Herder):
    """A herder that overlooks things: a tree that would grow, a card that would fit."""

    def _best(self, thoughts: Sequence[Plan]) -> Plan:
        noticed = [thought for thought in thoughts if not self._overlooks()]
        return super()._best(noticed or thoughts)

    def _overlooks(self) -> bool:
        return self._chance.below("overlooks", 1000) < 1000 * _OVERLOOKED
