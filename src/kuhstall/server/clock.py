"""The time of the store, as a node knows it. All deadlines go by this one clock."""

from __future__ import annotations

import math
import time
from typing import Final, Protocol

_GOOD: Final = 0.02  # seconds by which the time may be wrong, half of the way to the store and back
_GROWS: Final = 0.01


class Timekeeper(Protocol):
    async def now(self) -> float: ...


class Clock:
    """Runs on this machine's steady clock, and is set by the store's.

    So a node whose own time of day is wrong, or is put right in mid-game, fires nothing early.
    """

    def __init__(self) -> None:
        self._ahead = time.time() - time.monotonic()
        self._unsure = math.inf

    def now(self) -> float:
        return time.monotonic() + self._ahead

    async def set_by(self, store: Timekeeper) -> None:
        asked = time.monotonic()
        told = await store.now()
        answered = time.monotonic()
        unsure = (answered - asked) / 2
        if unsure > max(_GOOD, self._unsure):
            self._unsure += _GROWS  # a worse answer would set it wrong, and something early
            return
        self._unsure = unsure
        self._ahead = told - (asked + answered) / 2
