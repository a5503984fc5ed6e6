"""The easy bot at a table of Kuhhandel Master: a beginner, but with pedigrees and rats it tries."""

from __future__ import annotations

from kuhstall.bots.kuhhandel.beginner import Taste, simple_choice
from kuhstall.bots.kuhhandel.master.farmer import MasterFarmer
from kuhstall.bots.kuhhandel.master.situation import MasterSituation
from kuhstall.bots.kuhhandel.personality import personality_of
from kuhstall.bots.thought import Thought
from kuhstall.engine.chance import Chance
from kuhstall.engine.values import Seat


class MasterBeginner(MasterFarmer):
    """Makes the mistakes of the other beginner."""

    def __init__(self, seat: Seat, chance: Chance) -> None:
        super().__init__(seat, personality_of(""), chance)
        self._taste = Taste(chance)

    def _decide(self, now: MasterSituation) -> Thought:
        return simple_choice(now, self._taste) or super()._decide(now)
