"""Perft: how many sequences of actions there are, on a deck and purses small enough to count.

A changed rule changes the counts. Every option is expanded, so a count also proves that options,
checks and decisions agree. Nothing is drawn: the deck lies as it comes out of the box.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeVar

from msgspec.structs import replace

from kuhstall.engine.chance import Chance
from kuhstall.engine.kernel import act, begin, options
from kuhstall.games.kuhhandel.cards import QUARTET, Animal
from kuhstall.games.kuhhandel.edition import Edition, KuhTable
from kuhstall.games.kuhhandel.money import Cards
from kuhstall.games.kuhhandel.phases.turn import Turn

T = TypeVar("T")

KINDS: Final[tuple[Animal, ...]] = ("rooster", "goose", "donkey")
PURSE: Final[Cards] = (0, 10)
PAYOUTS: Final[Cards] = (10, 10, 20, 20)


class Unshuffled(Chance):
    """Leave everything as it lies, and begin with the first."""

    def below(self, label: str, bound: int) -> int:
        return 0

    def shuffled(self, label: str, items: Sequence[T]) -> tuple[T, ...]:
        return tuple(items)


_UNSHUFFLED: Final = Unshuffled()


def reduced(edition: Edition, seats: int) -> Edition:
    """Return the edition with three kinds of animals and little money, its rules unchanged."""
    return replace(
        edition,
        deck=tuple(animal for animal in KINDS for _ in range(QUARTET)),
        stock=tuple(sorted((PURSE + PAYOUTS) * seats)),
        purse=PURSE,
        payouts=PAYOUTS,
    )


def opening(edition: Edition, seats: int) -> KuhTable:
    """Return the table after the deal: what lies ahead is auctions."""
    table: KuhTable
    table, _ = begin(edition, seats, _UNSHUFFLED)
    return table


def trading(edition: Edition, seats: int) -> KuhTable:
    """Return the table after all stayed silent to the last card: from now on they must trade."""
    table = opening(edition, seats)
    while table.world.deck or not isinstance(table.phase, Turn):
        for actor in table.phase.actors(table):
            action = table.phase.default(table, actor)
            if action is not None:
                table, _ = act(table, actor, action, _UNSHUFFLED)
                break
    return table


def perft(table: KuhTable, depth: int) -> list[int]:
    """Count the sequences of one action, of two, and so on to the depth."""
    counts = [0] * depth
    if depth:
        _count(table, counts, 0)
    return counts


def _count(table: KuhTable, counts: list[int], ply: int) -> None:
    for actor in table.phase.actors(table):
        for option in options(table, actor):
            if ply + 1 == len(counts):
                counts[ply] += sum(1 for _ in option.expand())
                continue
            for action in option.expand():
                counts[ply] += 1
                after, _ = act(table, actor, action, _UNSHUFFLED)
                _count(after, counts, ply + 1)
