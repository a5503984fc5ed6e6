"""Evolution: draw around a middle, play, and move the middle towards those who did better.

A separable form of CMA-ES: the better half counts by rank, and every number has a spread of its
own. Candidates are drawn in pairs on either side of the middle, so that what is equal cancels out.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from math import log, sqrt
from typing import Final, TypeAlias

from msgspec import Struct

_RATE: Final = 0.15
"""How fast a spread follows what was found; luck must not make it vanish."""
_LEAST: Final = 0.05
"""In parts of the first spread."""


class Wanted(Struct, frozen=True):
    """A number that is looked for: its place in a personality, how far around, and bounds."""

    name: str
    place: int
    spread: float
    low: float
    high: float


class State(Struct):
    """How far it has come: all that is needed to go on."""

    middle: list[float]
    spread: list[float]
    rounds: int = 0


Fitness: TypeAlias = Callable[[Sequence[Sequence[float]], int], Sequence[float]]
"""Says how good candidates are in a round, the higher the better."""


def evolve(
    state: State, wanted: Sequence[Wanted], population: int, fitness: Fitness, seed: str
) -> tuple[float, float]:
    """Go one round on; return how good all were on average, and the better half."""
    state.rounds += 1
    drawn = _drawn(state, wanted, population, random.Random(f"{seed}/{state.rounds}"))
    found = fitness(drawn, state.rounds)
    best = sorted(range(len(drawn)), key=lambda place: -found[place])[: len(drawn) // 2]
    weights = [log(len(best) + 0.5) - log(rank) for rank in range(1, len(best) + 1)]
    total = sum(weights)
    for place, number in enumerate(wanted):
        steps = [drawn[each][place] - state.middle[place] for each in best]
        pairs = list(zip(weights, steps, strict=True))
        step = sum(weight * by for weight, by in pairs) / total
        square = sum(weight * by * by for weight, by in pairs) / total
        state.middle[place] += step
        wide = sqrt((1 - _RATE) * state.spread[place] ** 2 + _RATE * square)
        state.spread[place] = max(_LEAST * number.spread, wide)
    return sum(found) / len(found), sum(found[each] for each in best) / len(best)


def _drawn(
    state: State, wanted: Sequence[Wanted], population: int, chance: random.Random
) -> list[list[float]]:
    found: list[list[float]] = []
    for _ in range(population // 2):
        steps = [chance.gauss(0.0, spread) for spread in state.spread]
        found += [_beside(state, wanted, steps, side) for side in (1, -1)]
    return found


def _beside(
    state: State, wanted: Sequence[Wanted], steps: Sequence[float], side: int
) -> list[float]:
    return [
        min(max(at + side * by, number.low), number.high)
        for at, by, number in zip(state.middle, steps, wanted, strict=True)
    ]
