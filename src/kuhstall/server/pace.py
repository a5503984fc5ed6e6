"""How long things take: by the pace of a table, multiplied by the tempo of the server."""

from __future__ import annotations

import hmac
from typing import Final

from msgspec import Struct

from kuhstall.engine.values import Seat
from kuhstall.server.party import PaceName


class Pace(Struct, frozen=True):
    """Seconds. `first` is the window after a reveal, `call` the time between two calls."""

    first: float
    call: float
    decision: float
    gone: float
    pauses: bool = True  # whether the table stops while nobody looks at it


PACES: Final[dict[PaceName, Pace]] = {
    "live": Pace(first=6, call=2.5, decision=30, gone=20),
    "relaxed": Pace(first=15, call=6.25, decision=75, gone=50),
    "slow": Pace(first=0, call=0, decision=172_800, gone=172_800, pauses=False),
}

GRACE: Final = 0.25
"""A call waits this much longer than it shows, for bids that are on their way."""

REVEAL: Final = 5.0
LATE: Final = 2
"""So often in a row late, and a bot takes over."""

OUTAGE: Final = 5.0
"""A server that is later than this was away, and gives everybody their time again."""

UNSTARTED: Final = 86_400.0
DESERTED: Final = 600.0
PAUSED: Final = 86_400.0

_BOT_LEAST: Final = 0.7
_BOT_SPREAD: Final = 1.3


def thinking(secret: bytes, seq: int, seat: Seat) -> float:
    """Tell how long a bot takes, from nothing that happens on the table: it must betray nothing."""
    draw = hmac.digest(secret, f"bot delay/{seq}/{seat}".encode(), "sha256")
    return _BOT_LEAST + _BOT_SPREAD * int.from_bytes(draw[:4], "big") / 2**32
