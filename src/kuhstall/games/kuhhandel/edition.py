"""An edition is data: what is in the box, and the house rules it is played by."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from kuhstall.engine.table import Game, Phase, Table
from kuhstall.engine.values import Refused, TableOpened
from kuhstall.games.kuhhandel.cards import Animal
from kuhstall.games.kuhhandel.house_rules import NAMES, HouseRules, changed, check
from kuhstall.games.kuhhandel.money import Cards
from kuhstall.games.kuhhandel.scoring import ScoreRules
from kuhstall.games.kuhhandel.world import World, nothing_dealt


class Edition(Struct, frozen=True):
    """Counts and rules of one printed edition, or of one with house rules on top.

    It holds functions, and so cannot be encoded: no table is ever sent by mistake.
    """

    key: str
    version: int
    game: Game
    first_phase: Callable[[], Phase[Edition, World]]
    fewest_seats: int
    most_seats: int
    deck: tuple[Animal, ...]
    stock: Cards
    purse: Cards
    payouts: tuple[int, ...]
    dove_pairs: tuple[tuple[Animal, Animal], ...]
    rules: HouseRules

    def with_rules(self, changes: Mapping[str, Any]) -> Edition:
        return replace(self, rules=changed(self.rules, changes))

    @property
    def score_rules(self) -> ScoreRules:
        return ScoreRules(self.rules.scoring, self.rules.dove_multiplied)

    def cap(self, seats: int, donkeys: int) -> int:
        """Return the highest bid allowed: all the money ever dealt, which is public (C-05)."""
        return seats * (sum(self.purse) + sum(self.payouts[:donkeys]))

    def bank(self, seats: int) -> Cards:
        """Return what is left of the stock after the deal."""
        left = list(self.stock)
        for card in self.purse * seats:
            left.remove(card)
        return tuple(left)

    def opened(self, seats: int) -> TableOpened:
        if not self.fewest_seats <= seats <= self.most_seats:
            raise Refused(
                "seats",
                f"{self.key} is for {self.fewest_seats} to {self.most_seats} players, not {seats}",
            )
        paid_out = Counter(self.purse + self.payouts)
        if any(Counter(self.stock)[card] < seats * count for card, count in paid_out.items()):
            raise Refused(
                "bank_short", f"the money of {self.key} does not last for {seats} players"
            )
        check(self.rules, seats)
        return TableOpened(self.key, self.version, seats, msgspec.to_builtins(self.rules))

    def reopened(self, event: TableOpened) -> Edition:
        """Return the edition that a stored table was played by.

        Options that a later version has added are not asked for by a replay, and left out.
        """
        self.opened(event.seats)
        known = {name: value for name, value in event.rules.items() if name in NAMES}
        return self.with_rules(known)

    def empty(self, seats: int) -> World:
        return nothing_dealt(seats)


KuhTable: TypeAlias = Table[Edition, World]
KuhPhase: TypeAlias = Phase[Edition, World]
