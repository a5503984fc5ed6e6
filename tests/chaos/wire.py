"""The wire between a node and PostgreSQL, which can lose the answer to a commit.

It reads along just enough of the protocol to know when a step is about to be committed: the text
of prepared statements, what is bound, and COMMIT.
"""

from __future__ import annotations

import asyncio
import contextlib
from typing import Final, cast

from tests.chaos.processes import free_port

_HEAD: Final = 5  # a letter, and the length of the rest with itself
_WRITES: Final = b"INSERT INTO steps"


class Wire:
    """Listens where a node looks for PostgreSQL, and passes on what is said."""

    def __init__(self, upstream: int) -> None:
        self.port = free_port()
        self.upstream = upstream
        self.armed = False
        self.flowing = asyncio.Event()
        self.flowing.set()
        self._losing = asyncio.Event()
        self._server: asyncio.Server | None = None
        self._calls: set[_NodeSide] = set()

    async def open(self) -> None:
        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(lambda: _NodeSide(self), "127.0.0.1", self.port)

    async def close(self) -> None:
        if self._server is not None:
            self._server.close()
        self.sever()
        self.flowing.set()  # whoever waited to dial finds that nobody is there any more

    def sever(self) -> None:
        """Break all connections at once."""
        for one in tuple(self._calls):
            one.hang_up()

    def hold(self) -> None:
        """Pass nothing on and close nothing, as a wire whose other end has silently gone."""
        self.flowing.clear()
        for one in tuple(self._calls):
            one.pause()

    def let_go(self) -> None:
        """Pass on what was held back, and all that comes."""
        self.flowing.set()
        for one in tuple(self._calls):
            one.go_on()

    async def lose_answer(self, patience: float) -> bool:
        """Lose the answer to the next commit of a step; False if there was none in time."""
        self._losing.clear()
        self.armed = True
        with contextlib.suppress(asyncio.TimeoutError):
            await asyncio.wait_for(self._losing.wait(), patience)
        self.armed = False
        return self._losing.is_set()

    def has_lost(self) -> None:
        self._losing.set()

    def joined(self, side: _NodeSide) -> None:
        self._calls.add(side)

    def left(self, side: _NodeSide) -> None:
        self._calls.discard(side)


class _NodeSide(asyncio.Protocol):
    """One connection, from the node's end."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire
        self._transport: asyncio.Transport | None = None
        self._far: asyncio.Transport | None = None
        self._early = b""
        self._unread = b""
        self._greeted = False
        self._writers: set[bytes] = set()
        self._in_transaction = False
        self.losing = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)
        self._wire.joined(self)
        self._dialling = asyncio.ensure_future(self._dial())

    async def _dial(self) -> None:
        loop = asyncio.get_running_loop()
        await self._wire.flowing.wait()
        try:
            far, _ = await loop.create_connection(
                lambda: _FarSide(self), "127.0.0.1", self._wire.upstream
            )
        except OSError:
            self.hang_up()
            return
        self._far = far
        if self._transport is None or self._transport.is_closing():
            far.abort()
            return
        if self._early:
            self._far.write(self._early)
        if not self._wire.flowing.is_set():
            self.pause()

    def data_received(self, data: bytes) -> None:
        commits = self._commits(data)
        if commits and self._wire.armed:
            self._wire.armed = False
            self.losing = True
        if self._far is None:
            self._early += data
        else:
            self._far.write(data)

    def connection_lost(self, exc: Exception | None) -> None:
        self.hang_up()

    def answered(self, data: bytes) -> None:
        """Pass on what PostgreSQL says, unless it is what shall be lost: by then it is written."""
        if self.losing:
            self.losing = False
            self._wire.has_lost()
            self.hang_up()
        elif self._transport is not None:
            self._transport.write(data)

    def hang_up(self) -> None:
        self._wire.left(self)
        for transport in (self._transport, self._far):
            if transport is not None:
                transport.abort()

    def pause(self) -> None:
        """Read nothing from either end, and so do not notice either that one hangs up."""
        for transport in self._ends:
            transport.pause_reading()

    def go_on(self) -> None:
        for transport in self._ends:
            transport.resume_reading()

    @property
    def _ends(self) -> list[asyncio.Transport]:
        both = (self._transport, self._far)
        return [one for one in both if one is not None and not one.is_closing()]

    def _commits(self, data: bytes) -> bool:
        """Read the messages of the node; tell whether the last of them commit a step."""
        self._unread += data
        commits = False
        while len(self._unread) >= _HEAD:
            if not self._greeted:
                length = int.from_bytes(self._unread[:4], "big")
                if len(self._unread) < length:
                    break
                self._unread = self._unread[length:]
                self._greeted = True
                continue
            length = 1 + int.from_bytes(self._unread[1:5], "big")
            if len(self._unread) < length:
                break
            kind, body = self._unread[:1], self._unread[_HEAD:length]
            self._unread = self._unread[length:]
            commits = self._commit(kind, body) or commits
        return commits

    def _commit(self, kind: bytes, body: bytes) -> bool:
        if kind == b"P":
            name, _, rest = body.partition(b"\0")
            self._writers.discard(name)
            if _WRITES in rest:
                self._writers.add(name)
        elif kind == b"B":
            name = body.partition(b"\0")[2].partition(b"\0")[0]
            return name in self._writers and not self._in_transaction
        elif kind == b"Q":
            if body.startswith(b"BEGIN"):
                self._in_transaction = True
            elif body.startswith((b"COMMIT", b"ROLLBACK")):
                self._in_transaction = False
                return body.startswith(b"COMMIT")
        return False


class _FarSide(asyncio.Protocol):
    """The same connection, from the end of PostgreSQL."""

    def __init__(self, near: _NodeSide) -> None:
        self._near = near

    def data_received(self, data: bytes) -> None:
        self._near.answered(data)

    def connection_lost(self, exc: Exception | None) -> None:
        self._near.hang_up()
