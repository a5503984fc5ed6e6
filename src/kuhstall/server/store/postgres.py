"""The store on PostgreSQL: the truth of a cluster."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import asyncpg

from kuhstall.engine.values import Actor
from kuhstall.server.store import (
    Accepted,
    Answer,
    Behind,
    Listed,
    Listing,
    Opening,
    Overdue,
    Refused,
    Sealed,
    Step,
    TakenError,
    UnknownTableError,
)
from kuhstall.server.store.migration import migrations

_MIGRATION_LOCK = 0x4B756873  # "Kuhs"
_SAFE = {"fsync": {"on"}, "full_page_writes": {"on"}, "synchronous_commit": {"on", "remote_apply"}}

# The row of the table is locked by the update, so a second writer waits, finds the head moved,
# and writes nothing. A command that has an answer already violates a unique key: that undoes all.
_APPEND = """
WITH moved AS (
    UPDATE tables SET head = $2, due = to_timestamp($6), claimed = NULL,
        public = coalesce($7, public), open = coalesce($8, open), listing = coalesce($9, listing)
    WHERE id = $1 AND head = $2 - 1
    RETURNING id
), opened AS (
    DELETE FROM sealed USING moved WHERE table_id = moved.id AND moment = $10
)
INSERT INTO steps (table_id, seq, actor, command, events, due)
SELECT $1, $2, $3, $4, $5, to_timestamp($6) FROM moved RETURNING seq
"""

_CLAIM = """
UPDATE tables SET claimed = clock_timestamp() + make_interval(secs => $2)
WHERE id IN (
    SELECT id FROM tables
    WHERE due < clock_timestamp() - make_interval(secs => $1)
        AND (claimed IS NULL OR claimed < clock_timestamp())
    ORDER BY due LIMIT $3 FOR UPDATE SKIP LOCKED)
RETURNING id, head, due
"""


class UnsafeDatabaseError(Exception):
    """A PostgreSQL that may forget what it has acknowledged."""


class PostgresStore:
    """Steps as rows. Every promise is kept by a constraint or a row lock, none by this process."""

    def __init__(self, pool: asyncpg.Pool[Any]) -> None:
        self._pool = pool

    @classmethod
    async def connect(cls, address: str, *, connections: int = 8) -> PostgresStore:
        """Connect, refuse a database that forgets, and bring the schema up to date."""
        pool = await asyncpg.create_pool(address, min_size=1, max_size=connections)
        try:
            async with pool.acquire() as connection:
                await _refuse_the_forgetful(connection)
                await _migrate(connection)
        except BaseException:
            await pool.close()
            raise
        return cls(pool)

    async def close(self) -> None:
        await self._pool.close()

    async def now(self) -> float:
        now: datetime = await self._pool.fetchval("SELECT clock_timestamp()")
        return now.timestamp()

    async def open_table(self, opening: Opening, first: Step) -> None:
        async with self._pool.acquire() as connection, connection.transaction():
            try:
                await connection.execute(
                    "INSERT INTO tables (id, code, head, due, public, listing)"
                    " VALUES ($1, $2, $3, to_timestamp($4), $5, $6)",
                    opening.table,
                    opening.code,
                    first.seq,
                    first.due,
                    opening.public,
                    opening.listing,
                )
            except asyncpg.UniqueViolationError as error:
                raise TakenError(opening.table) from error
            await connection.execute(
                "INSERT INTO steps (table_id, seq, actor, command, events, due)"
                " VALUES ($1, $2, $3, $4, $5, to_timestamp($6))",
                first.table,
                first.seq,
                first.actor,
                first.command,
                first.events,
                first.due,
            )
            await connection.execute(
                "INSERT INTO secrets VALUES ($1, $2)", opening.table, opening.secret
            )

    async def append(
        self, step: Step, *, opens: int | None = None, listing: Listing | None = None
    ) -> Answer | Behind:
        try:
            written = await self._pool.fetchval(
                _APPEND,
                step.table,
                step.seq,
                step.actor,
                step.command,
                step.events,
                step.due,
                listing.public if listing else None,
                listing.open if listing else None,
                listing.text if listing else None,
                opens,
            )
        except asyncpg.UniqueViolationError:
            written = None  # the command has its answer
        if written is not None:
            return Accepted(step.seq)
        answer = await self.answer(step.table, step.actor, step.command)
        return answer or Behind(await self.head(step.table))

    async def refuse(self, table: str, actor: Actor, command: str, code: str) -> Answer:
        try:
            await self._pool.execute(
                "INSERT INTO steps (table_id, actor, command, refusal) VALUES ($1, $2, $3, $4)"
                " ON CONFLICT (table_id, actor, command) DO NOTHING",
                table,
                actor,
                command,
                code,
            )
        except asyncpg.ForeignKeyViolationError as error:
            raise UnknownTableError(table) from error
        return await self.answer(table, actor, command) or Refused(code)

    async def answer(self, table: str, actor: Actor, command: str) -> Answer | None:
        row = await self._pool.fetchrow(
            "SELECT seq, refusal FROM steps WHERE table_id = $1 AND actor = $2 AND command = $3",
            table,
            actor,
            command,
        )
        if row is None:
            return None
        return Accepted(row["seq"]) if row["refusal"] is None else Refused(row["refusal"])

    async def head(self, table: str) -> int:
        head: int | None = await self._pool.fetchval("SELECT head FROM tables WHERE id = $1", table)
        if head is None:
            raise UnknownTableError(table)
        return head

    async def steps(self, table: str, after: int = 0, limit: int | None = None) -> Sequence[Step]:
        rows = await self._pool.fetch(
            "SELECT seq, actor, command, events, due FROM steps"
            " WHERE table_id = $1 AND seq > $2 ORDER BY seq LIMIT $3",
            table,
            after,
            limit,
        )
        return [
            Step(table, row["seq"], row["actor"], row["command"], row["events"], _time(row["due"]))
            for row in rows
        ]

    async def seal(self, table: str, moment: int, sealed: Sealed) -> Sealed:
        try:
            await self._pool.execute(
                "INSERT INTO sealed VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING",
                table,
                moment,
                sealed.seat,
                sealed.command,
                sealed.action,
            )
        except asyncpg.ForeignKeyViolationError as error:
            raise UnknownTableError(table) from error
        held = await self.sealed(table, moment)
        return next((first for first in held if first.seat == sealed.seat), sealed)

    async def sealed(self, table: str, moment: int) -> Sequence[Sealed]:
        rows = await self._pool.fetch(
            "SELECT seat, command, action FROM sealed"
            " WHERE table_id = $1 AND moment = $2 ORDER BY seat",
            table,
            moment,
        )
        return [Sealed(row["seat"], row["command"], row["action"]) for row in rows]

    async def claim_overdue(self, late: float, lease: float, limit: int) -> Sequence[Overdue]:
        rows = await self._pool.fetch(_CLAIM, late, lease, limit)
        return [Overdue(row["id"], row["head"], row["due"].timestamp()) for row in rows]

    async def find(self, code: str) -> str | None:
        table: str | None = await self._pool.fetchval("SELECT id FROM tables WHERE code = $1", code)
        return table

    async def lobby(self, limit: int) -> Sequence[Listed]:
        rows = await self._pool.fetch(
            "SELECT id, code, listing FROM tables WHERE public AND open"
            " ORDER BY opened DESC, id LIMIT $1",
            limit,
        )
        return [Listed(row["id"], row["code"], row["listing"]) for row in rows]

    async def secret(self, table: str) -> bytes:
        secret: bytes | None = await self._pool.fetchval(
            "SELECT secret FROM secrets WHERE table_id = $1", table
        )
        if secret is None:
            raise UnknownTableError(table)
        return secret


async def _refuse_the_forgetful(connection: Any) -> None:
    """Killing the server in a test cannot show a missing fsync: so it is asked for."""
    for name, safe in _SAFE.items():
        value = await connection.fetchval("SELECT current_setting($1)", name)
        if value not in safe:
            raise UnsafeDatabaseError(f"{name} is {value}; it must be {' or '.join(sorted(safe))}")


async def _migrate(connection: Any) -> None:
    """Apply what is missing. Nodes that start together wait for each other."""
    async with connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock($1)", _MIGRATION_LOCK)
        await connection.execute(
            "CREATE TABLE IF NOT EXISTS migrations (number integer PRIMARY KEY,"
            " at timestamptz NOT NULL DEFAULT clock_timestamp())"
        )
        done = {row["number"] for row in await connection.fetch("SELECT number FROM migrations")}
        for number, sql in migrations("postgres"):
            if number not in done:
                await connection.execute(sql)
                await connection.execute("INSERT INTO migrations (number) VALUES ($1)", number)


def _time(moment: datetime | None) -> float | None:
    return None if moment is None else moment.timestamp()
