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

# A commit of its own, if a synchronous standby has to have it: what was committed before is there
# as well, then. It writes to the log only, and any role may do it.
_REPLICATE = """
SELECT pg_logical_emit_message(true, 'kuhstall', ''::text)
WHERE current_setting('synchronous_standby_names') <> ''
"""
_WAITING = "SyncRepWaitForLSN"  # where PostgreSQL waits for standbys; its messages are translated

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
        """Write something. If there is nothing to write, somebody has written it before."""
        async with self.connection() as connection:
            done: str = await connection.execute(sql, *values)
        if done.endswith(" 0"):
            await self.replicate()

    async def replicate(self) -> None:
        """Wait until all that can be read here is where a commit of our own would have to be.

        Whoever waits for a synchronous standby in vain, or is cancelled, has committed all the
        same, and everybody reads it from then on. So what is found to have been written before may
        be on this machine only, and must not be confirmed.
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
    """Hears whether a commit was not waited for: somebody has cancelled it on the server."""

    def __init__(self) -> None:
        self.unreplicated = False

    def hear(self, _: Any, message: Any) -> None:
        if message.server_source_function == _WAITING:
            self.unreplicated = True


async def _keep(connection: Any) -> None:
    """Put a connection back as it is, since nothing here leaves a trace on one.

    What asyncpg would do instead costs each question a second journey.
    """
