"""Bans of address ranges, each with an end: the operator stores them, and every node applies them.

They are for floods, and for guests who come back at once under a new name. A range may hold
people who have done nothing, so a ban says when it ends, and is removed then.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Any, Final

from msgspec import Struct

from kuhstall.server.limits.callers import Network
from kuhstall.server.store.db import Database

CODE: Final = "banned_address"
EVERY: Final = 4.0
"""Seconds within which a node learns of a ban, and of its early end."""

MOST: Final = 500
"""Bans at a time: each node reads all of them when something was written."""
WIDEST: Final = {4: 8, 6: 16}
"""The shortest prefixes allowed: a typo must not lock everybody out."""

_MAPPED: Final = IPv6Network("::ffff:0:0/96")

# Two bans at once may exceed the limit by one, which is fine.
_BAN: Final = """
INSERT INTO address_bans (network, why, begun, ends)
SELECT CAST(:network AS text), CAST(:why AS text), now(), now() + seconds(:age)
WHERE (SELECT count(*) FROM address_bans WHERE ends > now() AND network <> :network) < :most
ON CONFLICT (network) DO UPDATE SET why = excluded.why, begun = excluded.begun, ends = excluded.ends
"""

_BANS: Final = """
SELECT network, why, epoch(begun), epoch(ends) FROM address_bans WHERE ends > now()
ORDER BY ends, network
"""


class AddressBan(Struct, frozen=True):
    network: str
    why: str
    begun: float
    ends: float


def is_range(text: str) -> bool:
    """Whether a word is meant as an address or a range, and not as the id of a person."""
    return not text.isalnum()


def parse_range(text: str) -> Network:
    """Read an address or a range; raise ValueError if it is neither, or too wide."""
    found = ip_network(text, strict=False)
    if isinstance(found, IPv6Network) and found.subnet_of(_MAPPED):
        size = found.prefixlen - _MAPPED.prefixlen
        found = IPv4Network((int(found.network_address) & 0xFFFFFFFF, size))
    if found.prefixlen < WIDEST[found.version]:
        raise ValueError(f"{found} is wider than /{WIDEST[found.version]}")
    return found


class AddressBanQueries:
    def __init__(self, db: Database) -> None:
        self.db = db

    async def ban(self, network: Network, seconds: float, why: str, most: int = MOST) -> bool:
        """Ban a range from now on, or change its ban; return False if there are too many."""
        values: dict[str, Any] = {"network": str(network), "why": why, "age": seconds, "most": most}
        return bool(await self.db.execute(_BAN, **values))

    async def unban(self, network: Network) -> bool:
        """End a ban; return whether there was one."""
        sql = "DELETE FROM address_bans WHERE network = :network AND ends > now()"
        return bool(await self.db.execute(sql, network=str(network)))

    async def bans(self) -> Sequence[AddressBan]:
        """List the bans that have not ended, the first to end first."""
        return [AddressBan(*row) for row in await self.db.fetch(_BANS)]


class AddressBans:
    """The bans that a node knows. Looking up an address costs a step for each length of prefix."""

    def __init__(self, db: Callable[[], Database], now: Callable[[], float]) -> None:
        self._db = db
        self._now = now
        self._mark: str | None = None
        self._ends: dict[tuple[int, int], Mapping[int, float]] = {}

    async def refresh(self) -> None:
        """Read the bans again, unless nothing was written since."""
        db = self._db()
        mark = await db.write_mark()
        if mark is not None and mark == self._mark:
            return
        self._mark = None
        found: dict[tuple[int, int], dict[int, float]] = defaultdict(dict)
        for ban in await AddressBanQueries(db).bans():
            network = ip_network(ban.network)
            rest = network.max_prefixlen - network.prefixlen
            found[network.version, rest][int(network.network_address) >> rest] = ban.ends
        self._ends, self._mark = dict(found), mark

    def end(self, address: str) -> float | None:
        """Return when the ban of an address ends; None if it is not banned."""
        if not self._ends:
            return None
        try:
            found = ip_address(address)
        except ValueError:  # a proxy has named the client in another way
            return None
        if isinstance(found, IPv6Address) and found.ipv4_mapped is not None:
            found = found.ipv4_mapped
        bits, now = int(found), self._now()
        ends = [
            networks.get(bits >> rest, now)
            for (version, rest), networks in self._ends.items()
            if version == found.version
        ]
        return max((end for end in ends if end > now), default=None)
