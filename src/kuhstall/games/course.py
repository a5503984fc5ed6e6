"""How a game went, for those who look back: the same words for every game, each with its own."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

Mark: TypeAlias = Literal[
    "donkey",
    "sale",
    "trade",
    "quartet",
    "pedigree",
    "rat",
    "tree",
    "grazing",
    "bonus",
    "last_round",
]
"""What people look for in a game. The first six are of Kuhhandel, the others of Kuhfstein."""


class Stop(Struct, frozen=True):
    """How the seats stand after a step. What a game does not have is empty.

    `marks` says what the step was about, if it is one that people look for. `points` are what
    would be scored at that moment, or those of the score track; at the end they are the score.
    """

    step: int
    marks: tuple[Mark, ...]
    money: tuple[int, ...]
    animals: tuple[int, ...]
    tiles: tuple[int, ...]
    points: tuple[int, ...]
