"""Admission: what a node refuses while its event loop is late. It waits for and writes nothing."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from kuhstall.server.limits.load_level import (
    REFUSED_FROM,
    TRY_AGAIN_AFTER,
    CommandQueue,
    CommandWindow,
    Kind,
    Level,
    LoadLevel,
)
from kuhstall.server.table.clock import Clock
from kuhstall.server.table.counters import Counters

_log = logging.getLogger(__name__)

_EVERY: Final = 0.05


class Admission:
    """Measures the lag of the event loop, and refuses what would increase it."""

    def __init__(self, allowed: float, clock: Clock, metrics: Counters) -> None:
        self._level = LoadLevel(allowed)
        self._window = CommandWindow(allowed)
        self._queue = CommandQueue()
        self._clock = clock
        self._metrics = metrics
        # Looked up once, because a refusal has to cost next to nothing.
        self._shed = {kind: metrics.shed.labels(kind) for kind in TRY_AGAIN_AFTER}

    @property
    def level(self) -> Level:
        return self._level.now

    @property
    def in_flight(self) -> int:
        return self._window.in_flight

    async def measure(self) -> None:
        """Sleep for a moment, and measure how much longer it took."""
        begun = self._clock.steady()
        await asyncio.sleep(_EVERY)
        self.note_lag(max(0.0, self._clock.steady() - begun - _EVERY))

    def note_lag(self, late: float) -> None:
        """Note a measured lag. Commands that wait for long count as lag, too."""
        before, now = self.level, self._clock.steady()
        lag = max(late, self._queue.lag(self._window.in_flight, now))
        self._level.note_lag(lag, now)
        if self.is_refused("command"):
            self._window.fit(lag)
        else:
            self._window.lift()
        self._metrics.loop_lag.observe(late)
        if self.level != before:
            self._metrics.load_level.set(self.level)
            _log.info("load level %d, was %d: a lag of %.3f s", self.level, before, lag)

    def is_refused(self, kind: Kind) -> bool:
        """Return whether calls or commands of a kind are refused at the moment."""
        return self.level >= REFUSED_FROM[kind]

    def refuse(self, kind: Kind) -> float:
        """Count a refusal; return the seconds after which the client may try again."""
        self._shed[kind].inc()
        return TRY_AGAIN_AFTER[kind]

    def refuse_command(self, *, seated: bool) -> float | None:
        """Refuse a command and return the seconds to wait.

        None: it is admitted, and the caller has to call `finish_command` when it is done.
        """
        if not seated and self.is_refused("visitor"):
            return self.refuse("visitor")
        if self._window.take():
            return None
        self._level.note_refused_command(self._clock.steady())
        return self.refuse("command")

    def finish_command(self, waited: float) -> None:
        self._queue.note_wait(waited)
        self._window.give_back()
