"""A failover under real nodes and people: start, play, lose the primary, promote, and judge."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import asyncpg
import msgspec
from msgspec import Struct

from tests.chaos.calls import UNREACHABLE, call
from tests.chaos.crew import Crew
from tests.chaos.ending import end
from tests.chaos.judge import read
from tests.chaos.ledger import Ledger, Violation
from tests.chaos.people import Habits, Watcher
from tests.chaos.processes import Nats, NodeProcess, NotStartedError
from tests.chaos.wire import Wire
from tests.failover.histories import Histories, Lag, judge
from tests.failover.replicas import Replicas
from tests.machine import stretched

CREWS: Final = (3, 4, 5, 7, 13)
"""Crews of chaos whose tables have between them all games, people, bots and those who look on."""
_DATABASE: Final = "failover"
_HEADS: Final = "SELECT id, head FROM tables"


class Size(Struct, frozen=True):
    """How much is done before and after."""

    warm: int = 12  # steps of every table before the standby begins to lag
    lag: int = 12  # steps of every table that are lost
    acks: int = 1_000  # acknowledged before a primary with a synchronous standby dies
    away: float = 13.0  # seconds without that standby: longer than a node waits for a commit
    stuck: float = 60.0  # what has not gone on for so many seconds is stuck
    after: int = 8  # commands acknowledged at every table before the end


class Result(Struct, frozen=True):
    figures: dict[str, Any]
    violations: list[Violation]


class Drill:
    """Node 0 knows both addresses, as the documentation says; node 1 is behind a switch."""

    def __init__(self, folder: Path, size: Size, *, synchronous: bool, bug: str = "") -> None:
        self.ledger = Histories()
        self._size = size
        self._synchronous = synchronous
        self._replicas = Replicas(folder)
        self._nats = Nats(folder)
        self._switch = Wire(self._replicas.primary.port)
        both = f"127.0.0.1:{self._replicas.primary.port},127.0.0.1:{self._replicas.standby.port}"
        words = "sslmode=disable&target_session_attrs=read-write"
        addresses = (
            f"postgresql://postgres@{both}/{_DATABASE}?{words}",
            self._replicas.primary.address(_DATABASE, self._switch.port),
        )
        self._nodes = [
            NodeProcess(number, folder, self._environment(address), bug)
            for number, address in enumerate(addresses)
        ]
        ports = [node.port for node in self._nodes]
        habits = Habits() if synchronous else _SLOWER
        self._crews = [Crew(number, ports, self.ledger, habits, 1, 5) for number in CREWS]
        self._playing: list[asyncio.Task[Any]] = []
        self._figures: dict[str, Any] = {}

    def _environment(self, address: str) -> dict[str, str]:
        return {
            "KUHSTALL_STORE": address,
            "KUHSTALL_NATS": self._nats.address,
            "KUHSTALL_TEMPO": f"{stretched(0.2):.3f}",
            "KUHSTALL_EASE": "0",
            "KUHSTALL_SOCKETS": "1000",
        }

    async def run(self) -> Result:
        try:
            await self._start()
            await (self._lose_nothing() if self._synchronous else self._go_back())
        finally:
            await self._end()
            await self._replicas.close()
        return Result(self._figures, self.ledger.violations)

    async def _start(self) -> None:
        await self._replicas.start(synchronous=self._synchronous)
        await self._replicas.primary.create_database(_DATABASE)
        await asyncio.gather(self._nats.start(), self._switch.open())
        await asyncio.gather(*(node.start() for node in self._nodes))
        await asyncio.gather(*(crew.enter() for crew in self._crews))
        await asyncio.gather(*(crew.gather() for crew in self._crews))

    async def _go_back(self) -> None:
        """With a standby that lags."""
        players = [player for crew in self._crews for player in crew.players]
        self._playing = [asyncio.create_task(player.play()) for player in players]
        await self._until(lambda: all(_seq(crew) > self._size.warm for crew in self._crews))
        began = time.time()
        await self._replicas.catch_up()
        self._replicas.wire.hold()
        held_at = {crew.number: _seq(crew) for crew in self._crews}
        await self._until(
            lambda: all(_seq(crew) > held_at[crew.number] + self._size.lag for crew in self._crews)
        )
        promoted = await self._fail_over()
        await self._judge(Lag(began, promoted))

    async def _lose_nothing(self) -> None:
        """With a synchronous standby, to which nothing gets through in the end."""
        ledger = self.ledger
        self._playing = [asyncio.create_task(crew.play()) for crew in self._crews]
        await self._until(lambda: ledger.acked >= self._size.acks)
        self._replicas.wire.hold()
        self._figures["acknowledged_before"] = ledger.acked
        await asyncio.sleep(self._size.away)
        self._figures["in_flight"] = sum(ledger.in_flight.values())
        self._figures["acknowledged_while_away"] = (
            ledger.acked - self._figures["acknowledged_before"]
        )
        await self._fail_over()
        await self._judge(None)

    async def _fail_over(self) -> float:
        """Lose the primary, promote the standby, and wait until every table plays on."""
        await self._replicas.lose_the_primary()
        heads = dict(await self._read(_HEADS))
        behind = {one.name: one.seq - heads.get(one.table, 0) for one in self._everybody}
        began = time.time()
        await self._replicas.promote()
        promoted = time.time()
        self._switch.upstream = self._replicas.standby.port
        self._switch.sever()
        await self._await_play(promoted)
        untold = [name for name, lost in behind.items() if lost > 0 and not self.ledger.told[name]]
        for name in untold:
            self.ledger.violated("untold", f"{name}, who has lost {behind[name]} steps")
        self._figures |= {
            "promotion_seconds": round(promoted - began, 2),
            "people_set_back": sum(lost > 0 for lost in behind.values()),
            "people_not_told": len(untold),
        }
        return promoted

    async def _judge(self, lag: Lag | None) -> None:
        await self._look()
        await self._end()
        after = await read(self._replicas.standby.address(_DATABASE))
        await self._replicas.read_alone()
        before = await read(self._replicas.primary.address(_DATABASE))
        people = self._everybody
        found = await asyncio.to_thread(judge, self.ledger, people, before, after, lag)
        wrong = sum(violation.kind == "fold" for violation in self.ledger.violations)
        self._figures |= {**found, "wrong_folds": wrong}

    async def _read(self, sql: str) -> list[Any]:
        connection = await asyncpg.connect(self._replicas.standby.address(_DATABASE))
        try:
            return list(await connection.fetch(sql))
        finally:
            await connection.close()

    async def _await_play(self, promoted: float) -> None:
        """Wait until every table goes on; note after how many seconds, and which do not."""
        ledger = self.ledger
        began = {crew.number: (len(crew.tables), _acks(ledger, crew)) for crew in self._crews}
        seconds: dict[int, float] = {}

        def gone_on() -> bool:
            enough = True
            for crew in self._crews:
                tables, acks = began[crew.number]
                more = _acks(ledger, crew) - acks
                if more > 0 or len(crew.tables) > tables:
                    seconds.setdefault(crew.number, round(time.time() - promoted, 2))
                enough = enough and more >= self._size.after
            return enough

        await self._until(gone_on, must=False)
        stuck = [crew.tables[-1] for crew in self._crews if crew.number not in seconds]
        for table in stuck:
            ledger.violated("stuck", f"{table} does not go on")
        self._figures |= {
            "tables": len(self._crews),
            "stuck": len(stuck),
            "plays_on_after_seconds": sorted(seconds.values()),
        }

    async def _look(self) -> None:
        """Let nobody act any more, and ask both nodes what they show of every table."""
        for crew in self._crews:
            crew.stop()
        _, late = await asyncio.wait(self._playing, timeout=stretched(self._size.stuck))
        if late:
            self.ledger.violated("stuck", f"{len(late)} still wait for an answer")
        tables = [table for crew in self._crews for table in crew.tables]
        await asyncio.gather(*(self._show(table) for table in tables))
        heads = dict(await self._read(_HEADS))
        await self._until(
            lambda: all(one.seq >= heads.get(one.table, 0) for one in self._everybody), must=False
        )
        for one in self._everybody:
            if one.seq < heads.get(one.table, 0):
                self.ledger.violated("stuck", f"{one.name} is not shown what {one.table} came to")

    async def _show(self, table: str) -> None:
        for node in self._nodes:
            try:
                answer = await call(node.port, "GET", f"/api/tables/{table}/view", timeout=8)
                raw = msgspec.json.decode(answer.body, type=dict[str, msgspec.Raw])
                seq = answer.data["seq"]
            except (*UNREACHABLE, KeyError) as error:
                self.ledger.violated("stuck", f"{table}: node {node.number}: {error!r}")
                continue
            self.ledger.showed_view(table, None, seq, raw["view"], raw["timers"])
            self.ledger.showed_party(table, seq, raw["party"])

    @property
    def _everybody(self) -> list[Watcher]:
        return [one for crew in self._crews for one in crew.everybody]

    async def _until(self, done: Callable[[], bool], *, must: bool = True) -> None:
        until = time.monotonic() + stretched(self._size.stuck)
        while not done():
            if time.monotonic() > until:
                if must:
                    raise NotStartedError("too little was played")
                return
            await asyncio.sleep(0.02)

    async def _end(self) -> None:
        for one in self._everybody:
            one.stopping = True
        await end(self._playing)
        await asyncio.gather(*(crew.leave() for crew in self._crews))
        for node in self._nodes:
            node.kill()
        self._nats.kill()
        await self._switch.close()


_SLOWER: Final = Habits(doubled=0.0, held_back=0.0, chores=0.02, thinking=(0.05, 0.15))
"""So that no game ends while the standby lags: the next table would be gone without a trace."""


def _seq(crew: Crew) -> int:
    return max(one.seq for one in crew.everybody)


def _acks(ledger: Ledger, crew: Crew) -> int:
    names = {player.name for player in crew.players}
    return sum(
        command.seq is not None and command.person in names for command in ledger.commands.values()
    )
