"""What a herd is worth at the end, and who has won."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from kuhstall.engine.values import Seat
from kuhstall.games.kuhhandel.cards import VALUES, Animal

Scoring: TypeAlias = Literal["multiply", "sum"]
TieBreak: TypeAlias = Literal["shared", "quartets", "money"]

DOVE_BONUS: Final = 500
PEDIGREE_BONUS: Final = 250


class SeatScore(Struct, frozen=True, gc=False, omit_defaults=True):
    """One column of the score sheet: (animals and matching, times the factor) plus the rest.

    `quartets` are all, also the one that the rats have covered; `matching` is for pedigrees of
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


class Holdings(Struct, frozen=True, gc=False):
    """What counts at the end of Kuhhandel Master. `money` is None where it is worth nothing."""

    quartets: tuple[Animal, ...]
    pedigrees: tuple[Animal, ...] = ()
    rats: bool = False
    money: int | None = None


def master_score(held: Holdings, covered: Animal | None = None) -> SeatScore:
    """Fill in one seat's column; who has all rats loses a quartet, the best one to lose (C-16)."""
    if not held.rats or not held.quartets:
        return _master_score(held, None)
    candidates = held.quartets if covered is None else (covered,)
    cheapest_first = sorted(candidates, key=VALUES.__getitem__)
    return max((_master_score(held, animal) for animal in cheapest_first), key=_total)


def _total(score: SeatScore) -> int:
    return score.total


def _master_score(held: Holdings, covered: Animal | None) -> SeatScore:
    counted = [animal for animal in held.quartets if animal != covered]
    animals = sum(VALUES[animal] for animal in counted)
    matching = PEDIGREE_BONUS * _matching(held.pedigrees, counted)
    others = PEDIGREE_BONUS * len(held.pedigrees) - matching
    money = held.money or 0
    total = (animals + matching) * len(counted) + others + money
    return SeatScore(
        held.quartets,
        animals,
        len(counted),
        0,
        total,
        covered=covered,
        matching=matching,
        others=others,
        money=money,
    )


def _matching(pedigrees: Sequence[Animal], counted: Collection[Animal]) -> int:
    return sum(animal in counted for animal in pedigrees)


def winners(
    scores: Sequence[SeatScore], money: Sequence[int], tie_break: TieBreak
) -> tuple[Seat, ...]:
    """Name the seats with the most points; who is still level after the tie-break shares."""
    second = {
        "shared": [0] * len(scores),
        # A quartet that the rats have covered has left play.
        "quartets": [len(score.quartets) - (score.covered is not None) for score in scores],
        "money": list(money),
    }[tie_break]
    ranks = [(score.total, rank) for score, rank in zip(scores, second, strict=True)]
    best = max(ranks)
    return tuple(seat for seat, rank in enumerate(ranks) if rank == best)
