"""Connections to PostgreSQL, and what it means when there are none."""

from __future__ import annotations

from contextlib import asynccontextmanager, contextmanager
from typing import TYPE_CHECKING, Any

import asyncpg

from kuhstall.server.store import UnavailableError

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

_PATIENCE = 10  # seconds until a statement, or a transaction that does nothing, is given up
_SETTINGS = {
    # A node that sleeps in the middle of a transaction must not keep a table locked.
    "idle_in_transaction_session_timeout": f"{_PATIENCE}s",
    # Planning a batch takes longer than running it, and its plan is always the same.
    "plan_cache_mode": "force_generic_plan",
}

_AWAY = (
    OSError,  # no way there, or no answer in time
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,  # a connection that broke in the middle of something else
    asyncpg.PostgresConnectionError,
    asyncpg.OperatorInterventionError,
    asyncpg.InsufficientResourcesError,
    asyncpg.ObjectNotInPrerequisiteStateError,  # a database that admits nobody just now
    asyncpg.ReadOnlySQLTransactionError,
)


@contextmanager
def telling_away() -> Iterator[None]:
    """Tell a database that is away from an address that never was one."""
    try:
        yield
    except asyncpg.ClientConfigurationError:
        raise
    except _AWAY as error:
        raise UnavailableError(str(error) or type(error).__name__) from error


class PostgresPool:
    """Connections that survive a restart of the server: a broken one is replaced when used."""

    def __init__(self, pool: asyncpg.Pool[Any]) -> None:
        self._pool = pool

    @classmethod
    async def open(cls, address: str, connections: int) -> PostgresPool:
        return cls(
            await asyncpg.create_pool(
                address,
                min_size=1,
                max_size=connections,
                reset=_keep,
                command_timeout=_PATIENCE,
                server_settings=_SETTINGS,
            )
        )

    async def close(self) -> None:
        await self._pool.close()

    @asynccontextmanager
    async def connection(self) -> AsyncIterator[Any]:
        try:
            async with self._pool.acquire(timeout=_PATIENCE) as connection:
                yield connection
        except _AWAY as error:
            raise UnavailableError(str(error) or type(error).__name__) from error

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Any]:
        async with self.connection() as connection, connection.transaction():
            yield connection

    async def execute(self, sql: str, *values: Any) -> None:
        async with self.connection() as connection:
            await connection.execute(sql, *values)

    async def fetch(self, sql: str, *values: Any) -> list[Any]:
        async with self.connection() as connection:
            return list(await connection.fetch(sql, *values))

    async def fetchrow(self, sql: str, *values: Any) -> Any:
        async with self.connection() as connection:
            return await connection.fetchrow(sql, *values)

    async def fetchval(self, sql: str, *values: Any) -> Any:
        async with self.connection() as connection:
            return await connection.fetchval(sql, *values)


async def _keep(connection: Any) -> None:
    """Put a connection back as it is, since nothing here leaves a trace on one.

    What asyncpg would do instead costs each question a second journey.
    """
