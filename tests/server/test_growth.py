"""What a store reads, and what it writes in place, however many tables there are.

Plans and counts of PostgreSQL, which no busy machine changes.
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, nullcontext
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from kuhstall.engine.values import CLOCK
from kuhstall.server.features.notifications.delivery_queries import ANY_DUE, LONGEST, Kind
from kuhstall.server.store.db import bind_sqlite, to_postgres
from kuhstall.server.store.migration import migrations
from kuhstall.server.store.postgres import CLAIM, PostgresStore
from kuhstall.server.store.sqlite import SqliteStore
from kuhstall.server.store.table_queries import IDS
from kuhstall.server.table.log import Opening, Step
from tests.server.accounts import people_of
from tests.server.databases import borrowed, database, pages_read

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
        parts = await plan(connection, to_postgres(IDS)[0], "live150", 50)
        assert [part.get("Index Name") for part in parts if part["Node Type"] != "Limit"] == [
            "tables_ids"
        ]
        everything: list[str] = []
        while page := await store.ids(everything[-1] if everything else "", 1000):
            everything += page
    assert len(everything) == len(set(everything)) == LIVE + 2 * SLOW + OVERDUE


# Versions of rows that a transaction still sees keep their room. Transactions of other tests on the
# same PostgreSQL count, too.
_OTHERS_OVER = """
SELECT NOT EXISTS (
    SELECT FROM pg_stat_activity
    WHERE pid <> pg_backend_pid()
      AND (age(backend_xid) >= age($1::xid) OR age(backend_xmin) > age($1::xid))
)
"""


async def test_nearly_every_step_rewrites_its_table_in_place() -> None:
    """A step in two seconds, with a deadline that moves by as much."""
    async with database() as address:
        store, connection = await PostgresStore.connect(address), await asyncpg.connect(address)
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
            if seq % 5 == 0:
                written = await connection.fetchval("SELECT pg_current_xact_id()::xid")
                while not await connection.fetchval(_OTHERS_OVER, written):
                    pass
        await store.close()
        updated, in_place = await connection.fetchrow(
            "SELECT n_tup_upd, n_tup_hot_upd FROM pg_stat_user_tables WHERE relname = 'tables'"
        ) or (0, 0)
        await connection.close()
    assert updated >= 600
    assert in_place >= 0.98 * updated


# Who is to be told, and written to. Half of all have to be looked at tomorrow, the others when
# something has happened.

_DELIVERIES = """
INSERT INTO deliveries (kind, recipient, due)
SELECT (ARRAY['push', 'mail', 'webhook'])[1 + n % 3], 'p' || n,
    CASE WHEN n % 2 = 0 THEN now() + interval '1 day' END
FROM generate_series(FIRST, LAST) AS n
"""


@pytest.mark.parametrize(
    "many",
    [
        pytest.param(100_000, marks=pytest.mark.slow),
        pytest.param(1_000_000, marks=pytest.mark.thorough),
    ],
    ids=str,
)
async def test_a_claim_with_nothing_due_reads_a_few_pages(many: int) -> None:
    read: list[int] = []
    query, _ = to_postgres(ANY_DUE)
    async with database() as address:
        store, connection = await PostgresStore.connect(address), await asyncpg.connect(address)
        await connection.execute("SET plan_cache_mode = force_generic_plan")
        for first, last in ((1, 1000), (1001, many)):
            filling = _DELIVERIES.replace("FIRST", str(first)).replace("LAST", str(last))
            await connection.execute(filling, timeout=600)
            await connection.execute("VACUUM ANALYZE deliveries", timeout=600)
            read.append(await pages_read(connection, query, LONGEST))
        for kind in ("push", "mail", "webhook"):
            assert not await people_of(store).claim_deliveries(kind, 15.0, 50)
        await connection.close()
        await store.close()
    few, more = read
    print(f"pages at 1,000 and at {many:,} rows: {few} and {more}")
    assert few <= 12
    assert more <= few + 4


async def test_a_claim_with_nothing_due_reads_no_more_of_a_larger_file(tmp_path: Path) -> None:
    path, done = str(tmp_path / "kuhstall.db"), list[int]()
    await (await SqliteStore.connect(path)).close()
    file = sqlite3.connect(path)
    query, values = bind_sqlite(ANY_DUE, {"longest": 2e8}, lambda: 1.9e9)
    for first, last in ((1, 1000), (1001, 50_000)):
        file.executemany(
            "INSERT INTO deliveries (kind, recipient, due) VALUES (?, ?, ?)",
            [
                (("push", "mail", "webhook")[n % 3], f"p{n}", None if n % 2 else 2e9)
                for n in range(first, last + 1)
            ],
        )
        done.append(0)

        def count() -> int:
            done[-1] += 1
            return 0

        file.set_progress_handler(count, 1)
        assert file.execute(query, values).fetchone() == (0,)
        file.set_progress_handler(None, 1)
        ways = [row[-1] for row in file.execute(f"EXPLAIN QUERY PLAN {query}", values)]
        assert not [way for way in ways if way.startswith("SCAN") and "CONSTANT" not in way]
    file.close()
    few, more = done
    assert more == few


async def test_a_wait_that_is_written_during_a_claim_is_not_lost() -> None:
    async with borrowed() as address:
        store, other = await PostgresStore.connect(address), await asyncpg.connect(address)
        await other.execute(
            "INSERT INTO people VALUES ('anna', 'Anna');"
            " INSERT INTO taps (person, quiet_from, quiet_to) VALUES ('anna', 0, 0);"
            " INSERT INTO deliveries (kind, recipient, due) VALUES ('push', 'anna', now());"
            " INSERT INTO devices VALUES ('https://push.example/', 'anna', '', '')"
        )
        people = people_of(store)
        for round_ in range(2):
            async with other.transaction():
                await other.execute(
                    "INSERT INTO waits (person, table_id, moment) VALUES ('anna', $1, 1)",
                    f"t{round_}",
                )
                assert not await people.claim_deliveries("push", 15.0, 50)
            (claimed,) = await people.claim_deliveries("push", 15.0, 50)
            push = await people.due_push(claimed.recipient)
            assert push is not None
            assert push.waits
            await people.note_told(claimed, waits=True)
            await people.note_look("anna")
            assert await people.due_push("anna") is None
            assert not await people.claim_deliveries("push", 15.0, 50)
        await other.close()
        await store.close()


# What the version before has written: a browser, a mail that is confirmed, and a table that waits.
_BEFORE = """
INSERT INTO people (id, name) VALUES ('anna', 'Anna'), ('ben', 'Ben');
INSERT INTO taps (person, quiet_from, quiet_to) VALUES ('anna', 0, 0), ('ben', 0, 0);
INSERT INTO devices (endpoint, person, public, auth, added)
    VALUES ('a', 'anna', '', '', AT), ('b', 'ben', '', '', AT);
INSERT INTO mails (person, address, digest, language, token, quiet_from, quiet_to, confirmed, added)
    VALUES ('anna', 'a', 'd', 'de', 'k', 0, 0, YES, AT),
        ('ben', 'b', 'e', 'de', 'l', 0, 0, YES, AT);
INSERT INTO waits (person, table_id, moment, since) VALUES ('anna', 't', 1, AT);
"""
_LATER = "INSERT INTO waits (person, table_id, moment, since) VALUES ('ben', 't', 2, AT);"


async def _due(store: PostgresStore | SqliteStore, kind: Kind) -> list[str]:
    """Return who is to be sent something; the others are looked at in vain."""
    people, found = people_of(store), list[str]()
    for claimed in await people.claim_deliveries(kind, 15.0, 50):
        push, mail = people.due_push, people.due_mail
        if await (push if kind == "push" else mail)(claimed.recipient) is not None:
            found.append(claimed.recipient)
        else:
            await people.postpone_delivery(claimed, None)
    return found


@pytest.mark.parametrize("kind", ["postgres", "sqlite"])
async def test_who_was_due_before_a_migration_is_due_after_it(kind: str, tmp_path: Path) -> None:
    """And so is whoever a node of the version before lets a table wait for."""
    every = migrations(kind)
    ours = next(number for number, sql in every if "taps_due" in sql)
    names = {"AT": "now() - interval '2 hours'" if kind == "postgres" else "1e9", "YES": "true"}
    before, later = _BEFORE, _LATER
    for name, value in names.items():
        before, later = before.replace(name, value), later.replace(name, value)
    done = "INSERT INTO migrations (number) VALUES (%d);"
    script = "CREATE TABLE migrations (number integer PRIMARY KEY{});".format(
        ", at timestamptz DEFAULT now()" if kind == "postgres" else ""
    )
    script += "".join(sql + done % number for number, sql in every if number < ours) + before
    async with database() if kind == "postgres" else nullcontext("") as address:
        if address:
            keeper = await asyncpg.connect(address)
            await keeper.execute(script)
            await keeper.close()
            store: PostgresStore | SqliteStore = await PostgresStore.connect(address)
        else:
            file = sqlite3.connect(tmp_path / "kuhstall.db")
            file.executescript(script)
            file.close()
            store = await SqliteStore.connect(str(tmp_path / "kuhstall.db"))
        for person in ("anna", "ben"):
            assert person in await _due(store, "push")
            assert person in await _due(store, "mail")
            if person == "anna" and isinstance(store, PostgresStore):
                await store._pool.execute(later)
            elif person == "anna":
                assert isinstance(store, SqliteStore)
                await store._file.run(later)
        await store.close()
