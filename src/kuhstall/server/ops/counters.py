"""Counters for values that change with every command: plain numbers, exported on collection.

Counters of the library look up, check and lock each time. These are for the event loop alone.
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


class CountingRegistry(CollectorRegistry):
    """A registry that updates its counters from the plain counters before each collection."""

    def __init__(self) -> None:
        super().__init__()
        self._plain: list[PlainCounter] = []

    def plain_counter(self, counter: Counter) -> PlainCounter:
        self._plain.append(PlainCounter(counter))
        return self._plain[-1]

    def collect(self) -> Iterator[Metric]:
        for one in self._plain:
            one.tell()
        yield from super().collect()


class PlainCounter:
    """Counts for a library counter, which is updated on collection."""

    def __init__(self, counter: Counter) -> None:
        self._counter = counter
        self._untold = 0

    def inc(self) -> None:
        self._untold += 1

    def tell(self) -> None:
        self._counter.inc(self._untold)
        self._untold = 0


class PlainHistogram(Collector):
    """A histogram without locks."""

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
