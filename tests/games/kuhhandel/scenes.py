"""Scenes: tables set up by hand, and a stage to play them on.

A scene keeps the box complete: money that is in no purse is in the bank, and animals that are
nowhere else lie at the bottom of the deck, or with the seat named by `rest`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

import pytest

from kuhstall.engine import (
    CLOCK,
    Action,
    Actor,
    Chance,
    Event,
    Illegal,
    Option,
    Seat,
    Table,
    act,
    check,
    options,
    unseal,
)
from kuhstall.games.kuhhandel.actions import AuctionOff, CallOut, ChallengeTrade, PlaceBid
from kuhstall.games.kuhhandel.cards import ANIMALS, KIND, KINDS, QUARTET, Animal, Herd
from kuhstall.games.kuhhandel.edition import Edition, KuhTable
from kuhstall.games.kuhhandel.editions import SECOND
from kuhstall.games.kuhhandel.money import Cards, minus
from kuhstall.games.kuhhandel.phases.bidding import Bidding
from kuhstall.games.kuhhandel.phases.turn import Turn
from kuhstall.games.kuhhandel.wire import View
from kuhstall.games.kuhhandel.world import World

T = TypeVar("T", bound=Event)

Owned = Mapping[str, int]


class NoChance(Chance):
    """After the deal nothing is random: a draw is an error."""

    def below(self, label: str, bound: int) -> int:
        raise AssertionError(f"nothing is left to chance, but '{label}' was drawn")


def scene(
    edition: Edition = SECOND,
    *,
    purses: Sequence[Cards] = ((), (), ()),
    herds: Sequence[Owned] = (),
    deck: Sequence[Animal] = (),
    rest: Seat | None = None,
    donkeys: int | None = None,
    dove: Seat | None = None,
    idle: int = 0,
    turn: Seat = 0,
    **rules: Any,
) -> Stage:
    """Set the table up at the beginning of a seat's turn."""
    edition = edition.with_rules(rules)
    edition.opened(len(purses))  # refuses nonsense
    bank = edition.stock
    for purse in purses:
        bank = minus(bank, purse)
    placed = [*herds, *({} for _ in range(len(purses) - len(herds)))]
    owned = [[owned.get(kind, 0) for kind in KINDS] for owned in placed]
    left = [
        QUARTET - sum(herd[kind] for herd in owned) - list(deck).count(animal)
        for kind, animal in enumerate(ANIMALS)
    ]
    assert min(left) >= 0, "more than four of a kind"
    pile = list(deck)
    if rest is None:
        pile += [animal for kind, animal in enumerate(ANIMALS) for _ in range(left[kind])]
    else:
        owned[rest] = [mine + more for mine, more in zip(owned[rest], [*left, 0], strict=True)]
    world = World(
        purses=tuple(tuple(sorted(purse)) for purse in purses),
        herds=tuple(tuple(herd) for herd in owned),
        deck=tuple(pile),
        bank=bank,
        donkeys=QUARTET - pile.count("donkey") if donkeys is None else donkeys,
        dove=dove,
        idle=idle,
        pedigrees=((),) * len(purses),
    )
    return Stage(Table(edition, world, Turn(turn)))


class Stage:
    """A table, and all that has happened on it since it was set up."""

    def __init__(self, table: KuhTable) -> None:
        self.table = table
        self.log: list[Event] = []
        self.chance = NoChance()

    def do(self, actor: Actor, action: Action) -> list[Event]:
        """Act, and return the events of it."""
        self.table, events = act(self.table, actor, action, self.chance)
        self.log += events
        return events

    def refused(self, actor: Actor, action: Action) -> str:
        """Act in vain, and return the code of the refusal."""
        before = self.table
        with pytest.raises(Illegal) as refusal:
            act(self.table, actor, action, self.chance)
        assert self.table is before
        return refusal.value.code

    def options(self, actor: Actor) -> tuple[Option, ...]:
        return options(self.table, actor)

    def legal(self, actor: Actor) -> list[Action]:
        return [action for option in self.options(actor) for action in option.expand()]

    def default(self, actor: Actor) -> Action | None:
        return self.table.phase.default(self.table, actor)

    @property
    def actors(self) -> tuple[Actor, ...]:
        return self.table.phase.actors(self.table)

    @property
    def world(self) -> World:
        return self.table.world

    @property
    def phase(self) -> Any:
        return self.table.phase

    def view(self, viewer: Seat | None) -> View:
        view = self.table.edition.game.view(self.table, viewer)
        assert isinstance(view, View)
        return view

    def heard(self, viewer: Seat | None) -> list[Event]:
        redact = self.table.edition.game.redact
        return [redact(event, viewer) for event in self.log]

    def last(self, kind: type[T], viewer: Seat | bool | None = True) -> T:
        """The latest event of a kind, as a viewer hears it; without a viewer, as it is."""
        log = self.log if viewer is True else self.heard(viewer)
        return [event for event in log if isinstance(event, kind)][-1]

    def count(self, kind: type[Event]) -> int:
        return sum(isinstance(event, kind) for event in self.log)

    def herd(self, seat: Seat, animal: Animal) -> int:
        return self.world.herds[seat][KIND[animal]]

    def cash(self, seat: Seat) -> int:
        return sum(self.world.purses[seat])

    # --- whole passages ---

    def auction(self, *bids: tuple[Seat, int]) -> Stage:
        """Let the active seat auction off the top card, and let the others bid."""
        self.do(self.actors[0], AuctionOff())
        return self.bid(*bids)

    def bid(self, *bids: tuple[Seat, int]) -> Stage:
        for seat, amount in bids:
            self.do(seat, PlaceBid(amount))
        return self

    def envelopes(self, held: Mapping[Seat, Action], chance: Chance | None = None) -> list[Event]:
        """Open what was handed in; all others have stayed silent."""
        for seat, action in held.items():
            check(self.table, seat, action)
        self.table, events = unseal(self.table, held, chance or self.chance)
        self.log += events
        return events

    def gavel(self) -> list[Event]:
        """Let the clock call until the bidding is closed."""
        events: list[Event] = []
        moment = self.table.moment
        while isinstance(self.table.phase, Bidding) and self.table.moment == moment:
            high = self.table.phase.high
            call = CallOut(None, 0) if high is None else CallOut(high.seat, high.amount)
            events += self.do(CLOCK, call)
        return events

    def trade(self, animal: Animal, seat: Seat) -> Stage:
        self.do(self.actors[0], ChallengeTrade(animal, seat))
        return self


def herd(**owned: int) -> Herd:
    return tuple(owned.get(animal, 0) for animal in ANIMALS)


def all_money(table: KuhTable) -> Cards:
    """Every money card of a table that has none lying between two purses."""
    return tuple(sorted((*table.world.bank, *(card for p in table.world.purses for card in p))))
