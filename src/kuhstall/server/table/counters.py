"""Interfaces of the metrics that tables and sessions count. The node decides who collects them."""

from __future__ import annotations

from typing import Protocol


class Counter(Protocol):
    def inc(self) -> None: ...


class Sum(Protocol):
    def inc(self, amount: float = 1) -> None: ...


class Level(Protocol):
    def set(self, value: float) -> None: ...


class Distribution(Protocol):
    def observe(self, amount: float) -> None: ...


class Labelled(Protocol):
    def labels(self, *labels: str) -> Counter: ...


class Counters(Protocol):
    @property
    def steps(self) -> Counter: ...
    @property
    def acks(self) -> Counter: ...
    @property
    def commands(self) -> Labelled: ...
    @property
    def command_seconds(self) -> Distribution: ...
    @property
    def deadline_lateness(self) -> Distribution: ...
    @property
    def races(self) -> Counter: ...
    @property
    def sweeps(self) -> Counter: ...
    @property
    def hints(self) -> Counter: ...
    @property
    def set_backs(self) -> Counter: ...
    @property
    def lost_steps(self) -> Sum: ...
    @property
    def cuts(self) -> Labelled: ...
    @property
    def loop_lag(self) -> Distribution: ...
    @property
    def load_level(self) -> Level: ...
    @property
    def shed(self) -> Labelled: ...


class _Ignored:
    def inc(self, amount: float = 1) -> None: ...

    def set(self, value: float) -> None: ...

    def observe(self, amount: float) -> None: ...

    def labels(self, *labels: str) -> _Ignored:
        return self


class NoCounters:
    """Count nothing."""

    steps = acks = commands = command_seconds = deadline_lateness = races = sweeps = hints = (
        _Ignored()
    )
    set_backs = lost_steps = cuts = loop_lag = load_level = shed = _Ignored()
