"""What PostgreSQL does for a sweep, for a walk through all tables, and for a step."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from statistics import median
from typing import Any, Final

import asyncpg
from msgspec import Struct

from bench.load.rounds import database
from kuhstall.engine.values import CLOCK
from kuhstall.server.store.db import to_postgres
from kuhstall.server.store.postgres import CLAIM, PostgresStore
from kuhstall.server.store.table_queries import IDS
from kuhstall.server.table.log import Opening, Step

LATE, LEASE, LIMIT = 0.5, 2.0, 64
OVERDUE: Final = 50
PAGE: Final = 500
MILLION: Final = 1_000_000
PACE: Final = 0.5
"""Steps a second that people take at a table."""
_POSTER: Final = b"." * 400
_TIMES: Final = 21
SWEEPS: Final = 2
"""Sweeps a second."""

# The live ones are due within half a minute, wherever in its slot the clock stands.
_FILL: Final = """
INSERT INTO tables (id, code, head, due, public, listing)
SELECT kind || n, kind || n, 1, now() + first + n * between_two, false, ''
FROM (VALUES ('live', $1::int, interval '5 s', interval '25 s' / greatest($1, 1)),
    ('slow', $2::int, interval '10 min', interval '4 s'),
    ('over', $3::int, interval '-90 s', interval '1 s'),
    ('idle', $4::int, NULL, NULL)) AS kinds (kind, count, first, between_two),
    LATERAL generate_series(1, count) AS n
"""
_TICK: Final = """
CREATE UNLOGGED TABLE ticks (name text PRIMARY KEY, next timestamptz NOT NULL);
INSERT INTO ticks VALUES ('sweep', now() + interval '1 hour');
"""
_TAKE_TICK: Final = """
UPDATE ticks SET next = now() + interval '0.5 s'
WHERE name = 'sweep' AND next <= now() + $1::int * interval '1 day' RETURNING name
"""
_WITHIN_THE_SLOT: Final = """
SELECT count(*) FROM tables WHERE ticking AND slot <= now()
"""


class Tables(Struct, frozen=True):
    """How many tables of each kind there are."""

    live: int = 0
    slow: int = 0
    overdue: int = 0
    idle: int = 0


@asynccontextmanager
async def filled(postgres: str, tables: Tables) -> AsyncIterator[tuple[PostgresStore, Any]]:
    async with database(postgres) as kept:
        store = await PostgresStore.connect(kept.address)
        connection = await asyncpg.connect(kept.address)
        counts = (tables.live, tables.slow, tables.overdue, tables.idle)
        sql = _FILL
        for number, count in enumerate(counts, 1):
            sql = sql.replace(f"${number}", str(count))
        await connection.execute(sql)
        await connection.execute("VACUUM ANALYZE tables")
        try:
            yield store, connection
        finally:
            await connection.close()
            await store.close()


async def plan(connection: Any, sql: str, *values: Any) -> list[dict[str, Any]]:
    """Run a statement, and list the parts of its plan with what each has read."""
    text = await connection.fetchval(f"EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) {sql}", *values)
    return list(_parts(json.loads(text)[0]["Plan"]))


def _parts(part: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield part
    for below in part.get("Plans", ()):
        yield from _parts(below)


async def _milliseconds(connection: Any, sql: str, *values: Any) -> float:
    """Return the middle of some times that a statement takes, without what it would change."""
    times = []
    for _ in range(_TIMES):
        transaction = connection.transaction()
        await transaction.start()
        begun = time.perf_counter()
        await connection.fetch(sql, *values)
        times.append(1e3 * (time.perf_counter() - begun))
        await transaction.rollback()
    return round(median(times), 2)


async def sweep(postgres: str, tables: Tables) -> dict[str, Any]:
    """Tell what a sweep reads: what is overdue, and what is due within this slot."""
    async with filled(postgres, tables) as (_, connection):
        await connection.execute("SET plan_cache_mode = force_generic_plan")
        milliseconds = await _milliseconds(connection, CLAIM, LATE, LEASE, LIMIT)
        due = await connection.fetchval(_WITHIN_THE_SLOT)
        parts = await plan(connection, CLAIM, LATE, LEASE, LIMIT)
    scans = [part for part in parts if part.get("Index Name") == "tables_slot"]
    read = sum(_read(part) for part in scans)
    return {
        "figure": "sweep",
        "live": tables.live,
        "slow": tables.slow,
        "overdue": tables.overdue,
        "by_index": bool(scans) and not any(part["Node Type"] == "Seq Scan" for part in parts),
        "rows_due_within_the_slot": due,
        "rows_read": read,
        "buffers": parts[0].get("Shared Hit Blocks", 0) + parts[0].get("Shared Read Blocks", 0),
        "ms": milliseconds,
        "holds": bool(scans) and read <= 2 * due and milliseconds <= 5,
    }


def _read(part: dict[str, Any]) -> int:
    """Count the rows that a scan has looked at; a bitmap index scan tells them all."""
    return int(part["Actual Rows"] + part.get("Rows Removed by Filter", 0))


async def one_sweeper(postgres: str, tables: Tables, nodes: int = 4) -> dict[str, Any]:
    """Tell what it would spare if a row said which node sweeps for all, anew each half second.

    All nodes would have to ask for that row, and one would write it.
    """
    async with filled(postgres, tables) as (_, connection):
        await connection.execute(_TICK)
        sweep_ms = await _milliseconds(connection, CLAIM, LATE, LEASE, LIMIT)
        lost_ms = await _milliseconds(connection, _TAKE_TICK, 0)
        won_ms = await _milliseconds(connection, _TAKE_TICK, 1)
    every = nodes * sweep_ms
    one = sweep_ms + won_ms + (nodes - 1) * lost_ms
    return {
        "figure": "one_sweeper",
        "live": tables.live,
        "nodes": nodes,
        "sweep_ms": sweep_ms,
        "ask_in_vain_ms": lost_ms,
        "all_sweep_share_of_a_core": round(every * SWEEPS / 1e3, 4),
        "one_sweeps_share_of_a_core": round(one * SWEEPS / 1e3, 4),
    }


async def walk(postgres: str, tables: int = MILLION) -> dict[str, Any]:
    """Tell how long a page of `ids()` takes, somewhere in the middle of all tables."""
    async with filled(postgres, Tables(idle=tables)) as (_, connection):
        milliseconds = await _milliseconds(
            connection, to_postgres(IDS)[0], f"idle{tables // 2}", PAGE
        )
        parts = await plan(connection, to_postgres(IDS)[0], f"idle{tables // 2}", PAGE)
    by_index = [part.get("Index Name") for part in parts[1:]] == ["tables_ids"]
    return {
        "figure": "ids",
        "tables": tables,
        "by_index": by_index,
        "rows_read": parts[-1]["Actual Rows"],
        "ms_a_page": milliseconds,
        "holds": by_index and milliseconds <= 5,
    }


async def in_place(postgres: str, tables: int = 40, steps: int = 150) -> dict[str, Any]:
    """Tell how many of the steps, one in two seconds at each table, rewrite the row in place."""
    async with database(postgres) as kept:
        store = await PostgresStore.connect(kept.address)
        now = await store.now()
        for table in range(tables):
            name = f"t{table}"
            first = Step(name, 1, CLOCK, "open", b"[]", now + 6)
            await store.open_table(Opening(name, name, b"s", listing=_POSTER), first)
        for seq in range(2, steps + 2):
            due = now + 6 + seq / PACE
            await asyncio.gather(
                *(
                    store.append(Step(f"t{n}", seq, 0, f"{seq}", b"[]", due + n * 7))
                    for n in range(tables)
                )
            )
        await store.close()
        found = await asyncpg.connect(kept.address)
        updated, hot = await found.fetchrow(
            "SELECT n_tup_upd, n_tup_hot_upd FROM pg_stat_user_tables WHERE relname = 'tables'"
        ) or (0, 0)
        await found.close()
    share = hot / max(1, updated)
    return {
        "figure": "in_place",
        "updates": updated,
        "share": round(share, 4),
        "holds": share >= 0.98,
    }
