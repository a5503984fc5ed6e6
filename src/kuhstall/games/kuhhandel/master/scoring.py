"""What quartets, pedigrees and rats are worth at the end of Kuhhandel Master."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from msgspec import Struct

from kuhstall.engine.values import Seat
from kuhstall.games.kuhhandel.cards import QUARTET, RATS, VALUES, Animal, quartets
from kuhstall.games.kuhhandel.edition import Edition
from kuhstall.games.kuhhandel.master.house_rules import rules_of
from kuhstall.games.kuhhandel.scoring import SeatScore
from kuhstall.games.kuhhandel.world import World

PEDIGREE_BONUS: Final = 250


class Holdings(Struct, frozen=True, gc=False):
    """What counts at the end of Kuhhandel Master. `money` is None where it is worth nothing."""

    quartets: tuple[Animal, ...]
    pedigrees: tuple[Animal, ...] = ()
    rats: bool = False
    money: int | None = None


def master_score(held: Holdings, covered: Animal | None = None) -> SeatScore:
    """Fill in one seat's column; the owner of all rats loses the cheapest quartet (C-16)."""
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


def master_column(edition: Edition, world: World, seat: Seat) -> SeatScore:
    """Fill in a seat's column of the score sheet."""
    herd = world.herds[seat]
    held = Holdings(
        quartets(herd),
        world.pedigrees[seat],
        herd[RATS] == QUARTET,
        sum(world.purses[seat]) if rules_of(edition).kassensturz else None,
    )
    return master_score(held, world.covered)
