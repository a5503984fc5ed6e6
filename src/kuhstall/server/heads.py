"""The head of an HTTP request: it is short, and it comes soon.

A body is counted where it is read. The parser of uvicorn keeps a head of any length, and waits for
the rest of it for ever: a single caller could fill the memory of a node, or hold all its sockets.
"""

from __future__ import annotations

import asyncio
from typing import Any, Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

MAX_HEAD: Final = 65_536
"""Bytes after the first piece that was read. Browsers and proxies stay far below."""

WITHIN: Final = 10.0
"""Seconds from the connection, or from the first byte of a further request."""

_TOO_LARGE: Final = (
    b"HTTP/1.1 431 Request Header Fields Too Large\r\n"
    b"content-length: 0\r\nconnection: close\r\n\r\n"
)


class ShortHeads(HttpToolsProtocol):
    """Closes a connection whose next request takes too much room or time to begin."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._read = 0
        self._begun = False
        self._deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        self._arrived()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._begun:
            self._read += len(data)
            if self._read > MAX_HEAD:
                self.transport.write(_TOO_LARGE)
                self.transport.close()
                return
        super().data_received(data)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._begun, self._read = True, 0
        self._wait()

    def on_headers_complete(self) -> None:
        self._arrived()
        super().on_headers_complete()

    def _wait(self) -> None:
        if self._deadline is None:
            self._deadline = self.loop.call_later(WITHIN, self.transport.abort)

    def _arrived(self) -> None:
        self._begun = False
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
