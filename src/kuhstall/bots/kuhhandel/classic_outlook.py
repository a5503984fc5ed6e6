"""Expected points at a classic table: quartets, and the dove if the rules have it."""

from __future__ import annotations

from collections.abc import Sequence

from kuhstall.bots.kuhhandel.outlook import Outlook
from kuhstall.bots.kuhhandel.personality import Personality
from kuhstall.engine.values import Seat
from kuhstall.games.kuhhandel.cards import KIND
from kuhstall.games.kuhhandel.scoring import DOVE_BONUS
from kuhstall.games.kuhhandel.view import ClassicView


class ClassicOutlook(Outlook):
    """One seat's reckoning on one table of the classic game."""

    def __init__(
        self, view: ClassicView, seat: Seat, wealth: Sequence[float], personality: Personality
    ) -> None:
        super().__init__(view, seat, wealth, personality)
        self._multiplied = view.rules.scoring == "multiply"
        self._dove = view.dove if view.rules.dove else None
        self._dove_free = view.rules.dove and view.dove is None

    def _points(self, counts: list[list[int]], wealth: list[float]) -> list[float]:
        number, plain, square = self._reckoned(counts, self._might(wealth))
        if self._multiplied:
            # The mean of (sum of values) x (number of quartets), each kind won or not by itself.
            plain = [p * n - s for p, n, s in zip(plain, number, square, strict=True)]
        self._add_dove(plain, self._chances)
        return plain

    def _add_dove(self, points: list[float], chances: list[list[float]]) -> None:
        if self._dove is not None:
            points[self._dove] += DOVE_BONUS
        elif self._dove_free:
            for one, other in self.edition.dove_pairs:
                both = zip(chances[KIND[one]], chances[KIND[other]], strict=True)
                for seat, (p, q) in enumerate(both):
                    points[seat] += p * q * DOVE_BONUS
