"""Calls over HTTP and nothing more: a client that costs little, since it shares the machine."""

from __future__ import annotations

import asyncio
from typing import Any, Final

import msgspec
from msgspec import Struct

from tests.machine import stretched

UNREACHABLE: Final = (OSError, EOFError, asyncio.TimeoutError, ValueError)
"""What it means that there is no answer: the call may have been heard or not."""


class Response(Struct, frozen=True):
    status: int
    cookie: str | None
    body: bytes

    @property
    def data(self) -> Any:
        return msgspec.json.decode(self.body)

    @property
    def code(self) -> str:
        """The code of a refusal."""
        try:
            return str(self.data["code"])
        except (msgspec.MsgspecError, KeyError, TypeError):
            return "unavailable"


async def call(
    port: int,
    method: str,
    path: str,
    body: Any = None,
    *,
    cookie: str | None = None,
    caller: str = "",
    timeout: float = 3.0,  # noqa: ASYNC109 -- a caller says how long it wants to wait
) -> Response:
    return await asyncio.wait_for(
        _call(port, method, path, body, (cookie, caller)), stretched(timeout)
    )


async def _call(
    port: int, method: str, path: str, body: Any, who: tuple[str | None, str]
) -> Response:
    cookie, caller = who
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        data = b"" if method == "GET" else msgspec.json.encode(body or {})
        head = [
            f"{method} {path} HTTP/1.1",
            f"Host: 127.0.0.1:{port}",
            "Connection: close",
            "Content-Type: application/json",
            f"Content-Length: {len(data)}",
        ]
        if cookie is not None:
            head.append(f"Cookie: {cookie}")
        if caller:
            head.append(f"X-Forwarded-For: {caller}")
        writer.write("\r\n".join([*head, "", ""]).encode() + data)
        answer = await reader.read(-1)
    finally:
        writer.close()
    return _read(answer)


def _read(answer: bytes) -> Response:
    head, _, body = answer.partition(b"\r\n\r\n")
    lines = head.decode("latin-1").split("\r\n")
    status = int(lines[0].split()[1]) if lines[0].count(" ") else 0
    cookie = None
    length = -1
    for line in lines[1:]:
        name, _, value = line.partition(":")
        if name.lower() == "set-cookie":
            cookie = value.strip().partition(";")[0]
        elif name.lower() == "content-length":
            length = int(value)
    if not status or (length >= 0 and len(body) != length):
        raise EOFError("half an answer")
    return Response(status, cookie, body)
