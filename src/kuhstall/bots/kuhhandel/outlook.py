"""The expected points of each seat, by its animals and its money.

A kind without a complete quartet is decided by trades. Between equals, who holds c of four ends up
with all of them c times out of four; the seat with more money does better than that. So a seat's
chance is its share of the animals, weighted by money, undealt animals shared equally.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Final, TypeAlias

from kuhstall.bots.addition import add_up
from kuhstall.bots.kuhhandel.personality import Personality
from kuhstall.engine.values import Seat
from kuhstall.games.kuhhandel.cards import ANIMALS, KIND, QUARTET, VALUES, Kind
from kuhstall.games.kuhhandel.editions import find
from kuhstall.games.kuhhandel.wire import View

_VALUES: Final = tuple(VALUES[animal] for animal in ANIMALS)
_MEAN: Final = sum(_VALUES) // len(_VALUES)
_FLOOR: Final = 30
"""An empty purse counts as this much: no seat is without hope."""

Reckoning: TypeAlias = tuple[list[float], list[float], list[float]]
"""One more than the quartets a seat may expect, their values, and these times their chances."""


class Outlook(ABC):
    """One seat's reckoning on one table. Changes are tried out without a trace."""

    def __init__(
        self, view: View, seat: Seat, wealth: Sequence[float], personality: Personality
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
        self._shares = [personality.luck * (left / len(self.wealth)) for left in self.left]
        # Complete quartets stay complete: reckon them once.
        self.open = [kind for kind, row in enumerate(self.counts) if QUARTET not in row]
        self._chances = [[float(count == QUARTET) for count in row] for row in self.counts]
        self._number = [1 + add_up(row[seat] for row in self._chances) for seat in seats]
        self._values = [taste_value(value, personality.taste) for value in _VALUES]
        self._plain = [
            add_up(
                row[seat] * value for row, value in zip(self._chances, self._values, strict=True)
            )
            for seat in seats
        ]
        self._personality = personality
        self._thrift = personality.thrift * personality.money[view.donkeys]
        if not view.deck:
            self._thrift *= personality.late
        self.edition = find(view.edition)
        to_come = sum(self.edition.payouts[view.donkeys :])
        self._spare = _FLOOR + personality.hope * to_come

    def worth(
        self,
        animals: Sequence[tuple[Kind, Seat, int]] = (),
        money: Sequence[tuple[Seat, float]] = (),
    ) -> float:
        """Say how good the table would be for this seat after some changes."""
        points = self.points(animals, money)
        own = points[self.seat]
        rival = max(p for seat, p in enumerate(points) if seat != self.seat)
        worth = own - self._personality.envy * rival
        if spite := self._personality.spite:
            worth -= spite * (sum(points) - own) / (len(points) - 1)
        return worth

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

    @abstractmethod
    def _points(self, counts: list[list[int]], wealth: list[float]) -> list[float]:
        """Expect each seat's points by the scoring of the edition."""

    def gifts(self, seat: Seat) -> tuple[float, int]:
        """Return the value of all cards left to a seat for nothing, and their number."""
        rest = self.worth()
        gain = add_up(
            left * (self.worth([(animal, seat, 1)]) - rest)
            for animal, left in zip(ANIMALS, self.left, strict=True)
            if left
        )
        return gain, sum(self.left)

    def _might(self, wealth: list[float]) -> list[float]:
        thrift, spare = self._thrift, self._spare
        return [(max(0.0, money) + spare) ** thrift for money in wealth]

    def _reckoned(self, counts: list[list[int]], might: list[float]) -> Reckoning:
        """Say how likely each seat wins each kind, and add up number, values and their squares."""
        everybody = range(len(might))
        number, plain, square = list(self._number), list(self._plain), list(self._plain)
        chances, grip = self._chances, self._personality.grip
        for kind in self.open:
            share, value = self._shares[kind], self._values[kind]
            weights = [
                (grip[count] + share) * force
                for count, force in zip(counts[kind], might, strict=True)
            ]
            scale = 1 / add_up(weights)
            for seat in everybody:
                if weight := weights[seat]:
                    chance = weights[seat] = weight * scale
                    points = chance * value
                    number[seat] += chance
                    plain[seat] += points
                    square[seat] += chance * points
            chances[kind] = weights
        return number, plain, square


def taste_value(value: int, taste: float) -> float:
    """Return the value of a quartet to a character that prefers valuable ones."""
    return value * (1.0 + taste * (value - _MEAN) / _MEAN)
