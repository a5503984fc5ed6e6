"""Lets one node look for work on behalf of all, so that looking costs the same with many nodes.

Each job claims what it works on, so it is safe if two nodes do it: because both believe that they
lead, or because the others look as well from time to time.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kuhstall.server.features.feature import Job
from kuhstall.server.store import Store


class Lead:
    def __init__(self, store: Store) -> None:
        self._store = store
        self.is_here = False

    async def run(self) -> None:
        """Find out whether this node leads, and take the lead if no node has it."""
        try:
            self.is_here = await self._store.leads()
        except BaseException:
            self.is_here = False
            raise

    async def run_job(self, job: Job, node: Any, ticks: Iterator[int]) -> None:
        """Do a job if it falls to this node at the next tick, counted from 1."""
        tick = next(ticks)
        if self.is_here or tick % job.others == 0:
            await job.run(node)
