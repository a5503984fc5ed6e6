"""Perft: how many sequences of actions there are, on a box that is small enough to count them.

A changed rule changes the counts. Every option is expanded, so a count also proves that options,
checks and decisions agree. Nothing is drawn: the deck lies as it comes out of the box. Where
answers are sealed, all of them together are one action.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from math import prod
from typing import Any, Final, TypeAlias, TypeVar

from kuhstall.engine.chance import Chance
from kuhstall.engine.kernel import act, options, unseal
from kuhstall.engine.table import Table
from kuhstall.engine.values import Action, Actor

T = TypeVar("T")

AnyTable: TypeAlias = Table[Any, Any]


class Unshuffled(Chance):
    """Leave everything as it lies, and begin with the first."""

    def below(self, label: str, bound: int) -> int:
        return 0

    def shuffled(self, label: str, items: Sequence[T]) -> tuple[T, ...]:
        return tuple(items)


UNSHUFFLED: Final = Unshuffled()


def perft(table: AnyTable, depth: int) -> list[int]:
    """Count the sequences of one action, of two, and so on to the depth."""
    counts = [0] * depth
    if depth:
        _count(table, counts, 0)
    return counts


def _count(table: AnyTable, counts: list[int], ply: int) -> None:
    if ply + 1 == len(counts):
        counts[ply] += _number(table)
        return
    for after in _followers(table):
        counts[ply] += 1
        _count(after, counts, ply + 1)


def _number(table: AnyTable) -> int:
    """Count the actions without acting."""
    numbers = [sum(1 for _ in _actions(table, actor)) for actor in table.phase.actors(table)]
    return prod(number for number in numbers if number) if table.phase.sealed else sum(numbers)


def _followers(table: AnyTable) -> Iterator[AnyTable]:
    """Return the table after each action."""
    actors = table.phase.actors(table)
    if table.phase.sealed:
        seats = [seat for seat in actors if seat >= 0]
        for answers in product(*(tuple(_actions(table, seat)) for seat in seats)):
            yield unseal(table, dict(zip(seats, answers, strict=True)), UNSHUFFLED)[0]
        return
    for actor in actors:
        for action in _actions(table, actor):
            yield act(table, actor, action, UNSHUFFLED)[0]


def _actions(table: AnyTable, actor: Actor) -> Iterator[Action]:
    for option in options(table, actor):
        yield from option.expand()
