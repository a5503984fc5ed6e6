"""An edition of Kuhfstein is data: what is in the box, and the house rules it is played by."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, TypeAlias

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from kuhstall.engine.table import Phase, Table
from kuhstall.engine.values import Refused, Seat, TableOpened
from kuhstall.games.game import AnyGame
from kuhstall.games.kuhfstein import deck
from kuhstall.games.kuhfstein.house_rules import KuhfsteinRules, check
from kuhstall.games.kuhfstein.landscape import Terrain
from kuhstall.games.kuhfstein.patterns import Card, CardFace, faces
from kuhstall.games.kuhfstein.track import Bonus
from kuhstall.games.kuhfstein.world import Place, World
from kuhstall.games.rule_options import RuleOption, change, describe, restore, stored_form


class Edition(Struct, frozen=True):
    """Counts and rules. It holds functions, and so cannot be encoded by mistake."""

    card_file: ClassVar[bool] = True

    key: str
    version: int
    game: AnyGame
    first_phase: Callable[[], Phase[Edition, World]]
    turn: Callable[[Seat, int], Phase[Edition, World]]  # opens with the actions after the first
    fewest_seats: int
    most_seats: int
    tiles: Mapping[Terrain, int]
    removed: Mapping[int, int]  # of each kind, by the number of seats
    cards: tuple[Card, ...]
    faces: tuple[CardFace, ...]  # the same cards as everybody sees them
    own_cards: bool  # whether the cards are those of the box
    bonus_tiles: tuple[tuple[Bonus, Bonus], ...]  # the two sides of each
    printed: Bonus
    display: int
    open_cards: int
    cows: int
    trees: int  # a seat
    goals: int  # a seat
    actions: int
    threshold: int
    tree_points: int
    rules: KuhfsteinRules

    def house_rules(self) -> tuple[RuleOption, ...]:
        return describe(self.rules, self.most_seats)

    def with_rules(self, changes: Mapping[str, Any]) -> Edition:
        return replace(self, rules=change(self.rules, changes))

    def with_cards(self, cards: tuple[Card, ...]) -> Edition:
        """Return the edition with another deck."""
        return replace(self, cards=cards, faces=faces(cards), own_cards=False)

    def with_file(self, text: str, name: str = "the card file") -> Edition:
        return self.with_cards(deck.read(text, name))

    def hosted(self, changes: Mapping[str, Any], *, over_days: bool) -> dict[str, Any]:
        """Leave the options as they are: no seat needs to react while another acts."""
        return dict(changes)

    def opened(self, seats: int) -> TableOpened:
        if not self.fewest_seats <= seats <= self.most_seats:
            raise Refused(
                "seats",
                f"{self.key} is for {self.fewest_seats} to {self.most_seats} players, not {seats}",
                low=self.fewest_seats,
                high=self.most_seats,
            )
        check(self.rules, seats, self.threshold)
        data = {} if self.own_cards else {"cards": _stored_form(self.cards)}
        return TableOpened(
            self.key, self.version, seats, _stored_form(stored_form(self.rules)), data
        )

    def reopened(self, event: TableOpened) -> Edition:
        self.opened(event.seats)
        edition = self.with_rules(restore(type(self.rules), event.rules))
        if "cards" in event.data:
            cards = msgspec.convert(event.data["cards"], tuple[Card, ...])
            edition = edition.with_cards(cards)
        return edition

    def empty(self, seats: int) -> World:
        return World((Place(),) * seats)


def _stored_form(value: Any) -> Any:
    """Write a value as it is read back from a log: with lists for tuples, so they are equal."""
    return msgspec.json.decode(msgspec.json.encode(value))


KuhfsteinTable: TypeAlias = Table[Edition, World]
KuhfsteinPhase: TypeAlias = Phase[Edition, World]
