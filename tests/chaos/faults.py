"""What goes wrong in a run, and when: each kind of fault on a track of its own.

What keeps a node from starting (no PostgreSQL, no NATS, no way there) comes again only when every
node has been ready in between. So the schedule is that of a quick machine, or as slow as the nodes
on this one.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from msgspec import Struct

from tests.chaos.disk import SmallDisk
from tests.chaos.ending import end
from tests.chaos.ledger import Ledger
from tests.chaos.processes import Nats, NodeProcess, OneFile, Postgres
from tests.chaos.wire import Wire
from tests.machine import stretched

LEASE = 2.0
"""How long a node has an overdue table to itself. One pause is longer."""

_UNDECIDED: Final = 5
"""So many commands that are left undecided show that nothing can be written."""


class Plan(Struct, frozen=True):
    """How many faults of each kind a run has."""

    kills: int = 0
    crashes: int = 0
    pauses: int = 0
    silences: int = 0  # of NATS
    losses: int = 0  # of the answer to a commit
    cuts: int = 0  # of all connections of a node to PostgreSQL
    silent_wires: int = 0  # between a node and PostgreSQL: nothing gets through, nothing is closed
    blackouts: int = 0  # everything is killed at once
    outages: int = 0  # of PostgreSQL, for longer than anybody waits
    fills: int = 0  # of the disk, to the last byte

    @property
    def total(self) -> int:
        return sum(getattr(self, name) for name in self.__struct_fields__)


class Lengths(Struct, frozen=True):
    """For how many seconds a fault lasts."""

    silent_wire: tuple[float, float] = (1.0, 3.0)
    outage: float = 60.0
    full: float = 1.0  # after the first have been told
    told: float = 30.0  # at most until then


class Setting(Struct, frozen=True):
    """What can be broken. A file has neither a bus nor wires."""

    store: Postgres | OneFile
    nats: Nats | None
    nodes: Sequence[NodeProcess]
    wires: Sequence[Wire]
    disk: SmallDisk | None = None


class Faults:
    def __init__(self, setting: Setting, ledger: Ledger, seed: int, lengths: Lengths) -> None:
        self.done: Counter[str] = Counter()
        self.windows: list[tuple[float, float]] = []  # by the time of day, which is PostgreSQL's
        self.killed_in_flight = 0
        self.exited = 0
        self._at = setting
        self._ledger = ledger
        self._chance = random.Random(seed)
        self._lengths = lengths
        # Whoever kills one of them starts it again, and nobody else meanwhile.
        self._store = asyncio.Lock()
        self._nats = asyncio.Lock()
        self._until = 0.0
        self._obstructed_at = 0.0

    async def run(self, plan: Plan, seconds: float, most: float) -> None:
        """Spread the faults over some seconds. It takes longer where recovery does, up to a limit.

        Raises `NotStartedError` if what was broken does not come back.
        """
        self._until = time.monotonic() + most
        tracks = [
            asyncio.create_task(self._track(fault, times, seconds))
            for fault, times in (
                (self._kill, plan.kills),
                (self._pause, plan.pauses),
                (self._obstructed(self._crash), plan.crashes),
                (self._obstructed(self._silence), plan.silences),
                (self._lose, plan.losses),
                (self._obstructed(self._cut), plan.cuts),
                (self._obstructed(self._silence_wire), plan.silent_wires),
                (self._obstructed(self._black_out), plan.blackouts),
                (self._obstructed(self._stay_away), plan.outages),
                (self._obstructed(self._fill), plan.fills),
            )
        ]
        guard = asyncio.create_task(self._revive())
        try:
            await asyncio.gather(*tracks)
        finally:
            await end([*tracks, guard])

    async def _revive(self) -> None:
        """Start a node again that has ended by itself: it may give up when its store is away."""
        while True:
            for node in self._at.nodes:
                if node.exited:
                    self.exited += 1
                    await node.start()
            await asyncio.sleep(0.1)

    async def _track(
        self, fault: Callable[[], Awaitable[None]], times: int, seconds: float
    ) -> None:
        every = seconds / max(1, times)
        for _ in range(times):
            began = time.monotonic()
            if began > self._until:
                return
            await asyncio.sleep(self._chance.uniform(0.1, 0.6) * every)
            await fault()
            await asyncio.sleep(max(0.0, every - (time.monotonic() - began)))

    def _obstructed(self, fault: Callable[[], Awaitable[None]]) -> Callable[[], Awaitable[None]]:
        """Have a fault that no node can start in, when all have been ready since the last one."""

        async def paced() -> None:
            while not self._recovered():
                if time.monotonic() > self._until:
                    return
                await asyncio.sleep(0.01)
            await fault()
            self._obstructed_at = time.monotonic()

        return paced

    def _recovered(self) -> bool:
        return all(node.up or node.ready_at > self._obstructed_at for node in self._at.nodes)

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
        await self._lose_postgres("postgres crash", self._chance.uniform(0.0, 0.2))

    async def _stay_away(self) -> None:
        await self._lose_postgres("postgres outage", self._lengths.outage)

    async def _lose_postgres(self, kind: str, seconds: float) -> None:
        async with self._store:
            began = time.time()
            self._at.store.kill()
            await asyncio.sleep(seconds)
            await self._at.store.start()
        self._over(kind, began)

    async def _black_out(self) -> None:
        """Kill all that there is at once, and start it again."""
        async with self._store, self._nats:
            began = time.time()
            self.killed_in_flight += sum(map(bool, self._ledger.in_flight.values()))
            for node in self._at.nodes:
                node.kill()
            self._at.store.kill()
            if self._at.nats is not None:
                self._at.nats.kill()
                await self._at.nats.start()
            await self._at.store.start()
        await asyncio.gather(*(node.start() for node in self._at.nodes))
        self._over("blackout", began)

    async def _fill(self) -> None:
        """Fill the disk until somebody is told that nothing can be written, and a while longer."""
        disk = self._at.disk
        if disk is None:
            return
        async with self._store:
            began, before = time.time(), self._ledger.counts["undecided"]
            disk.fill()
            try:
                await self._until_told(before)
            finally:
                disk.free()
            await self._at.store.come_back()
        self._over("disk full", began)

    async def _until_told(self, before: int) -> None:
        """Wait until commands are left undecided, and whoever can know says that it is not ready.

        A node may well write for a while: where there was a log, it is overwritten. PostgreSQL's
        log has room for longer than its tables, so that a node can write, but not everything. A
        node that was killed meanwhile and refuses to start on a full disk says it, too.
        """
        given_up = time.monotonic() + stretched(self._lengths.told)
        while not await self._is_told(before):
            if time.monotonic() > given_up:
                self._ledger.violated("full", "the disk is full, and nobody is told")
                return
            await asyncio.sleep(0.05)
        await asyncio.sleep(self._lengths.full)

    async def _is_told(self, before: int) -> bool:
        node = self._at.nodes[0]
        if isinstance(self._at.store, OneFile):
            if node.refusals:
                return True
            if await node.is_ready():
                return False
        return self._ledger.counts["undecided"] >= before + _UNDECIDED

    async def _silence(self) -> None:
        if self._at.nats is None:
            return
        async with self._nats:
            began = time.time()
            self._at.nats.kill()
            await asyncio.sleep(self._chance.uniform(0.1, 1.2))
            await self._at.nats.start()
        self._over("nats kill", began)

    async def _lose(self) -> None:
        began = time.time()
        while not await self._chance.choice(self._at.wires).lose_answer(4):
            if time.monotonic() > self._until:
                return
        self._over("lost commit answer", began)

    async def _cut(self) -> None:
        began = time.time()
        self._chance.choice(self._at.wires).sever()
        self._over("store cut off", began)

    async def _silence_wire(self) -> None:
        """Let nothing through, and close nothing; in the end the wire works again or breaks."""
        wire = self._chance.choice(self._at.wires)
        began = time.time()
        wire.hold()
        try:
            await asyncio.sleep(self._chance.uniform(*self._lengths.silent_wire))
        finally:
            if self._chance.random() < 0.5:
                wire.sever()
            wire.let_go()
        self._over("silent wire", began)

    def _over(self, kind: str, began: float) -> None:
        self.done[kind] += 1
        self.windows.append((began, time.time()))
