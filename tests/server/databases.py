"""A database of its own for each test that wants one, on the PostgreSQL of this machine.

Making one and dropping it takes longer than most tests do: PostgreSQL writes all it has to the disk
for it. So those that want a store of today borrow one, and hand it back empty.
"""

from __future__ import annotations

import asyncio
import json
import os
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Any

import asyncpg

from kuhstall.server.store.postgres import PostgresStore
from tests.machine import count

ADDRESS = os.environ.get("KUHSTALL_TEST_POSTGRES", "postgresql://postgres@127.0.0.1:5432")

_OTHERS = """
SELECT pg_terminate_backend(pid) FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid()
"""
# Nobody watches how rows refer to each other meanwhile.
_EMPTY = """
DO $$
DECLARE one text;
BEGIN
    SET LOCAL session_replication_role = replica;
    FOR one IN SELECT format('%I', relname) FROM pg_class
        WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relname <> 'migrations'
    LOOP EXECUTE 'DELETE FROM ' || one; END LOOP;
    FOR one IN SELECT format('%I', relname) FROM pg_class
        WHERE relkind = 'S' AND relnamespace = 'public'::regnamespace
    LOOP EXECUTE 'ALTER SEQUENCE ' || one || ' RESTART'; END LOOP;
END $$
"""

_TABLES = """
SELECT array_agg(oid || ' ' || relname ORDER BY oid)
    || (SELECT array_agg(migrations::text ORDER BY number) FROM migrations)
FROM pg_class WHERE relkind IN ('r', 'i', 'S') AND relnamespace = 'public'::regnamespace
"""

_made: list[str] = []
_idle: list[str] = []


@asynccontextmanager
async def database() -> AsyncIterator[str]:
    """Create an empty database, and drop it whatever happens."""
    count("databases")
    name = _name()
    await _execute("postgres", f"CREATE DATABASE {name}")
    try:
        yield f"{ADDRESS}/{name}"
    finally:
        await _drop(name)


@asynccontextmanager
async def borrowed() -> AsyncIterator[str]:
    """Lend a database that has all tables of today, and nothing in them.

    One in which a test has failed or changed more than rows is not lent again.
    """
    if not _idle:
        count("databases")
        name = _name()
        await _execute("postgres", f"CREATE DATABASE {name}")
        _made.append(name)
        await (await PostgresStore.connect(f"{ADDRESS}/{name}", connections=1)).close()
        _idle.append(name)
    name = _idle.pop()
    before = await _execute(name, _TABLES)
    yield f"{ADDRESS}/{name}"
    if await _execute(name, _OTHERS, _EMPTY, _TABLES) == before:
        _idle.append(name)


def drop_borrowed() -> None:
    """Drop what was lent; to be called when nobody borrows any more."""
    while _made:
        asyncio.run(_drop(_made.pop()))


def _name() -> str:
    return f"kuhstall_test_{secrets.token_hex(6)}"


async def _drop(name: str) -> None:
    await _execute("postgres", f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")


async def _execute(where: str, *statements: str) -> Any:
    """Run some statements, and return the first value that the last of them gives."""
    keeper = await asyncpg.connect(f"{ADDRESS}/{where}")
    try:
        for sql in statements[:-1]:
            await keeper.execute(sql)
        return await keeper.fetchval(statements[-1])
    finally:
        await keeper.close()


async def pages_read(connection: Any, sql: str, *values: Any) -> int:
    """Run a statement by the plan that a node has, which knows no value; return the pages it reads.

    `EXPLAIN` with bound values plans for just those values, whatever `plan_cache_mode` says.
    """
    await connection.execute("SET plan_cache_mode = force_generic_plan")
    await connection.execute(f"PREPARE asked AS {sql}")
    bound = f"({', '.join(map(_literal, values))})" if values else ""
    try:
        plan = await connection.fetchval(
            f"EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) EXECUTE asked{bound}"
        )
    finally:
        await connection.execute("DEALLOCATE asked")
    top = json.loads(plan)[0]["Plan"]
    return int(top["Shared Hit Blocks"] + top["Shared Read Blocks"])


def _literal(value: Any) -> str:
    if value is None:
        return "NULL"
    return "'" + _text(value).replace("'", "''") + "'"


def _text(value: Any) -> str:
    """Write a value as PostgreSQL reads it."""
    match value:
        case bytes():
            return rf"\x{value.hex()}"
        case list() | tuple():
            quoted = (_text(one).replace("\\", "\\\\").replace('"', '\\"') for one in value)
            return "{" + ",".join(f'"{one}"' for one in quoted) + "}"
        case timedelta():
            return f"{value.total_seconds()} seconds"
        case _:
            return str(value)
