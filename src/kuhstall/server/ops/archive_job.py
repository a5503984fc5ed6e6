"""The archive job: one node packs games that have been over for a while into one row each.

It also blanks sealed actions that older versions left readable, until none are left.
"""

from __future__ import annotations

import asyncio
import logging
import math
import secrets
from typing import Final

from kuhstall.server.ops.metrics import Metrics
from kuhstall.server.store import Store
from kuhstall.server.store.archive import DamagedArchiveError
from kuhstall.server.table.clock import Clock

_log = logging.getLogger(__name__)

CHORE: Final = "archive"
FIRST: Final = 60.0
"""Seconds after its start in which a node has other things to do."""
EVERY: Final = 300.0
LEASE: Final = 120.0
BREATH: Final = 0.02
"""Seconds of pause between two games, to let players' commands run."""
GAMES: Final = 100
"""How many games are fetched at once."""

CLEARED: Final = 1_000
"""The most games whose sealed actions are blanked in one run, before other work gets its turn."""

SETTLED: Final = 86_400.0
"""Seconds for which a store with a new archive is left unchanged.

Nodes of the previous version may still serve it, and cannot read a packed game.
"""


class ArchiveJob:
    """Runs from time to time, when it is due and no other node is running it."""

    def __init__(self, store: Store, clock: Clock, metrics: Metrics, age: float) -> None:
        self._store = store
        self._clock = clock
        self._metrics = metrics
        self._age = age
        self._holder = secrets.token_hex(8)
        self._not_before = clock.steady() + FIRST
        self._claimed = 0.0

    async def run_if_due(self) -> None:
        if self._clock.steady() < self._not_before:
            return
        packs = self._age < math.inf and await self._store.archive_age() >= SETTLED
        if await self._store.claim_chore(CHORE, self._holder, LEASE):
            await (self.run() if packs else self.clear())

    async def run(self) -> int:
        """Pack all games that may be packed, one after another, and return their number.

        The caller has claimed the chore; a node that loses it stops. Two nodes at once do no harm:
        what one has packed, the other finds packed.
        """
        count, after = 0, ""
        self._claimed = self._clock.steady()
        while page := await self._store.packable(after, self._age, GAMES):
            for table in page:
                count += await self._pack(table)
                await asyncio.sleep(BREATH)
                if not await self._keeps_chore():
                    return count
            after = page[-1]
        if count:
            _log.info("packed %d finished games", count)
        await self.clear()
        return count

    async def clear(self) -> None:
        """Blank sealed actions that older versions left readable, in a limited number of games.

        The store knows what is still to be done, so the next run continues from there.
        """
        count = 0
        self._claimed = self._clock.steady()
        while count < CLEARED and await self._store.clear_seals():
            count += 1
            await asyncio.sleep(BREATH)
            if not await self._keeps_chore():
                return
        await self._store.end_chore(CHORE, self._holder, EVERY)
        self._metrics.archiving_ended.set(self._clock.now())
        if count:
            _log.info("blanked the sealed actions of %d games", count)

    async def _keeps_chore(self) -> bool:
        if self._clock.steady() - self._claimed <= LEASE / 3:
            return True
        self._claimed = self._clock.steady()
        if await self._store.claim_chore(CHORE, self._holder, LEASE):
            return True
        _log.warning("another node packs games: this one was too slow")
        return False

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
