"""Reaction times, for actions that the quickest player wins: measured by the server.

A client says how long after painting the step its player acted. The server believes that only as
far as the round trip explains the rest, which it has measured itself with unpredictable nonces. So
slow connections are compensated within bounds, and a forged time gains next to nothing.
`docs/slaps.md` has the figures, and says for whom this is not fair.
"""

from __future__ import annotations

from collections import deque
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from kuhstall.engine.values import Action, Reflex

MOST_MS: Final = 150
"""The most that is compensated for a slow connection."""

FLOOR_MS: Final = 100
"""People cannot react faster. A faster action was guessed, and must not win by it."""

_SPREAD_MS: Final = 20
_KEPT: Final = 20
_NEW: Final = 0.1


def reaction_time(since: float, told: float, trip: float) -> float:
    """Return the reaction time of a player. All times are in milliseconds.

    `since` is the time from the beginning of the step to the arrival of the action, `told` the
    reaction time that the client claims, `trip` the round trip that the server accepts.
    """
    credit = min(max(since - told, 0.0), trip, MOST_MS)
    return max(since - credit, FLOOR_MS)


class RoundTrips:
    """The round trips of one socket. Delaying the answers to a few pings gains next to nothing."""

    def __init__(self) -> None:
        self._latest: deque[float] = deque(maxlen=_KEPT)
        self.usual: float | None = None

    def add(self, trip: float) -> None:
        self._latest.append(trip)
        self.usual = trip if self.usual is None else (1 - _NEW) * self.usual + _NEW * trip

    @property
    def credit(self) -> float:
        """Return the round trip to compensate; 0 before the first measurement."""
        if self.usual is None:
            return 0.0
        return min(min(self._latest) + _SPREAD_MS, self.usual)


class Reach(Struct, frozen=True):
    """When a command arrived, in the store's seconds, and its round trip in milliseconds."""

    arrived: float
    trip: float = 0.0


def with_measured_time(action: Action, began: float | None, reach: Reach) -> Action:
    """Replace the reaction time that a client has sent by the measured one."""
    if not isinstance(action, Reflex):
        return action
    if began is None:
        return replace(action, after=action.latest)  # unknown: counts as the slowest
    since = (reach.arrived - began) * 1000
    return replace(
        action, after=min(round(reaction_time(since, action.after, reach.trip)), action.latest)
    )


def limit_to_human_speed(action: Action) -> Action:
    """Make a bot no quicker than a person who has planned ahead: it needs no time to see."""
    if not isinstance(action, Reflex):
        return action
    return replace(action, after=max(action.after, action.unhurried))
