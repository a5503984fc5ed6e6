"""Requests that never come to their point: neither memory nor sockets are kept for them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import TypeAlias

import pytest

from kuhstall.server.http.request_head import MAX_HEAD
from tests.machine import patience
from tests.server.serving import PATIENCE, process, serving

pytestmark = pytest.mark.anyio

Wire: TypeAlias = tuple[asyncio.StreamReader, asyncio.StreamWriter]

PIECE = b"a" * 16_384
LINES = b"a: b\r\n" * 2_730
POST = b"POST /api/guests HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
SIZED = POST + b"Content-Length: 20\r\n\r\n"
CHUNKED = POST + b"Transfer-Encoding: chunked\r\n\r\n"
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
    return await asyncio.wait_for(reader.read(), patience(PATIENCE))


async def poured(writer: asyncio.StreamWriter, piece: bytes) -> None:
    """Send a piece again and again, as long as somebody takes it."""
    for _ in range(ENOUGH // len(piece)):
        writer.write(piece)
        await writer.drain()


async def trickled(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bytes:
    """Send a byte now and then until the server has closed, and return what it said."""
    said = bytearray()

    async def listen() -> None:
        with suppress(ConnectionResetError):
            while data := await reader.read(65_536):
                said.extend(data)

    listening = asyncio.create_task(listen())
    async with asyncio.timeout(patience(PATIENCE)):
        with suppress(ConnectionError):
            while not listening.done():
                writer.write(b" ")
                await writer.drain()
                await asyncio.sleep(0.01)
        await listening
    return bytes(said)


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
    monkeypatch.setattr("kuhstall.server.http.request_head.WITHIN", 0.1)
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
    monkeypatch.setattr("kuhstall.server.http.request_head.WITHIN", 0.1)
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
        answer = await asyncio.wait_for(reader.readuntil(b"\r\n"), patience(PATIENCE))
        assert answer.startswith(b"HTTP/1.1 200 ")


@pytest.mark.parametrize("begin", [SIZED, SIZED + b"{", CHUNKED, CHUNKED + b"1\r\n{\r\n"])
async def test_the_rest_of_a_body_is_not_waited_for_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, begin: bytes
) -> None:
    monkeypatch.setattr("kuhstall.server.http.request_head.BODY_PAUSE", 0.1)
    async with (
        serving(tmp_path / "kuhstall.db") as place,
        connection(place.url) as (reader, writer),
    ):
        writer.write(begin)
        assert (await answered(reader)).startswith(b"HTTP/1.1 408 ")


async def test_a_body_that_trickles_is_not_waited_for_either(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kuhstall.server.http.request_head.BODY_WITHIN", 0.3)
    async with (
        serving(tmp_path / "kuhstall.db") as place,
        connection(place.url) as (reader, writer),
    ):
        writer.write(POST + b"Content-Length: 5000\r\n\r\n")
        assert (await trickled(reader, writer)).startswith(b"HTTP/1.1 408 ")


async def test_a_body_that_nobody_wants_ends_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The answer is there before the body, whose rest would hold the socket."""
    monkeypatch.setattr("kuhstall.server.http.request_head.BODY_WITHIN", 0.3)
    async with (
        serving(tmp_path / "kuhstall.db") as place,
        connection(place.url) as (reader, writer),
    ):
        writer.write(b"GET /healthz HTTP/1.1\r\nHost: a\r\nContent-Length: 5000\r\n\r\n")
        assert b"408" not in await trickled(reader, writer)


async def test_a_body_in_time_is_served_and_the_next_one_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What limits one body ends with it: the connection goes on."""
    monkeypatch.setattr("kuhstall.server.http.request_head.BODY_PAUSE", 0.1)
    monkeypatch.setattr("kuhstall.server.http.request_head.WITHIN", 0.2)
    async with (
        serving(tmp_path / "kuhstall.db") as place,
        connection(place.url) as (reader, writer),
    ):
        for _ in range(2):
            writer.write(POST + b"Content-Length: 2\r\n\r\n{}")
            head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), patience(PATIENCE))
            assert head.startswith(b"HTTP/1.1 200 ")
            (line,) = (one for one in head.split(b"\r\n") if one.startswith(b"content-length"))
            await reader.readexactly(int(line.partition(b":")[2]))
            async with connection(place.url) as (later, _):  # until the pause would be over
                with suppress(ConnectionResetError):
                    await answered(later)


async def test_whoever_goes_in_the_middle_of_a_body_is_no_fault_of_ours(tmp_path: Path) -> None:
    with process(tmp_path, tmp_path / "kuhstall.db") as place:
        for begin in (SIZED, SIZED + b"{", CHUNKED + b"1\r\n{\r\n"):
            async with connection(place.url) as (_, writer):
                writer.write(begin)
                await writer.drain()
        async with connection(place.url) as (reader, writer):  # served after all of them
            writer.write(b"GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
            assert (await answered(reader)).endswith(b"alive\n")
    assert place.complaints() == []
