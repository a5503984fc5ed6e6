"""The WebSocket: passes frames between clients and sessions.

It is our own protocol class for uvicorn, on the sans-I/O half of `websockets`: a frame is written
where it is made, without a task or a queue for each socket in between.
"""

from __future__ import annotations

import asyncio
import re
from contextlib import suppress
from contextvars import copy_context
from typing import Any, Final, cast

from uvicorn.config import Config
from uvicorn.server import ServerState
from websockets.exceptions import InvalidState
from websockets.frames import Frame, Opcode
from websockets.http11 import Request
from websockets.protocol import OPEN
from websockets.server import ServerProtocol
from websockets.typing import Origin

from kuhstall.server.features.moderation.address_bans import CODE
from kuhstall.server.http.request_ids import HEADER, REQUEST, choose_id
from kuhstall.server.limits.callers import household
from kuhstall.server.ops.node import Node
from kuhstall.server.wire.frames import MAX_FRAME
from kuhstall.server.wire.session import GOING_AWAY, TRY_AGAIN, Session
from kuhstall.server.wire.tickets import FOR_PROGRAMS

OUTBOX: Final = 256 * 1024
"""Bytes of unsent output after which a slow reader is disconnected; it will reconnect."""

_HELLO_WITHIN: Final = 10.0
_LINGER: Final = 2.0
_CONTROL: Final = frozenset({Opcode.CLOSE, Opcode.PING, Opcode.PONG})
_TEXT: Final = 0x81
_TWO_BYTES: Final = bytes((_TEXT, 126))
_EIGHT_BYTES: Final = bytes((_TEXT, 127))
_ROUTE: Final = "/ws/{table}"
_PATH: Final = re.compile(r"^/ws/(a?[a-z0-9]{26})$")


class SocketProtocol(asyncio.Protocol):
    """One connection, taken over from HTTP after its upgrade request."""

    def __init__(
        self, config: Config, server_state: ServerState, app_state: dict[str, Any]
    ) -> None:
        self._node: Node = app_state["node"]
        self._connections: set[Any] = server_state.connections
        self._origins = cast("list[Origin | re.Pattern[str] | None]", self._node.origins)
        self._protocol = ServerProtocol(origins=self._origins, max_size=MAX_FRAME)
        self._transport: asyncio.Transport
        self._session: Session | None = None
        self._address = ""
        self._admitted = False
        self._parts: list[bytes] = []
        self._deadline: asyncio.TimerHandle | None = None
        self._context = copy_context()  # the tasks that it begins log the id of this socket

    # Called by the event loop

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)
        self._connections.add(self)

    def data_received(self, data: bytes) -> None:
        self._protocol.receive_data(data)
        self._context.run(self._work)

    def eof_received(self) -> None:
        self._protocol.receive_eof()
        self._context.run(self._work)

    def connection_lost(self, exc: Exception | None) -> None:
        self._connections.discard(self)
        if self._deadline is not None:
            self._deadline.cancel()
        if self._admitted:
            self._admitted = False
            self._node.release(self._address)
        if self._session is not None:
            self._context.run(self._session.end)

    def shutdown(self) -> None:
        """Tell the client to reconnect, to another node if there is one, because uvicorn stops."""
        if self._session is not None and not self._session.is_closed:
            self._session.bye(GOING_AWAY, "reconnect")
        else:
            self._transport.close()

    # Frames

    def _work(self) -> None:
        for event in self._protocol.events_received():
            if isinstance(event, Request):
                self._handshake(event)
            elif isinstance(event, Frame):
                self._frame(event)
        self._flush()
        if self._protocol.parser_exc is not None or self._protocol.close_expected():
            self._linger()

    def _handshake(self, request: Request) -> None:
        path, _, query = request.path.partition("?")
        found = _PATH.match(path)
        if query == FOR_PROGRAMS:  # a browser always sends its origin
            self._protocol.origins = [*self._origins, None]
        response = self._protocol.accept(request)
        peer = self._peer()
        own = choose_id(
            request.headers.get(HEADER, ""), trusted=self._node.proxies.is_trusted(peer)
        )
        REQUEST.set(own)
        caller = self._caller(request, peer)
        if response.status_code == 101:
            self._address = household(caller)
            if found is None:
                response = self._protocol.reject(404, "there is no such socket\n")
            elif not self._node.ready:  # a load balancer takes it to another node
                response = self._protocol.reject(503, "this node stops\n")
            elif self._node.address_bans.end(caller) is not None:
                self._node.abuse.note("ban", self._address, _ROUTE)
                response = self._protocol.reject(403, f"{CODE}\n")
            elif not self._node.admit(self._address):
                self._node.abuse.note("limit", self._address, _ROUTE)
                response = self._protocol.reject(429, "too many sockets\n")
            else:
                self._admitted = True
        response.headers[HEADER] = own
        self._protocol.send_response(response)
        if response.status_code == 101 and found is not None:
            self._session = Session(self._node, self, found.group(1), self._address)
            self._session.caller = caller
            self._session.programs_only = query == FOR_PROGRAMS
            loop = asyncio.get_running_loop()
            self._deadline = loop.call_later(_HELLO_WITHIN, self._close_if_silent)

    def _close_if_silent(self) -> None:
        if self._session is not None and self._session.live is None:
            self._session.close(TRY_AGAIN, "no_hello")

    def _peer(self) -> str:
        """Return the address that the connection comes from: a proxy's, if there is one."""
        peer = self._transport.get_extra_info("peername")
        return str(peer[0]) if peer else ""

    def _caller(self, request: Request, peer: str) -> str:
        """Return the address of the client; believe X-Forwarded-For only from a trusted proxy."""
        forwarded = ",".join(request.headers.get_all("X-Forwarded-For"))
        return self._node.proxies.caller(peer, forwarded)

    def _frame(self, frame: Frame) -> None:
        if self._session is None or self._session.is_closed:
            return
        if frame.opcode in {Opcode.TEXT, Opcode.BINARY}:
            self._parts = [bytes(frame.data)]
        elif frame.opcode is Opcode.CONT:
            self._parts.append(bytes(frame.data))
        if frame.opcode in _CONTROL or not frame.fin:
            self._session.count_frame()
        else:
            data, self._parts = b"".join(self._parts), []
            self._session.receive(data)

    # Called by the session

    def send(self, frame: bytes) -> None:
        if self._protocol.state is not OPEN:
            return
        self._transport.write(_text_head(len(frame)) + frame)
        if self._transport.get_write_buffer_size() > OUTBOX and self._session is not None:
            self._session.close(TRY_AGAIN, "slow_reader")

    def close(self, code: int, reason: str) -> None:
        if reason == "slow_down":
            self._node.abuse.note("limit", self._address, _ROUTE)
        with suppress(InvalidState):
            self._protocol.send_close(code, reason)
        self._flush()
        self._linger()

    def _flush(self) -> None:
        for data in self._protocol.data_to_send():
            if data:
                self._transport.write(data)
            elif self._transport.can_write_eof():
                self._transport.write_eof()

    def _linger(self) -> None:
        """Give the client a moment to close, then abort the connection."""
        asyncio.get_running_loop().call_later(_LINGER, self._transport.abort)


def _text_head(length: int) -> bytes:
    """Return the head of a whole, unmasked text frame (RFC 6455, section 5.2).

    Our frames are never compressed or split, so they can skip the general path.
    """
    if length < 126:
        return bytes((_TEXT, length))
    if length < 2**16:
        return _TWO_BYTES + length.to_bytes(2, "big")
    return _EIGHT_BYTES + length.to_bytes(8, "big")
