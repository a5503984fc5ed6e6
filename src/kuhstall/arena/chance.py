"""Fast chance for simulations. Matches between people use the seeded streams of the kernel."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeVar

from kuhstall.engine.chance import Chance

T = TypeVar("T")


class QuickChance(Chance):
    """One generator for all labels: reproducible by its seed, but labels are not separate."""

    def __init__(self, seed: int | str) -> None:
        self._generator = random.Random(seed)
        self._draw = self._generator.random

    def below(self, label: str, bound: int) -> int:
        return int(self._draw() * bound)

    def shuffled(self, label: str, items: Sequence[T]) -> tuple[T, ...]:
        return tuple(self._generator.sample(items, len(items)))
