"""Real servers for tests: in this very process, or as `kuhstall serve` in one of its own."""

from __future__ import annotations

import asyncio
import contextlib
import json
import signal
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import uvicorn
from msgspec import Struct
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from kuhstall.server.app import server
from kuhstall.server.ops import bot_thread
from kuhstall.server.ops.node import Node
from kuhstall.server.settings import Settings
from kuhstall.server.table.party.opening import Wish
from tests.machine import count, measured, patience, void
from tests.server.players import NO_TLS, Player

PATIENCE = 10.0
STARTED = Path(sys.executable).parent / "kuhstall"


class Serving(Struct, frozen=True):
    """A server in this process, and the node in it to look inside."""

    url: str
    node: Node
    running: uvicorn.Server


@contextlib.asynccontextmanager
async def serving(
    store: str | Path, *, buffer: int = 0, wish: Wish | None = None, **wanted: Any
) -> AsyncIterator[Serving]:
    """Serve on a free port. Limits are off and clocks crawl, unless a test is about them.

    A slow machine makes the loop late, and is no reason to refuse anybody.
    """
    # With the protocol named, or asyncio leaves Nagle's delays on.
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.bind(("127.0.0.1", 0))
    if buffer:  # accepted sockets inherit it: a kernel that swallows megabytes hides slow readers
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, buffer)
    port = listening.getsockname()[1]
    limits = {"ease": 0.0, "lag": 0.0, "tempo": 100.0, "sockets": 10_000}
    count("nodes")
    running = server(Settings(**{"store": str(store), "port": port, **limits, **wanted}), wish)
    # Not `serve`: that takes over the signals, which are pytest's.
    task = asyncio.create_task(running._serve([listening]))
    try:
        await until(lambda: running.started or task.done())
        yield Serving(f"http://127.0.0.1:{port}", _node(running), running)
    finally:
        running.should_exit = True
        await task


def _node(running: uvicorn.Server) -> Node:
    node = running.lifespan.state["node"]
    assert isinstance(node, Node)
    return node


class Process(Struct, frozen=True):
    """A server in a process of its own, and what it logs."""

    url: str
    log: Path
    pid: int

    def lines(self) -> list[dict[str, Any]]:
        """Return what was logged; a line that is being written does not count yet."""
        whole, _, _ = self.log.read_text().rpartition("\n")
        return [json.loads(line) for line in whole.splitlines()]

    def complaints(self) -> list[dict[str, Any]]:
        """Return what the server did not expect: a healthy one logs no warning at all.

        How long a bot has thought says nothing while others have the processors.
        """
        found = [line for line in self.lines() if line["level"] in {"warning", "error", "critical"}]
        slow = [line for line in found if line["from"] == bot_thread.__name__]
        if slow and (machine := measured()).disturbed:
            void("bots of a server think in time", f"{slow[0]['text']}; {machine}")
            return [line for line in found if line not in slow]
        return found


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        found: int = free.getsockname()[1]
    return found


@contextlib.contextmanager
def process(folder: Path, store: str | Path, cwd: Any = None, **wanted: Any) -> Iterator[Process]:
    """Start `kuhstall serve`, and stop it as an operator would."""
    port = free_port()
    limits = {"ease": 0, "lag": 0, "tempo": 100, "sockets": 10_000}
    given = {"store": store, "port": port, **limits, **wanted}
    options = [word for name, value in given.items() for word in (f"--{name}", str(value))]
    log = folder / "server.log"
    url = f"http://127.0.0.1:{port}"
    count("nodes")
    with log.open("wb") as errors:
        running = subprocess.Popen([STARTED, "serve", *options], stderr=errors, cwd=cwd)
    try:
        _await_ready(url, running)
        yield Process(url, log, running.pid)
    finally:
        running.send_signal(signal.SIGTERM)
        try:
            running.wait(patience(PATIENCE))
        except subprocess.TimeoutExpired:
            running.kill()
            running.wait()
            raise


def _await_ready(url: str, running: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + patience(PATIENCE)
    with httpx.Client(timeout=patience(PATIENCE), verify=NO_TLS) as http:
        while time.monotonic() < deadline and running.poll() is None:
            with contextlib.suppress(httpx.TransportError):
                if http.get(f"{url}/readyz").status_code == 200:
                    return
            time.sleep(0.02)
    raise TimeoutError("the server does not get ready")


async def until(done: Callable[[], Any], within: float = PATIENCE) -> None:
    """Wait for something to be so."""
    deadline = time.monotonic() + patience(within)
    while not done():
        if time.monotonic() > deadline:
            raise TimeoutError("it did not come about")
        await asyncio.sleep(0.005)


def browser(cookies: httpx.Cookies | None = None, **options: Any) -> httpx.AsyncClient:
    """Make an HTTP client, quickly."""
    options.setdefault("timeout", patience(PATIENCE))
    return httpx.AsyncClient(cookies=cookies, verify=NO_TLS, **options)


async def ticket(url: str, table: str, cookies: httpx.Cookies | None = None) -> str:
    """Get a ticket: with the cookies of somebody, or as nobody in particular."""
    async with browser(cookies) as http:
        given = await http.post(f"{url}/api/tables/{table}/ticket")
    given.raise_for_status()
    return str(given.json()["ticket"])


@contextlib.asynccontextmanager
async def wire(url: str, table: str, **options: Any) -> AsyncIterator[ClientConnection]:
    """Open a bare socket at a table, without a hello."""
    options.setdefault("origin", url)
    options.setdefault("open_timeout", patience(PATIENCE))
    address = f"{url.replace('http', 'ws', 1)}/ws/{table}"
    async with connect(address, compression=None, max_size=None, **options) as connection:
        yield connection


async def ending(connection: ClientConnection) -> tuple[int, str, list[dict[str, Any]]]:
    """Read on to the end: the code, the reason, and the frames before it."""
    frames = []
    with contextlib.suppress(ConnectionClosed):
        async with asyncio.timeout(patience(PATIENCE)):
            while True:
                frames.append(json.loads(await connection.recv()))
    return connection.close_code or 0, connection.close_reason or "", frames


async def received(connection: ClientConnection, *kinds: str) -> dict[str, Any]:
    """Read on to the next frame of these kinds."""
    async with asyncio.timeout(patience(PATIENCE)):
        while True:
            frame: dict[str, Any] = json.loads(await connection.recv())
            if frame["type"] in kinds:
                return frame


async def greeted(connection: ClientConnection, ticket: str, **fields: Any) -> dict[str, Any]:
    """Say hello, and return the snapshot that answers it."""
    await connection.send(json.dumps({"type": "hello", "ticket": ticket, **fields}))
    return await received(connection, "snapshot")


@contextlib.asynccontextmanager
async def guests(url: str, *names: str) -> AsyncIterator[list[Player]]:
    """Let people in, each with a cookie."""
    players = [Player([url], name, seed) for seed, name in enumerate(names)]
    try:
        for player in players:
            await player.enter()
        yield players
    finally:
        for player in players:
            await player.close()
