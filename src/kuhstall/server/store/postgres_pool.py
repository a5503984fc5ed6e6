"""Connections to PostgreSQL, and the error that is raised when there are none."""

from __future__ import annotations

from contextlib import asynccontextmanager, contextmanager
from typing import TYPE_CHECKING, Any

import asyncpg

from kuhstall.server.table.log import UnavailableError

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

_PATIENCE = 10  # seconds until a statement or an idle transaction is aborted
_SETTINGS = {
    # A node that hangs in the middle of a transaction must not keep a table locked.
    "idle_in_transaction_session_timeout": f"{_PATIENCE}s",
    # Planning a batch takes longer than running it, and the plan is always the same.
    "plan_cache_mode": "force_generic_plan",
}

# Commit something, if there is a synchronous standby: once the standby has that, it also has all
# that was committed before. It writes only to the WAL, and any role may do it.
_REPLICATE = """
SELECT pg_logical_emit_message(true, 'kuhstall', ''::text)
WHERE current_setting('synchronous_standby_names') <> ''
"""
_WAITING = "SyncRepWaitForLSN"  # where PostgreSQL waits for standbys; its messages are translated

_AWAY = (
    OSError,  # unreachable, or no answer in time
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,  # a connection that broke during another operation
    asyncpg.PostgresConnectionError,
    asyncpg.OperatorInterventionError,
    asyncpg.InsufficientResourcesError,
    asyncpg.ObjectNotInPrerequisiteStateError,  # a database that accepts no connections for now
    asyncpg.ReadOnlySQLTransactionError,
)


@contextmanager
def unavailable_if_away() -> Iterator[None]:
    """Raise UnavailableError if the database is away, but not if its address is invalid."""
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

    def connections(self) -> tuple[int, int]:
        """Return how many connections there are, and how many of them are in use."""
        size = self._pool.get_size()
        return size, size - self._pool.get_idle_size()

    async def close(self) -> None:
        await self._pool.close()

    @asynccontextmanager
    async def connection(self) -> AsyncIterator[Any]:
        warned = _Warned()
        try:
            async with self._pool.acquire(timeout=_PATIENCE) as connection:
                connection.add_log_listener(warned.hear)
                try:
                    yield connection
                finally:
                    connection.remove_log_listener(warned.hear)
        except _AWAY as error:
            raise UnavailableError(str(error) or type(error).__name__) from error
        if warned.unreplicated:
            raise UnavailableError("committed here, but no standby is known to have it")

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Any]:
        async with self.connection() as connection, connection.transaction():
            yield connection

    async def execute(self, sql: str, *values: Any) -> None:
        """Write something. If no row changes, it was written before: wait for its replication."""
        async with self.connection() as connection:
            done: str = await connection.execute(sql, *values)
        if done.endswith(" 0"):
            await self.replicate()

    async def replicate(self) -> None:
        """Wait until all that can be read here is replicated as a commit of our own would be.

        If the wait for a synchronous standby fails or is cancelled, the transaction is committed
        anyway, and all clients read it from then on. So a row that was found to exist may be on
        this machine only, and must not be confirmed before this call.
        """
        await self.fetch(_REPLICATE)

    async def fetch(self, sql: str, *values: Any) -> list[Any]:
        async with self.connection() as connection:
            return list(await connection.fetch(sql, *values))

    async def fetchrow(self, sql: str, *values: Any) -> Any:
        async with self.connection() as connection:
            return await connection.fetchrow(sql, *values)

    async def fetchval(self, sql: str, *values: Any) -> Any:
        async with self.connection() as connection:
            return await connection.fetchval(sql, *values)


class _Warned:
    """Records the warning that a commit did not wait for the standby, as it was cancelled there."""

    def __init__(self) -> None:
        self.unreplicated = False

    def hear(self, _: Any, message: Any) -> None:
        if message.server_source_function == _WAITING:
            self.unreplicated = True


async def _keep(connection: Any) -> None:
    """Return a connection to the pool as it is, since nothing here leaves state on it.

    The reset that asyncpg does by default costs a second round trip per query.
    """
