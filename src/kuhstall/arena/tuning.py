"""Tuning the numbers of a bot by cross-entropy: draw, play, keep the best, draw around those."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from statistics import fmean, pstdev
from typing import Final, TypeAlias

from msgspec import Struct

_ELITE: Final = 0.2
"""The share of a population around which the next one is drawn."""
_STEP: Final = 0.7
"""How far the middle goes towards the best of a round; all the way would follow luck."""
_LEAST_SPREAD: Final = 0.08
"""In parts of the first spread: what has no spread left learns nothing more."""


class Number(Struct, frozen=True):
    """A number that is looked for: where to begin, how far around, and bounds."""

    name: str
    start: float
    spread: float
    low: float
    high: float


class Round(Struct, frozen=True):
    """What a round found: the shares of all candidates and of the best, on average.

    The next round draws around `middle`, as far as `spread`.
    """

    number: int
    mean: float
    elite: float
    middle: tuple[float, ...]
    spread: tuple[float, ...]


class Effort(Struct, frozen=True, kw_only=True):
    """How much to play. `games` are those of one candidate in one round, `final` those after.

    Every `own`-th game is played against copies of what was found so far; 0 for none. `after` is
    the last round that was played already, if a search goes on that was cut off.
    """

    seed: str = "1"
    population: int
    rounds: int
    games: int
    final: int
    own: int = 3
    after: Round | None = None


class Tuned(Struct, frozen=True):
    """What was found, and its share of the wins in games that it was not tuned on, of 95 %."""

    numbers: Mapping[str, float]
    share: float
    low: float
    high: float
    games: int
    cpu_seconds: float


Judge: TypeAlias = Callable[[Sequence[Sequence[float]], Sequence[float], str], Sequence[float]]
"""Says how good candidates are: given these, the middle of the round, and a seed."""


def cross_entropy(
    wanted: Sequence[Number], judge: Judge, effort: Effort, tell: Callable[[Round], None]
) -> tuple[float, ...]:
    """Return the numbers around which the last round was the best."""
    chance = random.Random(effort.seed)
    start, spread = [number.start for number in wanted], [number.spread for number in wanted]
    done = effort.after or Round(0, 0.0, 0.0, tuple(start), tuple(spread))
    for _ in range(done.number * effort.population):
        _drawn(chance, wanted, done)  # what was drawn then, so that chance goes on from there
    while done.number < effort.rounds:
        drawn = [_drawn(chance, wanted, done) for _ in range(effort.population)]
        shares = judge(drawn, done.middle, f"{effort.seed}/round {done.number + 1}")
        done = _gone_on(wanted, done, drawn, shares)
        tell(done)
    return tuple(round(each, 3) for each in done.middle)


def _gone_on(
    wanted: Sequence[Number],
    done: Round,
    drawn: Sequence[Sequence[float]],
    shares: Sequence[float],
) -> Round:
    """Go towards the best of a round."""
    best = max(2, round(_ELITE * len(drawn)))
    order = sorted(range(len(drawn)), key=lambda place: -shares[place])[:best]
    middle, spread = list(done.middle), list(done.spread)
    for place, number in enumerate(wanted):
        found = [drawn[each][place] for each in order]
        middle[place] += _STEP * (fmean(found) - middle[place])
        least = _LEAST_SPREAD * number.spread
        spread[place] = max(least, spread[place] + _STEP * (pstdev(found) - spread[place]))
    elite = fmean(shares[place] for place in order)
    return Round(done.number + 1, fmean(shares), elite, tuple(middle), tuple(spread))


def _drawn(chance: random.Random, wanted: Sequence[Number], around: Round) -> tuple[float, ...]:
    """Draw a candidate."""
    return tuple(
        min(max(chance.gauss(at, by), number.low), number.high)
        for number, at, by in zip(wanted, around.middle, around.spread, strict=True)
    )
