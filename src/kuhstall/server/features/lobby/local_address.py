"""The address of this machine in its local network."""

from __future__ import annotations

import contextlib
import ipaddress
import socket
from typing import Final

_ANYWHERE: Final = "192.0.2.1"  # reserved for documentation: no machine has this address


def address(host: str, port: int) -> str:
    """Return the URL of a server for other machines on the local network; empty if unreachable."""
    found = own_address() if host in {"", "0.0.0.0", "::"} else host  # noqa: S104 -- only read
    if not found or _own_only(found):
        return ""
    return f"http://[{found}]:{port}" if ":" in found else f"http://{found}:{port}"


def own_address() -> str:
    """Return the address of this machine on the local network.

    Nothing is sent: the system only chooses the route that it would take.
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
