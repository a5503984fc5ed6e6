"""Figures that change with every command: counted plainly, and told when somebody asks.

Counters of the library look up, check and lock each time they count. These are for the loop alone.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Metric
from prometheus_client.core import HistogramMetricFamily
from prometheus_client.registry import Collector
from prometheus_client.utils import floatToGoString

_INFINITE: Final = float("inf")


class TalliedRegistry(CollectorRegistry):
    """A registry whose tallies tell their counters before anybody is told of those."""

    def __init__(self) -> None:
        super().__init__()
        self._tallies: list[Tally] = []

    def tally(self, counter: Counter) -> Tally:
        self._tallies.append(Tally(counter))
        return self._tallies[-1]

    def collect(self) -> Iterator[Metric]:
        for tally in self._tallies:
            tally.tell()
        yield from super().collect()


class Tally:
    """Counts for a counter, which learns of it when it is asked for."""

    def __init__(self, counter: Counter) -> None:
        self._counter = counter
        self._untold = 0

    def inc(self) -> None:
        self._untold += 1

    def tell(self) -> None:
        self._counter.inc(self._untold)
        self._untold = 0


class Spread(Collector):
    """A histogram."""

    def __init__(self, name: str, text: str, buckets: Sequence[float]) -> None:
        self._name = name
        self._text = text
        self._bounds = (*buckets, _INFINITE)
        self._counts = [0] * len(self._bounds)
        self._sum = 0.0

    def observe(self, value: float) -> None:
        self._counts[bisect_left(self._bounds, value)] += 1
        self._sum += value

    def collect(self) -> Iterator[HistogramMetricFamily]:
        told = zip(map(floatToGoString, self._bounds), accumulate(self._counts), strict=True)
        yield HistogramMetricFamily(self._name, self._text, list(told), self._sum)
