"""One run: start everything, play, break things, let it calm down, stop, and judge."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Coroutine, Mapping
from pathlib import Path
from typing import Any, Final, TypeVar

import asyncpg
import msgspec
from msgspec import Struct

from kuhstall.server.store.postgres_leader import IDLE, LOCK
from kuhstall.server.table.party import fair
from tests.chaos.calls import UNREACHABLE, call
from tests.chaos.crew import Crew
from tests.chaos.disk import SmallDisk
from tests.chaos.ending import end
from tests.chaos.faults import Faults, Lengths, Plan, Setting
from tests.chaos.judge import Calm, Judge, TableRow, read, read_file
from tests.chaos.ledger import Ledger, Violation
from tests.chaos.outside import LEASE, SITE, Outside
from tests.chaos.people import Habits
from tests.chaos.processes import Nats, NodeProcess, OneFile, Postgres
from tests.chaos.told import Witness, told_figures, told_twice, untold
from tests.chaos.wire import Wire
from tests.machine import Watch, stretched

T = TypeVar("T")

_SETTLES: Final = 2 * LEASE + 4.0
"""Within so many seconds everybody outside is told, once nobody does anything any more."""
_LEADS: Final = IDLE + 3.0
"""Within so many seconds after the last fault a node leads again."""
_STALLED: Final = 60.0
"""A game that does not go on for so long stands still, whoever else wants the machine."""

_LEADER: Final = """
SELECT EXISTS (
    SELECT FROM pg_locks JOIN pg_database ON pg_database.oid = database
    WHERE locktype = 'advisory' AND granted AND objid = $1
    AND datname = current_database()
)
"""


class Course(Struct, frozen=True):
    """What a run is made of."""

    name: str
    crews: int
    plan: Plan
    seconds: float
    acks: int = 0
    most_seconds: float = 30.0  # to wait for so many, after the last fault
    calm: float = 4.0
    patience: float = 10.0  # within so many seconds after the last fault every game goes on
    limit: float = 240.0  # for faults and acknowledgements together, on whatever machine
    tempo: float = 0.04
    habits: Habits = Habits()
    lengths: Lengths = Lengths()
    limits: bool = False  # on how often somebody may do something
    masters: int = 5  # every so many crews play Kuhhandel Master
    slow: int = 0  # crews, of all of them, that play at slow tables and are told outside
    nodes: int = 2
    file: bool = False  # one node with a file, instead of PostgreSQL and NATS
    disk: int = 0  # megabytes that the store has; 0: as many as there are
    bug: str = ""
    seed: int = 1


class Result(Struct, frozen=True):
    course: str
    seconds: float
    violations: list[Violation]
    faults: Mapping[str, int]
    counts: Mapping[str, int]
    figures: Mapping[str, Any]
    errors: list[str]
    excused: list[str]  # deadlines that were met late while others had the machine

    def count(self, *kinds: str) -> int:
        return sum(violation.kind in kinds for violation in self.violations)


class Run:
    def __init__(
        self,
        course: Course,
        store: Postgres | OneFile,
        folder: Path,
        watch: Watch,
        disk: SmallDisk | None = None,
    ) -> None:
        self._course = course
        self._watch = watch
        self._store = store
        self._database = f"chaos_{course.name}"
        self._ledger = Ledger(course.acks)
        self._phases: dict[str, float] = {}
        self._nats = None if course.file else Nats(folder)
        self._wires = [] if course.file else [Wire(store.port) for _ in range(course.nodes)]
        self._outside = Outside() if course.slow else None
        self._witness = None
        if self._outside is not None:
            self._witness = Witness(store.address(self._database), self._outside)
        ways: list[int | None] = [*(wire.port for wire in self._wires)] or [None]
        self._nodes = [
            NodeProcess(number, folder, self._environment(way), course.bug)
            for number, way in enumerate(ways)
        ]
        ports = [node.port for node in self._nodes]
        self._crews = [
            Crew(
                number,
                ports,
                self._ledger,
                course.habits,
                course.seed,
                course.masters,
                self._outside if number >= course.crews - course.slow else None,
            )
            for number in range(course.crews)
        ]
        for crew in self._crews:
            for one in crew.everybody:
                one.origin = SITE if self._outside is not None else ""
        self._faults = Faults(
            Setting(store, self._nats, self._nodes, self._wires, disk),
            self._ledger,
            course.seed,
            course.lengths,
        )

    def _environment(self, way: int | None) -> dict[str, str]:
        outside = {}
        if self._outside is not None:
            outside["KUHSTALL_ORIGINS"] = SITE
            outside["CHAOS_OUTSIDE"] = f"{self._outside.port} {stretched(LEASE):.1f}"
        return {
            **outside,
            "KUHSTALL_STORE": self._store.address(self._database, way),
            "KUHSTALL_NATS": "" if self._nats is None else self._nats.address,
            # As the machine, so the clocks: or they would act for people who have no time to.
            "KUHSTALL_TEMPO": f"{stretched(self._course.tempo):.3f}",
            # Everybody calls from an address of their own, as behind a balancer.
            "KUHSTALL_PROXIES": "127.0.0.1",
            "KUHSTALL_EASE": "1" if self._course.limits else "0",
            # A machine that is kept busy shall lose nothing; what it refuses is another matter.
            "KUHSTALL_LAG": "0",
            "KUHSTALL_SOCKETS": "1000",
        }

    @property
    def _longest(self) -> float:
        """How long to wait at most; a planted bug may well have stopped a game for good."""
        return 3 * stretched(self._course.patience) if self._course.bug else _STALLED

    async def run(self) -> Result:
        began = time.monotonic()
        playing: list[asyncio.Task[None]] = []
        watching: list[asyncio.Task[None]] = []
        try:
            await self._timed("start", self._start())
            playing = [asyncio.create_task(crew.play()) for crew in self._crews]
            if self._witness is not None:
                watching.append(asyncio.create_task(self._witness.watch()))
            await self._timed("break", self._break())
            calm = await self._timed("calm", self._calm())
            await self._timed("stop", self._stop(playing))
            await self._timed("look", self._look_again())
            if self._witness is not None:
                await self._timed("settle", self._witness.settle(stretched(_SETTLES)))
        finally:
            await end(watching)
            await self._end(playing)
        address = self._store.address(self._database)
        kept = read_file(address) if self._course.file else await read(address)
        judge = Judge(self._ledger, kept, calm)
        await self._timed("judge", asyncio.to_thread(judge.judge))
        self._judge_outside(kept)
        return self._result(judge, time.monotonic() - began)

    def _judge_outside(self, kept: TableRow) -> None:
        outside, witness, windows = self._outside, self._witness, self._faults.windows
        if outside is not None and witness is not None:
            for text in untold(kept, witness, outside, windows):
                self._ledger.violated("untold", text)
            for text in told_twice(outside, windows, self._ledger.looks):
                self._ledger.violated("twice", text)
            self._ledger.counts.update(told_figures(outside))

    async def _end(self, playing: list[asyncio.Task[None]]) -> None:
        for crew in self._crews:
            for one in crew.everybody:
                one.stopping = True
        await end(playing)
        await asyncio.gather(*(crew.leave() for crew in self._crews))
        for node in self._nodes:
            node.kill()
        if self._nats is not None:
            self._nats.kill()
        for wire in self._wires:
            await wire.close()
        if self._outside is not None:
            await self._outside.close()

    async def _timed(self, phase: str, work: Coroutine[Any, Any, T]) -> T:
        began = time.monotonic()
        result = await work
        self._phases[phase] = round(time.monotonic() - began, 1)
        return result

    async def _start(self) -> None:
        await self._store.create_database(self._database)
        if self._nats is not None:
            await self._nats.start()
        await asyncio.gather(*(wire.open() for wire in self._wires))
        if self._outside is not None:
            await self._outside.open()
        await asyncio.gather(*(node.start() for node in self._nodes))
        await asyncio.gather(*(crew.enter() for crew in self._crews))
        gathering = [asyncio.create_task(crew.gather()) for crew in self._crews]
        _, late = await asyncio.wait(gathering, timeout=stretched(self._course.patience))
        for task in late:
            task.cancel()
            self._ledger.violated("stall", "a table cannot even be opened")

    async def _break(self) -> None:
        """Have all faults of the plan, and play on until enough was acknowledged."""
        began = time.monotonic()
        await self._faults.run(self._course.plan, self._course.seconds, self._course.limit)
        elapsed = time.monotonic() - began
        await asyncio.sleep(max(0.0, self._course.seconds - elapsed))
        most = stretched(self._course.most_seconds)
        if self._watch.disturbed():
            most = max(most, self._course.limit - elapsed)
        with contextlib.suppress(asyncio.TimeoutError):
            await asyncio.wait_for(self._ledger.enough.wait(), most)

    async def _calm(self) -> Calm:
        """Play on without a fault, until every game has gone on."""
        if self._outside is not None:
            self._outside.moody = False
        await asyncio.sleep(stretched(1.0))
        if not self._course.file:
            await self._led()
        watch, began, started = self._watch.anew(), time.time(), time.monotonic()
        most = stretched(self._course.patience)
        before = {crew.number: _progress(crew) for crew in self._crews}
        stalled = set(before)
        while (elapsed := time.monotonic() - started) < self._course.calm or (
            stalled and (elapsed < most or (elapsed < self._longest and watch.disturbed()))
        ):
            await asyncio.sleep(0.05)
            for crew in self._crews:
                if _progress(crew) > before[crew.number]:
                    stalled.discard(crew.number)
        for number in stalled:
            table = self._crews[number].tables[-1:]
            self._ledger.violated("stall", f"{table} does not go on after the last fault")
        return Calm(began, time.time(), watch.disturbed())

    async def _led(self) -> None:
        """Wait until a node leads: until then, overdue deadlines are looked for every 5 s only."""
        given_up = time.monotonic() + stretched(_LEADS)
        connection = await asyncpg.connect(self._store.address(self._database))
        try:
            while not await connection.fetchval(_LEADER, LOCK):
                if time.monotonic() > given_up:
                    self._ledger.violated(
                        "stall", f"no node leads {_LEADS:g} s after the last fault"
                    )
                    return
                await asyncio.sleep(0.05)
        finally:
            await connection.close()

    async def _stop(self, playing: list[asyncio.Task[None]]) -> None:
        """Send nothing new, and wait until all that was sent is answered."""
        for crew in self._crews:
            crew.stop()
        most = self._longest if self._watch.disturbed() else stretched(self._course.patience)
        _, late = await asyncio.wait(playing, timeout=most)
        if late:
            waiting = [one for one in self._ledger.commands.values() if not one.decided]
            text = f"{len(late)} crews still wait for an answer: {waiting[:3]}"
            self._ledger.violated("stall", text)

    async def _look_again(self) -> None:
        """Ask both nodes for every table: what they show is judged like any other view."""
        if self._course.bug:
            return  # what it has to show is in the log by now
        await asyncio.gather(*(self._look(table) for crew in self._crews for table in crew.tables))

    async def _look(self, table: str) -> None:
        for node in self._nodes:
            try:
                answer = await call(node.port, "GET", f"/api/tables/{table}/view", timeout=8)
                shown = answer.data
                raw = msgspec.json.decode(answer.body, type=dict[str, msgspec.Raw])
                self._ledger.showed_view(table, None, shown["seq"], raw["view"], raw["timers"])
                self._ledger.showed_party(table, shown["seq"], raw["party"])
                if shown["party"]["stage"] == "ended":
                    await self._verify(table, node)
            except (*UNREACHABLE, KeyError) as error:
                text = f"{table}: node {node.number} does not show it: {error!r}"
                self._ledger.violated("stall", text)

    async def _verify(self, table: str, node: NodeProcess) -> None:
        answer = await call(node.port, "GET", f"/api/tables/{table}/transcript", timeout=8)
        try:
            fair.verify(msgspec.json.decode(answer.body, type=fair.Transcript))
            self._ledger.counts["verified"] += 1
        except (fair.Forged, msgspec.MsgspecError) as error:
            self._ledger.violated("deal", f"{table}: {error}")

    def _result(self, judge: Judge, seconds: float) -> Result:
        ledger = self._ledger
        return Result(
            self._course.name,
            round(seconds, 1),
            ledger.violations,
            dict(self._faults.done),
            dict(sorted(ledger.counts.items())),
            {
                "games": len(judge.played),
                "steps": judge.steps,
                "acked": ledger.acked,
                "nacked": ledger.nacked,
                "sealed": judge.sealed,
                "timers_fired": judge.fired,
                "compared": judge.compared,
                "killed_in_flight": self._faults.killed_in_flight,
                "exited": self._faults.exited,
                "late_p99": _percentile(judge.lateness, 0.99),
                "late_p99_calm": _percentile(judge.calm_lateness, 0.99),
                "longest_stall": round(judge.longest_stall, 2),
                "phases": self._phases,
            },
            _errors(self._nodes),
            judge.excused,
        )


def _progress(crew: Crew) -> tuple[int, int]:
    return len(crew.tables), max(one.seq for one in crew.everybody)


def _percentile(values: list[float], part: float) -> float:
    return round(sorted(values)[int(part * (len(values) - 1))], 3) if values else 0.0


def _errors(nodes: list[NodeProcess]) -> list[str]:
    """List what nodes logged as an error, each kind once. No invariant, but worth a look."""
    found: dict[str, str] = {}
    for node in nodes:
        for line in node.log.read_text(errors="replace").splitlines():
            if '"level":"error"' in line or line.startswith("Traceback"):
                found.setdefault(line.partition('"text"')[2][:100], line)
    return list(found.values())
