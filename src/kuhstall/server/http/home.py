"""The house that a server stands in: where phones in the room find it, and what is to be played."""

from __future__ import annotations

import contextlib
import ipaddress
import socket
from typing import Final

from msgspec import UNSET, Struct, UnsetType

from kuhstall.server.http.host_pages import PageName
from kuhstall.server.party.opening import Wish

_ANYWHERE: Final = "192.0.2.1"  # kept for documentation: no machine has this address


class House(Struct, frozen=True):
    """What a page cannot know by itself.

    A page at 127.0.0.1 has to name another address in its invitations. The wish is what
    `kuhstall play` was started for: whoever opens its table first is the host there. `pages` are
    those that the host of a site has set: `/imprint`, `/privacy`. `bots` are the host's own, which
    tables may seat besides those of the games.
    """

    address: str = ""
    wish: Wish | None = None
    pages: tuple[PageName, ...] | UnsetType = UNSET
    bots: tuple[str, ...] | UnsetType = UNSET


def address(host: str, port: int) -> str:
    """Name a server as other machines of the house do; empty if they cannot reach it."""
    found = own_address() if host in {"", "0.0.0.0", "::"} else host  # noqa: S104 -- only read
    if not found or _own_only(found):
        return ""
    return f"http://[{found}]:{port}" if ":" in found else f"http://{found}:{port}"


def own_address() -> str:
    """Find the address that other machines of the house know this one by.

    Nothing is sent: the system only chooses the way that it would take.
    """
    with (
        contextlib.suppress(OSError),
        socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way,
    ):
        way.connect((_ANYWHERE, 9))
        return str(way.getsockname()[0])
    return ""


def _own_only(host: str) -> bool:
    with contextlib.suppress(ValueError):
        return ipaddress.ip_address(host).is_loopback
    return host == "localhost"
