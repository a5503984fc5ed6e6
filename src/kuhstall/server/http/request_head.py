"""Limits the size and duration of request heads, and the duration of request bodies.

The size of a body is limited where it is read. uvicorn's parser keeps a head of any length, and
waits for ever for the rest of it, or of a body: a single caller could fill the memory of a node, or
hold all its sockets.
"""

from __future__ import annotations

import asyncio
from typing import Any, Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

MAX_HEAD: Final = 65_536
"""Bytes after the first piece that was read. Browsers and proxies stay far below."""

WITHIN: Final = 10.0
"""Seconds from the connection, or from the first byte of a further request."""

BODY_PAUSE: Final = 10.0
"""Seconds between two pieces of a body, as nginx has it."""

BODY_WITHIN: Final = 30.0
"""Seconds from the head to the last byte of the body: 64 KiB, even over a bad connection."""

_TOO_LARGE: Final = (
    b"HTTP/1.1 431 Request Header Fields Too Large\r\n"
    b"content-length: 0\r\nconnection: close\r\n\r\n"
)

_TOO_SLOW: Final = b"HTTP/1.1 408 Request Timeout\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"


class ShortHeads(HttpToolsProtocol):
    """Closes a connection whose next request head is too large, or too slow."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._read = 0
        self._begun = False
        self._deadline: asyncio.TimerHandle | None = None
        self._body_deadlines: list[asyncio.TimerHandle] = []

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        self._end_body()
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
        self._stop_waiting()
        self._end_body()
        pause = self.loop.call_later(BODY_PAUSE, self._give_up)
        self._body_deadlines = [self.loop.call_later(BODY_WITHIN, self._give_up), pause]
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        if self._body_deadlines:
            self._body_deadlines.pop().cancel()
            self._body_deadlines.append(self.loop.call_later(BODY_PAUSE, self._give_up))
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._end_body()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        self._end_body()
        super().handle_websocket_upgrade()

    def _wait(self) -> None:
        if self._deadline is None:
            self._deadline = self.loop.call_later(WITHIN, self.transport.abort)

    def _stop_waiting(self) -> None:
        self._begun = False
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _end_body(self) -> None:
        for deadline in self._body_deadlines:
            deadline.cancel()
        self._body_deadlines.clear()

    def _give_up(self) -> None:
        """Answer that the body takes too long, unless an answer has started already."""
        self._end_body()
        if self.cycle.response_started:
            self.transport.abort()
            return
        self.transport.write(_TOO_SLOW)
        self.transport.close()
