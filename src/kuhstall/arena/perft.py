"""Perft: how many sequences of actions there are, on a deck and purses small enough to count.

A changed rule changes the counts. Every option is expanded, so a count also proves that options,
checks and decisions agree. Nothing is drawn: the deck lies as it comes out of the box. Where
answers are sealed, all of them together are one action.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from math import prod
from typing import Final, TypeVar

from msgspec.structs import replace

from kuhstall.engine.chance import Chance
from kuhstall.engine.kernel import act, begin, options, unseal
from kuhstall.engine.values import Action, Actor
from kuhstall.games.kuhhandel.cards import QUARTET, RAT, Animal, Card
from kuhstall.games.kuhhandel.edition import Edition, KuhTable
from kuhstall.games.kuhhandel.money import Cards
from kuhstall.games.kuhhandel.phases.turn import Turn

T = TypeVar("T")

KINDS: Final[tuple[Animal, ...]] = ("rooster", "goose", "donkey")
ON_TOP: Final[tuple[Card, ...]] = ("pedigree:rooster", RAT, RAT, "pedigree:goose", RAT, RAT)
"""What comes before the animals where there are pedigrees and rats."""

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
    """Return the edition with three kinds of animals and little money, its rules unchanged.

    Rats and two pedigrees lie on top, where the edition has them.
    """
    on_top = ON_TOP if RAT in edition.deck else ()
    return replace(
        edition,
        deck=(*on_top, *(animal for animal in KINDS for _ in range(QUARTET))),
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
        if table.phase.sealed:
            table, _ = unseal(table, {}, _UNSHUFFLED)
            continue
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
    if ply + 1 == len(counts):
        counts[ply] += _number(table)
        return
    for after in _followers(table):
        counts[ply] += 1
        _count(after, counts, ply + 1)


def _number(table: KuhTable) -> int:
    """Count the actions without acting."""
    numbers = [sum(1 for _ in _actions(table, actor)) for actor in table.phase.actors(table)]
    return prod(number for number in numbers if number) if table.phase.sealed else sum(numbers)


def _followers(table: KuhTable) -> Iterator[KuhTable]:
    """Return the table after each action."""
    actors = table.phase.actors(table)
    if table.phase.sealed:
        seats = [seat for seat in actors if seat >= 0]
        for answers in product(*(tuple(_actions(table, seat)) for seat in seats)):
            yield unseal(table, dict(zip(seats, answers, strict=True)), _UNSHUFFLED)[0]
        return
    for actor in actors:
        for action in _actions(table, actor):
            yield act(table, actor, action, _UNSHUFFLED)[0]


def _actions(table: KuhTable, actor: Actor) -> Iterator[Action]:
    for option in options(table, actor):
        yield from option.expand()
