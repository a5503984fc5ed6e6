"""What the learned weights of a farmer add to its estimate, by the marks of a lot or a trade.

Each mark is a small number, and the personality has a weight for each. What they add up to says how
much more or less to bid or to lay than the reckoning alone would.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from kuhstall.bots.kuhhandel.situation import Situation
from kuhstall.engine.values import Seat
from kuhstall.games.kuhhandel.cards import KIND, QUARTET, RAT, VALUES, Animal, Kind

_MEAN: Final = sum(VALUES.values()) // len(VALUES)
_BOTH: Final = 2


def weigh_marks(weights: Sequence[float], marks: Callable[[], Iterator[float]]) -> float:
    """Add up the weighted marks. Without weights, do not compute the marks."""
    found = 0.0
    if any(weights):
        for weight, mark in zip(weights, marks(), strict=True):
            found += weight * mark
    return found


def adjust(usual: float, weights: Sequence[float], marks: Callable[[], Iterator[float]]) -> float:
    """Return the usual value, adjusted by the marks."""
    return max(0.0, usual + weigh_marks(weights, marks))


def bid_marks(now: Situation, lot: Animal) -> Iterator[float]:
    """Yield the marks of a lot: owners of its kind, its value, money, and the lead."""
    counts = now.outlook.counts[KIND[lot]]
    own = counts[now.seat]
    rival = max(count for seat, count in enumerate(counts) if seat != now.seat)
    for number in range(1, QUARTET):
        yield float(own == number)
    for number in range(1, QUARTET):
        yield float(rival == number)
    yield _weight(lot)
    others = 0.0
    for seat, money in enumerate(now.outlook.wealth):
        if seat != now.seat:
            others += money
    others /= len(counts) - 1
    yield (now.cash - others) / (now.cash + others + 1)
    yield _lead(now)
    yield now.deck


def trade_marks(
    now: Situation, other: Seat, animal: Kind, stake: int, bout: int
) -> Iterator[float]:
    """Yield the marks of a trade: its time, its effect, money, and the lead."""
    counts = now.outlook.counts[KIND[animal]]
    yield float(now.view.deck == 0)
    yield float(stake == _BOTH)
    yield float(counts[now.seat] + stake == QUARTET)
    yield float(counts[other] + stake == QUARTET)
    yield _weight(animal)
    money = now.beliefs[other].guess
    yield (now.cash - money) / (now.cash + money + 1)
    yield float(bout == _BOTH)
    yield _lead(now)
    yield len(now.outlook.open) / len(VALUES)
    yield float(now.standing[other] >= _best(now))


def _weight(animal: Kind) -> float:
    """Say how much more than others an animal counts; a rat counts nothing."""
    return 0.0 if animal == RAT else (VALUES[animal] - _MEAN) / _MEAN


def _lead(now: Situation) -> float:
    """Say how far ahead of its strongest rival the farmer is."""
    own, rival = now.standing[now.seat], _best(now)
    return (own - rival) / (own + rival + 1)


def _best(now: Situation) -> float:
    """Return the expected points of the strongest rival."""
    return max(each for seat, each in enumerate(now.standing) if seat != now.seat)
