"""What a table promises each seat: expected points, by animals held and money to fight with.

A kind that nobody has complete is decided by trades. Between equals, who holds c of four ends up
with all of them c times out of four; whoever has more money does better than that. So a seat's
chance is its share of the animals, weighted by money, undealt animals shared equally.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

from kuhstall.bots.personality import Personality
from kuhstall.engine.values import Seat
from kuhstall.games.kuhhandel.cards import ANIMALS, KIND, QUARTET, VALUES, Animal, Kind
from kuhstall.games.kuhhandel.house_rules import ClassicRules, HouseRules
from kuhstall.games.kuhhandel.scoring import DOVE_BONUS
from kuhstall.games.kuhhandel.view import ClassicView, View

_PAYOUTS: Final = (50, 100, 200, 500)
"""The payouts of the four donkeys in all editions: a yardstick for the money still to come."""

_DOVE_PAIRS: Final[tuple[tuple[Animal, Animal], ...]] = (
    ("rooster", "goose"),
    ("cat", "dog"),
    ("sheep", "goat"),
)
_VALUES: Final = tuple(VALUES[animal] for animal in ANIMALS)
_FLOOR: Final = 30
"""Nobody is without hope: an empty purse counts as this much."""

Reckoning: TypeAlias = tuple[list[float], list[float], list[float]]
"""One more than the quartets a seat may expect, their values, and these times their chances."""


class Outlook:
    """One seat's reckoning on one table. Changes are tried out without a trace."""

    def __init__(
        self,
        view: View,
        seat: Seat,
        wealth: Sequence[float],
        rules: HouseRules,
        personality: Personality,
    ) -> None:
        self.seat = seat
        self.wealth = list(wealth)
        self.counts = [[place.herd.get(animal, 0) for place in view.seats] for animal in ANIMALS]
        lot = getattr(view.phase, "lot", None)
        self.left = [
            QUARTET - sum(row) - (animal == lot)
            for animal, row in zip(ANIMALS, self.counts, strict=True)
        ]
        seats = range(len(self.wealth))
        self._shares = [left / len(self.wealth) for left in self.left]
        # What is complete stays so: it is reckoned once.
        self._open = [kind for kind, row in enumerate(self.counts) if QUARTET not in row]
        self._chances = [[float(count == QUARTET) for count in row] for row in self.counts]
        self._number = [1 + sum(row[seat] for row in self._chances) for seat in seats]
        self._plain = [
            sum(row[seat] * value for row, value in zip(self._chances, _VALUES, strict=True))
            for seat in seats
        ]
        self._personality = personality
        self._multiplied = not isinstance(rules, ClassicRules) or rules.scoring == "multiply"
        dove = isinstance(view, ClassicView) and view.rules.dove
        self._dove = view.dove if isinstance(view, ClassicView) and dove else None
        self._dove_free = dove and self._dove is None
        self._spare = _FLOOR + personality.hope * sum(_PAYOUTS[view.donkeys :])

    def worth(
        self,
        animals: Sequence[tuple[Kind, Seat, int]] = (),
        money: Sequence[tuple[Seat, float]] = (),
    ) -> float:
        """Say how good the table would be for this seat after some changes."""
        points = self.points(animals, money)
        own = points[self.seat]
        rival = max(p for seat, p in enumerate(points) if seat != self.seat)
        return own - self._personality.envy * rival

    def points(
        self,
        animals: Sequence[tuple[Kind, Seat, int]] = (),
        money: Sequence[tuple[Seat, float]] = (),
    ) -> list[float]:
        """Expect each seat's points after some changes."""
        counts = self.counts
        if animals:
            counts = list(counts)
            for animal, seat, by in animals:
                kind = KIND[animal]
                counts[kind] = list(counts[kind])
                counts[kind][seat] += by
        wealth = self.wealth
        if money:
            wealth = list(wealth)
            for seat, more in money:
                wealth[seat] += more
        return self._points(counts, wealth)

    def _points(self, counts: list[list[int]], wealth: list[float]) -> list[float]:
        number, plain, square = self._reckoned(counts, self._might(wealth))
        if self._multiplied:
            # The mean of (sum of values) x (number of quartets), each kind won or not by itself.
            plain = [p * n - s for p, n, s in zip(plain, number, square, strict=True)]
        self._add_dove(plain, self._chances)
        return plain

    def _might(self, wealth: list[float]) -> list[float]:
        thrift, spare = self._personality.thrift, self._spare
        return [(max(0.0, money) + spare) ** thrift for money in wealth]

    def _reckoned(self, counts: list[list[int]], might: list[float]) -> Reckoning:
        """Say how likely each seat wins each kind, and add up number, values and their squares."""
        everybody = range(len(might))
        number, plain, square = list(self._number), list(self._plain), list(self._plain)
        chances = self._chances
        for kind in self._open:
            share, value = self._shares[kind], _VALUES[kind]
            weights = [
                (count + share) * force for count, force in zip(counts[kind], might, strict=True)
            ]
            scale = 1 / sum(weights)
            for seat in everybody:
                if weight := weights[seat]:
                    chance = weights[seat] = weight * scale
                    points = chance * value
                    number[seat] += chance
                    plain[seat] += points
                    square[seat] += chance * points
            chances[kind] = weights
        return number, plain, square

    def _add_dove(self, points: list[float], chances: list[list[float]]) -> None:
        if self._dove is not None:
            points[self._dove] += DOVE_BONUS
        elif self._dove_free:
            for one, other in _DOVE_PAIRS:
                both = zip(chances[KIND[one]], chances[KIND[other]], strict=True)
                for seat, (p, q) in enumerate(both):
                    points[seat] += p * q * DOVE_BONUS
