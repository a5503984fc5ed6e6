"""The abuse log: who tries what is refused, so that the operator finds a range of addresses to ban.

A line has no address. `network` is shared by many people: a /24 of IPv4, a /48 of IPv6. `caller`
tells callers within it apart. It is a hash whose key only this process knows, so it fits no other
run of a node, and nobody can find the address of a hash by trying all.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable
from functools import lru_cache
from hashlib import blake2b
from ipaddress import ip_network
from typing import Final, Literal, TypeAlias

from kuhstall.server.limits.callers import household

_log = logging.getLogger("kuhstall.abuse")

Kind: TypeAlias = Literal["sign_in", "recovery", "limit", "report", "ban"]
"""What was refused: a passkey, a code or link, a call over a limit, a banned range. Or a report."""

OF_CODE: Final[dict[str, Kind]] = {
    "bad_key": "sign_in",
    "bad_code": "recovery",
    "slow_down": "limit",
    "banned_address": "ban",
}
"""The refusals that are logged."""

EVERY: Final = 10.0
"""Seconds for which what happens again is only counted."""
MOST: Final = 100
"""Callers who are logged in this time. Whoever floods the server must not fill its disk."""

_SHARED: Final = {4: 24, 6: 48}


@lru_cache(1024)
def network_of(caller: str) -> str:
    """Return the network of a caller that may be logged; nothing if the proxy named no address."""
    try:
        found = ip_network(household(caller), strict=False)
    except ValueError:
        return ""
    return str(found.supernet(new_prefix=_SHARED[found.version]))


class AbuseLog:
    """Logs the first of each kind by each caller at once, and what follows as a number."""

    def __init__(self, steady: Callable[[], float], key: bytes | None = None) -> None:
        self._steady = steady
        self._key = key or secrets.token_bytes(32)
        self._counted: dict[tuple[Kind, str, str], int] = {}
        self._left_out = 0
        self._until = 0.0

    def note(self, kind: Kind, caller: str, route: str) -> None:
        """Log what a caller has tried. The route is a path as in the description of the API."""
        now = self._steady()
        if now >= self._until:
            self._tell_counted()
            self._until = now + EVERY
        about = kind, caller, route
        if about in self._counted:
            self._counted[about] += 1
        elif len(self._counted) < MOST:
            self._counted[about] = 0
            self._tell(about, 1)
        else:
            self._left_out += 1

    def _tell_counted(self) -> None:
        for about, times in self._counted.items():
            if times:
                self._tell(about, times)
        if self._left_out:
            _log.info("%d more by other callers", self._left_out)
        self._counted.clear()
        self._left_out = 0

    def _tell(self, about: tuple[Kind, str, str], times: int) -> None:
        kind, caller, route = about
        hashed = blake2b(caller.encode(), digest_size=6, key=self._key).hexdigest()
        fields = {"kind": kind, "route": route, "network": network_of(caller), "caller": hashed}
        _log.info("%s: %s", kind, route, extra={"fields": {**fields, "times": times}})
