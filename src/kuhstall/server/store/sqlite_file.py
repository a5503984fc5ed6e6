"""One connection to one file, shared by all that is kept in it."""

from __future__ import annotations

import asyncio
import math
import sqlite3
import time
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any

import aiosqlite

from kuhstall.server.store import UnavailableError
from kuhstall.server.store.migration import missing

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

_BELIEVED = 5.0
"""Seconds for which a disk that has taken something is believed to take more."""


class SqliteFile:
    """One writer at a time: the file's lock is the fence."""

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._connection = connection
        self._lock = asyncio.Lock()
        self._closed = False
        self._proved = -math.inf

    @classmethod
    async def open(cls, path: str, *, newer: bool = False) -> SqliteFile:
        """Open or make the file. What is written is on the disk before it is answered."""
        sqlite3.connect(path).close()  # what cannot be opened is told here, not in a thread
        connection = await aiosqlite.connect(path, isolation_level=None, timeout=10)
        file = cls(connection)
        try:
            for pragma in (
                *("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"),
                "secure_delete = ON",  # what is removed is written over, not only let go
            ):
                await connection.execute(f"PRAGMA {pragma}")
            await file._migrate(newer=newer)
        except BaseException:
            await connection.close()
            raise
        return file

    async def close(self) -> None:
        """Let who is at it finish. Who comes later finds the store away, as with a server."""
        async with self._lock:
            self._closed = True
            await self._connection.close()

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[aiosqlite.Connection]:
        """Do all of it or nothing."""
        async with self._alone():
            try:
                await self._connection.execute("BEGIN IMMEDIATE")
                yield self._connection
                await self._connection.execute("COMMIT")
            except BaseException as error:
                # A task that is cancelled does not know how far the thread of the connection
                # has come. If it did not begin, or is done, there is nothing to undo.
                with suppress(sqlite3.OperationalError):
                    await self._connection.execute("ROLLBACK")
                if isinstance(error, sqlite3.OperationalError):  # locked, or no room
                    self._proved = -math.inf
                    raise UnavailableError(str(error)) from error
                raise

    async def check_writable(self) -> None:
        """Write something that changes nothing, unless that was done not long ago.

        Other transactions prove nothing: most of those that look for work write nothing.
        """
        if time.monotonic() > self._proved + _BELIEVED:
            await self.run("PRAGMA user_version = 0")
            self._proved = time.monotonic()

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[aiosqlite.Connection]:
        """Wait until nobody is in the middle of writing: the connection is the same."""
        async with self._alone():
            yield self._connection

    @asynccontextmanager
    async def _alone(self) -> AsyncIterator[None]:
        async with self._lock:
            if self._closed:
                raise UnavailableError("the file is closed")
            yield

    async def rows(self, sql: str, *values: Any) -> list[Any]:
        async with self.reading() as connection:
            return list(await connection.execute_fetchall(sql, values))

    async def run(self, sql: str, *values: Any) -> None:
        async with self.writing() as connection:
            await connection.execute(sql, values)

    async def wipe(self) -> None:
        """Let nothing that was removed stay in the log beside the file, as far as others allow."""
        async with self.reading() as connection:
            await connection.execute_fetchall("PRAGMA wal_checkpoint(TRUNCATE)")

    async def _migrate(self, *, newer: bool) -> None:
        async with self.writing() as connection:
            await connection.execute(
                "CREATE TABLE IF NOT EXISTS migrations (number integer PRIMARY KEY)"
            )
            rows = await connection.execute_fetchall("SELECT number FROM migrations")
            done = {number for (number,) in rows}
            for number, sql in missing("sqlite", done, newer=newer):
                for statement in _statements(sql):
                    await connection.execute(statement)
                await connection.execute("INSERT INTO migrations VALUES (?)", (number,))


def _statements(sql: str) -> list[str]:
    """Split a migration. A trigger is one statement, whatever it has within."""
    statements, begun = list[str](), ""
    for line in sql.splitlines():
        if not line.startswith("--"):
            begun += f"{line}\n"
        if sqlite3.complete_statement(begun):
            statements.append(begun)
            begun = ""
    return statements
