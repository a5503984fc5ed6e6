"""All that a farmer has before its eyes when it decides."""

from __future__ import annotations

from functools import cached_property

from kuhstall.bots.belief import Belief
from kuhstall.bots.master_outlook import MasterOutlook
from kuhstall.bots.memory import Memory
from kuhstall.bots.outlook import Outlook
from kuhstall.bots.personality import Personality
from kuhstall.engine.chance import Chance
from kuhstall.engine.match import Seen
from kuhstall.games.kuhhandel.house_rules import HouseRules
from kuhstall.games.kuhhandel.money import Cards
from kuhstall.games.kuhhandel.view import MasterView, View


class Situation:
    """One decision's view, with the farmer's memory and character. Memory is up to date."""

    def __init__(
        self, seen: Seen, memory: Memory, personality: Personality, chance: Chance
    ) -> None:
        memory.listen(seen.heard)
        own = seen.view.seats[seen.seat]
        self.seat = seen.seat
        self.view: View = seen.view
        self.options = seen.options
        self.purse: Cards = own.purse
        self.payable: tuple[int, ...] = own.payable
        self.cash = sum(self.purse)
        self.memory = memory
        self.rules: HouseRules = memory.rules
        self.beliefs: list[Belief] = memory.purses
        self.personality = personality
        self.chance = chance

    @cached_property
    def outlook(self) -> Outlook:
        """Reckon only when it matters: a seat that cannot bid need not know what it misses."""
        if isinstance(self.view, MasterView):
            return self.master
        return Outlook(self.view, self.seat, self._wealth, self.rules, self.personality)

    @cached_property
    def master(self) -> MasterOutlook:
        """The outlook where there are pedigrees and rats."""
        if not isinstance(self.view, MasterView):
            raise TypeError(f"{self.view.edition} has no pedigrees and no rats")
        return MasterOutlook(self.view, self.seat, self._wealth, self.personality)

    @property
    def _wealth(self) -> list[float]:
        return [belief.guess for belief in self.beliefs]

    def happens(self, label: str, probability: float) -> bool:
        """Throw a die."""
        return self.chance.below(label, 1000) < 1000 * probability
