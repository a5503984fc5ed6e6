"""Who calls: which proxies are believed when they name somebody, and who counts as one caller."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv4Network, IPv6Network, ip_address, ip_network
from typing import Final, TypeAlias

Network: TypeAlias = IPv4Network | IPv6Network


class Proxies:
    """Addresses and networks. In a cluster a balancer has a new address after every restart."""

    def __init__(self, networks: tuple[Network, ...] = ()) -> None:
        self._networks = networks

    @classmethod
    def parse(cls, text: str) -> Proxies:
        """Read addresses and networks, separated by commas."""
        words = [word.strip() for word in text.split(",")]
        return cls(tuple(ip_network(word) for word in words if word))

    def is_trusted(self, address: str) -> bool:
        if not self._networks:
            return False
        try:
            found = ip_address(address)
        except ValueError:  # made up by somebody
            return False
        return any(found in network for network in self._networks)

    def caller(self, peer: str, forwarded: str) -> str:
        """Find who calls: the last in the list who is not a proxy of ours."""
        if not self.is_trusted(peer):
            return peer
        row = [word.strip() for word in forwarded.split(",") if word.strip()]
        return next((one for one in reversed(row) if not self.is_trusted(one)), (*row, peer)[0])


NO_PROXIES: Final = Proxies()


def household(address: str) -> str:
    """Name the caller that limits count: whoever has one IPv6 address has its whole /64 network."""
    try:
        found = ip_address(address)
    except ValueError:  # a proxy has named somebody in another way
        return address
    if isinstance(found, IPv4Address):
        return address
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ip_network((int(found), 64), strict=False))


def is_own_machine(address: str) -> bool:
    """Whether somebody calls from the machine that serves."""
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False
