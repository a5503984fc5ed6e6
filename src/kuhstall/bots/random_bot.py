"""Chooses anything it may: an option, then an action of it. The yardstick of all others."""

from __future__ import annotations

from kuhstall.engine.chance import Chance
from kuhstall.engine.match import Seen
from kuhstall.engine.option import sample
from kuhstall.engine.values import Action


class RandomBot:
    """Chooses any legal action, each option with the same chance."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance

    def choose(self, seen: Seen) -> Action:
        return sample(seen.options, self._chance)
