"""The API for both databases, on SQLite: in a file, or in memory without a thread."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from typing import Any

import aiosqlite

from kuhstall.server.store.db import (
    ConflictError,
    Database,
    NoParentError,
    Queries,
    Row,
    bind_sqlite,
)
from kuhstall.server.store.sqlite_file import SqliteFile, create

_UNIQUE = {
    sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY,
    sqlite3.SQLITE_CONSTRAINT_ROWID,
    sqlite3.SQLITE_CONSTRAINT_UNIQUE,
}


class SqliteDatabase(Database):
    def __init__(self, file: SqliteFile, clock: Callable[[], float] | None = None) -> None:
        self._file = file
        self._clock = clock or (lambda: time.time())  # noqa: PLW0108 -- tests replace it

    async def fetch(self, sql: str, **values: Any) -> list[Row]:
        begin = self._file.reading if sql.lstrip().startswith("SELECT") else self._file.writing
        with _errors():
            async with begin() as connection:
                return await _Connected(connection, self._clock).fetch(sql, **values)

    async def execute(self, sql: str, **values: Any) -> int:
        async with self.transaction() as transaction:
            return await transaction.execute(sql, **values)

    async def execute_many(self, sql: str, rows: Sequence[Mapping[str, Any]]) -> None:
        async with self.transaction() as transaction:
            await transaction.execute_many(sql, rows)

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Queries]:
        with _errors():
            async with self._file.writing() as connection:
                yield _Connected(connection, self._clock)

    async def wipe(self) -> None:
        await self._file.wipe()


class InlineSqlite(Database):
    """A database in memory, in the caller's thread: for simulations, where threads would race.

    Each call is immediate. A transaction block must not await anything but its own statements.
    """

    def __init__(self, clock: Callable[[], float] = time.time) -> None:
        self.clock = clock
        self._connection = sqlite3.connect(":memory:", isolation_level=None)
        self._connection.execute("PRAGMA foreign_keys = ON")
        create(self._connection)

    async def fetch(self, sql: str, **values: Any) -> list[Row]:
        with _errors():
            found = self._connection.execute(*bind_sqlite(sql, values, self.clock))
            return [tuple(row) for row in found.fetchall()]

    async def execute(self, sql: str, **values: Any) -> int:
        with _errors():
            return self._connection.execute(*bind_sqlite(sql, values, self.clock)).rowcount

    async def execute_many(self, sql: str, rows: Sequence[Mapping[str, Any]]) -> None:
        for row in rows:
            await self.execute(sql, **row)

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Queries]:
        self._connection.execute("BEGIN")
        try:
            yield self
        except BaseException:
            self._connection.execute("ROLLBACK")
            raise
        self._connection.execute("COMMIT")


class _Connected(Queries):
    def __init__(self, connection: aiosqlite.Connection, clock: Callable[[], float]) -> None:
        self._connection = connection
        self._clock = clock

    async def fetch(self, sql: str, **values: Any) -> list[Row]:
        found = await self._connection.execute_fetchall(*bind_sqlite(sql, values, self._clock))
        return [tuple(row) for row in found]

    async def execute(self, sql: str, **values: Any) -> int:
        done = await self._connection.execute(*bind_sqlite(sql, values, self._clock))
        return done.rowcount

    async def execute_many(self, sql: str, rows: Sequence[Mapping[str, Any]]) -> None:
        for row in rows:
            await self.execute(sql, **row)


@contextmanager
def _errors() -> Iterator[None]:
    try:
        yield
    except sqlite3.IntegrityError as error:
        if error.sqlite_errorcode == sqlite3.SQLITE_CONSTRAINT_FOREIGNKEY:
            raise NoParentError(str(error)) from error
        if error.sqlite_errorcode in _UNIQUE:
            raise ConflictError(str(error)) from error
        raise
