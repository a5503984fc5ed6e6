"""What goes wrong in a run, and when: each kind of fault on a track of its own."""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence

from msgspec import Struct

from tests.chaos.ledger import Ledger
from tests.chaos.processes import Nats, NodeProcess, Postgres
from tests.chaos.wire import Wire

LEASE = 2.0
"""How long a node has an overdue table to itself. One pause is longer."""


class Plan(Struct, frozen=True):
    """How many faults of each kind a run has."""

    kills: int = 0
    crashes: int = 0
    pauses: int = 0
    silences: int = 0  # of NATS
    losses: int = 0  # of the answer to a commit
    cuts: int = 0  # of all connections of a node to PostgreSQL

    @property
    def total(self) -> int:
        return sum(getattr(self, name) for name in self.__struct_fields__)


class Setting(Struct, frozen=True):
    """What can be broken."""

    postgres: Postgres
    nats: Nats
    nodes: Sequence[NodeProcess]
    wires: Sequence[Wire]


class Faults:
    def __init__(self, setting: Setting, ledger: Ledger, seed: int) -> None:
        self.done: Counter[str] = Counter()
        self.windows: list[tuple[float, float]] = []  # by the time of day, which is PostgreSQL's
        self.killed_in_flight = 0
        self._at = setting
        self._ledger = ledger
        self._chance = random.Random(seed)

    async def run(self, plan: Plan, seconds: float) -> None:
        """Spread the faults over some seconds; it takes longer where recovery does."""
        await asyncio.gather(
            self._track(self._kill, plan.kills, seconds),
            self._track(self._pause, plan.pauses, seconds),
            self._track(self._crash, plan.crashes, seconds),
            self._track(self._silence, plan.silences, seconds),
            self._track(self._lose, plan.losses, seconds),
            self._track(self._cut, plan.cuts, seconds),
        )

    async def _track(
        self, fault: Callable[[], Awaitable[None]], times: int, seconds: float
    ) -> None:
        every = seconds / max(1, times)
        for _ in range(times):
            began = time.monotonic()
            await asyncio.sleep(self._chance.uniform(0.1, 0.6) * every)
            await fault()
            await asyncio.sleep(max(0.0, every - (time.monotonic() - began)))

    async def _kill(self) -> None:
        """Kill a node while it has commands in hand, and start it again at once."""
        node = self._chance.choice(self._at.nodes)
        for _ in range(60):
            if self._ledger.in_flight[node.number]:
                self.killed_in_flight += 1
                break
            await asyncio.sleep(0.005)
        began = time.time()
        node.kill()
        await node.start()
        self._over("node kill", began)

    async def _pause(self) -> None:
        """Let a node sleep, and once longer than it may keep an overdue table to itself."""
        first = not self.done["node pause"]
        node = self._chance.choice([node for node in self._at.nodes if node.up] or self._at.nodes)
        began = time.time()
        node.pause()
        try:
            await asyncio.sleep(LEASE + 0.6 if first else self._chance.uniform(0.3, 0.8))
        finally:
            node.go_on()
        self._over("node pause", began)

    async def _crash(self) -> None:
        began = time.time()
        self._at.postgres.kill()
        await asyncio.sleep(self._chance.uniform(0.0, 0.2))
        await self._at.postgres.start()
        self._over("postgres crash", began)

    async def _silence(self) -> None:
        began = time.time()
        self._at.nats.kill()
        await asyncio.sleep(self._chance.uniform(0.1, 1.2))
        await self._at.nats.start()
        self._over("nats kill", began)

    async def _lose(self) -> None:
        began = time.time()
        if await self._chance.choice(self._at.wires).lose_answer(patience=4):
            self._over("lost commit answer", began)

    async def _cut(self) -> None:
        began = time.time()
        self._chance.choice(self._at.wires).sever()
        self._over("store cut off", began)

    def _over(self, kind: str, began: float) -> None:
        self.done[kind] += 1
        self.windows.append((began, time.time()))
