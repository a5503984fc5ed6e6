"""All that a farmer has before its eyes when it decides."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from kuhstall.bots.kuhhandel.belief import Belief
from kuhstall.bots.kuhhandel.classic_outlook import ClassicOutlook
from kuhstall.bots.kuhhandel.memory import Memory
from kuhstall.bots.kuhhandel.outlook import Outlook
from kuhstall.bots.kuhhandel.personality import Personality
from kuhstall.engine.chance import Chance
from kuhstall.engine.match import Seen
from kuhstall.engine.values import Line, Seat
from kuhstall.games.kuhhandel.house_rules import HouseRules
from kuhstall.games.kuhhandel.money import Cards
from kuhstall.games.kuhhandel.wire import View


class Situation:
    """One decision's view, with the farmer's memory and character. Memory is up to date."""

    def __init__(
        self, seen: Seen, memory: Memory, personality: Personality, chance: Chance
    ) -> None:
        memory.listen(seen.heard)
        own = seen.view.seats[seen.seat]
        self.seat = seen.seat
        self._shown = seen.view
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
        return ClassicOutlook(self._shown, self.seat, self.wealth, self.personality)

    @cached_property
    def standing(self) -> list[float]:
        """Say what each seat may expect as things are."""
        return self.outlook.points()

    @property
    def deck(self) -> float:
        """Say what part of the deck is left."""
        return self.view.deck / len(self.outlook.edition.deck)

    @property
    def wealth(self) -> list[float]:
        return [belief.guess for belief in self.beliefs]

    def because(self, key: str, other: Seat | None = None, **args: Any) -> Line:
        """Give a reason for what this seat does, with regard to another seat if there is one."""
        seats = {"seat": self.seat} if other is None else {"seat": self.seat, "other": other}
        return Line(f"why.{key}", seats, args)

    def happens(self, label: str, probability: float) -> bool:
        """Throw a die."""
        return self.chance.below(label, 1000) < 1000 * probability
