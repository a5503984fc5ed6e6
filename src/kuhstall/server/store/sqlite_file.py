"""One connection to one SQLite file, shared by all queries."""

from __future__ import annotations

import asyncio
import math
import os
import sqlite3
import time
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any

import aiosqlite

from kuhstall.server.store.migration import migrations, missing
from kuhstall.server.table.log import UnavailableError

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

_BELIEVED = 5.0
"""Seconds after a successful write for which the disk is assumed to be writable."""


_LACKS_UNHEX = sqlite3.sqlite_version_info < (3, 41)


class SqliteFile:
    """A SQLite file with one writer at a time: the file's lock fences out others."""

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._connection = connection
        self._lock = asyncio.Lock()
        self._closed = False
        self._proved = -math.inf

    @classmethod
    async def open(cls, path: str, *, newer: bool = False) -> SqliteFile:
        """Open or create the file. A write is on disk before the call returns."""
        _make_private(path)
        sqlite3.connect(path).close()  # raise here if it cannot be opened, not in a thread
        connection = await aiosqlite.connect(path, isolation_level=None, timeout=10)
        file = cls(connection)
        try:
            for pragma in (
                *("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"),
                "secure_delete = ON",  # overwrite deleted rows instead of only freeing their space
            ):
                await connection.execute(f"PRAGMA {pragma}")
            if _LACKS_UNHEX:
                await connection.create_function("unhex", 1, _unhex, deterministic=True)
            await file._migrate(newer=newer)
        except BaseException:
            await connection.close()
            raise
        return file

    async def close(self) -> None:
        """Wait for the current user, then close. Later calls raise UnavailableError."""
        async with self._lock:
            self._closed = True
            await self._connection.close()

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[aiosqlite.Connection]:
        """Run the block in a transaction."""
        async with self._alone():
            try:
                await self._connection.execute("BEGIN IMMEDIATE")
                yield self._connection
                await self._connection.execute("COMMIT")
            except BaseException as error:
                # A cancelled task does not know how far the connection's thread has come. If the
                # transaction has not begun, or is done, there is nothing to roll back.
                with suppress(sqlite3.OperationalError):
                    await self._connection.execute("ROLLBACK")
                if isinstance(error, sqlite3.OperationalError):  # locked, or disk full
                    self._proved = -math.inf
                    raise UnavailableError(str(error)) from error
                raise

    async def check_writable(self) -> None:
        """Write something that changes nothing, unless that was done recently.

        Other transactions are no evidence: most of those that look for work write nothing.
        """
        if time.monotonic() > self._proved + _BELIEVED:
            await self.run("PRAGMA user_version = 0")
            self._proved = time.monotonic()

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[aiosqlite.Connection]:
        """Wait until no transaction is open: readers and writers share the connection."""
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
        """Truncate the write-ahead log, which may hold deleted rows, if no reader prevents it."""
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


def _make_private(path: str) -> None:
    """Create the file readable for its owner only: it contains the decks of games.

    SQLite gives its other files (WAL and shared memory) the same permissions.
    """
    if path != ":memory:":
        with suppress(OSError):  # the file exists, or SQLite will report what is wrong
            os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))


def create(connection: sqlite3.Connection) -> None:
    """Create the schema in an empty database."""
    if _LACKS_UNHEX:
        connection.create_function("unhex", 1, _unhex, deterministic=True)
    for _, sql in migrations("sqlite"):
        connection.executescript(sql)


def _unhex(text: str | None) -> bytes | None:
    """Do what the function of the same name does that SQLite has since 3.41; migrations use it."""
    return None if text is None else bytes.fromhex(text)


def _statements(sql: str) -> list[str]:
    """Split a migration into statements. A trigger with its body is one statement."""
    statements, begun = list[str](), ""
    for line in sql.splitlines():
        if not line.startswith("--"):
            begun += f"{line}\n"
        if sqlite3.complete_statement(begun):
            statements.append(begun)
            begun = ""
    return statements
