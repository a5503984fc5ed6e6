"""The stores that 0.1.0 left behind, and how a test gets a copy of one to open."""

from __future__ import annotations

import lzma
import re
import sqlite3
import subprocess
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, Final

import asyncpg
from msgspec import Struct

from kuhstall.server.store.postgres import PostgresStore
from kuhstall.server.store.sqlite import SqliteStore
from tests.server.databases import database

DATA: Final = Path(__file__).parents[1] / "data" / "0.1.0"


class Left(Struct, frozen=True):
    """A table as it was left: when, and with whom."""

    table: str
    now: float
    people: tuple[str, ...]

    def plain(self) -> dict[str, Any]:
        return {"table": self.table, "now": self.now, "people": list(self.people)}


class Manifest(Struct, frozen=True):
    cookies: dict[str, str]
    tables: dict[str, Left]


def saved(store: Path | str) -> bytes:
    """Pack a store: the file as it is, or a dump."""
    if isinstance(store, Path):
        file = sqlite3.connect(store, isolation_level=None)
        file.execute("PRAGMA journal_mode = DELETE")
        file.execute("DELETE FROM tickets")
        file.execute("VACUUM")
        file.close()
        return lzma.compress(store.read_bytes(), preset=9 | lzma.PRESET_EXTREME)
    dump = subprocess.run(
        ["pg_dump", "--no-owner", "--no-privileges", "--inserts", "--exclude-table-data=tickets",
         store],
        check=True,
        capture_output=True,
        text=True,
    ).stdout  # fmt: skip
    plain = re.sub(r"(?m)^(--.*|\\.*|SET .*|SELECT pg_catalog.set_config.*|)\n", "", dump)
    return lzma.compress(plain.encode(), preset=9 | lzma.PRESET_EXTREME)


@contextmanager
def memory() -> Iterator[Path]:
    """Give a folder in memory: a store waits for the disk at each step, a test need not."""
    place = "/dev/shm" if Path("/dev/shm").is_dir() else None  # noqa: S108 -- for a folder
    with tempfile.TemporaryDirectory(dir=place) as folder:
        yield Path(folder)


@asynccontextmanager
async def connected(place: Path | str) -> AsyncIterator[SqliteStore | PostgresStore]:
    """Open a store as a node does, which brings its schema up to date."""
    store: SqliteStore | PostgresStore = (
        await PostgresStore.connect(place)
        if isinstance(place, str)
        else await SqliteStore.connect(str(place))
    )
    try:
        yield store
    finally:
        await store.close()


@asynccontextmanager
async def restored(kind: str) -> AsyncIterator[Path | str]:
    """Give a copy of a store to open."""
    data = lzma.decompress((DATA / kind / "store.xz").read_bytes())
    if kind == "sqlite":
        with memory() as folder:
            file = folder / "kuhstall.db"
            file.write_bytes(data)
            yield file
        return
    async with database() as address:
        connection = await asyncpg.connect(address)
        try:
            await connection.execute(data.decode())
        finally:
            await connection.close()
        yield address
