"""Adding numbers so that a bot decides the same in every version of Python."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from operator import add


def add_up(numbers: Iterable[float]) -> float:
    """Add one number after the other. From Python 3.12 on, `sum` rounds differently."""
    return reduce(add, numbers, 0.0)
