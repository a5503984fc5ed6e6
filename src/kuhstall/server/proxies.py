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
    def named(cls, text: str) -> Proxies:
        """Read addresses and networks with commas between."""
        words = [word.strip() for word in text.split(",")]
        return cls(tuple(ip_network(word) for word in words if word))

    def trusted(self, address: str) -> bool:
        if not self._networks:
            return False
        try:
            found = ip_address(address)
        except ValueError:  # somebody made it up
            return False
        return any(found in network for network in self._networks)

    def caller(self, peer: str, forwarded: str) -> str:
        """Tell who calls: the last one in the row whom no proxy of ours has only passed on."""
        if not self.trusted(peer):
            return peer
        row = [word.strip() for word in forwarded.split(",") if word.strip()]
        return next((one for one in reversed(row) if not self.trusted(one)), (*row, peer)[0])


NO_PROXIES: Final = Proxies()


def household(address: str) -> str:
    """Tell whom limits count: who has one IPv6 address has all that begin with the same half."""
    try:
        found = ip_address(address)
    except ValueError:  # a proxy has named somebody otherwise
        return address
    if isinstance(found, IPv4Address):
        return address
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ip_network((int(found), 64), strict=False))


def own_machine(address: str) -> bool:
    """Whether somebody calls from the machine that serves."""
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False
