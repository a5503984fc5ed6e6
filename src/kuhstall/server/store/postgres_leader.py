"""Which node of a cluster leads: the one whose connection holds a lock of PostgreSQL.

A lock is neither a row nor a time: asking for it reads and writes no row, and it cannot be kept by
a clock that was set. PostgreSQL releases it when the connection ends, and ends the connection of a
node that hangs, since that is idle for too long.
"""

from __future__ import annotations

from typing import Any, Final

import asyncpg

from kuhstall.server.store.postgres_pool import unavailable_if_away

IDLE: Final = 5.0
"""Seconds after which a node that does not ask any more has lost the lead."""
_PATIENCE: Final = 2.0
LOCK: Final = 0x4C656164  # "Lead"

# Who has the lock gets it once more. That is counted, and all of it ends with the connection.
_LEADS: Final = "SELECT pg_try_advisory_lock($1)"


class PostgresLeader:
    def __init__(self, address: str) -> None:
        self._address = address
        self._connection: Any = None

    async def leads(self) -> bool:
        """Return whether this node leads; try to take the lead if no node has it."""
        with unavailable_if_away():
            if self._connection is None or self._connection.is_closed():
                self._connection = await asyncpg.connect(
                    self._address,
                    timeout=_PATIENCE,
                    command_timeout=_PATIENCE,
                    server_settings={"idle_session_timeout": f"{IDLE:.0f}s"},
                )
            try:
                leads: bool = await self._connection.fetchval(_LEADS, LOCK)
            except BaseException:
                await self.close()  # it may have the lock, and this node does not know
                raise
        return leads

    async def close(self) -> None:
        if self._connection is not None:
            self._connection.terminate()
            self._connection = None
