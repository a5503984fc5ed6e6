"""Scenes of Kuhhandel Master: tables set up by hand, with pedigrees, rats and sealed steps.

The box stays complete: what is nowhere else lies at the bottom of the deck, or with the seat named
by `rest`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

from kuhstall.engine import Action, Chance, Event, Seat, Table, check, unseal
from kuhstall.games.kuhhandel.actions import AuctionOff
from kuhstall.games.kuhhandel.cards import (
    ANIMALS,
    KIND,
    KINDS,
    PEDIGREE_OF,
    PEDIGREES,
    QUARTET,
    RAT,
    Animal,
    Card,
    Pedigree,
)
from kuhstall.games.kuhhandel.edition import Edition
from kuhstall.games.kuhhandel.editions import MASTER
from kuhstall.games.kuhhandel.master.actions import Divide, Slap, SlapNow
from kuhstall.games.kuhhandel.master.phases.countdown import Countdown
from kuhstall.games.kuhhandel.master.view import MasterView
from kuhstall.games.kuhhandel.money import Cards, minus
from kuhstall.games.kuhhandel.phases.turn import Turn
from kuhstall.games.kuhhandel.world import World
from tests.games.kuhhandel.scenes import NoChance, Owned, Stage

THREE: tuple[Cards, ...] = ((0, 0, 10, 10, 10, 20, 50),) * 3
COW: Final[Pedigree] = "pedigree:cow"
HORSE: Final[Pedigree] = "pedigree:horse"


class Fixed(Chance):
    """Draws what it is told to, and remembers what it was asked for."""

    def __init__(self, *draws: int) -> None:
        self.draws = [*draws]
        self.asked: list[tuple[str, int]] = []

    def below(self, label: str, bound: int) -> int:
        self.asked.append((label, bound))
        return self.draws.pop(0)


class MasterStage(Stage):
    """A stage on which steps are sealed, too."""

    def refusal(self, seat: Seat, action: Action) -> str | None:
        """Return why an action may not be handed in; None if it may."""
        codes = [option.refusal(action) for option in self.options(seat)]
        if not codes:
            return "not_your_turn"
        return None if None in codes else next((c for c in codes if c != "not_offered"), codes[0])

    def step(self, held: Mapping[Seat, Action] | None = None, chance: Chance | None = None) -> Any:
        """Close a step with what was handed in, and return its first event."""
        for seat, action in (held or {}).items():
            check(self.table, seat, action)
        self.table, events = unseal(self.table, held or {}, chance or NoChance())
        self.log += events
        return events[0]

    def steps_to(self, count: int) -> MasterStage:
        """Let everybody wait until so many cards are asked for."""
        while isinstance(self.phase, Countdown) and self.phase.count > count:
            self.step()
        return self

    def slapped(self, seat: Seat, count: int) -> MasterStage:
        """Count down, and let one seat take it for so many cards."""
        self.steps_to(count)
        now = Slap(count)
        refused = self.refusal(seat, now) is not None
        self.step({seat: SlapNow(300) if refused else now})
        return self

    def turned_up(self) -> MasterStage:
        """Let the active seat turn up the top card."""
        self.do(self.actors[0], AuctionOff())
        return self

    def divide(self, action: Action) -> list[Event]:
        seat = self.actors[0]
        self.do(seat, Divide())
        return self.do(seat, action)

    def seen(self, viewer: Seat | None) -> MasterView:
        view = self.view(viewer)
        assert isinstance(view, MasterView)
        return view

    def rats(self, seat: Seat) -> int:
        return self.world.herds[seat][KIND[RAT]]


def scene(
    edition: Edition = MASTER,
    *,
    purses: Sequence[Cards] = THREE,
    herds: Sequence[Owned] = (),
    pedigrees: Sequence[Sequence[Animal]] = (),
    deck: Sequence[Card] = (),
    rest: Seat | None = None,
    idle: int = 0,
    turn: Seat = 0,
    **rules: Any,
) -> MasterStage:
    """Set the table up at the beginning of a seat's turn."""
    edition = edition.with_rules(rules)
    edition.opened(len(purses))  # refuses nonsense
    seats = len(purses)
    owned: list[Counter[Any]] = [Counter(herd) for herd in herds]
    owned += [Counter() for _ in range(seats - len(owned))]
    honours = [list(held) for held in pedigrees]
    honours += [[] for _ in range(seats - len(honours))]
    left: Counter[Card] = Counter(edition.deck)
    left.subtract(card for card in deck if not isinstance(card, int))
    for herd in owned:
        left.subtract(herd)
    left.subtract(PEDIGREES[ANIMALS.index(animal)] for held in honours for animal in held)
    assert min(left.values()) >= 0, "more cards than are in the box"
    pile: list[Card] = list(deck)
    for card in sorted(left.elements(), key=str):
        if rest is None:
            pile.append(card)
        elif card in PEDIGREE_OF:
            honours[rest].append(PEDIGREE_OF[card])
        else:
            owned[rest][card] += 1
    bank = minus(edition.stock, tuple(card for card in deck if isinstance(card, int)))
    for purse in purses:
        bank = minus(bank, purse)
    world = World(
        purses=tuple(tuple(sorted(purse)) for purse in purses),
        herds=tuple(tuple(herd[kind] for kind in KINDS) for herd in owned),
        deck=tuple(pile),
        bank=bank,
        donkeys=QUARTET - pile.count("donkey"),
        idle=idle,
        pedigrees=tuple(tuple(held) for held in honours),
    )
    return MasterStage(Table(edition, world, Turn(turn)))
