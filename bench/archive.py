"""`python -m bench.archive [--games 100000]`: what a finished game costs on disk, and opening one.

One game of each family is played, and copied under new ids into a database of its own, as rows and
packed. One line of JSON a figure.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import sys
import tempfile
import time
from pathlib import Path
from statistics import median, quantiles
from typing import Any, Final

import asyncpg
import msgspec

from kuhstall.games.registry import EDITIONS
from kuhstall.server.ops.audit import audit_tables
from kuhstall.server.store.backup import backup, restore
from kuhstall.server.store.postgres import PostgresStore
from kuhstall.server.store.sqlite import SqliteStore
from tests.deploy.games import filled
from tests.server.databases import database
from tests.server.houses import House

PEOPLE: Final = ("anna", "ben", "cleo")
FAMILIES: Final = tuple({edition.game.name: edition for edition in EDITIONS.values()}.values())
"""An edition of each game."""
FEW: Final = 60
OPENED: Final = 200

_COPY: Final = """
INSERT INTO tables (id, code, head, due, public, open, listing, packed)
SELECT 'copy' || n, 'copy' || n, head, due, public, open, listing, packed
FROM tables, generate_series($2::int, $3::int) AS n WHERE id = $1;
INSERT INTO secrets SELECT 'copy' || n, secret
FROM secrets, generate_series($2::int, $3::int) AS n WHERE table_id = $1;
INSERT INTO finishers (table_id, person, at, packed) SELECT 'copy' || n, person, at, packed
FROM finishers, generate_series($2::int, $3::int) AS n WHERE table_id = $1;
INSERT INTO steps (table_id, seq, actor, command, events, due, at)
SELECT 'copy' || n, seq, actor, command, events, due, at
FROM steps, generate_series($2::int, $3::int) AS n WHERE table_id = $1;
INSERT INTO archive SELECT 'copy' || n, log, refusals, refused, at
FROM archive, generate_series($2::int, $3::int) AS n WHERE table_id = $1
"""


def tell(figure: str, value: float, unit: str, **more: Any) -> None:
    line = {"figure": figure, "value": round(value, 2), "unit": unit, **more}
    print(msgspec.json.encode(line).decode(), flush=True)


async def size(address: str) -> int:
    """Tell how large the database is, when nothing in it is empty."""
    connection = await asyncpg.connect(address)
    await connection.execute("VACUUM FULL")
    found: int = await connection.fetchval("SELECT pg_database_size(current_database())")
    await connection.close()
    return found


async def finish(address: str) -> None:
    """Note that all games are finished, as the step that ends one does."""
    connection = await asyncpg.connect(address)
    await connection.execute(
        "INSERT INTO finishers (table_id, person) SELECT id, 'anna' FROM tables"
    )
    await connection.close()


async def measure_disk(logs: list[Any]) -> None:
    for edition, log in zip(FAMILIES, logs, strict=True):
        async with database() as address:
            await (await PostgresStore.connect(address)).close()
            empty = await size(address)
            await filled(address, [log], FEW)
            before = (await size(address) - empty) / FEW
            store = await PostgresStore.connect(address)
            await finish(address)
            began = time.perf_counter()
            for table in await store.ids("", FEW):
                await store.pack_game(table)
            took = (time.perf_counter() - began) / FEW
            await store.close()
            after = (await size(address) - empty) / FEW
        tell("bytes on disk of a finished game", before, "B", game=edition.key, kept="rows")
        tell("bytes on disk of a finished game", after, "B", game=edition.key, kept="packed")
        tell("packing a game", took * 1000, "ms", game=edition.key, steps=len(log))


async def measure_opening(games: int, logs: list[Any], folder: Path) -> None:
    async with database() as address, database() as other:
        await filled(address, logs, len(logs))
        store = await PostgresStore.connect(address)
        await finish(address)
        templates = await store.ids("", 10)
        for table in templates:
            await store.pack_game(table)
        connection = await asyncpg.connect(address)
        share = games // len(templates)
        for number, table in enumerate(templates):
            for first in range(number * share, (number + 1) * share, 2000):
                last = min(first + 2000, (number + 1) * share) - 1
                filled_in = _COPY.replace("$1", f"'{table}'")
                filled_in = filled_in.replace("$2", str(first)).replace("$3", str(last))
                await connection.execute(filled_in)
        await connection.execute("ANALYZE")
        total = await connection.fetchval("SELECT count(*) FROM archive")
        held = await connection.fetchval("SELECT pg_database_size(current_database())")
        tell("packed games in the store", total, "games")
        tell("size of that store", held / 1e6, "MB")
        await _open_some(store, share * len(templates))
        await _drill(store, connection, (address, other), folder)
        await connection.close()
        await store.close()


async def _open_some(store: PostgresStore, copies: int) -> None:
    """Open games as a node does that holds none of them."""
    chance, times, busy = random.Random(1), [], []
    for _ in range(OPENED):
        house = House(store)
        table = f"copy{chance.randrange(copies)}"
        began, worked = time.perf_counter(), time.process_time()
        await house.service.cache.live_table(table)
        times.append((time.perf_counter() - began) * 1000)
        busy.append((time.process_time() - worked) * 1000)
    load = round(os.getloadavg()[0], 1)
    tell("opening a packed game", median(times), "ms", quantile="0.5", load=load)
    tell("opening a packed game", quantiles(times, n=100)[98], "ms", quantile="0.99", load=load)
    tell("opening a packed game, processor time of the node", median(busy), "ms", quantile="0.5")
    tell(
        "opening a packed game, processor time of the node",
        quantiles(busy, n=100)[98],
        "ms",
        quantile="0.99",
    )


async def _drill(
    store: PostgresStore, connection: Any, places: tuple[str, str], folder: Path
) -> None:
    """Back up, restore, and compare what both hold; a sample of it is replayed."""
    file = folder / "archive.backup"
    began = time.perf_counter()
    await asyncio.to_thread(backup, places[0], file)
    tell("backup", time.perf_counter() - began, "s", megabytes=round(file.stat().st_size / 1e6))
    began = time.perf_counter()
    await asyncio.to_thread(restore, places[1], file)
    tell("restore", time.perf_counter() - began, "s")
    whole = "SELECT md5(string_agg(md5(table_id || md5(log)), '' ORDER BY table_id)) FROM archive"
    copy = await asyncpg.connect(places[1])
    same = await connection.fetchval(whole) == await copy.fetchval(whole)
    await copy.close()
    restored = await PostgresStore.connect(places[1])
    replayed = differing = 0
    async for one in audit_tables(restored):
        replayed += 1
        differing += bool(one.fault) or await store.steps(one.table) != await restored.steps(
            one.table
        )
        if replayed == OPENED:
            break
    await restored.close()
    tell("differences after a restore", differing + (not same), "games", replayed=replayed)


async def play() -> list[Any]:
    with tempfile.TemporaryDirectory() as folder:
        store = await SqliteStore.connect(f"{folder}/played.db")
        house, logs = House(store), []
        for edition in FAMILIES:
            hot = await house.start(PEOPLE[: max(2, edition.fewest_seats)], edition=edition.key)
            await house.play_to(hot.id, None)
            logs.append(await store.steps(hot.id))
        await store.close()
    return logs


async def run(games: int, *, disk: bool) -> None:
    logs = await play()
    if disk:
        await measure_disk(logs)
    with tempfile.TemporaryDirectory() as folder:
        await measure_opening(games, logs, Path(folder))


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.archive", description=__doc__)
    parser.add_argument("--games", type=int, default=100_000, help="packed games in the store")
    parser.add_argument("--opening", action="store_true", help="leave out the bytes on disk")
    wanted = parser.parse_args()
    asyncio.run(run(wanted.games, disk=not wanted.opening))
    return 0


if __name__ == "__main__":
    sys.exit(main())
