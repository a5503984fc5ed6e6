"""What a store reads, and what it writes in place, however many tables there are.

Plans and counts of PostgreSQL, which no busy machine changes.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any

import asyncpg
import pytest

from kuhstall.engine.values import CLOCK
from kuhstall.server.store import Opening, Step
from kuhstall.server.store.postgres import _IDS, PostgresStore
from kuhstall.server.store.postgres_due import CLAIM
from tests.server.databases import database

pytestmark = pytest.mark.anyio

LIVE, SLOW, OVERDUE = 200, 4000, 7
_FILL = """
INSERT INTO tables (id, code, head, due, public, listing)
SELECT kind || n, kind || n, 1, now() + first + n * between_two, false, ''
FROM (VALUES ('live', $1::int, interval '301 s', interval '2 ms'),
    ('slow', $2::int, interval '10 min', interval '40 s'),
    ('over', $3::int, interval '-90 s', interval '1 s'),
    ('idle', $2::int, NULL, NULL)) AS kinds (kind, count, first, between_two),
    LATERAL generate_series(1, count) AS n
"""


@asynccontextmanager
async def filled() -> AsyncIterator[tuple[PostgresStore, asyncpg.Connection[asyncpg.Record]]]:
    async with database() as address:
        store, connection = await PostgresStore.connect(address), await asyncpg.connect(address)
        await connection.execute("SET plan_cache_mode = force_generic_plan")
        await connection.execute(
            _FILL.replace("$1", str(LIVE)).replace("$2", str(SLOW)).replace("$3", str(OVERDUE))
        )
        await connection.execute("VACUUM ANALYZE tables")
        yield store, connection
        await connection.close()
        await store.close()


async def plan(connection: asyncpg.Connection[asyncpg.Record], sql: str, *values: Any) -> list[Any]:
    """Run a statement, and list the parts of its plan with what each has read."""
    found = await connection.fetchval(f"EXPLAIN (ANALYZE, FORMAT JSON) {sql}", *values)
    return list(_parts(json.loads(found)[0]["Plan"]))


def _parts(part: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield part
    for below in part.get("Plans", ()):
        yield from _parts(below)


async def test_a_sweep_reads_little_more_than_what_is_overdue() -> None:
    """What is due within this slot of five minutes is read as well; here that is nothing."""
    async with filled() as (_, connection):
        parts = await plan(connection, CLAIM, 0.5, 2.0, 64)
    assert parts[0]["Actual Rows"] == OVERDUE
    assert not [part for part in parts if part["Node Type"] == "Seq Scan"]
    (scan,) = [part for part in parts if part.get("Index Name") == "tables_slot"]
    assert scan["Actual Rows"] + scan.get("Rows Removed by Filter", 0) <= 2 * OVERDUE


async def test_a_walk_through_all_tables_goes_by_an_index() -> None:
    async with filled() as (store, connection):
        parts = await plan(connection, _IDS, "live150", 50)
        assert [part.get("Index Name") for part in parts if part["Node Type"] != "Limit"] == [
            "tables_ids"
        ]
        everything: list[str] = []
        while page := await store.ids(everything[-1] if everything else "", 1000):
            everything += page
    assert len(everything) == len(set(everything)) == LIVE + 2 * SLOW + OVERDUE


async def test_nearly_every_step_rewrites_its_table_in_place() -> None:
    """A step in two seconds, with a deadline that moves by as much."""
    async with database() as address:
        store = await PostgresStore.connect(address)
        now = await store.now()
        for table in range(4):
            first = Step(f"t{table}", 1, CLOCK, "open", b"[]", now + 6)
            await store.open_table(Opening(f"t{table}", f"t{table}", b"s"), first)
        for seq in range(2, 152):
            await asyncio.gather(
                *(
                    store.append(Step(f"t{n}", seq, 0, f"{seq}", b"[]", now + 6 + seq * 2 + n * 7))
                    for n in range(4)
                )
            )
        await store.close()
        connection = await asyncpg.connect(address)
        updated, in_place = await connection.fetchrow(
            "SELECT n_tup_upd, n_tup_hot_upd FROM pg_stat_user_tables WHERE relname = 'tables'"
        ) or (0, 0)
        await connection.close()
    assert updated >= 600
    assert in_place >= 0.98 * updated
