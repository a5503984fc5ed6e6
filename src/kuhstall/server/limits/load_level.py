"""Load shedding: how late the event loop is decides what a node refuses.

Newcomers cost the others something, so they are refused first: new tables, then visitors. Players
at their tables are affected last, and even then only some of their commands have to wait.
"""

from __future__ import annotations

import math
from enum import IntEnum
from typing import Final, Literal, TypeAlias

Kind: TypeAlias = Literal["table", "visitor", "command"]
"""What can be refused: opening a table, visiting one without a seat there, a player's command."""


class Level(IntEnum):
    """What is refused; each level includes those before it."""

    CALM = 0
    NO_TABLES = 1
    NO_VISITORS = 2
    FEWER_COMMANDS = 3


REFUSED_FROM: Final[dict[Kind, Level]] = {
    "table": Level.NO_TABLES,
    "visitor": Level.NO_VISITORS,
    "command": Level.FEWER_COMMANDS,
}
TRY_AGAIN_AFTER: Final[dict[Kind, float]] = {"table": 8.0, "visitor": 4.0, "command": 1.0}
"""Seconds: what is refused first has to wait longest."""

REACHED_AT: Final = {Level.NO_TABLES: 1.0, Level.NO_VISITORS: 1.5, Level.FEWER_COMMANDS: 2.0}
"""Multiples of the lag that a node is allowed."""

_LEFT_BELOW: Final = 0.5
HOLD: Final = 3.0
"""Drop one level after this many seconds well below the lag that led to it."""


class LoadLevel:
    """Turns measurements of the lag into a level: quickly up, and down one level at a time.

    On the way up, two measurements in a row have to agree: a single pause, for garbage collection
    or because the process was stopped, is over by the time it is noticed.
    """

    def __init__(self, allowed: float) -> None:
        self.now = Level.CALM
        self._allowed = allowed
        self._last = 0.0
        self._high_at = 0.0

    def note_lag(self, lag: float, now: float) -> None:
        """Record a measurement, in seconds."""
        agreed, self._last = min(lag, self._last), lag
        reached = self._level_at(agreed)
        if reached > self.now:
            self.now, self._high_at = reached, now
        elif self.now is Level.CALM:
            return
        elif lag >= self._allowed * REACHED_AT[self.now] * _LEFT_BELOW:
            self._high_at = now
        elif now - self._high_at >= HOLD:
            self.now, self._high_at = Level(self.now - 1), now

    def note_refused_command(self, now: float) -> None:
        """Hold the level while commands are refused: the load is low only because of that."""
        self._high_at = now

    def _level_at(self, lag: float) -> Level:
        found = Level.CALM
        for level, times in REACHED_AT.items():
            if self._allowed and lag >= self._allowed * times:
                found = level
        return found


class CommandQueue:
    """Measures how long commands wait because there are many, say for a slow store.

    The loop is not late then, but everyone waits. What counts is the shortest wait in a period, so
    a player who blocks their own table does not raise it. While few commands are in flight, a long
    wait is not caused by their number, and refusing some would not help.
    """

    MANY: Final = 64
    WHILE: Final = 0.5
    _BEARABLE: Final = 1.5  # a late answer is less noticeable than a loop that stands still

    def __init__(self) -> None:
        self._shortest = math.inf
        self._told = 0.0
        self._since = 0.0

    def note_wait(self, seconds: float) -> None:
        self._shortest = min(self._shortest, seconds)

    def lag(self, in_flight: int, now: float) -> float:
        """Return the wait as an equivalent lag: how late the loop would have to be to be as bad."""
        if in_flight < self.MANY:
            self._shortest, self._told, self._since = math.inf, 0.0, now
        elif now - self._since >= self.WHILE:
            # If there was no answer at all, commands have waited for that much longer.
            self._told = min(self._shortest, self._told + now - self._since)
            self._shortest, self._since = math.inf, now
        return self._told / self._BEARABLE


class CommandWindow:
    """The number of commands that may be in flight at once during overload.

    Refusing all of them would let the node idle, and admitting all would make everyone wait. So
    admit as many as keep the lag at a fraction of what is allowed.
    """

    FEWEST: Final = 8.0
    _KEPT_AT: Final = 0.5
    _SHRINKS: Final = 0.85
    _GROWS: Final = 1.05

    def __init__(self, allowed: float) -> None:
        self.in_flight = 0
        self.width = math.inf
        self._kept_at = allowed * self._KEPT_AT
        self._was_full = False

    def take(self) -> bool:
        """Admit a command, if there is room."""
        if self.in_flight >= self.width:
            self._was_full = True
            return False
        self.in_flight += 1
        return True

    def give_back(self) -> None:
        self.in_flight -= 1

    def fit(self, lag: float) -> None:
        """Shrink the window if the loop is still late, and widen it if commands were refused.

        It starts at the number of commands in flight, which was too high.
        """
        if self.width == math.inf:
            self.width = max(self.FEWEST, self.in_flight)
        if lag > self._kept_at:
            self.width = max(self.FEWEST, self.width * self._SHRINKS)
        elif self._was_full:
            self.width = max(self.width + 1, self.width * self._GROWS)
        self._was_full = False

    def lift(self) -> None:
        """Admit everything again."""
        self.width = math.inf
