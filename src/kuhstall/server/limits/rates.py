"""Rate limits: buckets of credits that refill with time."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from kuhstall.server.limits.callers import tiers

KNOWN: Final = 10_000
"""How many callers a node remembers for one limit."""
_FREED: Final = 0.1
_ROUNDING: Final = 0.001  # of a credit


class Limit(Struct, frozen=True):
    """How many times something may be done within how many seconds.

    A `shared` limit is counted in the store as well, for all nodes together.
    """

    times: int
    seconds: float
    shared: bool = False


FRAMES: Final = Limit(100, 20)
GUESTS: Final = Limit(10, 600)
TABLES: Final = Limit(5, 60)
CODES: Final = Limit(20, 60)
CARD_FILES: Final = Limit(10, 60)
REQUESTS: Final = Limit(120, 20)
TICKETS: Final = Limit(30, 30)
REPORTS: Final = Limit(12, 3600)
ERROR_REPORTS: Final = Limit(10, 900)
"""Errors in the scripts of pages: a page reports five at most."""
COACHINGS: Final = Limit(20, 120)
"""Coach reviews: each may take a second of processor time."""
HISTORY: Final = Limit(50, 60)
"""Queries of the caller's own games: each may read a thousand rows."""
EXPORTS: Final = Limit(6, 600)
"""Exports of a player's data: each may read twenty thousand rows."""
OWN_REPORTS: Final = Limit(4, 3600)
"""By one person, from whatever address."""
DEVICES: Final = Limit(15, 600)
BLOCKS: Final = Limit(20, 3600)
"""People whom one person blocks."""
WEBHOOKS: Final = Limit(14, 600)
MAIL_REQUESTS: Final = Limit(8, 3600)
OWN_MAIL_REQUESTS: Final = Limit(6, 3600)
"""By one person, from whatever address."""
MAIL_LINKS: Final = Limit(30, 60)
KEYS: Final = Limit(30, 600, shared=True)
"""Passkey challenges and assertions: signing in takes one of each."""
ENTRIES: Final = Limit(12, 600, shared=True)
"""Recovery codes and links that a caller tries: too few to guess one."""
PAIRINGS: Final = Limit(12, 900, shared=True)
"""Codes of screens that a caller types: apart from those above, as televisions share an address."""
SCREENS: Final = Limit(30, 600)
"""New codes of screens: a screen that waits shows two in this time."""
GROUPS: Final = Limit(10, 3600)
"""New groups."""
JOININGS: Final = Limit(50, 600)
"""Links of groups that a caller uses or replaces: everyone at a game night may share an address."""
SHEETS: Final = Limit(24, 600)
"""Paper score sheets of groups: entered, disputed, settled or removed."""
ROUNDS: Final = Limit(12, 120)
"""Rounds of game nights: to seat two hundred people takes a quarter of a second."""
CALENDARS: Final = Limit(120, 600)
"""Calendars of groups. One with many time zones takes a tenth of a second to write, but calendar
services fetch those of many people from one address."""
ACCOUNTS: Final = Limit(60, 600)
"""Changes to an account."""
COMMANDS: Final = Limit(200, 20)
"""By one person, over all sockets: twice the number of frames that one socket may send."""
VISITS: Final = Limit(80, 20)
"""By all callers at one address who do not sit at the table that they send commands to."""
CHANGES: Final = Limit(60, 60)
"""Requests of one person to one party that pass the first checks: most become a step."""
LOOKS: Final = Limit(20, 20)
"""Refusals of one person at one table that are verified against the store."""


class Credits:
    """The credits that are left of a limit."""

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
    """Counts calls for each limit and caller, on this node.

    For each bucket it stores when the bucket will be full again. A full bucket can be dropped
    without changing any answer. If there is no room, full buckets are dropped first, and then those
    that are closest to being full.
    """

    def __init__(self, ease: float = 1.0) -> None:
        self._ease = ease
        self._full_at: dict[Limit, dict[str, float]] = {}

    def admits(self, limit: Limit, who: str, now: float, about: str = "") -> bool:
        """Use up one credit of a caller and of each wider network, if all have one."""
        if self._ease == 0:
            return True
        full_at = self._full_at.setdefault(limit, {})
        used: dict[str, float] = {}
        for name, times in tiers(who):
            key = f"{name}/{about}" if about else name
            step = limit.seconds / (limit.times * self._ease * times)
            begun = max(full_at.get(key, now), now)
            if begun - now > limit.seconds - step * (1 - _ROUNDING):
                return False
            used[key] = begun + step
        full_at.update(used)
        if len(full_at) > KNOWN:
            self._full_at[limit] = _most_spent(full_at, now)
        return True


def _most_spent(full_at: dict[str, float], now: float) -> dict[str, float]:
    """Return the buckets that have to be remembered, and leave some room."""
    kept = {who: at for who, at in full_at.items() if at > now}
    most = int(KNOWN * (1 - _FREED))
    if len(kept) > most:
        kept = dict(sorted(kept.items(), key=lambda one: one[1])[-most:])
    return kept
