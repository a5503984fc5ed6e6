"""What a herd is worth at the end, and who has won."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from kuhstall.engine.values import Seat
from kuhstall.games.kuhhandel.cards import VALUES, Animal

Scoring: TypeAlias = Literal["multiply", "sum"]
TieBreak: TypeAlias = Literal["shared", "quartets", "money"]

DOVE_BONUS: Final = 500


class SeatScore(Struct, frozen=True, gc=False, omit_defaults=True):
    """One column of the score sheet: (animals and matching, times the factor) plus the rest.

    `quartets` are all of them, even one that the rats have covered; `matching` is for pedigrees of
    quartets that count, `others` for the other pedigrees.
    """

    quartets: tuple[Animal, ...]
    animals: int
    factor: int
    dove: int
    total: int
    covered: Animal | None = None
    matching: int = 0
    others: int = 0
    money: int = 0


class ScoreRules(Struct, frozen=True, gc=False):
    """How quartets count (D-12, A-19)."""

    scoring: Scoring = "multiply"
    dove_multiplied: bool = False


def score(rules: ScoreRules, quartets: Sequence[Animal], *, dove: bool = False) -> SeatScore:
    """Fill in one seat's column."""
    animals = sum(VALUES[animal] for animal in quartets)
    factor = len(quartets) if rules.scoring == "multiply" else 1
    bonus = DOVE_BONUS if dove else 0
    total = (animals + bonus) * factor if rules.dove_multiplied else animals * factor + bonus
    return SeatScore(tuple(quartets), animals, factor, bonus, total)


def winners(
    scores: Sequence[SeatScore], money: Sequence[int], tie_break: TieBreak
) -> tuple[Seat, ...]:
    """Name the seats with the most points; those still level after the tie-break share the win."""
    second = {
        "shared": [0] * len(scores),
        # A quartet that the rats have covered is out of play.
        "quartets": [len(score.quartets) - (score.covered is not None) for score in scores],
        "money": list(money),
    }[tie_break]
    ranks = [(score.total, rank) for score, rank in zip(scores, second, strict=True)]
    best = max(ranks)
    return tuple(seat for seat, rank in enumerate(ranks) if rank == best)
