"""What a step costs a node, however many tables it holds, and the store, however many nodes."""

from __future__ import annotations

import asyncio
import itertools
import time
import zlib
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from typing import Any, Final

import asyncpg
import msgspec
from msgspec import Struct

from bench.load.rounds import database
from kuhstall.arena.chance import QuickChance
from kuhstall.engine.kernel import options
from kuhstall.engine.option import sample
from kuhstall.server.hosting.bus import LocalBus
from kuhstall.server.hosting.clock import Clock
from kuhstall.server.hosting.live_table import Change, Chat, LiveTable
from kuhstall.server.hosting.service import Service
from kuhstall.server.hosting.views import StepFrames
from kuhstall.server.party.opening import Wish
from kuhstall.server.party.requests import Join, Start, rights
from kuhstall.server.store import Rejected
from kuhstall.server.store.people import Person, StoredLine
from kuhstall.server.store.postgres import PostgresStore

SIZES: Final = (10, 100, 500, 2_000)
QUICK: Final = (10, 100)
NODES: Final = (1, 4)
STEPS: Final = 4_000
QUICK_STEPS: Final = 600
_PEOPLE: Final = ("anna", "ben", "cleo")
_AT_ONCE: Final = 16
_PLAYING: Final = 5
"""Steps that are taken at once, at any number of tables: more of them would share a commit."""
_MOST_OF_A_GAME: Final = 50
"""Steps that every game has, whatever is chosen in it."""
_TEMPO: Final = 8.0
"""Nobody is late before all tables are open, on a slow machine too; all are due within this slot of
the sweep or the next."""
_SWEEP_EVERY: Final = 0.5
_EQUAL: Final = 0.02
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

    def show_step(self, live: LiveTable, change: Change) -> None:
        showing = live.frames
        if showing is None or showing.change is not change:
            showing = live.frames = StepFrames(live, change)
        showing.step(live.party.seat(self.person), rights(live.party, self.person))

    def show_line(self, line: StoredLine, name: str) -> None: ...

    def show_set_back(self, live: LiveTable, chat: Chat, lost: int) -> None: ...

    def let_go(self, code: str) -> None: ...


@asynccontextmanager
async def _nodes(address: str, count: int) -> AsyncIterator[list[Service]]:
    async with AsyncExitStack() as stack:
        services = []
        for _ in range(count):
            store = await PostgresStore.connect(address, connections=4)
            stack.push_async_callback(store.close)
            service = Service(store, store.people, LocalBus(), Clock(), tempo=_TEMPO)
            await service.clock.start_by(store)
            services.append(service)
        yield services
        for service in services:
            service.silence()
            await service.background.finish()


async def _opened(service: Service, count: int) -> list[str]:
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


async def _act(service: Service, table: str, number: int, chance: QuickChance) -> None:
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


async def _play(homes: Sequence[tuple[Service, str]], steps: range, at_once: int) -> None:
    """Take steps, which have these numbers, at one table after the other."""
    chance = QuickChance(steps.start)
    numbers = iter(steps)
    turns: Iterator[tuple[Service, str]] = itertools.cycle(homes)
    busy: set[str] = set()

    async def work() -> None:
        for number in numbers:
            service, table = next(one for one in turns if one[1] not in busy)
            busy.add(table)
            await _act(service, table, number, chance)
            busy.discard(table)

    await asyncio.gather(*(work() for _ in range(at_once)))


async def _sweep(service: Service) -> None:
    while True:
        await service.sweep()
        await asyncio.sleep(_SWEEP_EVERY)


async def step_cpu(postgres: str, tables: int, most: int) -> dict[str, Any]:
    """Tell the CPU of a node for a step, while it holds so many tables that are all played.

    Three people and a spectator look at each of them, and the node sweeps twice a second.
    """
    steps = min(most, tables * _MOST_OF_A_GAME)
    async with database(postgres) as kept, _nodes(kept.address, 1) as (service,):
        homes = [(service, table) for table in await _opened(service, tables)]
        for _, table in homes:
            live = await service.cache.live_table(table)
            for person in (*_PEOPLE, None):
                service.cache.watch(live, _Looker(person))
        sweeping = asyncio.create_task(_sweep(service))
        warming = steps // 5
        try:
            await _play(homes, range(warming), _PLAYING)
            begun, since = time.process_time(), time.perf_counter()
            await _play(homes, range(warming, warming + steps), _PLAYING)
            spent, took = time.process_time() - begun, time.perf_counter() - since
        finally:
            sweeping.cancel()
            with suppress(asyncio.CancelledError):
                await sweeping
    return {
        "figure": "flat",
        "tables": tables,
        "steps": steps,
        "cpu_us_a_step": round(1e6 * spent / steps, 1),
        "steps_a_second": round(steps / took),
    }


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
        homes = [(services[zlib.crc32(name.encode()) % count], name) for name in names]
        for service, name in homes:
            await service.cache.live_table(name)
        await _play(homes, range(steps), 1)
    after = await _written(address)
    return _Written(after.rows - before.rows, after.transactions - before.transactions)
