"""What a run starts: a PostgreSQL, a NATS server and nodes of its own, and how each one dies.

Nothing outside is touched. Every process is told to die with this one (`--pdeathsig`), so that
even a run that is killed leaves nothing behind but a folder.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import asyncpg

from tests.chaos.calls import UNREACHABLE, call
from tests.machine import orphaned, patience

ROOT: Final = Path(__file__).resolve().parents[2]
_DIE_WITH_US: Final = ("setpriv", "--pdeathsig", "KILL")
_AS_POSTGRES: Final = ("--reuid", "postgres", "--regid", "postgres", "--clear-groups")
_PATIENCE: Final = 60.0
_ROOM: Final = 2**30

_SETTINGS: Final = {
    "listen_addresses": "127.0.0.1",
    "unix_socket_directories": "",
    "fsync": "on",
    "max_wal_size": "128MB",
    "checkpoint_timeout": "30s",
    "shared_buffers": "32MB",
    "max_connections": "60",
    # A commit that does not wait for the disk stays in memory for so long: a crash shows it.
    "wal_writer_delay": "10s",
}


class NotStartedError(Exception):
    """Something that a run needs does not come up."""


def roomy_folder() -> Path:
    """Make a folder in memory if there is room: what a kill can show does not need a disk.

    Others may enter it, since PostgreSQL does not run as root.
    """
    memory = Path("/dev/shm")  # noqa: S108 -- a folder of our own is made in it
    roomy = memory.is_dir() and shutil.disk_usage(memory).free > _ROOM
    folder = Path(tempfile.mkdtemp(prefix="kuhstall-", dir=memory if roomy else None))
    folder.chmod(0o711)
    return folder


_WORKERS: Final = 16
_GIVEN: Final[set[int]] = set()


def free_port() -> int:
    """Find a port that nobody is given by chance while its owner is dead for a moment."""
    while True:
        port = random.SystemRandom().randrange(15_000 + _worker(), 30_000, _WORKERS)
        if port in _GIVEN:
            continue
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
        _GIVEN.add(port)
        return port


def _worker() -> int:
    """Return the number of this worker of the test run: each has ports of its own."""
    return int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")) % _WORKERS


def started(
    words: Sequence[str | Path],
    log: Path,
    *,
    user: Sequence[str] = (),
    environment: Mapping[str, str] | None = None,
    folder: Path | None = None,
) -> subprocess.Popen[bytes]:
    with log.open("ab") as output:
        return subprocess.Popen(
            [*_DIE_WITH_US, *user, *words],
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            env=None if environment is None else {**os.environ, **environment},
            cwd=folder,
            start_new_session=True,
        )


def ended(process: subprocess.Popen[bytes]) -> None:
    """Kill a process at once, and wait until it is gone."""
    with contextlib.suppress(ProcessLookupError):
        process.kill()
    process.wait()


def children(parent: int) -> list[int]:
    """List the processes that a process has started: those of PostgreSQL leave its group."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            fields = stat.read_text().rpartition(")")[2].split()
            if int(fields[1]) == parent:
                found.append(int(stat.parent.name))
    return found


class Postgres:
    """A cluster in a folder of its own. A crash is a kill of all its processes."""

    def __init__(self, folder: Path, name: str = "postgres", disk: Path | None = None) -> None:
        """Keep the data in the folder, or on a disk; the log is always in the folder."""
        self.port = free_port()
        self.settings = dict(_SETTINGS)
        self._data = (disk or folder) / name
        self._log = folder / f"{name}.log"
        self._binaries = _binaries()
        self._user = _AS_POSTGRES if os.geteuid() == 0 else ()
        self._process: subprocess.Popen[bytes] | None = None

    def create(self) -> None:
        self._fill(
            "initdb",
            "--auth=trust",
            "--username=postgres",
            "--encoding=UTF8",
            "--no-locale",
            "--no-sync",
        )

    def create_standby(self, primary: int, name: str) -> None:
        """Copy the primary at a port. Once started, it follows that port by streaming."""
        address = f"host=127.0.0.1 port={primary} user=postgres application_name={name}"
        self._fill(
            "pg_basebackup",
            f"--dbname={address}",
            "--checkpoint=fast",
            "--no-sync",
            "--write-recovery-conf",
        )
        self.settings["primary_conninfo"] = address

    def _fill(self, program: str, *words: str) -> None:
        self._data.mkdir(mode=0o700)
        if self._user:
            shutil.chown(self._data, "postgres", "postgres")
        subprocess.run(
            [
                *_DIE_WITH_US,
                *self._user,
                self._binaries / program,
                *words,
                f"--pgdata={self._data}",
            ],
            check=True,
            stdout=subprocess.DEVNULL,
            cwd="/",
        )

    async def start(self) -> None:
        """Start, again and again: what was killed may still be letting go of its memory."""
        settings = [f"--{name}={value}" for name, value in self.settings.items()]
        given_up = time.monotonic() + patience(_PATIENCE)
        while time.monotonic() < given_up:
            self._process = started(
                [self._binaries / "postgres", "-D", self._data, "-p", str(self.port), *settings],
                self._log,
                user=self._user,
                folder=Path("/"),
            )
            while self._process.poll() is None:
                if await self._answers():
                    return
                await asyncio.sleep(0.02)
            await asyncio.sleep(0.05)
        raise NotStartedError(f"PostgreSQL: {self.said()}")

    async def come_back(self) -> None:
        """Wait until it answers; start it if it has given up by itself."""
        given_up = time.monotonic() + patience(_PATIENCE)
        while not await self._answers():
            if self._process is None or self._process.poll() is not None:
                await self.start()
                return
            if time.monotonic() > given_up:
                raise NotStartedError(f"PostgreSQL: {self.said()}")
            await asyncio.sleep(0.05)

    async def _answers(self) -> bool:
        try:
            connection = await asyncpg.connect(self.address("postgres"), timeout=patience(5))
        except (TimeoutError, OSError, asyncpg.PostgresError):
            return False
        await connection.close()
        return True

    def kill(self) -> None:
        if self._process is None:
            return
        family = children(self._process.pid)
        orphaned(family)
        ended(self._process)
        for child in family:
            with contextlib.suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)

    async def ask(self, sql: str, *values: Any) -> Any:
        """Ask for one value, over a connection that is closed again."""
        connection = await asyncpg.connect(self.address("postgres"), timeout=patience(5))
        try:
            return await connection.fetchval(sql, *values)
        finally:
            await connection.close()

    def said(self) -> str:
        """Return the end of its log."""
        return self._log.read_text(errors="replace")[-2000:]

    def address(self, database: str, port: int | None = None) -> str:
        return f"postgresql://postgres@127.0.0.1:{port or self.port}/{database}?sslmode=disable"

    async def create_database(self, name: str) -> None:
        await self.ask(f"CREATE DATABASE {name}")


class OneFile:
    """A file instead of a database. It has no process that could die, or has to be started."""

    port = 0

    def __init__(self, folder: Path, disk: Path | None = None) -> None:
        self._folder = disk or folder

    def create(self) -> None:
        pass

    async def start(self) -> None:
        pass

    async def come_back(self) -> None:
        pass

    def kill(self) -> None:
        pass

    async def create_database(self, name: str) -> None:
        pass

    def address(self, database: str, port: int | None = None) -> str:
        return str(self._folder / f"{database}.db")


def _binaries() -> Path:
    found = shutil.which("initdb")
    if found is not None:
        return Path(found).resolve().parent  # a link leads to the folder that has all of them
    versions = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    if not versions:
        raise NotStartedError("there is no initdb on this machine")
    return versions[-1].parent


class Nats:
    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self._log = folder / "nats.log"
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"nats://127.0.0.1:{self.port}"

    async def start(self) -> None:
        program = shutil.which("nats-server") or "/usr/sbin/nats-server"
        self._process = started([program, "-a", "127.0.0.1", "-p", str(self.port)], self._log)
        given_up = time.monotonic() + patience(_PATIENCE)
        while time.monotonic() < given_up:
            with contextlib.suppress(OSError):
                _, writer = await asyncio.open_connection("127.0.0.1", self.port)
                writer.close()
                return
            await asyncio.sleep(0.01)
        raise NotStartedError("NATS")

    def kill(self) -> None:
        if self._process is not None:
            ended(self._process)


class NodeProcess:
    """A node as a process, in a place of its own: it comes back at the same port."""

    def __init__(self, number: int, folder: Path, environment: Mapping[str, str], bug: str) -> None:
        self.number = number
        self.port = free_port()
        self.up = False
        self.ready_at = 0.0
        self.refusals = 0
        """How many times in a row it has ended before it was ready."""
        self._starting = asyncio.Lock()
        self.log = folder / f"node{number}.log"
        self._bug = bug
        self._environment = {
            **environment,
            "KUHSTALL_HOST": "127.0.0.1",
            "KUHSTALL_PORT": str(self.port),
            "KUHSTALL_LOG": "warning",
        }
        self._process: subprocess.Popen[bytes] | None = None

    async def start(self) -> None:
        """Start until it stays: a node that finds no PostgreSQL or no NATS gives up."""
        async with self._starting:
            self.kill()
            await self._start()

    async def _start(self) -> None:
        """Try until it is ready."""
        given_up = time.monotonic() + patience(_PATIENCE)
        while time.monotonic() < given_up:
            self._process = started(
                self._words(), self.log, environment=self._environment, folder=ROOT
            )
            while self._process.poll() is None and time.monotonic() < given_up:
                if await self.is_ready():
                    self.up = True
                    self.refusals = 0
                    self.ready_at = time.monotonic()
                    return
                await asyncio.sleep(0.03)
            self.refusals += 1
        self.kill()
        raise NotStartedError(f"node {self.number}: {self.log.read_text()[-2000:]}")

    def _words(self) -> list[str | Path]:
        if self._bug or "CHAOS_OUTSIDE" in self._environment:
            return [sys.executable, "-m", "tests.chaos.launch", *filter(None, [self._bug])]
        return [Path(sys.executable).parent / "kuhstall", "serve"]

    async def is_ready(self) -> bool:
        try:
            return (await call(self.port, "GET", "/readyz", timeout=2)).status == 200
        except UNREACHABLE:
            return False

    @property
    def exited(self) -> bool:
        """Whether it was ready, and has ended without being killed."""
        return self.up and self._process is not None and self._process.poll() is not None

    def kill(self) -> None:
        self.up = False
        if self._process is not None:
            ended(self._process)

    def pause(self) -> None:
        if self._process is not None:
            self._process.send_signal(signal.SIGSTOP)

    def go_on(self) -> None:
        if self._process is not None:
            self._process.send_signal(signal.SIGCONT)
