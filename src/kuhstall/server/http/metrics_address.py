"""Serves metrics for Prometheus on a separate port, which players must not reach.

Metrics would reveal hidden actions: a sealed action makes no step, but it is counted.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Final

from kuhstall.server.ops.metrics import CONTENT_TYPE

PATH: Final = "/metrics"
_MOST: Final = 8192
_PATIENCE: Final = 5.0


@asynccontextmanager
async def serve_figures(host: str, port: int, text: Callable[[], bytes]) -> AsyncIterator[int]:
    """Serve `GET /metrics` at an address, and yield its port."""
    calls: set[asyncio.Task[None]] = set()

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            async with asyncio.timeout(_PATIENCE):
                head = await reader.readuntil(b"\r\n\r\n")
                writer.write(_answer(head, text))
                await writer.drain()
        except (OSError, TimeoutError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            pass
        finally:
            writer.close()

    def begin(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        call = asyncio.create_task(answer(reader, writer))
        calls.add(call)
        call.add_done_callback(calls.discard)

    server = await asyncio.start_server(begin, host, port, limit=_MOST)
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()
        for call in calls:
            call.cancel()
        await asyncio.gather(*calls, return_exceptions=True)


def _answer(head: bytes, text: Callable[[], bytes]) -> bytes:
    method, path, *_ = [*head.split(b"\r\n", 1)[0].split(b" "), b"", b""]
    found = method == b"GET" and path.split(b"?")[0] == PATH.encode()
    status, kind = ("200 OK", CONTENT_TYPE) if found else ("404 Not Found", "text/plain")
    body = text() if found else b"not found\n"
    return (
        f"HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\n"
        "X-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n"
    ).encode() + body
