"""The time of the store, as a node knows it. All deadlines go by this one clock."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import Final, Protocol

_GOOD: Final = 0.02  # seconds by which the time may be wrong: half the way to the store and back
_GROWS: Final = 0.01
_TRIES: Final = 5
_STEP: Final = 1.0  # seconds by which nobody's clock is wrong unless it was set


class Timekeeper(Protocol):
    async def now(self) -> float: ...


class Clock:
    """Runs on this machine's steady clock, and is set by the store's.

    So a node whose own time of day is wrong, or is put right in mid-game, fires nothing early.
    """

    def __init__(self, steady: Callable[[], float] = time.monotonic) -> None:
        # For what must not depend on anybody's time of day: limits, signs of life.
        self.steady = steady
        self._ahead = time.time() - steady()
        self._unsure = math.inf

    def now(self) -> float:
        return self.steady() + self._ahead

    async def start_by(self, store: Timekeeper) -> None:
        """Set it for the first time: ask until an answer is quick enough to be believed.

        A node that starts on a busy machine hears late what the time is, and takes half of the
        wait for the way back. Its first alarms would ring too early by as much.
        """
        for _ in range(_TRIES):
            await self.set_by(store)
            if self._unsure <= _GOOD:
                return

    async def set_by(self, store: Timekeeper) -> bool:
        """Set it; say whether the time has become another, and not only a better one."""
        asked = self.steady()
        told = await store.now()
        answered = self.steady()
        unsure = (answered - asked) / 2
        off = abs(told - (asked + answered) / 2 - self._ahead)
        if max(_GOOD, self._unsure) < unsure and off < unsure + _STEP:
            self._unsure += _GROWS  # a worse answer would set it wrong, and something early
            return False
        self._unsure = unsure
        self._ahead = told - (asked + answered) / 2
        return off > unsure + _STEP
