"""Requests that never come to their point: neither memory nor sockets are kept for them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import TypeAlias

import pytest

from kuhstall.server.heads import MAX_HEAD
from tests.server.serving import PATIENCE, serving

pytestmark = pytest.mark.anyio

Wire: TypeAlias = tuple[asyncio.StreamReader, asyncio.StreamWriter]

PIECE = b"a" * 16_384
LINES = b"a: b\r\n" * 2_730
ENOUGH = 100 * MAX_HEAD


@asynccontextmanager
async def connection(url: str) -> AsyncIterator[Wire]:
    host, _, port = url.removeprefix("http://").partition(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    try:
        yield reader, writer
    finally:
        writer.close()
        with suppress(ConnectionError):
            await writer.wait_closed()


async def answered(reader: asyncio.StreamReader) -> bytes:
    """Read all that comes until the server has closed."""
    return await asyncio.wait_for(reader.read(), PATIENCE)


async def poured(writer: asyncio.StreamWriter, piece: bytes) -> None:
    """Send a piece again and again, as long as somebody takes it."""
    for _ in range(ENOUGH // len(piece)):
        writer.write(piece)
        await writer.drain()


@pytest.mark.parametrize(
    ("begin", "piece"),
    [
        (b"GET /", PIECE),
        (b"GET / HTTP/1.1\r\nHost: a\r\nCookie: ", PIECE),
        (b"GET / HTTP/1.1\r\nHost: a\r\n", LINES),
    ],
)
async def test_a_head_without_end_is_not_kept(tmp_path: Path, begin: bytes, piece: bytes) -> None:
    async with (
        serving(tmp_path / "kuhstall.db") as place,
        connection(place.url) as (_, writer),
    ):
        writer.write(begin)
        with pytest.raises(ConnectionError):
            await poured(writer, piece)


async def test_a_head_that_is_too_long_is_told(tmp_path: Path) -> None:
    async with (
        serving(tmp_path / "kuhstall.db") as place,
        connection(place.url) as (reader, writer),
    ):
        writer.write(b"GET /healthz HTTP/1.1\r\nHost: a\r\n\r\nGET /healthz HTTP/1.1\r\na: ")
        assert (await reader.readuntil(b"alive\n")).startswith(b"HTTP/1.1 200 ")
        for _ in range(MAX_HEAD // len(PIECE)):
            writer.write(PIECE)
        writer.write(b"b")
        assert (await answered(reader)).startswith(b"HTTP/1.1 431 ")


@pytest.mark.parametrize("begin", [b"", b"GET /healthz HTTP/1.1\r\nHost: "])
async def test_who_does_not_say_what_they_want_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, begin: bytes
) -> None:
    monkeypatch.setattr("kuhstall.server.heads.WITHIN", 0.1)
    async with (
        serving(tmp_path / "kuhstall.db") as place,
        connection(place.url) as (reader, writer),
    ):
        writer.write(begin)
        with suppress(ConnectionResetError):
            assert await answered(reader) == b""


async def test_a_body_may_take_longer_than_a_head(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kuhstall.server.heads.WITHIN", 0.1)
    async with (
        serving(tmp_path / "kuhstall.db") as place,
        connection(place.url) as (reader, writer),
    ):
        head = "POST /api/guests HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
        writer.write(f"{head}Content-Length: 2\r\n\r\n".encode())
        async with connection(place.url) as (later, _):
            with suppress(ConnectionResetError):
                await answered(later)
        writer.write(b"{}")
        answer = await asyncio.wait_for(reader.readuntil(b"\r\n"), PATIENCE)
        assert answer.startswith(b"HTTP/1.1 200 ")
