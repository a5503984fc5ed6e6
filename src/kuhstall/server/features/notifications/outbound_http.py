"""HTTP requests to addresses that users have given: https only, never to the local network.

A name is resolved once, every address it has is checked, and the connection goes to one of those,
so the name cannot be pointed elsewhere in between. Redirects are not followed.

No host and no person can delay messages to others: each has a few connections at a time, and a host
that fails repeatedly gets none for a while.
"""

from __future__ import annotations

import asyncio
import ipaddress
import socket
import ssl
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from functools import cache
from typing import Final, TypeAlias
from urllib.parse import urlsplit

from kuhstall.server.features.notifications.breaker import FAILURES, Breaker, Quota
from kuhstall.server.features.notifications.resolver import Resolver

TIMEOUT: Final = 10.0
LONGEST: Final = 1000
"""The most characters of an address."""
PER_SITE: Final = 10
"""Concurrent connections to all names with the same last two labels: wildcards cost nothing."""
PER_PUSH_SERVICE: Final = 100
"""Nearly all players share these few: with ten, a burst of messages would find no place in time."""
PER_OWNER: Final = 4
_PUSH_SERVICES: Final = (
    "fcm.googleapis.com",
    ".push.services.mozilla.com",
    ".notify.windows.com",
    ".push.apple.com",
)
"""Those of browser makers. Nobody else can put a name there, or make them answer slowly."""
_HEAD: Final = 16_384
_PORT: Final = 443
_FAILURES: Final = (OSError, TimeoutError, asyncio.LimitOverrunError, EOFError, ValueError)

Resolve: TypeAlias = Callable[[str], Awaitable[Sequence[str]]]
Connect: TypeAlias = Callable[
    [str, str], Awaitable[tuple[asyncio.StreamReader, asyncio.StreamWriter]]
]

# Addresses that embed other addresses: we cannot know where they lead.
_TUNNELS: Final = tuple(
    map(ipaddress.ip_network, ("64:ff9b::/96", "64:ff9b:1::/48", "2002::/16", "2001::/32"))
)


class ForbiddenAddressError(Exception):
    """An address to which this server must not send requests."""


class UndeliveredError(Exception):
    """There was no answer, or none in HTTP."""


def host_of(address: str) -> str:
    """Return the host of an address; raise ForbiddenAddressError if the address is not allowed."""
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
    """Return whether a numeric address is on the public internet."""
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


@cache
def _trust() -> ssl.SSLContext:
    """Read the certificates of this machine once: it blocks the loop for tens of milliseconds."""
    return ssl.create_default_context()


async def connect_securely(
    address: str, host: str
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    return await asyncio.open_connection(
        address, _PORT, ssl=_trust(), server_hostname=host, limit=_HEAD
    )


class OutboundHttp:
    def __init__(self, resolve: Resolve | None = None, connect: Connect = connect_securely) -> None:
        self._resolver = Resolver()
        self._resolve = resolve or self._resolver.look_up
        self._connect = connect
        self._breaker = Breaker()
        self._sites = Quota(PER_SITE)
        self._push_services = Quota(PER_PUSH_SERVICE)
        self._owners = Quota(PER_OWNER)

    async def close(self) -> None:
        await self._resolver.close()

    async def post(
        self, address: str, headers: Mapping[str, str], body: bytes, owner: str = ""
    ) -> int:
        """Send a POST request, and return the status of the answer. The rest of it is not read.

        `owner` is the person who has given the address, if known.
        """
        status, _ = await self.ask(address, headers, body, owner, 0)
        return status

    async def ask(
        self, address: str, headers: Mapping[str, str], body: bytes, owner: str, most: int
    ) -> tuple[int, bytes]:
        """Send a POST request; return the status and up to `most` further bytes of the answer."""
        host = host_of(address)
        try:
            async with self._owners.place(owner or address), self._place(host):
                self._breaker.check(host)
                return await self._try(address, host, headers, body, most)
        except _FAILURES as error:
            raise UndeliveredError(str(error) or type(error).__name__) from error

    def _place(self, host: str) -> AbstractAsyncContextManager[None]:
        if host == _PUSH_SERVICES[0] or host.endswith(_PUSH_SERVICES[1:]):
            return self._push_services.place(host)
        return self._sites.place(_site(host))

    async def _try(
        self, address: str, host: str, headers: Mapping[str, str], body: bytes, most: int
    ) -> tuple[int, bytes]:
        try:
            async with asyncio.timeout(TIMEOUT):
                answer = await self._post(address, host, headers, body, most)
        except socket.gaierror:
            self._breaker.note_failure(host, FAILURES)  # retry only after a while
            raise
        except _FAILURES:
            self._breaker.note_failure(host)
            raise
        self._breaker.note_answer(host)
        return answer

    async def _post(
        self, address: str, host: str, headers: Mapping[str, str], body: bytes, most: int
    ) -> tuple[int, bytes]:
        found = await self._resolve(host)
        if not found or not all(map(is_public, found)):
            raise ForbiddenAddressError(address)
        reader, writer = await self._connect(found[0], host)
        try:
            writer.write(_request(address, headers, body) + body)
            await writer.drain()
            answer = await reader.readuntil(b"\r\n")
            rest = b""
            while len(rest) < most and (piece := await reader.read(most - len(rest))):
                rest += piece
        finally:
            writer.close()
        version, status, *_ = answer.decode("latin-1").split(" ", 2)
        if not version.startswith("HTTP/1."):
            raise ValueError("not an answer")
        return int(status), rest


def _site(host: str) -> str:
    return ".".join(host.split(".")[-2:])


def _request(address: str, headers: Mapping[str, str], body: bytes) -> bytes:
    parts = urlsplit(address)
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    own = {"Host": parts.netloc, "Content-Length": str(len(body)), "Connection": "close"}
    lines = [f"{name}: {value}" for name, value in {**headers, **own}.items()]
    return "\r\n".join([f"POST {path} HTTP/1.1", *lines, "", ""]).encode("ascii")
