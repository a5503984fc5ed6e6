"""The bus says that a table has moved on. It may lose what it carries: the store has the truth."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final, Protocol, TypeAlias

import msgspec
import nats
from msgspec import Struct
from nats.aio.client import Client
from nats.aio.msg import Msg

SUBJECT = "kuhstall.head"
_PATIENCE: Final = 2.0


class Hint(Struct, frozen=True):
    """ "Table T is at seq N", and its chat at line M: whoever is behind reads on in the store.

    So does whoever has another step under that number than the one with this mark.
    """

    table: str
    seq: int
    line: int = 0
    renamed: str = ""
    mark: str = ""


Listen: TypeAlias = Callable[[Hint], None]


class Bus(Protocol):
    async def publish(self, hint: Hint) -> None: ...

    async def subscribe(self, listen: Listen) -> None:
        """Call for every hint that any node publishes, one's own included."""
        ...

    async def close(self) -> None: ...


class LocalBus:
    """For nodes in one process: a laptop, a test."""

    def __init__(self) -> None:
        self._listeners: list[Listen] = []

    async def publish(self, hint: Hint) -> None:
        for listen in tuple(self._listeners):
            listen(hint)

    async def subscribe(self, listen: Listen) -> None:
        self._listeners.append(listen)

    async def close(self) -> None:
        self._listeners.clear()


class NatsBus:
    """For nodes anywhere: NATS core, which delivers at most once, and that is enough."""

    def __init__(self, subject: str) -> None:
        self._subject = subject
        self._client: Client | None = None
        self._listeners: list[Listen] = []
        self._connecting: asyncio.Task[None] | None = None

    @classmethod
    async def connect(cls, address: str, subject: str = SUBJECT) -> NatsBus:
        """Connect, now or later: without hints a node serves as well, only less promptly."""
        bus = cls(subject)
        bus._connecting = asyncio.create_task(bus._connect(address))
        done, _ = await asyncio.wait({bus._connecting}, timeout=_PATIENCE)
        for task in done:
            task.result()
        return bus

    async def _connect(self, address: str) -> None:
        self._client = await nats.connect(
            address, max_reconnect_attempts=-1, reconnect_time_wait=0.25, error_cb=_ignore_error
        )
        for listen in self._listeners:
            await self._listen(self._client, listen)

    async def publish(self, hint: Hint) -> None:
        """Tell the others, or nobody while the bus is away: they look for themselves as well."""
        if self._client is not None and self._client.is_connected:
            await self._client.publish(self._subject, msgspec.json.encode(hint))

    async def subscribe(self, listen: Listen) -> None:
        self._listeners.append(listen)
        if self._client is not None:
            await self._listen(self._client, listen)

    async def _listen(self, client: Client, listen: Listen) -> None:
        async def hear(message: Msg) -> None:
            listen(msgspec.json.decode(message.data, type=Hint))

        await client.subscribe(self._subject, cb=hear)
        await client.flush()

    async def close(self) -> None:
        if self._connecting is not None:
            self._connecting.cancel()
            await asyncio.gather(self._connecting, return_exceptions=True)
        if self._client is not None:
            await self._client.close()


async def _ignore_error(_: Exception) -> None:
    """A lost connection is no news: the store has the truth, and the client connects again."""
