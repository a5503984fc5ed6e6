"""Expected points in Kuhhandel Master: pedigrees, rats and counted money besides animals.

A pedigree is multiplied if its owner also gets the quartet, and only added otherwise. Rats go to
the poorer trader, so money keeps them away; the seat with all of them at the end loses a quartet:
its value, and its part of the factor.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from typing import Final, Self

from kuhstall.bots.addition import add_up
from kuhstall.bots.kuhhandel.outlook import Outlook
from kuhstall.bots.kuhhandel.personality import Personality
from kuhstall.engine.values import Seat
from kuhstall.games.kuhhandel.cards import ANIMALS, KIND, QUARTET, RAT, RATS, Animal
from kuhstall.games.kuhhandel.master.scoring import PEDIGREE_BONUS
from kuhstall.games.kuhhandel.master.view import (
    CountdownView,
    MasterView,
    RatEnvelopesView,
    RatRoundView,
)

_CHEAPEST: Final = 0.4
"""What the quartet that one gives up is worth, in parts of the average one."""


class MasterOutlook(Outlook):
    """One seat's reckoning on one table of Kuhhandel Master."""

    def __init__(
        self, view: MasterView, seat: Seat, wealth: Sequence[float], personality: Personality
    ) -> None:
        super().__init__(view, seat, wealth, personality)
        rats = [place.herd.get(RAT, 0) for place in view.seats]
        self.counts.append(rats)
        lies_there = isinstance(view.phase, RatRoundView | RatEnvelopesView)
        self.rats_left = QUARTET - sum(rats) - lies_there
        self._titles = {
            animal: owner for owner, place in enumerate(view.seats) for animal in place.pedigrees
        }
        sold = view.phase.animal if isinstance(view.phase, CountdownView) else None
        self.pedigrees_left = [
            animal for animal in ANIMALS if animal not in self._titles and animal != sold
        ]
        self._counts_money = view.rules.kassensturz

    def honoured(self, animal: Animal, seat: Seat) -> Self:
        """Return the outlook with the pedigree of an animal given to a seat."""
        other = copy(self)
        other._titles = self._titles | {animal: seat}  # noqa: SLF001 -- of the same class
        return other

    def gifts(self, seat: Seat) -> tuple[float, int]:
        """Count pedigrees, too. A rat goes round: the seat that reveals it has no advantage."""
        gain, cards = super().gifts(seat)
        rest = self.worth()
        for animal in self.pedigrees_left:
            gain += self.honoured(animal, seat).worth() - rest
        return gain, cards + self.rats_left + len(self.pedigrees_left)

    def _points(self, counts: list[list[int]], wealth: list[float]) -> list[float]:
        might = self._might(wealth)
        number, plain, square = self._reckoned(counts, might)
        beside = [0.0] * len(wealth)
        for animal, owner in self._titles.items():
            chance = self._chances[KIND[animal]][owner]
            inside = chance * PEDIGREE_BONUS
            plain[owner] += inside
            square[owner] += chance * inside
            beside[owner] += PEDIGREE_BONUS - inside
        points = [p * n - s for p, n, s in zip(plain, number, square, strict=True)]
        for seat, danger in enumerate(self._dangers(counts[RATS], might)):
            if danger:
                points[seat] -= danger * min(points[seat], _loss(plain[seat], number[seat] - 1))
            points[seat] += beside[seat]
            if self._counts_money:
                points[seat] += wealth[seat]
        return points

    def _dangers(self, rats: list[int], might: list[float]) -> list[float]:
        """Say how likely each seat ends up with all rats."""
        share = max(0, self.rats_left) / len(might)
        weights = [(count + share) / force for count, force in zip(rats, might, strict=True)]
        scale = add_up(weights)
        return [weight / scale for weight in weights] if scale else weights


def _loss(values: float, quartets: float) -> float:
    """Say what the rats cost: all values once, for the factor, and the cheapest quartet."""
    if quartets <= 1:
        return values
    return values * (1 + _CHEAPEST * (quartets - 1) / quartets)
