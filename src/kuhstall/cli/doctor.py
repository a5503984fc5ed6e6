"""`kuhstall doctor`: what is missing or set wrong on this machine, and what to do about it."""

from __future__ import annotations

import argparse
import asyncio
import difflib
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
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

from msgspec import Struct

from kuhstall.cli import home
from kuhstall.engine.values import Refused

if TYPE_CHECKING:
    from kuhstall.server.settings import Settings

Grade: TypeAlias = Literal["well", "doubtful", "ill"]

_MARKS: Final[Mapping[Grade, str]] = {"well": "ok", "doubtful": "??", "ill": "!!"}
_NEEDED: Final = (3, 11)
_ROOM: Final = 100_000_000
"""Bytes that a disk should have left: some ten thousand games."""

_FILES: Final = 4096
"""Open files that a server for a club should be allowed: each socket is one."""

_SKEW: Final = 1.0
_PATIENCE: Final = 5.0
_ORIGIN: Final = re.compile(r"https?://[a-z0-9.\[\]:-]+", re.IGNORECASE)


class Finding(Struct, frozen=True):
    """What was found; and, unless all is well, what to do."""

    grade: Grade
    what: str
    advice: str = ""


def add_to(commands: Any) -> None:
    parser: argparse.ArgumentParser = commands.add_parser(
        "doctor",
        help="say what is missing or set wrong, and what to do about it",
        description="Look at everything that `kuhstall play` and `kuhstall serve` need. The "
        "environment variables of `serve` are looked at as they are set here. Nothing is changed. "
        "The exit code is 1 if something does not work.",
    )
    parser.add_argument("--data", type=Path, metavar="DIR", help="where `play` keeps its games")
    parser.add_argument("--port", type=int, help="the port to listen on")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    found = list(examined(args, os.environ))
    for finding in found:
        print(f"{_MARKS[finding.grade]}  {finding.what}")
        if finding.advice:
            print(f"      {finding.advice}")
    ill = sum(finding.grade == "ill" for finding in found)
    print("Ready to play." if not ill else f"{ill} thing(s) to mend, marked with !! above.")
    return 1 if ill else 0


def examined(args: argparse.Namespace, environment: Mapping[str, str]) -> Iterator[Finding]:
    from kuhstall.server.settings import read

    yield python(sys.version_info[:3])
    yield client()
    yield loop()
    yield clock(time.time())
    yield from variables(environment)
    try:
        settings = read(environment, {"port": args.port})
    except Refused as refused:
        yield Finding("ill", str(refused), "Mend the environment variable that it names.")
        return
    yield from contradictions(settings)
    club = "KUHSTALL_STORE" in environment or bool(settings.origins)
    if club:
        yield files(_open_files())
        yield from stored(settings)
        if settings.nats:
            yield asyncio.run(_nats(settings.nats))
    else:
        yield from data(args.data or home.data_directory())
    yield port(settings.host if club else home.HOST, settings.port, asked=args.port is not None)
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


def clock(now: float) -> Finding:
    """A clock that is behind the program itself is wrong; how far ahead it is, nobody can tell."""
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


def variables(environment: Mapping[str, str]) -> Iterator[Finding]:
    """Find variables that nobody reads, most likely because of a typing mistake."""
    from kuhstall.server.settings import PREFIX, names

    known = {PREFIX + name.upper() for name in names()}
    for name in sorted(environment):
        if name.startswith(PREFIX) and name not in known and "_TEST_" not in name:
            close = difflib.get_close_matches(name, known, 1)
            meant = f"Did you mean {close[0]}?" if close else "`kuhstall serve --help` lists all."
            yield Finding("doubtful", f"{name} is no setting", meant)


def contradictions(settings: Settings) -> Iterator[Finding]:
    """Find settings that are right one by one, but not together."""
    yield from _store_contradictions(settings)
    yield from _site_contradictions(settings)
    if settings.tempo != 1:
        yield Finding(
            "doubtful", f"KUHSTALL_TEMPO is {settings.tempo:g}", "It is for tests; people need 1."
        )
    if not settings.ease and settings.origins:
        yield Finding(
            "doubtful", "KUHSTALL_EASE is 0: nobody is held back", "Leave it out on a public site."
        )


def _store_contradictions(settings: Settings) -> Iterator[Finding]:
    shared = _shared(settings)
    if settings.nats and not shared:
        yield Finding(
            "doubtful",
            "KUHSTALL_NATS is set, but the store is a file",
            "A file is for one node, which needs no NATS; for several, set a postgresql:// store.",
        )
    if shared and not settings.nats:
        yield Finding(
            "doubtful",
            "a PostgreSQL store without KUHSTALL_NATS",
            "One node is fine. Several hear of each other only every two seconds without it.",
        )
    if shared and settings.home:
        yield Finding(
            "doubtful",
            "a PostgreSQL store without KUHSTALL_ORIGINS",
            "Only browsers of the home network are let in; name the address of the site.",
        )


def _site_contradictions(settings: Settings) -> Iterator[Finding]:
    if settings.proxies and settings.home:
        yield Finding(
            "doubtful",
            "KUHSTALL_PROXIES is set, but no KUHSTALL_ORIGINS",
            "Behind a proxy, name the address of the site as browsers see it.",
        )
    for origin in settings.allowed_origins:
        if not _ORIGIN.fullmatch(origin):
            yield Finding(
                "ill",
                f"{origin} is no origin",
                "It is https:// and a name, perhaps a port, and nothing after that, not even a /.",
            )
    if settings.origins and not settings.secure:
        yield Finding(
            "doubtful",
            "not all of KUHSTALL_ORIGINS are https",
            "Cookies then go over the wire in the clear; do this only in a network of your own.",
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
    """Look at the directory of `kuhstall play`, or where it would be made."""
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
    from kuhstall.server.http.home import own_address

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


def _shared(settings: Settings) -> bool:
    return settings.store.startswith(("postgres://", "postgresql://"))


def stored(settings: Settings) -> Iterator[Finding]:
    """Look at the store of `kuhstall serve`."""
    store = Path(settings.store)
    if _shared(settings):
        yield from asyncio.run(_postgres(settings.store))
    elif store.exists():
        yield from _sqlite(store)
    else:
        yield from data(store.resolve().parent)


def _sqlite(store: Path) -> Iterator[Finding]:
    """Look into a file without changing it."""
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
            "Move it away to begin anew, or put back a copy of it.",
        )
        return
    yield _migrated(str(store), done, {number for number, _ in migrations("sqlite")})


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
    found = [_migrated(shown, done, known)]
    if off > _SKEW:
        found.append(
            Finding(
                "doubtful",
                f"the clocks of the database and of this machine are {off:.1f} s apart",
                "Set both by NTP.",
            )
        )
    return found


def _migrated(store: str, done: set[int], known: set[int]) -> Finding:
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
            # Once is enough: it would try on for minutes.
            client = await nats.connect(
                address, max_reconnect_attempts=1, reconnect_time_wait=0, error_cb=_unsaid
            )
        await client.close()
    except Exception as error:  # noqa: BLE001 -- its library raises whatever it meets
        return Finding(
            "ill",
            f"{shown} does not answer: {error!r}",
            "Start NATS, or mend KUHSTALL_NATS: nats://host:4222.",
        )
    return Finding("well", f"{shown} answers")


async def _unsaid(_: Exception) -> None:
    """It is said once, above."""
