"""The store in one file: a laptop, a LAN party, a test."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Sequence
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import aiosqlite

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

if TYPE_CHECKING:
    from collections.abc import AsyncIterator


class SqliteStore:
    """One connection, one writer at a time: the file's lock is the fence."""

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._connection = connection
        self._lock = asyncio.Lock()

    @classmethod
    async def connect(cls, path: str) -> SqliteStore:
        """Open or make the file. A step is on the disk before it is answered."""
        connection = await aiosqlite.connect(path, isolation_level=None, timeout=10)
        store = cls(connection)
        try:
            for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
                await connection.execute(f"PRAGMA {pragma}")
            await store._migrate()
        except BaseException:
            await connection.close()
            raise
        return store

    async def close(self) -> None:
        await self._connection.close()

    @asynccontextmanager
    async def _writing(self) -> AsyncIterator[aiosqlite.Connection]:
        """Do all of it or nothing."""
        async with self._lock:
            await self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield self._connection
            except BaseException:
                await self._connection.execute("ROLLBACK")
                raise
            await self._connection.execute("COMMIT")

    async def _rows(self, sql: str, *values: Any) -> list[Any]:
        async with self._lock:
            cursor = await self._connection.execute(sql, values)
            return list(await cursor.fetchall())

    async def _migrate(self) -> None:
        async with self._writing() as connection:
            await connection.execute(
                "CREATE TABLE IF NOT EXISTS migrations (number integer PRIMARY KEY)"
            )
            cursor = await connection.execute("SELECT number FROM migrations")
            done = {number for (number,) in await cursor.fetchall()}
            for number, sql in migrations("sqlite"):
                if number not in done:
                    for statement in _statements(sql):
                        await connection.execute(statement)
                    await connection.execute("INSERT INTO migrations VALUES (?)", (number,))

    async def now(self) -> float:
        return time.time()

    async def open_table(self, opening: Opening, first: Step) -> None:
        try:
            async with self._writing() as connection:
                await connection.execute(
                    "INSERT INTO tables (id, code, head, due, public, listing, opened)"
                    " VALUES (?, ?, ?, ?, ?, ?, ?)",
                    (
                        opening.table,
                        opening.code,
                        first.seq,
                        first.due,
                        opening.public,
                        opening.listing,
                        time.time(),
                    ),
                )
                await _insert(connection, first)
                await connection.execute(
                    "INSERT INTO secrets VALUES (?, ?)", (opening.table, opening.secret)
                )
        except sqlite3.IntegrityError as error:
            raise TakenError(opening.table) from error

    async def append(
        self, step: Step, *, opens: int | None = None, listing: Listing | None = None
    ) -> Answer | Behind:
        async with self._writing() as connection:
            answer = await _answer(connection, step.table, step.actor, step.command)
            if answer is not None:
                return answer
            head = await _head(connection, step.table)
            if head != step.seq - 1:
                return Behind(head)
            await _insert(connection, step)
            await connection.execute(
                "UPDATE tables SET head = ?, due = ?, claimed = NULL WHERE id = ?",
                (step.seq, step.due, step.table),
            )
            if listing is not None:
                await connection.execute(
                    "UPDATE tables SET public = ?, open = ?, listing = ? WHERE id = ?",
                    (listing.public, listing.open, listing.text, step.table),
                )
            if opens is not None:
                await connection.execute(
                    "DELETE FROM sealed WHERE table_id = ? AND moment = ?", (step.table, opens)
                )
        return Accepted(step.seq)

    async def refuse(self, table: str, actor: Actor, command: str, code: str) -> Answer:
        async with self._writing() as connection:
            await _head(connection, table)
            answer = await _answer(connection, table, actor, command)
            if answer is not None:
                return answer
            await connection.execute(
                "INSERT INTO steps (table_id, actor, command, refusal, at) VALUES (?, ?, ?, ?, ?)",
                (table, actor, command, code, time.time()),
            )
        return Refused(code)

    async def answer(self, table: str, actor: Actor, command: str) -> Answer | None:
        async with self._lock:
            return await _answer(self._connection, table, actor, command)

    async def head(self, table: str) -> int:
        async with self._lock:
            return await _head(self._connection, table)

    async def steps(self, table: str, after: int = 0, limit: int | None = None) -> Sequence[Step]:
        rows = await self._rows(
            "SELECT table_id, seq, actor, command, events, due FROM steps"
            " WHERE table_id = ? AND seq > ? ORDER BY seq LIMIT ?",
            table,
            after,
            -1 if limit is None else limit,
        )
        return [Step(*row) for row in rows]

    async def seal(self, table: str, moment: int, sealed: Sealed) -> Sealed:
        async with self._writing() as connection:
            await _head(connection, table)
            await connection.execute(
                "INSERT INTO sealed VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
                (table, moment, sealed.seat, sealed.command, sealed.action),
            )
        held = await self.sealed(table, moment)
        return next((first for first in held if first.seat == sealed.seat), sealed)

    async def sealed(self, table: str, moment: int) -> Sequence[Sealed]:
        rows = await self._rows(
            "SELECT seat, command, action FROM sealed"
            " WHERE table_id = ? AND moment = ? ORDER BY seat",
            table,
            moment,
        )
        return [Sealed(*row) for row in rows]

    async def claim_overdue(self, late: float, lease: float, limit: int) -> Sequence[Overdue]:
        now = time.time()
        async with self._writing() as connection:
            cursor = await connection.execute(
                "UPDATE tables SET claimed = ? WHERE id IN (SELECT id FROM tables"
                " WHERE due < ? AND (claimed IS NULL OR claimed < ?) ORDER BY due LIMIT ?)"
                " RETURNING id, head, due",
                (now + lease, now - late, now, limit),
            )
            return [Overdue(*row) for row in await cursor.fetchall()]

    async def find(self, code: str) -> str | None:
        rows = await self._rows("SELECT id FROM tables WHERE code = ?", code)
        return rows[0][0] if rows else None

    async def lobby(self, limit: int) -> Sequence[Listed]:
        rows = await self._rows(
            "SELECT id, code, listing FROM tables WHERE public AND open"
            " ORDER BY opened DESC, id LIMIT ?",
            limit,
        )
        return [Listed(*row) for row in rows]

    async def secret(self, table: str) -> bytes:
        rows = await self._rows("SELECT secret FROM secrets WHERE table_id = ?", table)
        if not rows:
            raise UnknownTableError(table)
        secret: bytes = rows[0][0]
        return secret


async def _insert(connection: aiosqlite.Connection, step: Step) -> None:
    await connection.execute(
        "INSERT INTO steps (table_id, seq, actor, command, events, due, at)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)",
        (step.table, step.seq, step.actor, step.command, step.events, step.due, time.time()),
    )


async def _head(connection: aiosqlite.Connection, table: str) -> int:
    cursor = await connection.execute("SELECT head FROM tables WHERE id = ?", (table,))
    row = await cursor.fetchone()
    if row is None:
        raise UnknownTableError(table)
    head: int = row[0]
    return head


async def _answer(
    connection: aiosqlite.Connection, table: str, actor: Actor, command: str
) -> Answer | None:
    cursor = await connection.execute(
        "SELECT seq, refusal FROM steps WHERE table_id = ? AND actor = ? AND command = ?",
        (table, actor, command),
    )
    row = await cursor.fetchone()
    if row is None:
        return None
    return Accepted(row[0]) if row[1] is None else Refused(row[1])


def _statements(sql: str) -> list[str]:
    """Split a migration; none of ours has a semicolon within a statement."""
    lines = [line for line in sql.splitlines() if not line.startswith("--")]
    return [statement for statement in "\n".join(lines).split(";") if statement.strip()]
