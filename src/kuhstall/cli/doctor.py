"""`kuhstall doctor`: find what is missing or misconfigured on this machine, and how to fix it."""

from __future__ import annotations

import argparse
import asyncio
import importlib.util
import os
import re
import shutil
import sqlite3
import sys
import time
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Final

from kuhstall.cli import home
from kuhstall.cli.doctor_settings import Finding, Grade, contradictions, kept, variables
from kuhstall.engine.values import Refused

if TYPE_CHECKING:
    from kuhstall.server.settings import Settings

_MARKS: Final[Mapping[Grade, str]] = {"well": "ok", "doubtful": "??", "ill": "!!"}
_NEEDED: Final = (3, 11)
_ROOM: Final = 100_000_000
"""Bytes that should be free on a disk: some ten thousand games."""

_FILES: Final = 4096
"""The open-file limit that a server for a club should have: each socket is a file."""

_SKEW: Final = 1.0
_PATIENCE: Final = 5.0


def define(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Check everything that `kuhstall play` and `kuhstall serve` need, with the "
        "environment variables of `serve` as they are set here. Nothing is changed. "
        "The exit code is 1 if something does not work."
    )
    parser.add_argument("--data", type=Path, metavar="DIR", help="where `play` keeps its games")
    parser.add_argument("--port", type=int, help="the port to listen on")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    found = list(examine(args, os.environ))
    for finding in found:
        print(f"{_MARKS[finding.grade]}  {finding.what}")
        if finding.advice:
            print(f"      {finding.advice}")
    ill = sum(finding.grade == "ill" for finding in found)
    print("Ready to play." if not ill else f"{ill} thing(s) to mend, marked with !! above.")
    return 1 if ill else 0


def examine(args: argparse.Namespace, environment: Mapping[str, str]) -> Iterator[Finding]:
    from kuhstall.server.settings import read

    yield python(sys.version_info[:3])
    yield client()
    yield loop()
    yield from levels()
    yield clock(time.time())
    yield from variables(environment)
    try:
        settings = read(environment, {"port": args.port})
    except Refused as refused:
        yield Finding("ill", str(refused), "Mend the environment variable that it names.")
        return
    yield from contradictions(settings)
    yield from kept(settings.tombstone_file)
    club = "KUHSTALL_STORE" in environment or bool(settings.origins)
    if club:
        yield files(_open_files())
        yield from check_store(settings)
        if settings.nats:
            yield asyncio.run(_nats(settings.nats))
    else:
        yield from data(args.data or home.data_directory())
    yield port(settings.host if club else home.HOST, settings.port, asked=args.port is not None)
    if settings.metrics_address is not None:
        yield port(*settings.metrics_address, asked=True)
    yield network(club=club)


def python(version: tuple[int, ...]) -> Finding:
    shown = ".".join(map(str, version))
    if version >= _NEEDED:
        return Finding("well", f"Python {shown}")
    return Finding("ill", f"Python {shown} is too old", "Install Python 3.11 or newer.")


def client() -> Finding:
    from kuhstall.server.http.client_files import Pages

    if Pages().is_built:
        return Finding("well", "the pages for the browser are here")
    return Finding(
        "ill",
        "the pages for the browser are not built",
        "Install the wheel, or run `make web` in the source. `play --terminal` goes without them.",
    )


def loop() -> Finding:
    if importlib.util.find_spec("uvloop") is not None:
        return Finding("well", "uvloop is here")
    return Finding("well", "no uvloop on this system: asyncio's own loop serves as well")


def levels() -> Iterator[Finding]:
    """Report which bots of each game play here, and how `hard` decides."""
    from kuhstall.bots.bot import HARD
    from kuhstall.bots.registry import GAMES, is_slow

    searching = False
    for game in GAMES:
        has_search = HARD in game.levels and any(is_slow(HARD, key) for key in game.editions)
        searching |= has_search
        names = ", ".join(
            f"{level} with a search" if has_search and level == HARD else level
            for level in game.levels
        )
        yield Finding("well", f"bots of {', '.join(game.editions)}: {names}")
    if not searching:
        yield Finding(
            "well",
            "no bot searches the end of a game, which makes hard stronger",
            "If you want that: pip install 'kuhstall[train]'",
        )


def clock(now: float) -> Finding:
    """Check that the clock is not before the installation. One that is ahead cannot be detected."""
    with resources.as_file(resources.files("kuhstall").joinpath("py.typed")) as file:
        installed = file.stat().st_mtime
    shown = datetime.fromtimestamp(now, UTC).strftime("%Y-%m-%d %H:%M UTC")
    if now >= installed:
        return Finding("well", f"the clock says {shown}")
    return Finding(
        "ill",
        f"the clock says {shown}, which is before this was installed",
        "Set the clock of this machine, best by NTP: deadlines and sessions go by it.",
    )


def files(allowed: float) -> Finding:
    shown = "any number of" if allowed == float("inf") else f"{allowed:g}"
    if allowed >= _FILES:
        return Finding("well", f"{shown} open files allowed")
    return Finding(
        "doubtful",
        f"only {shown} open files allowed, and every socket is one",
        "Raise it: `ulimit -n 65536`, or LimitNOFILE= in a systemd unit.",
    )


def data(folder: Path) -> Iterator[Finding]:
    """Check the data directory of `kuhstall play`, or the place where it would be created."""
    there = next(path for path in (folder, *folder.parents) if path.exists())
    if not there.is_dir() or not os.access(there, os.W_OK | os.X_OK):
        yield Finding(
            "ill",
            f"{folder} cannot be written to",
            "Give yourself the right to write there, or choose another place with --data DIR.",
        )
        return
    room = shutil.disk_usage(there).free
    if room < _ROOM:
        yield Finding(
            "doubtful",
            f"only {room // 1_000_000} MB are left for {folder}",
            "Make room, or choose another place with --data DIR.",
        )
    else:
        yield Finding("well", f"games are kept in {folder}")
    store = folder / home.STORE
    if store.exists():
        yield from _sqlite(store)


def port(host: str, number: int, *, asked: bool) -> Finding:
    where = f"{host}:{number}"
    if home.listens(host, number) is not None:
        return Finding("well", f"{where} is free")
    if host == home.HOST and not asked:
        return Finding(
            "doubtful",
            f"{where} is in use, perhaps by a Kuhstall that runs already",
            "`kuhstall play` takes the next free port by itself.",
        )
    return Finding(
        "ill",
        f"cannot listen on {where}: it is in use, or no address of this machine",
        "Choose another port or host, or stop what listens there.",
    )


def network(*, club: bool) -> Finding:
    from kuhstall.server.features.lobby.local_address import own_address

    found = own_address()
    if found and not found.startswith("127."):
        return Finding("well", f"others in the network find this machine at {found}")
    grade: Grade = "well" if club else "doubtful"
    return Finding(
        grade, "this machine is in no network", "" if club else "Join one, and phones can join you."
    )


def _open_files() -> float:
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return float("inf")
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return float("inf") if soft == resource.RLIM_INFINITY else soft


def check_store(settings: Settings) -> Iterator[Finding]:
    """Check the store of `kuhstall serve`."""
    store = Path(settings.store)
    if settings.shared:
        yield from asyncio.run(_postgres(settings.store))
    elif store.exists():
        yield from _sqlite(store)
    else:
        yield from data(store.resolve().parent)


def _sqlite(store: Path) -> Iterator[Finding]:
    """Check a SQLite file without changing it."""
    from kuhstall.server.store.migration import migrations

    try:
        connection = sqlite3.connect(f"{store.resolve().as_uri()}?mode=ro", uri=True)
        try:
            done = {number for (number,) in connection.execute("SELECT number FROM migrations")}
        finally:
            connection.close()
    except sqlite3.Error as error:
        yield Finding(
            "ill",
            f"{store} cannot be read: {error}",
            "Move it away to start with an empty file, or put back a copy of it.",
        )
        return
    yield _check_migration(str(store), done, {number for number, _ in migrations("sqlite")})
    yield from _files_of(store)


def _files_of(store: Path) -> Iterator[Finding]:
    """Check the permissions of the file, and the WAL that is not merged into it yet."""
    if os.name == "posix" and store.stat().st_mode & 0o077:
        yield Finding(
            "doubtful",
            f"others on this machine may read {store}, with all hands and decks in it",
            f"`chmod 600 {store}*`.",
        )
    log = Path(f"{store}-wal")
    if log.exists() and (size := log.stat().st_size):
        yield Finding(
            "well",
            f"the latest steps are in {log} ({size // 1000} kB), beside {store}",
            "`cp` of one file loses them. Copy with `kuhstall admin backup`.",
        )


async def _postgres(address: str) -> list[Finding]:
    import asyncpg

    from kuhstall.server.store.migration import migrations
    from kuhstall.server.store.postgres_schema import UnsafeDatabaseError, refuse_the_forgetful

    shown = re.sub(r"//[^@/]*@", "//…@", address)
    try:
        connection = await asyncpg.connect(address, timeout=_PATIENCE)
    except (OSError, ValueError, TimeoutError, asyncpg.PostgresError) as error:
        advice = "Start PostgreSQL, or mend KUHSTALL_STORE: postgresql://user@host/database."
        return [Finding("ill", f"{shown} does not answer: {error!r}", advice)]
    try:
        await refuse_the_forgetful(connection)
        there = await connection.fetchval("SELECT to_regclass('migrations')")
        rows = await connection.fetch("SELECT number FROM migrations") if there else []
        before = time.time()
        now = (await connection.fetchval("SELECT clock_timestamp()")).timestamp()
        off = max(before - now, now - time.time(), 0.0)
    except UnsafeDatabaseError as error:
        advice = "Set it so in postgresql.conf: Kuhstall does not start on a database that forgets."
        return [Finding("ill", f"{shown} may forget: {error}", advice)]
    except asyncpg.PostgresError as error:
        return [Finding("ill", f"{shown} refuses: {error}", "Give this user the rights it needs.")]
    finally:
        await connection.close()
    done, known = {row["number"] for row in rows}, {number for number, _ in migrations("postgres")}
    found = [_check_migration(shown, done, known)]
    if off > _SKEW:
        found.append(
            Finding(
                "doubtful",
                f"the clocks of the database and of this machine are {off:.1f} s apart",
                "Set both by NTP.",
            )
        )
    return found


def _check_migration(store: str, done: set[int], known: set[int]) -> Finding:
    if done - known:
        return Finding(
            "ill",
            f"{store} was written by a newer Kuhstall",
            "Install that one, or a newer one still.",
        )
    if known - done:
        missing = len(known - done)
        return Finding(
            "well", f"{store} answers; {missing} change(s) of its schema come with the next start"
        )
    return Finding("well", f"{store} answers, and its schema is up to date")


async def _nats(address: str) -> Finding:
    import nats

    shown = re.sub(r"//[^@/]*@", "//…@", address)
    try:
        async with asyncio.timeout(_PATIENCE):
            # One attempt is enough: the default is to retry for minutes.
            client = await nats.connect(
                address, max_reconnect_attempts=1, reconnect_time_wait=0, error_cb=_unsaid
            )
        await client.close()
    except Exception as error:  # noqa: BLE001 -- the library may raise anything
        return Finding(
            "ill",
            f"{shown} does not answer: {error!r}",
            "Start NATS, or mend KUHSTALL_NATS: nats://host:4222.",
        )
    return Finding("well", f"{shown} answers")


async def _unsaid(_: Exception) -> None:
    """Ignore the error: it is reported once, above."""
