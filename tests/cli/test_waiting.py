"""`kuhstall serve` before its store is there: it says so, waits, and begins by itself."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import signal
import socket
import subprocess
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from urllib.parse import urlsplit

import asyncpg
import httpx
import pytest
from msgspec import Struct

from tests.machine import patience
from tests.server.databases import database
from tests.server.serving import PATIENCE, STARTED, browser

pytestmark = pytest.mark.anyio


class Started(Struct, frozen=True):
    url: str
    log: Path
    running: subprocess.Popen[bytes]

    def told(self) -> list[str]:
        return [json.loads(line)["text"] for line in self.log.read_text().splitlines()]


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
    return port


def begun(store: str, port: int, log: Path) -> subprocess.Popen[bytes]:
    with log.open("wb") as errors:
        return subprocess.Popen(
            [STARTED, "serve", "--store", store, "--port", str(port)], stderr=errors
        )


@contextlib.asynccontextmanager
async def started(folder: Path, store: str) -> AsyncIterator[Started]:
    port, log = free_port(), folder / "server.log"
    running = begun(store, port, log)
    try:
        yield Started(f"http://127.0.0.1:{port}", log, running)
    finally:
        running.kill()
        running.wait()


async def answered(
    http: httpx.AsyncClient, url: str, status: int, within: float = PATIENCE
) -> httpx.Response:
    """Ask until there is this answer."""
    async with asyncio.timeout(patience(within)):
        while True:
            with contextlib.suppress(httpx.TransportError):
                answer = await http.get(url)
                if answer.status_code == status:
                    return answer
            await asyncio.sleep(0.02)


async def relay(
    address: str, port: int, cuts: Callable[[int], bool] = lambda call: False
) -> asyncio.Server:
    """Let a database be reached at another port, from now on; some calls are cut off at once."""
    there, calls = urlsplit(address), itertools.count(1)

    async def carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(ConnectionError):
            while data := await reader.read(65_536):
                writer.write(data)
        writer.close()

    async def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if cuts(next(calls)):
            writer.close()
            return
        far_reader, far_writer = await asyncio.open_connection(there.hostname, there.port)
        await asyncio.gather(carry(reader, far_writer), carry(far_reader, writer))

    return await asyncio.start_server(accept, "127.0.0.1", port)


async def test_a_server_waits_for_its_store_and_then_serves(tmp_path: Path) -> None:
    async with database() as address:
        port = free_port()
        store = f"postgresql://postgres:hush@127.0.0.1:{port}{urlsplit(address).path}"
        async with started(tmp_path, store) as server, browser() as http:
            await answered(http, f"{server.url}/healthz", 200)
            assert (await http.get(f"{server.url}/readyz")).status_code == 503
            refused = await http.post(f"{server.url}/api/tables", json={})
            assert (refused.status_code, refused.json()) == (
                503,
                {"code": "unavailable", "text": ""},
            )
            assert refused.headers["x-content-type-options"] == "nosniff"
            upgrade = {"Connection": "Upgrade", "Upgrade": "websocket"}
            assert (
                await http.get(f"{server.url}/ws/{'a' * 26}", headers=upgrade)
            ).status_code == 503
            (line,) = [text for text in server.told() if "wait" in text]
            assert f"127.0.0.1:{port}" in line
            assert "hush" not in line
            reachable = await relay(address, port)
            try:
                await answered(http, f"{server.url}/readyz", 200)
                assert (await http.post(f"{server.url}/api/tables", json={})).status_code == 201
                assert server.running.poll() is None
            finally:
                server.running.terminate()
                await asyncio.to_thread(server.running.wait, patience(PATIENCE))
                reachable.close()


async def test_a_store_that_goes_whenever_the_server_begins_is_waited_for(tmp_path: Path) -> None:
    """A look makes two calls, a start that fails makes one: every third is cut, five times."""
    async with database() as address:
        port = free_port()
        reachable = await relay(address, port, lambda call: call <= 15 and call % 3 == 0)
        store = f"postgresql://postgres@127.0.0.1:{port}{urlsplit(address).path}?sslmode=disable"
        try:
            async with started(tmp_path, store) as server, browser() as http:
                await answered(http, f"{server.url}/readyz", 503)
                await answered(http, f"{server.url}/readyz", 200, within=3 * PATIENCE)
                assert server.running.poll() is None
                assert sum("waiting for the store" in text for text in server.told()) == 5
                server.running.terminate()
                await asyncio.to_thread(server.running.wait, patience(PATIENCE))
        finally:
            reachable.close()


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
async def test_a_server_that_waits_stops_at_once(tmp_path: Path, how: signal.Signals) -> None:
    store = f"postgresql://postgres@127.0.0.1:{free_port()}/none"
    async with started(tmp_path, store) as server, browser() as http:
        await answered(http, f"{server.url}/healthz", 200)
        server.running.send_signal(how)
        code = await asyncio.to_thread(server.running.wait, patience(5))
        assert code in {-how, 128 + how}
        assert "Traceback" not in server.log.read_text()


async def test_a_database_that_admits_nobody_is_waited_for(tmp_path: Path) -> None:
    async with database() as address:
        before, _, name = address.rpartition("/")
        keeper = await asyncpg.connect(f"{before}/postgres")
        try:
            await keeper.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
            async with started(tmp_path, address) as server, browser() as http:
                await answered(http, f"{server.url}/readyz", 503)
                await keeper.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")
                await answered(http, f"{server.url}/readyz", 200)
        finally:
            await keeper.close()
