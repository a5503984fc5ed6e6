"""How long things take at each pace. All times are multiplied by the server's tempo setting."""

from __future__ import annotations

import hmac
from functools import cache
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from kuhstall.engine.values import Seat
from kuhstall.server.table.party.events import PaceName


class Pace(Struct, frozen=True):
    """Times in seconds. `first` is the window after a reveal, `call` the time between two calls.

    `count` is one step of a countdown, `ready` how much longer its first step lasts. `settled` is
    the time of a player who has finished and may still take something back: the others should not
    wait for a player who forgot to confirm. `hush` is the least time from a bid or a call to a
    call by hand; after a reveal, half of `first`. `beat` is how long a result stays on the table
    before the next decision's time begins.
    """

    first: float
    call: float
    decision: float
    settled: float
    gone: float
    count: float
    ready: float
    beat: float
    hush: float = 1.5
    pauses: bool = True  # whether the table pauses while no player is connected
    untimed_alone: bool = True  # whether a player alone with bots has no clock and may halt
    thinks: float = 1.0  # how long a bot thinks, as a factor of its usual time
    full_counts: bool = True  # whether a countdown always lasts its time, even if all have answered
    lies: float = 0.0  # the least time before sealed answers are opened; at most twice as long


BEAT: Final = 2.5
"""Time to see the result of an action: a purse, a trade, a quartet."""

PACES: Final[dict[PaceName, Pace]] = {
    "live": Pace(first=6, call=2.5, decision=30, settled=8, gone=20, count=1.2, ready=1, beat=BEAT),
    "relaxed": Pace(
        first=15,
        call=6.25,
        decision=75,
        settled=20,
        gone=50,
        count=3,
        ready=2.5,
        beat=3,
        hush=3.75,
    ),
    "slow": Pace(
        first=0,
        call=0,
        decision=172_800,
        settled=300,
        gone=172_800,
        count=172_800,
        ready=0,
        beat=0,
        pauses=False,
        untimed_alone=False,
        full_counts=False,
        lies=300,
    ),
    # For games between programs. They need no time to look and think, but time for the network.
    "fast": Pace(
        first=0.5,
        call=0.25,
        decision=10,
        settled=2,
        gone=10,
        count=0.5,
        ready=0.5,
        beat=0,
        hush=0.25,
        untimed_alone=False,
        thinks=0.02,
    ),
}


def slow_pace(hours: int) -> Pace:
    """Return the pace of a slow table where players have this many hours for a decision."""
    return _stretched(PACES["slow"], hours * 3600.0)


@cache
def _stretched(pace: Pace, seconds: float) -> Pace:
    return replace(pace, decision=seconds, gone=seconds, count=seconds)


GRACE: Final = 0.25
"""A call or a count lasts this much longer than its clock shows, for answers in transit."""

REVEAL: Final = 5.0
"""Browsers reveal values by themselves, and no tempo setting makes a network quicker."""

LATE: Final = 2
"""After being late this many times in a row, a bot takes over."""

OUTAGE: Final = 5.0
"""If the server is later than this, it was down: all clocks restart."""

UNSTARTED: Final = 86_400.0
DESERTED: Final = 600.0
PAUSED: Final = 86_400.0
PAUSED_FOR_DAYS: Final = 30 * 86_400.0
"""The limit of a pause at a slow table, where players may agree on a holiday."""

_BOT_LEAST: Final = 0.7
_BOT_SPREAD: Final = 1.3
BOT_MOST: Final = _BOT_LEAST + _BOT_SPREAD

BOT_SETTLED: Final = 0.5
"""How long a bot waits with its confirmation while it could still take its action back."""


def thinking_time(secret: bytes, seq: int, seat: Seat) -> float:
    """Return how long a bot takes. It depends on nothing on the table, so it reveals nothing."""
    draw = hmac.digest(secret, f"bot delay/{seq}/{seat}".encode(), "sha256")
    return _BOT_LEAST + _BOT_SPREAD * int.from_bytes(draw[:4], "big") / 2**32


def opening_draw(secret: bytes, seq: int) -> float:
    """Draw how much later sealed answers are opened, from 0 up to 1, whatever the answers are."""
    draw = hmac.digest(secret, f"opening/{seq}".encode(), "sha256")
    return int.from_bytes(draw[:4], "big") / 2**32
