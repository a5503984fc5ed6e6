"""What winning or losing a trade is worth to one of the two traders."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import TypeAlias

from kuhstall.bots.kuhhandel.situation import Situation
from kuhstall.engine.values import Seat
from kuhstall.games.kuhhandel.actions import ChallengeTrade
from kuhstall.games.kuhhandel.cards import KIND, RAT, Kind

Changes: TypeAlias = tuple[tuple[Kind, Seat, int], ...]
"""How many animals of a kind a seat gains."""


class Stakes:
    """The value of the table after winning or losing, as a function of the money spent.

    It is computed for a few sums; in between, linear interpolation is good enough.
    """

    def __init__(
        self, now: Situation, sums: Sequence[int], won: Sequence[float], lost: Sequence[float]
    ) -> None:
        self._money = now.rules.trade_money
        self._sums = sums
        self._won = won
        self._lost = lost

    def won(self, spent: float) -> float:
        return self._between(self._won, spent)

    def lost(self, spent: float) -> float:
        return self._between(self._lost, spent)

    def _between(self, heights: Sequence[float], spent: float) -> float:
        sums = self._sums
        right = min(max(bisect_left(sums, spent), 1), len(sums) - 1)
        left = right - 1
        part = (spent - sums[left]) / (sums[right] - sums[left])
        return heights[left] + part * (heights[right] - heights[left])

    def against(self, mine: float, theirs: float, *, ties: float) -> float:
        """Return the value of my offer against theirs; `ties` is the chance of winning a tie."""
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


def exact_stakes(now: Situation, other: Seat, animal: Kind, stake: int) -> Stakes:
    """Compute the stakes of a trade that has begun."""
    sums = _sums(now, other)
    win, loss = _outcomes(now, other, animal, stake)
    moves = [((now.seat, -spent), (other, spent)) for spent in sums]
    worth = now.outlook.worth
    return Stakes(
        now, sums, [worth(win, money) for money in moves], [worth(loss, money) for money in moves]
    )


def estimated_stakes(now: Situation, trades: Sequence[ChallengeTrade]) -> Iterator[Stakes]:
    """Estimate the stakes of all possible trades, valuing money and animals separately."""
    worth = now.outlook.worth
    unchanged = worth()
    drifts = {
        other: [
            worth((), ((now.seat, -spent), (other, spent))) - unchanged
            for spent in _sums(now, other)
        ]
        for other in {trade.seat for trade in trades}
    }
    for trade in trades:
        other, drift = trade.seat, drifts[trade.seat]
        outcomes = _outcomes(now, other, trade.animal, stake_of(now, other, trade.animal))
        won, lost = (worth(outcome) for outcome in outcomes)
        yield Stakes(
            now, _sums(now, other), [won + by for by in drift], [lost + by for by in drift]
        )


def _sums(now: Situation, other: Seat) -> list[int]:
    cash, wealth = now.cash, now.beliefs[other].high
    return sorted({-max(wealth, 1), -wealth // 4, 0, cash // 4, max(cash, 1)})


def _outcomes(now: Situation, other: Seat, animal: Kind, stake: int) -> tuple[Changes, Changes]:
    gain = (animal, now.seat, stake), (animal, other, -stake)
    loss = (animal, now.seat, -stake), (animal, other, stake)
    # The winner hands the rats over, so winning means having fewer.
    return (loss, gain) if animal == RAT else (gain, loss)


def stake_of(now: Situation, other: Seat, animal: Kind) -> int:
    """Return how many animals would be at stake: two if both have exactly two, else one."""
    counts = now.outlook.counts[KIND[animal]]
    return 2 if counts[now.seat] == counts[other] == 2 else 1
