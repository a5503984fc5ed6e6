"""A primary and a standby that follows it by streaming, both of our own and in a folder."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any, Final

import asyncpg

from tests.chaos.processes import NotStartedError, Postgres
from tests.chaos.wire import Wire
from tests.machine import patience

_STANDBY: Final = "standby"
_WITHIN: Final = 60.0

_STATE: Final = "SELECT sync_state FROM pg_stat_replication WHERE application_name = $1"
_REPLAYED: Final = "SELECT pg_last_wal_replay_lsn() >= $1::text::pg_lsn"
_ALL_REPLAYED: Final = (
    "SELECT pg_last_wal_receive_lsn() IS NULL"
    " OR pg_last_wal_replay_lsn() >= pg_last_wal_receive_lsn()"
)


class Replicas:
    """Two clusters, and the wire between them.

    To pause the replay does not make a standby lag for good: a promotion replays all that was
    received. So it is the wire that is held, and the standby does not receive anything more.
    """

    def __init__(self, folder: Path) -> None:
        self.primary = Postgres(folder, "primary")
        self.standby = Postgres(folder, "standby")
        self.wire = Wire(self.primary.port)

    async def start(self, *, synchronous: bool) -> None:
        await asyncio.to_thread(self.primary.create)
        await self.primary.start()
        await self.wire.open()
        await asyncio.to_thread(self.standby.create_standby, self.wire.port, _STANDBY)
        await self.standby.start()
        if synchronous:
            # Only once there is one: a commit would wait for it, and nothing could be created.
            await self.primary.ask(f"ALTER SYSTEM SET synchronous_standby_names = {_STANDBY}")
            await self.primary.ask("SELECT pg_reload_conf()")
        await self._await_state("sync" if synchronous else "async")

    async def read_alone(self) -> None:
        """Start a primary that was lost, only to see what it has."""
        self.primary.settings["synchronous_standby_names"] = ""
        await self.primary.start()

    async def _await_state(self, state: str) -> None:
        await _until(self.primary, _STATE, state, _STANDBY)

    async def catch_up(self) -> None:
        """Wait until the standby has all that the primary has by now."""
        here = await self.primary.ask("SELECT pg_current_wal_flush_lsn()::text")
        await _until(self.standby, _REPLAYED, True, here)

    async def lose_the_primary(self) -> None:
        """Kill the primary at once, and wait until the standby shows all that it was sent."""
        self.primary.kill()
        self.wire.sever()
        await _until(self.standby, _ALL_REPLAYED, True)

    async def promote(self) -> None:
        try:
            promoted = await self.standby.ask("SELECT pg_promote(true, 60)")
        except asyncpg.PostgresError as error:
            raise RuntimeError(f"the standby says: {self.standby.said()}") from error
        if not promoted:
            raise NotStartedError("the standby is not promoted")

    async def close(self) -> None:
        self.primary.kill()
        self.standby.kill()
        await self.wire.close()


async def _until(postgres: Postgres, sql: str, wanted: Any, *values: Any) -> None:
    """Ask until the answer is the one that is wanted."""
    until = time.monotonic() + patience(_WITHIN)
    while (found := await postgres.ask(sql, *values)) != wanted:
        if time.monotonic() > until:
            raise NotStartedError(f"{sql}: {found}, and not {wanted}")
        await asyncio.sleep(0.02)
