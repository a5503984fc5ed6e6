"""How often somebody may do something: buckets of credits that fill up again with time."""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

from msgspec import Struct

_KNOWN: Final = 10_000


class Limit(Struct, frozen=True):
    """How many times something may be done within how many seconds."""

    times: int
    seconds: float


FRAMES: Final = Limit(100, 20)
GUESTS: Final = Limit(10, 600)
TABLES: Final = Limit(5, 60)
CODES: Final = Limit(20, 60)
CARD_FILES: Final = Limit(10, 60)
REQUESTS: Final = Limit(120, 20)
TICKETS: Final = Limit(30, 30)
REPORTS: Final = Limit(12, 3600)
COACHINGS: Final = Limit(20, 120)
"""Games to be talked about: each may take a second of a processor."""
PAST: Final = Limit(50, 60)
"""Looks at one's own games: each may read a thousand rows."""
EXPORTS: Final = Limit(6, 600)
"""Documents with all that is kept of somebody: each may read twenty thousand rows."""
OWN_REPORTS: Final = Limit(4, 3600)
"""Of one person, wherever they come from."""
DEVICES: Final = Limit(15, 600)
BLOCKS: Final = Limit(20, 3600)
"""People whom one person blocks."""
HOOKS: Final = Limit(14, 600)
MAILS: Final = Limit(8, 3600)
OWN_MAILS: Final = Limit(6, 3600)
"""Of one person, wherever they come from."""
MAIL_LINKS: Final = Limit(30, 60)
KEYS: Final = Limit(30, 600)
"""Questions to keys, and their answers: one who comes in needs two."""
ENTRIES: Final = Limit(12, 600)
"""Codes and links that somebody brings: so that nobody can guess them."""
ACCOUNTS: Final = Limit(60, 600)
"""Changes of an account."""
COMMANDS: Final = Limit(200, 20)
"""Of one person, over all sockets: twice what one socket may send, whatever it sends."""
VISITS: Final = Limit(80, 20)
"""Of all who come from one address and do not sit at the table that they send commands to."""
CHANGES: Final = Limit(60, 60)
"""Requests of one person to one party that come before the table: most become a step."""
LOOKS: Final = Limit(20, 20)
"""Refusals of one person at one table for which the store is asked whether they are right."""


class Credits:
    """What is left of a limit."""

    def __init__(self, limit: Limit, now: float, ease: float = 1.0) -> None:
        self._most = limit.times * ease
        self._rate = self._most / limit.seconds
        self._left = self._most
        self._at = now

    def take(self, now: float) -> bool:
        """Use up one credit, if there is one."""
        self._left = min(self._most, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Limiter:
    """Keeps count for everybody, by what they do and where they come from.

    Each node counts for itself, and remembers a limited number: whoever was not seen for longest is
    forgotten.
    """

    def __init__(self, ease: float = 1.0) -> None:
        self._ease = ease
        self._credits: OrderedDict[tuple[Limit, str], Credits] = OrderedDict()

    def admits(self, limit: Limit, who: str, now: float) -> bool:
        if self._ease == 0:
            return True
        credits_ = self._credits.get((limit, who))
        if credits_ is None:
            credits_ = self._credits[limit, who] = Credits(limit, now, self._ease)
            if len(self._credits) > _KNOWN:
                self._credits.popitem(last=False)
        else:
            self._credits.move_to_end((limit, who))
        return credits_.take(now)
