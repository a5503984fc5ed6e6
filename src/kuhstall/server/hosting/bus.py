"""The bus says that a table has moved on. It may lose what it carries: the store has the truth."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable
from contextlib import suppress
from typing import Final, Protocol, TypeAlias

import msgspec
import nats
import nats.errors
from msgspec import Struct
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.aio.subscription import Subscription

SUBJECT = "kuhstall.head"
_PATIENCE: Final = 2.0
_OLDER: Final = 60.0
"""Seconds for which a node of the version before is told as well, after it was heard."""


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
        """Call for every hint that another node publishes of a table that is followed here.

        What else is heard, of other tables or of one's own, is to be passed over.
        """
        ...

    async def follow(self, table: str) -> None:
        """Want to hear of a table, from now on and at once or later."""
        ...

    async def leave(self, table: str) -> None:
        """Hear of a table no more."""
        ...

    async def close(self) -> None: ...


class LocalBus:
    """For nodes in one process, a laptop or a test: all hear of all."""

    def __init__(self) -> None:
        self._listeners: list[Listen] = []

    async def publish(self, hint: Hint) -> None:
        for listen in tuple(self._listeners):
            listen(hint)

    async def subscribe(self, listen: Listen) -> None:
        self._listeners.append(listen)

    async def follow(self, table: str) -> None: ...

    async def leave(self, table: str) -> None: ...

    async def close(self) -> None:
        self._listeners.clear()


class NatsBus:
    """For nodes anywhere: NATS core, which delivers at most once, and that is enough.

    Every table has a subject of its own, to which a node subscribes while it holds the table: so
    it hears of no other, and not of itself. Nodes of the version before have one subject for all.
    It is listened to as well, and whoever is heard there is told there too for a while.
    """

    def __init__(self, subject: str) -> None:
        self._subject = subject
        self._client: Client | None = None
        self._listeners: list[Listen] = []
        self._followed: dict[str, Subscription | None] = {}
        self._connecting: asyncio.Task[None] | None = None
        self._older_until = -math.inf

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
        client = await nats.connect(
            address,
            max_reconnect_attempts=-1,
            reconnect_time_wait=0.25,
            error_cb=_ignore_error,
            no_echo=True,
        )
        await client.subscribe(self._subject, cb=self._hear_older)
        self._client = client
        for table in tuple(self._followed):
            await self._listen(client, table)
        await client.flush()

    async def publish(self, hint: Hint) -> None:
        """Tell the others, or nobody while the bus is away: they look for themselves as well."""
        if self._client is not None and self._client.is_connected:
            data = msgspec.json.encode(hint)
            await self._client.publish(f"{self._subject}.{hint.table}", data)
            if asyncio.get_running_loop().time() < self._older_until:
                await self._client.publish(self._subject, data)

    async def subscribe(self, listen: Listen) -> None:
        self._listeners.append(listen)

    async def follow(self, table: str) -> None:
        if table not in self._followed:
            self._followed[table] = None
            if self._client is not None and not self._client.is_closed:
                await self._listen(self._client, table)

    async def leave(self, table: str) -> None:
        await _end(self._followed.pop(table, None))

    async def _listen(self, client: Client, table: str) -> None:
        """Subscribe. It waits for no answer: the table must be read meanwhile."""
        subscription = await client.subscribe(f"{self._subject}.{table}", cb=self._hear)
        if self._followed.get(table, subscription) is None:
            self._followed[table] = subscription
        else:  # it was left meanwhile, and maybe followed again
            await _end(subscription)

    async def _hear(self, message: Msg) -> None:
        hint = msgspec.json.decode(message.data, type=Hint)
        for listen in self._listeners:
            listen(hint)

    async def _hear_older(self, message: Msg) -> None:
        self._older_until = asyncio.get_running_loop().time() + _OLDER
        await self._hear(message)

    async def close(self) -> None:
        if self._connecting is not None:
            self._connecting.cancel()
            await asyncio.gather(self._connecting, return_exceptions=True)
        if self._client is not None:
            await self._client.close()


async def _end(subscription: Subscription | None) -> None:
    if subscription is not None:
        with suppress(nats.errors.Error):  # the connection is closed, and everything with it
            await subscription.unsubscribe()


async def _ignore_error(_: Exception) -> None:
    """A lost connection is no news: the store has the truth, and the client connects again."""
