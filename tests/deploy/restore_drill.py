"""`python -m tests.deploy.restore_drill GAMES`: dump, restore, and replay every game, with figures.

The games that are over are packed before, so what comes back are both rows and archive. The drill
uses the commands that a host uses. `make drill` runs it with 10,000 games.
"""

from __future__ import annotations

import asyncio
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import asyncpg
import msgspec

from kuhstall.server.store.postgres import PostgresStore
from tests.deploy.games import filled, played
from tests.server.databases import database

KUHSTALL = Path(sys.executable).parent / "kuhstall"


def admin(store: str, *words: str | Path) -> str:
    """Run `kuhstall admin`, and return what it says."""
    done = subprocess.run(
        [KUHSTALL, "admin", "--store", store, *words], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


async def drill(folder: Path, games: int, distinct: int) -> dict[str, Any]:
    """Fill a store, copy it by way of a file, and compare what both replay to."""
    figures: dict[str, Any] = {"games": games, "distinct": distinct}

    async def timed(name: str, *words: str | Path) -> str:
        began = time.monotonic()
        said = await asyncio.to_thread(admin, *map(str, words))
        figures[f"{name}_seconds"] = round(time.monotonic() - began, 1)
        return said

    logs = await played(distinct)
    async with database() as old, database() as new:
        began = time.monotonic()
        figures["steps"] = await filled(old, logs, games)
        figures["fill_seconds"] = round(time.monotonic() - began, 1)
        figures["database_mb"] = await _size(old)
        before = await timed("check", old, "check", "--each")
        began = time.monotonic()
        figures["packed"] = await _pack(old)
        figures["pack_seconds"] = round(time.monotonic() - began, 1)
        packed = await timed("check_packed", old, "check", "--each")
        file = folder / "kuhstall.backup"
        await timed("backup", old, "backup", file)
        figures["backup_mb"] = round(file.stat().st_size / 1e6, 1)
        await timed("restore", new, "restore", file)
        after = await timed("check_again", new, "check", "--each")
    lines = before.splitlines()
    figures["compared"] = len({line.split()[2] for line in lines[:-1]})
    figures["differences"] = _differences(lines, packed) + _differences(lines, after)
    figures["says"] = lines[-1]
    return figures


def _differences(lines: list[str], said: str) -> int:
    return sum(one != other for one, other in zip(lines, said.splitlines(), strict=True))


async def _pack(address: str) -> int:
    """Pack every game that is over, and count them."""
    store = await PostgresStore.connect(address)
    count, table = 0, ""
    try:
        while tables := await store.packable(table, 0.0, 100):
            for table in tables:
                count += await store.pack_game(table) is not None
    finally:
        await store.close()
    return count


async def _size(address: str) -> float:
    connection = await asyncpg.connect(address)
    try:
        size: int = await connection.fetchval("SELECT pg_database_size(current_database())")
    finally:
        await connection.close()
    return round(size / 1e6, 1)


def main() -> int:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    with tempfile.TemporaryDirectory(prefix="kuhstall-drill-") as folder:
        figures = asyncio.run(drill(Path(folder), games, distinct=min(games, 100)))
    print(msgspec.json.encode({"restore": figures}).decode())
    return 0 if not figures["differences"] and figures["compared"] == games else 1


if __name__ == "__main__":
    sys.exit(main())
