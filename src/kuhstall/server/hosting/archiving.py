"""Archiving: a game that has been over for a while is packed into one row, by one node for all."""

from __future__ import annotations

import asyncio
import logging
import math
import secrets
from typing import Final

from kuhstall.server.hosting.clock import Clock
from kuhstall.server.hosting.metrics import Metrics
from kuhstall.server.store import Store
from kuhstall.server.store.archive import DamagedArchiveError

_log = logging.getLogger(__name__)

CHORE: Final = "archive"
FIRST: Final = 60.0
"""Seconds after its start in which a node has other things to do."""
EVERY: Final = 300.0
LEASE: Final = 120.0
BREATH: Final = 0.02
"""Seconds between two games, for those who play."""
GAMES: Final = 100
"""Games that are looked for at once."""

SETTLED: Final = 86_400.0
"""Seconds for which a store with a new archive stays as it was.

Nodes of the version before may still serve it, and cannot read a game that is packed.
"""


class Archiving:
    """Looks now and then whether it is time, and nobody else is at it."""

    def __init__(self, store: Store, clock: Clock, metrics: Metrics, age: float) -> None:
        self._store = store
        self._clock = clock
        self._metrics = metrics
        self._age = age
        self._holder = secrets.token_hex(8)
        self._not_before = clock.steady() + FIRST

    async def run_if_due(self) -> None:
        if self._age == math.inf or self._clock.steady() < self._not_before:
            return
        if await self._store.archive_age() < SETTLED:
            return
        if await self._store.claim_chore(CHORE, self._holder, LEASE):
            await self.run()

    async def run(self) -> int:
        """Pack what may be packed, one game after another, and tell how many.

        The caller has claimed the chore; whoever loses it stops. Two who are at it at once do no
        harm: what one has packed, the other finds packed.
        """
        claimed, count, after = self._clock.steady(), 0, ""
        while page := await self._store.packable(after, self._age, GAMES):
            for table in page:
                count += await self._pack(table)
                await asyncio.sleep(BREATH)
                if self._clock.steady() - claimed > LEASE / 3:
                    claimed = self._clock.steady()
                    if not await self._store.claim_chore(CHORE, self._holder, LEASE):
                        _log.warning("another node packs games: this one was too slow")
                        return count
            after = page[-1]
        await self._store.end_chore(CHORE, self._holder, EVERY)
        self._metrics.archiving_ended.set(self._clock.now())
        if count:
            _log.info("packed %d finished games", count)
        return count

    async def _pack(self, table: str) -> bool:
        try:
            packing = await self._store.pack_game(table)
        except DamagedArchiveError as error:
            _log.warning("%s cannot be packed, and stays as it is: %s", table, error)
            return False
        if packing is None:
            return False
        self._metrics.archived.inc()
        self._metrics.archived_bytes.inc(packing.size)
        return True
