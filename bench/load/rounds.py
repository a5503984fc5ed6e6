"""The processes of a measurement, and its rounds: the server and the floor in turns."""

from __future__ import annotations

import asyncio
import contextlib
import os
import secrets
import signal
import socket
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any, Final

import asyncpg
import msgspec
from msgspec import Struct

from bench.load import processes
from bench.load.processes import Account
from kuhstall.engine.values import Refused

FOREIGN: Final = 0.15
"""A run in which others used more than this share of a core says nothing."""

_FOREIGN_TRANSACTIONS: Final = 50  # a second
_READY_WITHIN: Final = 30.0
_STOP_WITHIN: Final = 15.0


class Database(Struct, frozen=True):
    """A database of our own, and the process whose children work for it."""

    name: str
    address: str
    keeper: Any
    postmaster: int

    async def others(self) -> int:
        """Count the transactions of everybody else who uses this PostgreSQL."""
        found = await self.keeper.fetchval(
            "SELECT sum(xact_commit + xact_rollback) FROM pg_stat_database"
            " WHERE datname IS NOT NULL AND datname NOT IN ($1, current_database())",
            self.name,
        )
        return int(found or 0)


@asynccontextmanager
async def database(address: str) -> AsyncIterator[Database]:
    """Create a database, and drop it whatever happens."""
    try:
        keeper = await asyncpg.connect(address)
    except (OSError, asyncpg.PostgresError, ValueError) as error:
        raise Refused("no_database", f"no PostgreSQL at {address}: {error}") from error
    try:
        postmaster = processes.parent(await keeper.fetchval("SELECT pg_backend_pid()"))
        if postmaster is None:
            raise Refused("remote_database", "PostgreSQL must run here: its CPU time counts")
        name = f"kuhstall_load_{secrets.token_hex(6)}"
        await keeper.execute(f"CREATE DATABASE {name}")
        try:
            yield Database(name, _renamed(address, name), keeper, postmaster)
        finally:
            await keeper.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
    finally:
        await keeper.close()


def _renamed(address: str, name: str) -> str:
    scheme, _, rest = address.partition("://")
    host, _, tail = rest.partition("/")
    _, mark, options = tail.partition("?")
    return f"{scheme}://{host}/{name}{mark}{options}"


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        port: int = found.getsockname()[1]
        return port


@asynccontextmanager
async def process(*words: str, env: Mapping[str, str] | None = None) -> AsyncIterator[Any]:
    """Run a module of ours as a process; interrupt it in the end."""
    running = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        *words,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), **(env or {})},
        limit=2**28,
    )
    try:
        yield running
    finally:
        if running.returncode is None:
            running.send_signal(signal.SIGINT)
        try:
            await asyncio.wait_for(running.wait(), _STOP_WITHIN)
        except TimeoutError:
            running.kill()
            await running.wait()


class Client:
    """The process that plays, told what to do over a pipe."""

    def __init__(self, running: Any) -> None:
        self.pid: int = running.pid
        self._running = running

    async def do(self, name: str, *values: float) -> Any:
        self._running.stdin.write(msgspec.json.encode([name, *values]) + b"\n")
        line = await self._running.stdout.readline()
        if not line:
            raise Refused("client_died", "the load client has died; see above")
        return msgspec.json.decode(line)


@asynccontextmanager
async def client(kind: str, port: int) -> AsyncIterator[Client]:
    async with process("bench.load.client", kind, str(port)) as running:
        try:
            yield Client(running)
        finally:
            running.stdin.close()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(running.wait(), _STOP_WITHIN)


@asynccontextmanager
async def server(
    store: str, nats: str, profile: str | None, wanted: Mapping[str, str] | None = None
) -> AsyncIterator[tuple[int, int]]:
    """Run a node as a process, without limits unless they are wanted; give its id and its port."""
    port = free_port()
    settings = {
        "KUHSTALL_STORE": store,
        "KUHSTALL_NATS": nats,
        "KUHSTALL_HOST": "127.0.0.1",
        "KUHSTALL_PORT": str(port),
        "KUHSTALL_ORIGINS": "",
        "KUHSTALL_PROXIES": "",
        "KUHSTALL_SOCKETS": "100000",
        "KUHSTALL_EASE": "0",
        "KUHSTALL_LAG": "0",
        "KUHSTALL_TEMPO": "100",  # nobody waits for a clock, and none interferes
        "KUHSTALL_LOG": "warning",
        **(wanted or {}),
    }
    words = ["kuhstall.cli"] if profile is None else ["bench.load.sampler", profile]
    async with process(*words, "serve", env=settings) as running:
        await _ready(running, port)
        yield running.pid, port


@asynccontextmanager
async def floor(
    store: str, name: str, tables: int, sockets: int, *, together: bool
) -> AsyncIterator[tuple[int, int]]:
    port = free_port()
    words = [f"--store={store}", f"--port={port}", f"--name={name}"]
    words += [f"--tables={tables}", f"--sockets={sockets}"]
    if together:
        words.append("--together")
    async with process("bench.load.floor", *words) as running:
        await _ready(running, port)
        yield running.pid, port


async def _ready(running: Any, port: int) -> None:
    """Wait until a process listens."""
    async with asyncio.timeout(_READY_WITHIN):
        while True:
            if running.returncode is not None:
                raise Refused("did_not_start", "a server did not start; see above")
            try:
                _, writer = await asyncio.open_connection("127.0.0.1", port)
            except OSError:
                await asyncio.sleep(0.05)
            else:
                writer.close()
                return


class Window(Struct, frozen=True):
    """A while in which a client played, and what it cost whom."""

    told: dict[str, Any]
    used: Account
    seconds: float
    other_transactions: int

    @property
    def foreign(self) -> float:
        """The share of a core that others used."""
        return self.used.foreign / self.seconds

    @property
    def disturbed(self) -> str | None:
        """Why the figures are worth nothing; None if they are."""
        if self.foreign > FOREIGN:
            return f"other processes used {self.foreign:.0%} of a core"
        if self.used.stolen / self.seconds > FOREIGN:
            return f"the host took {self.used.stolen / self.seconds:.0%} of a core away"
        if self.other_transactions > _FOREIGN_TRANSACTIONS * self.seconds:
            each = self.other_transactions / self.seconds
            return f"others used this PostgreSQL, with {each:.0f} transactions a second"
        return None


async def measured(
    kept: Database, roots: dict[str, int], playing: Client, order: str, *values: float
) -> Window:
    """Let a client play, with the books opened before and closed after."""
    loop = asyncio.get_running_loop()
    others, before, begun = await kept.others(), processes.account(roots), loop.time()
    told = await playing.do(order, *values)
    used, seconds = processes.account(roots).since(before), loop.time() - begun
    return Window(told, used, seconds, max(0, await kept.others() - others))


def p99(waits: list[float]) -> float:
    """Return what 99 of 100 stay below."""
    ordered = sorted(waits)
    return ordered[min(len(ordered) - 1, int(len(ordered) * 0.99))] if ordered else 0.0
