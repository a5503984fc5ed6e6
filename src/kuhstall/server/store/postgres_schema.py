"""The settings and the schema that a PostgreSQL must have before it is used."""

from __future__ import annotations

from typing import Any, Final

import asyncpg

from kuhstall.server.store.migration import missing

_MIGRATION_LOCK = 0x4B756873  # "Kuhs"
_ATTEMPTS: Final = 5
_SAFE = {"fsync": {"on"}, "full_page_writes": {"on"}, "synchronous_commit": {"on", "remote_apply"}}


class UnsafeDatabaseError(Exception):
    """A PostgreSQL that may lose what it has acknowledged."""


async def refuse_the_forgetful(connection: Any) -> None:
    """Refuse a database without fsync: killing the server in a test cannot reveal that."""
    for name, safe in _SAFE.items():
        value = await connection.fetchval("SELECT current_setting($1)", name)
        if value not in safe:
            raise UnsafeDatabaseError(f"{name} is {value}; it must be {' or '.join(sorted(safe))}")


async def migrate(connection: Any, *, newer: bool) -> None:
    """Apply the missing migrations. Nodes that start together wait for each other.

    Nodes of the previous version go on writing meanwhile. They lock `tables` first, so this does,
    too: with a weaker lock first and a stronger one later it would wait for a writer that waits for
    it. If locks collide in another order, nothing was applied, and it tries again.
    """
    for attempt in range(_ATTEMPTS):
        try:
            await _apply(connection, newer=newer)
        except asyncpg.DeadlockDetectedError:
            if attempt == _ATTEMPTS - 1:
                raise
        else:
            return


async def _apply(connection: Any, *, newer: bool) -> None:
    async with connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock($1)", _MIGRATION_LOCK)
        await connection.execute(
            "CREATE TABLE IF NOT EXISTS migrations (number integer PRIMARY KEY,"
            " at timestamptz NOT NULL DEFAULT clock_timestamp())"
        )
        done = {row["number"] for row in await connection.fetch("SELECT number FROM migrations")}
        absent = list(missing("postgres", done, newer=newer))
        if absent and await connection.fetchval("SELECT to_regclass('tables') IS NOT NULL"):
            await connection.execute("LOCK TABLE tables IN ACCESS EXCLUSIVE MODE")
        for number, sql in absent:
            await connection.execute(sql)
            await connection.execute("INSERT INTO migrations (number) VALUES ($1)", number)
