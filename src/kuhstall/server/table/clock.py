"""A node's estimate of the store's time. All deadlines use this one clock."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import Final, Protocol

_GOOD: Final = 0.02  # acceptable error in seconds: half the round trip to the store
_GROWS: Final = 0.01
_TRIES: Final = 5
_STEP: Final = 1.0  # a difference of more seconds means that a clock was set, not drift


class Timekeeper(Protocol):
    async def now(self) -> float: ...


class Clock:
    """Runs on this machine's monotonic clock, and is set by the store's.

    So a node whose own time of day is wrong, or is corrected during a game, acts on nothing early.
    """

    def __init__(self, steady: Callable[[], float] = time.monotonic) -> None:
        # For what must not depend on a time of day: rate limits, pings.
        self.steady = steady
        self._ahead = time.time() - steady()
        self._unsure = math.inf

    def now(self) -> float:
        return self.steady() + self._ahead

    async def start_by(self, store: Timekeeper) -> None:
        """Set the clock for the first time: ask until an answer is quick enough to be trusted.

        On a busy machine the answer arrives late, and half of the wait is taken for the way back.
        Without the retries the first alarms of a new node would ring too early by as much.
        """
        for _ in range(_TRIES):
            await self.set_by(store)
            if self._unsure <= _GOOD:
                return

    async def set_by(self, store: Timekeeper) -> bool:
        """Set the clock; return whether the time has jumped, rather than become more exact."""
        asked = self.steady()
        told = await store.now()
        answered = self.steady()
        unsure = (answered - asked) / 2
        off = abs(told - (asked + answered) / 2 - self._ahead)
        if max(_GOOD, self._unsure) < unsure and off < unsure + _STEP:
            self._unsure += _GROWS  # ignore a less exact answer: alarms might ring early
            return False
        self._unsure = unsure
        self._ahead = told - (asked + answered) / 2
        return off > unsure + _STEP
