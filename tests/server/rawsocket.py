"""A socket that keeps to no rules: frames as bytes, broken in whatever way a test likes."""

from __future__ import annotations

import asyncio
import itertools
import json
import os
import struct
from contextlib import suppress
from typing import Any, Self

import httpx

from tests.machine import patience
from tests.server.serving import PATIENCE

CONTINUED, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10

_HANDSHAKE = (
    "GET /ws/{table} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
    "Origin: {url}\r\n\r\n"
)


def framed(
    opcode: int, data: bytes, *, final: bool = True, reserved: int = 0, masked: bool = True
) -> bytes:
    """Frame some bytes, right or wrong."""
    head = bytes([final << 7 | reserved << 4 | opcode])
    bit = 128 if masked else 0
    if len(data) < 126:
        head += bytes([bit | len(data)])
    else:
        head += bytes([bit | 126]) + struct.pack("!H", len(data))
    if not masked:
        return head + data
    mask = os.urandom(4)
    key = (mask * (len(data) // 4 + 1))[: len(data)]
    mixed = int.from_bytes(data, "big") ^ int.from_bytes(key, "big")
    return head + mask + mixed.to_bytes(len(data), "big")


class RawSocket:
    """One connection, from the handshake to whatever end it takes."""

    _numbers = itertools.count()

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer
        self.end = ""
        self.greeted = False
        self.frames: list[dict[str, Any]] = []

    @classmethod
    async def connect(cls, url: str, table: str) -> Self:
        host = url.removeprefix("http://")
        name, _, port = host.partition(":")
        raw = cls(*await asyncio.open_connection(name, int(port)))
        raw.send(_HANDSHAKE.format(table=table, host=host, url=url).encode())
        async with asyncio.timeout(patience(PATIENCE)):
            answer = await raw._reader.readuntil(b"\r\n\r\n")
        assert answer.startswith(b"HTTP/1.1 101 "), answer
        return raw

    def send(self, data: bytes) -> None:
        self._writer.write(data)

    async def greet(self, http: httpx.AsyncClient, url: str, table: str) -> None:
        """Say a proper hello."""
        given = (await http.post(f"{url}/api/tables/{table}/ticket")).json()["ticket"]
        self.send(framed(TEXT, json.dumps({"type": "hello", "ticket": given}).encode()))
        await self.until(lambda frame: frame["type"] == "snapshot")
        self.greeted = True

    async def until(self, found: Any) -> None:
        """Read on to some frame, or to the end."""
        while not self.end:
            opcode, data = await self._frame()
            if opcode == TEXT:
                frame = json.loads(data)
                self.frames.append(frame)
                if found(frame):
                    return

    async def settled(self, cid: str | None, *, closes: bool = False) -> str:
        """Wait until the server has dealt with everything; say how it ended, or `served`.

        Two pings tell: the answer to the first may overtake a close that comes of what was sent
        along with it. A command is answered when it is decided, so that is waited for as well,
        and so is a close that is sure to come.
        """
        await self._answered()
        await self._answered()
        if closes:
            await self.until(lambda _: False)
        if cid is not None and not any(frame.get("cid") == cid for frame in self.frames):
            await self.until(lambda frame: frame.get("cid") == cid)
        self.frames.clear()
        return self.end or "served"

    async def _answered(self) -> None:
        """Ping, and read on to the answer."""
        nonce = f"nonce {next(self._numbers)}".encode()
        self.send(framed(PING, nonce))
        while not self.end:
            opcode, data = await self._frame()
            if opcode == TEXT:
                self.frames.append(json.loads(data))
            elif opcode == PONG and data == nonce:
                return

    async def _frame(self) -> tuple[int, bytes]:
        try:
            async with asyncio.timeout(patience(PATIENCE)):
                first, size = await self._reader.readexactly(2)
                if size == 126:
                    (size,) = struct.unpack("!H", await self._reader.readexactly(2))
                elif size == 127:
                    (size,) = struct.unpack("!Q", await self._reader.readexactly(8))
                data = await self._reader.readexactly(size)
        except (asyncio.IncompleteReadError, ConnectionError):
            self.end = self.end or "cut"
            return CLOSE, b""
        if first & 15 == CLOSE:
            code = struct.unpack("!H", data[:2])[0] if data else 1005
            self.end = f"{code} {data[2:].decode()}".strip()
        return first & 15, data

    async def leave(self) -> None:
        """Go without a word."""
        self._writer.transport.abort()
        with suppress(ConnectionError):
            await self._writer.wait_closed()
