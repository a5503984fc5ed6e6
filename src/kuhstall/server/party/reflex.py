"""How quick a hand was, where the quickest wins: measured here, whatever a client claims.

A client tells how long ago it painted the step. It is believed as far as its wire explains the
rest: the server has measured the round trip itself, with nonces that nobody can guess. So a late
wire is made up for within bounds, and a forged time wins next to nothing. `docs/fairness.md` has
the figures, and says for whom this is not fair.
"""

from __future__ import annotations

from collections import deque
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from kuhstall.engine.values import Action, Reflex

MOST_MS: Final = 150
"""No wire is made up for by more than this."""

FLOOR_MS: Final = 100
"""Nobody reacts faster: whoever does has guessed, and wins nothing by it."""

_SPREAD_MS: Final = 20
_KEPT: Final = 20
_NEW: Final = 0.1


def reaction_time(since: float, told: float, trip: float) -> float:
    """Say how long a hand took, all in milliseconds.

    `since` is the time from the beginning of the step to the arrival of the action, `told` what the
    client says of it, `trip` the round trip that the server believes.
    """
    credit = min(max(since - told, 0.0), trip, MOST_MS)
    return max(since - credit, FLOOR_MS)


class RoundTrips:
    """The round trips of one socket. Slow answers to a few pings gain next to nothing."""

    def __init__(self) -> None:
        self._latest: deque[float] = deque(maxlen=_KEPT)
        self.usual: float | None = None

    def add(self, trip: float) -> None:
        self._latest.append(trip)
        self.usual = trip if self.usual is None else (1 - _NEW) * self.usual + _NEW * trip

    @property
    def credit(self) -> float:
        """Return the round trip that is made up for; nothing before the first is measured."""
        if self.usual is None:
            return 0.0
        return min(min(self._latest) + _SPREAD_MS, self.usual)


class Reach(Struct, frozen=True):
    """When a command came in, in seconds of the store, and over how long a wire in milliseconds."""

    arrived: float
    trip: float = 0.0


def with_measured_time(action: Action, began: float | None, reach: Reach) -> Action:
    """Put the time that was measured in place of the one that a client has sent."""
    if not isinstance(action, Reflex):
        return action
    if began is None:
        return replace(action, after=action.latest)  # nobody knows: whoever is known was quicker
    since = (reach.arrived - began) * 1000
    return replace(
        action, after=min(round(reaction_time(since, action.after, reach.trip)), action.latest)
    )


def without_hurry(action: Action) -> Action:
    """Let no bot be quicker than a person who has planned ahead: it has no wire, and no eyes."""
    if not isinstance(action, Reflex):
        return action
    return replace(action, after=max(action.after, action.unhurried))
