"""The API for both databases, on PostgreSQL."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from typing import Any, Final

import asyncpg

from kuhstall.server.store.db import (
    ConflictError,
    Database,
    NoParentError,
    Queries,
    Row,
    bind_postgres,
    to_postgres,
)
from kuhstall.server.store.postgres_pool import PostgresPool

SERIAL: Final = 0x43686174
"""The namespace of the advisory locks. It is "Chat" in ASCII: older nodes use it for chat lines."""
LOCK: Final = "SELECT pg_advisory_xact_lock($1, hashtext($2))"


# The transactions that a query sees. As long as they are the same, it finds the same rows. After a
# failover their numbers may come again, but another server answers.
WRITE_MARK: Final = """
SELECT pg_current_snapshot()::text || ' ' || pg_postmaster_start_time()::text
"""


class PostgresDatabase(Database):
    def __init__(self, pool: PostgresPool) -> None:
        self._pool = pool

    async def fetch(self, sql: str, **values: Any) -> list[Row]:
        with _errors():
            async with self._pool.connection() as connection:
                return await _Connected(connection).fetch(sql, **values)

    async def execute(self, sql: str, **values: Any) -> int:
        """Run a statement. If no row changes, it may have been run before: confirm that."""
        with _errors():
            async with self._pool.connection() as connection:
                changed = await _Connected(connection).execute(sql, **values)
        if not changed:
            await self.confirm()
        return changed

    async def execute_many(self, sql: str, rows: Sequence[Mapping[str, Any]]) -> None:
        async with self.transaction() as transaction:
            await transaction.execute_many(sql, rows)

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Queries]:
        with _errors():
            async with self._pool.transaction() as connection:
                yield _Connected(connection)

    async def confirm(self) -> None:
        await self._pool.replicate()

    async def write_mark(self) -> str | None:
        mark: str = await self._pool.fetchval(WRITE_MARK)
        return mark


class _Connected(Queries):
    def __init__(self, connection: Any) -> None:
        self._connection = connection

    async def fetch(self, sql: str, **values: Any) -> list[Row]:
        text, bound = bind_postgres(sql, values)
        return [tuple(row) for row in await self._connection.fetch(text, *bound)]

    async def execute(self, sql: str, **values: Any) -> int:
        text, bound = bind_postgres(sql, values)
        done: str = await self._connection.execute(text, *bound)
        return int(done.rsplit(maxsplit=1)[-1])

    async def execute_many(self, sql: str, rows: Sequence[Mapping[str, Any]]) -> None:
        if rows:
            bound = [bind_postgres(sql, row)[1] for row in rows]
            await self._connection.executemany(to_postgres(sql)[0], bound)

    async def serialize(self, key: str) -> None:
        await self._connection.execute(LOCK, SERIAL, key)


@contextmanager
def _errors() -> Iterator[None]:
    try:
        yield
    except asyncpg.UniqueViolationError as error:
        raise ConflictError(str(error)) from error
    except asyncpg.ForeignKeyViolationError as error:
        raise NoParentError(str(error)) from error
