"""An edition is data: what is in the box, and the house rules it is played by."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Final, TypeAlias

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from kuhstall.engine.chance import Chance
from kuhstall.engine.table import Game, Phase, Table
from kuhstall.engine.values import Refused, Seat, TableOpened
from kuhstall.games.kuhhandel.cards import Animal, Card
from kuhstall.games.kuhhandel.events import Dealt
from kuhstall.games.kuhhandel.house_rules import HouseRules, MasterRules, check, hosted
from kuhstall.games.kuhhandel.money import Cards, bluff_cards, minus
from kuhstall.games.kuhhandel.scoring import SeatScore
from kuhstall.games.kuhhandel.world import World, nothing_dealt
from kuhstall.games.rule_options import changed, names

_TWO: Final = 2


class Edition(Struct, frozen=True):
    """Counts and rules of one printed edition, or of one with house rules on top.

    It holds functions, and so cannot be encoded: no table is ever sent by mistake.
    """

    card_file: ClassVar[bool] = False

    key: str
    version: int
    game: Game
    first_phase: Callable[[], Phase[Edition, World]]
    deal: Callable[[Edition, int, Chance], Dealt]
    score: Callable[[Edition, World, Seat], SeatScore]
    fewest_seats: int
    most_seats: int
    deck: tuple[Card, ...]
    stock: Cards
    purse: Cards
    payouts: tuple[int, ...]
    dove_pairs: tuple[tuple[Animal, Animal], ...]
    rules: HouseRules
    for_two: bool = False  # two players divide the deck between them instead of bidding

    def with_rules(self, changes: Mapping[str, Any]) -> Edition:
        return replace(self, rules=changed(self.rules, changes))

    def with_file(self, text: str) -> Edition:
        raise Refused("no_card_file", f"{self.key} is played with the cards of its box")

    def hosted(self, changes: Mapping[str, Any], *, over_days: bool) -> dict[str, Any]:
        return hosted(self.rules, changes, over_days=over_days)

    def divides(self, seats: int) -> bool:
        """Whether cards of the deck are divided, and not auctioned off."""
        return self.for_two and seats == _TWO

    def cap(self, seats: int, donkeys: int) -> int:
        """Return the highest bid allowed: all the money ever dealt, which is public (C-05)."""
        return seats * (sum(self.purse) + sum(self.payouts[:donkeys]))

    def bank(self, seats: int) -> Cards:
        """Return what is left of the stock after the deal."""
        left = list(self.stock)
        for card in self.purse * seats:
            left.remove(card)
        return tuple(left)

    def mixed_in(self, seats: int) -> Cards:
        """Return the money for the deck of two: all but purses, payouts and bluff cards (3.6).

        Some of it leaves the game before anybody has seen it.
        """
        left = minus(self.bank(seats), tuple(sorted(self.payouts * seats)))
        return minus(left, bluff_cards(left))

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
        known_names = names(type(self.rules))
        known = {name: value for name, value in event.rules.items() if name in known_names}
        return self.with_rules(known)

    def empty(self, seats: int) -> World:
        return nothing_dealt(seats)


def master_rules(table: KuhTable) -> MasterRules:
    """Return the options of Kuhhandel Master; its phases are entered by no other edition."""
    rules = table.edition.rules
    if not isinstance(rules, MasterRules):
        raise TypeError(f"{table.edition.key} has no pedigrees and no rats")
    return rules


KuhTable: TypeAlias = Table[Edition, World]
KuhPhase: TypeAlias = Phase[Edition, World]
