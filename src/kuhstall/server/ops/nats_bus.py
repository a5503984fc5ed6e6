"""The bus between nodes on NATS."""

from __future__ import annotations

import asyncio
import math
from contextlib import suppress
from typing import Final

import msgspec
import nats
import nats.errors
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.aio.subscription import Subscription

from kuhstall.server.table.bus import Hint, Listen

SUBJECT = "kuhstall.head"
_PATIENCE: Final = 2.0
_OLDER: Final = 60.0
"""Seconds for which hints also go to the previous version's subject, after one came from there."""


class NatsBus:
    """A bus for nodes anywhere: NATS core, which delivers at most once, and that is enough.

    Every table has its own subject, to which a node subscribes while it holds the table: so it gets
    no hints about other tables, and none of its own. Nodes of the previous version share one
    subject for all tables. This node subscribes to it as well, and after each message there also
    publishes there for a while.
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
        """Connect, now or later: without hints a node still serves, only less promptly."""
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
        """Send a hint to the other nodes; drop it while NATS is away, as they poll the store."""
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
        """Subscribe without waiting for an answer: the table must be read meanwhile."""
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

    def is_away(self) -> bool:
        return self._client is None or not self._client.is_connected

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
    """Ignore a lost connection: the store has the truth, and the client reconnects."""
