"""Resolves names that users have given, with c-ares: a silent name server delays no other work.

The resolver of the system would block a thread for as long as it likes, and the event loop shares
its few threads with the connections to the database, the bus and the mail server.
"""

from __future__ import annotations

import asyncio
import ipaddress
import socket
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import aiodns

DEADLINE: Final = 2.0
_TRY: Final = 0.9


class Resolver:
    """Queries the name servers of this machine, or those given. The hosts file is read as well."""

    def __init__(self, servers: Sequence[str] = ()) -> None:
        self._servers = tuple(servers)
        self._channel: aiodns.DNSResolver | None = None

    async def look_up(self, host: str) -> Sequence[str]:
        """Return all addresses of a name; raise gaierror if none were found in time."""
        with suppress(ValueError):
            return [str(ipaddress.ip_address(host))]
        import aiodns  # noqa: PLC0415 -- a server that sends no messages needs no thread for it

        if self._channel is None:
            self._channel = aiodns.DNSResolver(self._servers, timeout=_TRY, tries=2)
        try:
            async with asyncio.timeout(DEADLINE):
                found = await self._channel.getaddrinfo(host, type=socket.SOCK_STREAM)
        except (aiodns.error.DNSError, TimeoutError) as error:
            raise socket.gaierror(f"{host} cannot be resolved: {error!r}") from error
        return [node.addr[0].decode() for node in found.nodes]

    async def close(self) -> None:
        if self._channel is not None:
            await self._channel.close()
