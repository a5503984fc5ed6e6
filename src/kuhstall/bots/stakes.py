"""What a trade can come to, for one of the two traders."""

from __future__ import annotations

from bisect import bisect_left

from kuhstall.bots.situation import Situation
from kuhstall.engine.values import Seat
from kuhstall.games.kuhhandel.cards import KIND, Animal


class Stakes:
    """The worth of the table after winning or losing, by the money spent on it.

    It is reckoned for a few sums; between them a straight line is good enough.
    """

    def __init__(self, now: Situation, other: Seat, animal: Animal, stake: int) -> None:
        self.other = other
        self._money = now.rules.trade_money
        cash, wealth = now.cash, now.beliefs[other].high
        self._sums: list[int] = sorted({-max(wealth, 1), -wealth // 4, 0, cash // 4, max(cash, 1)})
        me, worth = now.seat, now.outlook.worth
        win = ((animal, me, stake), (animal, other, -stake))
        loss = ((animal, me, -stake), (animal, other, stake))
        moves = [((me, -spent), (other, spent)) for spent in self._sums]
        self._won = [worth(win, money) for money in moves]
        self._lost = [worth(loss, money) for money in moves]

    def won(self, spent: float) -> float:
        return self._between(self._won, spent)

    def lost(self, spent: float) -> float:
        return self._between(self._lost, spent)

    def _between(self, heights: list[float], spent: float) -> float:
        sums = self._sums
        right = min(max(bisect_left(sums, spent), 1), len(sums) - 1)
        left = right - 1
        part = (spent - sums[left]) / (sums[right] - sums[left])
        return heights[left] + part * (heights[right] - heights[left])

    def against(self, mine: float, theirs: float, *, ties: float) -> float:
        """Judge two open offers, by who has the money then. `ties` is how good a tie is."""
        if mine > theirs:
            return self.won(self._spent(mine, theirs, won=True))
        if mine < theirs:
            return self.lost(self._spent(mine, theirs, won=False))
        return ties * self.won(0) + (1 - ties) * self.lost(0)

    def _spent(self, mine: float, theirs: float, *, won: bool) -> float:
        if self._money == "exchange":
            return mine - theirs
        if self._money == "winner_pays":
            return mine if won else -theirs
        return 0


def stake_of(now: Situation, other: Seat, animal: Animal) -> int:
    """Return how many animals a trade would be about: two if both have just two."""
    counts = now.outlook.counts[KIND[animal]]
    return 2 if counts[now.seat] == counts[other] == 2 else 1
