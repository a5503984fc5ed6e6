"""How long things take: by the pace of a table, multiplied by the tempo of the server."""

from __future__ import annotations

import hmac
from typing import Final

from msgspec import Struct

from kuhstall.engine.values import Seat
from kuhstall.server.party.events import PaceName


class Pace(Struct, frozen=True):
    """Seconds. `first` is the window after a reveal, `call` the time between two calls.

    `count` is one step of a countdown, `ready` what its first step lasts longer. `settled` is for
    whoever has done everything and may still take it back: nobody should wait for a forgotten word.
    `hush` is the least time from a bid or a call to a call by hand; after a reveal, half `first`.
    `beat` is how long a result stays on the table before anybody's time begins.
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
    pauses: bool = True  # whether the table stops while nobody looks at it
    unhurried: bool = True  # whether somebody alone with bots has no clock, and may halt the table
    thinks: float = 1.0  # how long a bot thinks, as a part of what it takes among people
    hurries: bool = True  # whether a countdown goes on by the clock alone, whoever has answered
    lies: float = 0.0  # how long envelopes lie at least before they are opened; up to twice as long


BEAT: Final = 2.5
"""Time to see what came of something: a purse, a trade, a quartet."""

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
        unhurried=False,
        hurries=False,
        lies=300,
    ),
    # For programs among themselves. They need no time to see and to think, but one to be reached.
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
        unhurried=False,
        thinks=0.02,
    ),
}

GRACE: Final = 0.25
"""A call or a count waits this much longer than it shows, for answers that are on their way."""

REVEAL: Final = 5.0
"""Programs answer here, not people, and no tempo makes a network quicker."""

LATE: Final = 2
"""After being late this many times in a row, a bot takes over."""

OUTAGE: Final = 5.0
"""A server that is later than this was away, and gives everybody their time again."""

UNSTARTED: Final = 86_400.0
DESERTED: Final = 600.0
PAUSED: Final = 86_400.0
PAUSED_FOR_DAYS: Final = 30 * 86_400.0
"""The same at a slow table, where people agree on a holiday."""

_BOT_LEAST: Final = 0.7
_BOT_SPREAD: Final = 1.3
BOT_MOST: Final = _BOT_LEAST + _BOT_SPREAD

BOT_SETTLED: Final = 0.5
"""How long a bot shows what it has done, where it could still take it back."""


def thinking_time(secret: bytes, seq: int, seat: Seat) -> float:
    """Tell how long a bot takes. Nothing on the table changes it, so that it betrays nothing."""
    draw = hmac.digest(secret, f"bot delay/{seq}/{seat}".encode(), "sha256")
    return _BOT_LEAST + _BOT_SPREAD * int.from_bytes(draw[:4], "big") / 2**32


def opening_draw(secret: bytes, seq: int) -> float:
    """Draw how much longer envelopes lie, from 0 up to 1. Nothing that is in them changes it."""
    draw = hmac.digest(secret, f"opening/{seq}".encode(), "sha256")
    return int.from_bytes(draw[:4], "big") / 2**32
