"""An edition is data: what is in the box, and the house rules it is played by."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar, Final, Generic, TypeAlias, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from kuhstall.engine.chance import Chance
from kuhstall.engine.table import Phase, Table
from kuhstall.engine.values import Action, Event, Refused, Seat, TableOpened
from kuhstall.games.game import AnyGame
from kuhstall.games.kuhhandel.cards import Animal, Card, Kind
from kuhstall.games.kuhhandel.events import Dealt
from kuhstall.games.kuhhandel.house_rules import HouseRules, Overbid, check, host_rules
from kuhstall.games.kuhhandel.money import Cards, bluff_cards, minus
from kuhstall.games.kuhhandel.overbidding import Aftermath, aftermath
from kuhstall.games.kuhhandel.scoring import SeatScore
from kuhstall.games.kuhhandel.world import World, nothing_dealt
from kuhstall.games.rule_options import RuleOption, change, describe, restore, stored_form

_TWO: Final = 2

Ev = TypeVar("Ev", bound=Event)


class CardReveal(Struct, Generic[Ev], frozen=True):
    """What certain cards lead to when they are turned up: the events, and the phase that opens."""

    cards: frozenset[Card]
    event: type[Ev]
    announce: Callable[[KuhTable, Seat, Card], Iterable[Event]]
    follow: Callable[[KuhTable, Ev], KuhTable]


class TurnStep(Struct, Generic[Ev], frozen=True):
    """Something that may happen between two turns, and what follows if it does.

    `happen` is asked with the seat that has just traded, None after anything but a trade.
    """

    event: type[Ev]
    happen: Callable[[KuhTable, Seat | None], Ev | None]
    follow: Callable[[KuhTable, Ev], KuhTable]


class Drawing(Struct, Generic[Ev], frozen=True):
    """What a seat does with the top card of the deck, and the phase that opens."""

    action: Action
    event: type[Ev]
    begin: Callable[[KuhTable, Seat], Ev]
    open: Callable[[Ev], KuhPhase]


_FLOOR: Final = "envelope_floor"
"""How a stored game says that an exposed price is a floor. Older servers pass over it."""


class Edition(Struct, frozen=True):
    """Counts and rules of one printed edition, or of one with house rules on top.

    It holds functions, and so cannot be encoded: no table is ever sent by mistake.
    """

    card_file: ClassVar[bool] = False

    key: str
    version: int
    game: AnyGame
    first_phase: Callable[[], Phase[Edition, World]]
    deal: Callable[[Edition, int, Chance], Dealt]
    score: Callable[[Edition, World, Seat], SeatScore]
    reveals: tuple[CardReveal[Any], ...]
    between_turns: tuple[TurnStep[Any], ...]
    fewest_seats: int
    most_seats: int
    deck: tuple[Card, ...]
    stock: Cards
    purse: Cards
    payouts: tuple[int, ...]
    dove_pairs: tuple[tuple[Animal, Animal], ...]
    rules: HouseRules
    game_by: Callable[[HouseRules], AnyGame] | None = None  # where rules change how it is told
    after_overbid: Callable[[Overbid], Aftermath] = aftermath
    shunned: tuple[Kind, ...] = ()  # the winner of a trade gets rid of it
    for_two: Drawing[Any] | None = None  # what two players do with a card instead of bidding
    proven_floor: bool = True  # C-28; not in games that were begun before there was one

    def house_rules(self) -> tuple[RuleOption, ...]:
        return describe(self.rules, self.most_seats)

    def with_rules(self, changes: Mapping[str, Any]) -> Edition:
        rules = change(self.rules, changes)
        game = self.game if self.game_by is None else self.game_by(rules)
        return replace(self, rules=rules, game=game)

    def with_file(self, text: str, name: str = "") -> Edition:
        raise Refused("no_card_file", f"{self.key} is played with the cards of its box")

    def hosted(self, changes: Mapping[str, Any], *, over_days: bool) -> dict[str, Any]:
        return host_rules(self.rules, changes, over_days=over_days)

    def divides(self, seats: int) -> bool:
        """Whether the deck is divided rather than auctioned off."""
        return self.for_two is not None and seats == _TWO

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
        """Return the money for the deck for two: all but purses, payouts and bluff cards (3.6).

        Some of it leaves the game unseen.
        """
        left = minus(self.bank(seats), tuple(sorted(self.payouts * seats)))
        return minus(left, bluff_cards(left))

    def opened(self, seats: int) -> TableOpened:
        if not self.fewest_seats <= seats <= self.most_seats:
            raise Refused(
                "seats",
                f"{self.key} is for {self.fewest_seats} to {self.most_seats} players, not {seats}",
                low=self.fewest_seats,
                high=self.most_seats,
            )
        paid_out = Counter(self.purse + self.payouts)
        if any(Counter(self.stock)[card] < seats * count for card, count in paid_out.items()):
            raise Refused(
                "bank_short", f"the money of {self.key} does not last for {seats} players"
            )
        check(self.rules, seats)
        floor = {_FLOOR: True} if self.proven_floor and self._calls_up_the_next() else {}
        return TableOpened(self.key, self.version, seats, stored_form(self.rules) | floor)

    def reopened(self, event: TableOpened) -> Edition:
        """Return the edition that a stored table was played by."""
        self.opened(event.seats)
        edition = self.with_rules(restore(type(self.rules), event.rules))
        proven = _FLOOR in event.rules or not edition._calls_up_the_next()  # noqa: SLF001 -- its own
        return replace(edition, proven_floor=proven)

    def _calls_up_the_next(self) -> bool:
        """Whether envelopes stand when a bidder could not pay."""
        rules = self.rules
        return rules.auction_mode == "sealed" and rules.overbid == "continue_excluded"

    def empty(self, seats: int) -> World:
        return nothing_dealt(seats)


KuhTable: TypeAlias = Table[Edition, World]
KuhPhase: TypeAlias = Phase[Edition, World]
