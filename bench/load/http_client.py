"""The HTTP part of the load client: guests, tables and tickets over kept connections.

Written out, because the client shares the machine with what it measures.
"""

from __future__ import annotations

import asyncio
from types import TracebackType
from typing import Any, Final, Self

import msgspec

_CONNECTIONS: Final = 8


class RefusedError(Exception):
    """The server did not do what the client asked of it."""


class Entrance:
    """A few connections to one server, which requests take turns with."""

    def __init__(self, port: int, seen_at: str = "") -> None:
        self.port = port
        self.patient = False  # whether to wait for a server with too much to do
        self._seen = f"x-forwarded-for: {seen_at}\r\n" if seen_at else ""
        self._idle: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = []
        self._places = asyncio.Semaphore(_CONNECTIONS)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for _, writer in self._idle:
            writer.close()

    async def guest(self) -> str:
        """Become a guest; return the cookie."""
        _, cookie = await self._call("POST", "/api/guests", {})
        return cookie

    async def table(self, cookie: str, **wish: Any) -> str:
        placed, _ = await self._call("POST", "/api/tables", wish, cookie)
        return str(placed["table"])

    async def look(self, table: str) -> None:
        await self._call("GET", f"/api/tables/{table}")

    async def ticket(self, table: str, cookie: str | None) -> str:
        given, _ = await self._call("POST", f"/api/tables/{table}/ticket", {}, cookie)
        return str(given["ticket"])

    async def games(self, cookie: str) -> Any:
        found, _ = await self._call("POST", "/api/games", {}, cookie)
        return found

    async def statistics(self, cookie: str) -> Any:
        found, _ = await self._call("GET", "/api/statistics", None, cookie)
        return found

    async def _connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection("127.0.0.1", self.port)

    async def _call(
        self, method: str, path: str, body: Any = None, cookie: str | None = None
    ) -> tuple[Any, str]:
        content = b"" if body is None else msgspec.json.encode(body)
        head = f"{method} {path} HTTP/1.1\r\nhost: 127.0.0.1:{self.port}\r\n{self._seen}"
        if body is not None:
            head += f"content-type: application/json\r\ncontent-length: {len(content)}\r\n"
        if cookie is not None:
            head += f"cookie: {cookie}\r\n"
        async with self._places:
            connection = self._idle.pop() if self._idle else await self._connect()
            reader, writer = connection
            try:
                writer.write(f"{head}\r\n".encode() + content)
                status, fields, answer = await _answer(reader)
            except (OSError, asyncio.IncompleteReadError):
                # The server has closed it for want of use, as it may at any time.
                connection = reader, writer = await self._connect()
                writer.write(f"{head}\r\n".encode() + content)
                status, fields, answer = await _answer(reader)
            self._idle.append(connection)
        if status == 503 and self.patient and "retry-after" in fields:
            await asyncio.sleep(float(fields["retry-after"]))
            return await self._call(method, path, body, cookie)
        if status >= 300:
            raise RefusedError(f"{method} {path}: {status} {answer.decode()}")
        return msgspec.json.decode(answer), fields.get("set-cookie", "").partition(";")[0]


async def _answer(reader: asyncio.StreamReader) -> tuple[int, dict[str, str], bytes]:
    head = (await reader.readuntil(b"\r\n\r\n")).decode()
    first, *lines = head.strip().split("\r\n")
    fields = {name.lower(): value.strip() for name, _, value in (x.partition(":") for x in lines)}
    content = await reader.readexactly(int(fields["content-length"]))
    return int(first.split()[1]), fields, content
