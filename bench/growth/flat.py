"""What a step costs, however many tables a node holds, and however many nodes there are.

Machines are noisy: what is compared is measured in turns, and the median of the ratios counts.
"""

from __future__ import annotations

import asyncio
import itertools
import secrets
import time
import zlib
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from statistics import median, quantiles
from typing import Any, Final, TypeAlias

import asyncpg
import msgspec
from msgspec import Struct

from bench.load.rounds import database
from kuhstall.arena.chance import QuickChance
from kuhstall.engine.kernel import options
from kuhstall.engine.option import sample
from kuhstall.server.features.accounts.person_queries import Person
from kuhstall.server.ops.nats_bus import NatsBus
from kuhstall.server.store.postgres import PostgresStore
from kuhstall.server.table.bus import LocalBus
from kuhstall.server.table.chat_log import StoredLine
from kuhstall.server.table.clock import Clock
from kuhstall.server.table.live_table import Change, Chat, LiveTable
from kuhstall.server.table.log import Rejected
from kuhstall.server.table.party.opening import Wish
from kuhstall.server.table.party.requests import Join, Start, rights
from kuhstall.server.table.service import Service
from kuhstall.server.wire.views import StepFrames
from tests.server.accounts import people_of

Served: TypeAlias = Service[Any, Any]

SIZES: Final = (10, 100, 500, 2_000)
QUICK: Final = (10, 100)
NODES: Final = (1, 4)
ROUNDS: Final = 5
QUICK_ROUNDS: Final = 1
STEPS: Final = 24
QUICK_STEPS: Final = 10
_PEOPLE: Final = ("anna", "ben", "cleo")
_AT_ONCE: Final = 16
_PLAYING: Final = 5
"""Steps that a node takes at once, at any number of tables: more of them would share a commit, and
a commit that is shared by more is a cheaper step."""
_ENOUGH: Final = 1_000
"""Steps that are needed for a figure. Few tables are played so often, each time from the deal."""
_TEMPO: Final = 8.0
"""Nobody is late before all tables are open, on a slow machine too; all are due within this slot of
the sweep or the next."""
_SWEEP_EVERY: Final = 0.5
_EQUAL: Final = 0.02
_MOST_CPU: Final = 1.15
"""What a step may cost with many tables or nodes, where it costs 1 with few of them."""
_RULES: Final = {"auction_mode": "turns"}
"""Nothing waits for a clock."""

_WRITTEN: Final = """
SELECT tup_inserted + tup_updated + tup_deleted AS rows, xact_commit AS transactions
FROM pg_stat_database WHERE datname = current_database()
"""


class _Looker:
    """Somebody at a table: a frame is made for each step, and goes nowhere."""

    def __init__(self, person: str | None) -> None:
        self.person = person
        self.screen: str | None = None

    def show_step(self, live: LiveTable, change: Change) -> None:
        showing = live.frames
        if showing is None or showing.change is not change:
            showing = live.frames = StepFrames(live, change)
        showing.step(live.party.seat(self.person), rights(live.party, self.person))

    def show_line(self, line: StoredLine, name: str) -> None: ...

    def show_names(self, live: LiveTable, chat: Chat) -> None: ...

    def show_set_back(self, live: LiveTable, chat: Chat, lost: int) -> None: ...

    def let_go(self, code: str) -> None: ...


@asynccontextmanager
async def _nodes(address: str, count: int, nats: str | None = None) -> AsyncIterator[list[Served]]:
    """Start nodes; with a NATS they tell each other of every step."""
    subject = f"kuhstall.growth.{secrets.token_hex(6)}"
    async with AsyncExitStack() as stack:
        services = []
        for _ in range(count):
            store = await PostgresStore.connect(address, connections=4)
            stack.push_async_callback(store.close)
            bus = LocalBus() if nats is None else await NatsBus.connect(nats, subject)
            stack.push_async_callback(bus.close)
            service = Service(store, people_of(store), bus, Clock(), tempo=_TEMPO)
            await service.clock.start_by(store)
            await bus.subscribe(service.hints.hear)
            services.append(service)
        yield services
        for service in services:
            service.silence()
            await service.background.finish()


async def _opened(service: Served, count: int) -> list[str]:
    """Begin so many games of three people."""
    for person in _PEOPLE:
        await service.people.add_person(Person(person, person))

    async def opened(_: int) -> str:
        table = (await service.open_table(_PEOPLE[0], Wish(seats=3, rules=_RULES))).table
        for person in _PEOPLE[1:]:
            await service.ask(table, person, "join", Join())
        await service.ask(table, _PEOPLE[0], "start", Start())
        return table

    tables: list[str] = []
    for first in range(0, count, _AT_ONCE):
        some = range(first, min(first + _AT_ONCE, count))
        tables += await asyncio.gather(*map(opened, some))
    return tables


async def _act(service: Served, table: str, number: int, chance: QuickChance) -> None:
    """Let whoever is asked do anything."""
    live = await service.cache.live_table(table)
    state = live.state
    seat = next(seat for seat in state.phase.actors(state) if seat >= 0)
    action = msgspec.json.encode(sample(options(state, seat), chance))
    person = live.party.places[seat].person
    answer = await service.play(table, person, f"c{number}", state.moment, action)
    match answer:
        case Rejected(code):
            raise RuntimeError(f"a command was not accepted in {state.phase}: {code}")


async def _play(homes: Sequence[tuple[Served, str]], steps: range, at_once: int) -> list[float]:
    """Take steps, which have these numbers, at one table after the other, and time each."""
    took: list[float] = []
    chance = QuickChance(steps.start)
    numbers = iter(steps)
    turns: Iterator[tuple[Served, str]] = itertools.cycle(homes)
    busy: set[str] = set()

    async def work() -> None:
        for number in numbers:
            service, table = next(one for one in turns if one[1] not in busy)
            busy.add(table)
            begun = time.perf_counter()
            await _act(service, table, number, chance)
            took.append(time.perf_counter() - begun)
            busy.discard(table)

    await asyncio.gather(*(work() for _ in range(min(at_once, len(homes)))))
    return took


async def _sweep(service: Served) -> None:
    while True:
        await service.sweep()
        await asyncio.sleep(_SWEEP_EVERY)


class _Cost(Struct, frozen=True):
    """What steps cost: CPU of the nodes, and how long one lasted."""

    us: float
    p99_ms: float

    @classmethod
    async def of(cls, homes: Sequence[tuple[Served, str]], steps: int, at_once: int) -> _Cost:
        """Take steps after some that are not counted; at every table they are the same ones."""
        warming = steps // 4
        await _play(homes, range(warming), at_once)
        begun = time.process_time()
        took = await _play(homes, range(warming, warming + steps), at_once)
        spent = time.process_time() - begun
        return cls(1e6 * spent / steps, 1e3 * quantiles(took, n=100)[-1])


async def _with_tables(postgres: str, tables: int, steps: int) -> _Cost:
    """Play on one node that holds so many tables, and sweeps twice a second.

    Three people and a spectator look at each of them.
    """
    async with database(postgres) as kept, _nodes(kept.address, 1) as (service,):
        homes = [(service, table) for table in await _opened(service, tables)]
        for _, table in homes:
            live = await service.cache.live_table(table)
            for person in (*_PEOPLE, None):
                service.cache.watch(live, _Looker(person))
        sweeping = asyncio.create_task(_sweep(service))
        try:
            return await _Cost.of(homes, steps, _PLAYING)
        finally:
            sweeping.cancel()
            with suppress(asyncio.CancelledError):
                await sweeping


async def step_cpu(
    postgres: str, sizes: Sequence[int], each: int, rounds: int, enough: int = _ENOUGH
) -> list[dict[str, Any]]:
    """Tell the CPU of a node for a step by the tables that it holds.

    At every table as many steps are taken: late in a game they are not what they are early.
    """

    async def usual(tables: int) -> _Cost:
        times = max(1, enough // (tables * each))
        found = [await _with_tables(postgres, tables, tables * each) for _ in range(times)]
        return _Cost(median(one.us for one in found), median(one.p99_ms for one in found))

    costs = [{tables: await usual(tables) for tables in sizes} for _ in range(rounds)]
    told = []
    for tables in sizes:
        ratio = median(one[tables].us / one[sizes[0]].us for one in costs)
        told.append(
            {
                "figure": "flat",
                "tables": tables,
                "steps": tables * each,
                "rounds": rounds,
                "cpu_us_a_step": round(median(one[tables].us for one in costs), 1),
                "p99_ms": round(median(one[tables].p99_ms for one in costs), 2),
                "to_the_fewest": round(ratio, 3),
                "holds": ratio <= _MOST_CPU,
            }
        )
    return told


async def _on_nodes(postgres: str, nats: str, count: int, tables: int, steps: int) -> _Cost:
    """Play on so many nodes, each as busy as the others, at tables that a hash gives them."""
    async with database(postgres) as kept:
        async with _nodes(kept.address, 1) as (service,):
            names = await _opened(service, tables)
        async with _nodes(kept.address, count, nats) as services:
            return await _Cost.of(await _homes(services, names), steps, _PLAYING * count)


async def _homes(services: Sequence[Served], names: Sequence[str]) -> list[tuple[Served, str]]:
    """Give every node the tables that are its own by a hash, as a balancer does."""
    homes = [(services[zlib.crc32(name.encode()) % len(services)], name) for name in names]
    for service, name in homes:
        await service.cache.live_table(name)
    return homes


async def nodes_cpu(
    postgres: str, nats: str, tables: int, steps: int, rounds: int
) -> dict[str, Any]:
    """Tell the CPU of a step at the same tables on one node and on several.

    What a node costs without any step, such as its sweeps, is left out.
    """
    few, several = NODES
    costs = [
        {count: await _on_nodes(postgres, nats, count, tables, steps) for count in NODES}
        for _ in range(rounds)
    ]
    ratio = median(one[several].us / one[few].us for one in costs)
    told: dict[str, Any] = {"figure": "nodes_cpu", "tables": tables, "steps": steps}
    for count in NODES:
        told[f"cpu_us_a_step_{count}"] = round(median(one[count].us for one in costs), 1)
    return told | {"rounds": rounds, "ratio": round(ratio, 3), "holds": ratio <= _MOST_CPU}


class _Written(Struct, frozen=True):
    rows: int
    transactions: int


async def _written(address: str) -> _Written:
    """Read what a database has counted. It knows all of it once its connections are closed."""
    connection = await asyncpg.connect(address)
    (found,) = await connection.fetch(_WRITTEN)
    await connection.close()
    return _Written(found["rows"], found["transactions"])


async def nodes_write(postgres: str, tables: int, steps: int) -> dict[str, Any]:
    """Tell the rows and transactions of a step, played by one node and by several.

    One step at a time: otherwise it would be counted how many steps a node writes together.
    """
    told: dict[str, Any] = {"figure": "nodes", "tables": tables, "steps": steps}
    for count in NODES:
        async with database(postgres) as kept:
            async with _nodes(kept.address, 1) as (service,):
                names = await _opened(service, tables)
            idle = await _written_by(kept.address, count, names, 0)
            busy = await _written_by(kept.address, count, names, steps)
        told[f"rows_{count}"] = round((busy.rows - idle.rows) / steps, 4)
        told[f"transactions_{count}"] = round((busy.transactions - idle.transactions) / steps, 4)
    one, several = NODES
    return told | {
        "holds": all(
            abs(told[f"{what}_{several}"] / told[f"{what}_{one}"] - 1) <= _EQUAL
            for what in _Written.__struct_fields__
        )
    }


async def _written_by(address: str, count: int, names: Sequence[str], steps: int) -> _Written:
    """Count what nodes write, from their start to their end, with so many steps in between."""
    before = await _written(address)
    async with _nodes(address, count) as services:
        await _play(await _homes(services, names), range(steps), 1)
    after = await _written(address)
    return _Written(after.rows - before.rows, after.transactions - before.transactions)
