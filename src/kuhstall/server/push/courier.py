"""Posts to addresses that strangers have named: https only, and nothing of the own network.

A name is looked up once, every address that it has is checked, and the connection goes to one of
those: nobody can let it point elsewhere in between. Redirects are not followed.
"""

from __future__ import annotations

import asyncio
import ipaddress
import ssl
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import cache
from typing import Final, TypeAlias
from urllib.parse import urlsplit

TIMEOUT: Final = 10.0
LONGEST: Final = 1000
"""Characters of an address."""
_HEAD: Final = 16_384
_PORT: Final = 443

Resolve: TypeAlias = Callable[[str], Awaitable[Sequence[str]]]
Connect: TypeAlias = Callable[
    [str, str], Awaitable[tuple[asyncio.StreamReader, asyncio.StreamWriter]]
]

# An address within an address: what is at its end is not for us to know.
_TUNNELS: Final = tuple(
    map(ipaddress.ip_network, ("64:ff9b::/96", "64:ff9b:1::/48", "2002::/16", "2001::/32"))
)


class ForbiddenAddressError(Exception):
    """An address that nobody may send this server to."""


class UndeliveredError(Exception):
    """Nobody answered, or not in HTTP."""


def host_of(address: str) -> str:
    """Return the host of an address, if it may be one at all."""
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError:
        raise ForbiddenAddressError(address) from None
    plain = address.isascii() and address.isprintable() and " " not in address
    if (
        not plain
        or len(address) > LONGEST
        or parts.scheme != "https"
        or not parts.hostname
        or parts.username is not None
        or parts.password is not None
        or port not in {None, _PORT}
        or parts.fragment
    ):
        raise ForbiddenAddressError(address)
    return parts.hostname


def is_public(address: str) -> bool:
    """Whether a numeric address is one of the internet at large."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return False
    if isinstance(found, ipaddress.IPv6Address) and (
        found.ipv4_mapped is not None
        or found.scope_id is not None
        or any(found in tunnel for tunnel in _TUNNELS)
    ):
        return False
    return found.is_global and not found.is_multicast and not found.is_reserved


async def look_up(host: str) -> Sequence[str]:
    found = await asyncio.get_running_loop().getaddrinfo(host, _PORT)
    return [str(place[0]) for *_, place in found]


@cache
def _trust() -> ssl.SSLContext:
    """Read the certificates of this machine once: it holds up the loop for tens of milliseconds."""
    return ssl.create_default_context()


async def connect_securely(
    address: str, host: str
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    return await asyncio.open_connection(
        address, _PORT, ssl=_trust(), server_hostname=host, limit=_HEAD
    )


class Courier:
    def __init__(self, resolve: Resolve = look_up, connect: Connect = connect_securely) -> None:
        self._resolve = resolve
        self._connect = connect

    async def post(self, address: str, headers: Mapping[str, str], body: bytes) -> int:
        """Send something, and return the status of the answer. Nothing else of it is read."""
        host = host_of(address)
        try:
            async with asyncio.timeout(TIMEOUT):
                return await self._post(address, host, headers, body)
        except (OSError, TimeoutError, asyncio.LimitOverrunError, EOFError, ValueError) as error:
            raise UndeliveredError(str(error) or type(error).__name__) from error

    async def _post(self, address: str, host: str, headers: Mapping[str, str], body: bytes) -> int:
        found = await self._resolve(host)
        if not found or not all(map(is_public, found)):
            raise ForbiddenAddressError(address)
        reader, writer = await self._connect(found[0], host)
        try:
            writer.write(_request(address, headers, body) + body)
            await writer.drain()
            answer = await reader.readuntil(b"\r\n")
        finally:
            writer.close()
        version, status, *_ = answer.decode("latin-1").split(" ", 2)
        if not version.startswith("HTTP/1."):
            raise ValueError("not an answer")
        return int(status)


def _request(address: str, headers: Mapping[str, str], body: bytes) -> bytes:
    parts = urlsplit(address)
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    own = {"Host": parts.netloc, "Content-Length": str(len(body)), "Connection": "close"}
    lines = [f"{name}: {value}" for name, value in {**headers, **own}.items()]
    return "\r\n".join([f"POST {path} HTTP/1.1", *lines, "", ""]).encode("ascii")
