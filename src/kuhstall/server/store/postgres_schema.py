"""What has to be true of a PostgreSQL before anybody relies on it: its settings and its schema."""

from __future__ import annotations

from typing import Any

from kuhstall.server.store.migration import missing

_MIGRATION_LOCK = 0x4B756873  # "Kuhs"
_SAFE = {"fsync": {"on"}, "full_page_writes": {"on"}, "synchronous_commit": {"on", "remote_apply"}}


class UnsafeDatabaseError(Exception):
    """A PostgreSQL that may forget what it has acknowledged."""


async def refuse_the_forgetful(connection: Any) -> None:
    """Killing the server in a test cannot show a missing fsync: so it is asked for."""
    for name, safe in _SAFE.items():
        value = await connection.fetchval("SELECT current_setting($1)", name)
        if value not in safe:
            raise UnsafeDatabaseError(f"{name} is {value}; it must be {' or '.join(sorted(safe))}")


async def migrate(connection: Any, *, newer: bool) -> None:
    """Apply what is missing. Nodes that start together wait for each other."""
    async with connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock($1)", _MIGRATION_LOCK)
        await connection.execute(
            "CREATE TABLE IF NOT EXISTS migrations (number integer PRIMARY KEY,"
            " at timestamptz NOT NULL DEFAULT clock_timestamp())"
        )
        done = {row["number"] for row in await connection.fetch("SELECT number FROM migrations")}
        for number, sql in missing("postgres", done, newer=newer):
            await connection.execute(sql)
            await connection.execute("INSERT INTO migrations (number) VALUES ($1)", number)
