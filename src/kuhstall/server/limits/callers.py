"""Who calls: which proxies are trusted to name the client, and what counts as one caller."""

from __future__ import annotations

from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Network, ip_address, ip_network
from typing import Final, TypeAlias

Network: TypeAlias = IPv4Network | IPv6Network


class Proxies:
    """Trusted addresses and networks. In a cluster, a balancer restarts with a new address."""

    def __init__(self, networks: tuple[Network, ...] = ()) -> None:
        self._networks = networks

    @classmethod
    def parse(cls, text: str) -> Proxies:
        """Parse addresses and networks, separated by commas."""
        words = [word.strip() for word in text.split(",")]
        return cls(tuple(ip_network(word) for word in words if word))

    def is_trusted(self, address: str) -> bool:
        if not self._networks:
            return False
        try:
            found = ip_address(address)
        except ValueError:  # not an address: the header is forged
            return False
        return any(found in network for network in self._networks)

    def caller(self, peer: str, forwarded: str) -> str:
        """Return the address of the client: the last in the list that is not one of our proxies."""
        if not self.is_trusted(peer):
            return peer
        row = [word.strip() for word in forwarded.split(",") if word.strip()]
        return next((one for one in reversed(row) if not self.is_trusted(one)), (*row, peer)[0])


NO_PROXIES: Final = Proxies()


def household(address: str) -> str:
    """Return the caller to count limits for: an IPv6 address counts as its whole /64 network."""
    try:
        found = ip_address(address)
    except ValueError:  # a proxy has named the client in another way
        return address
    if isinstance(found, IPv4Address):
        return address
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ip_network((int(found), 64), strict=False))


_WIDER: Final = {56: 4, 48: 16}
"""Sizes of IPv6 networks that a customer may have, and their limits as multiples of a /64's."""


@lru_cache(4096)
def tiers(caller: str) -> tuple[tuple[str, int], ...]:
    """List the networks that a caller is counted under, each with the multiple of its limit.

    The owner of a /48 has 65,536 networks that count as one caller each, so the wider networks are
    counted as well. Many customers of a mobile carrier share one, too: hence the larger limit.
    """
    if not caller.endswith("/64"):
        return ((caller, 1),)
    try:
        own = IPv6Network(caller)
    except ValueError:  # a proxy has named the client in another way
        return ((caller, 1),)
    wider = ((str(own.supernet(new_prefix=size)), times) for size, times in _WIDER.items())
    return ((caller, 1), *wider)
