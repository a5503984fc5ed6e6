"""How many hints nodes hear that share a NATS, each with its own tables, as behind a balancer."""

from __future__ import annotations

import asyncio
import secrets
import time
import zlib
from collections import defaultdict
from collections.abc import AsyncIterator, Iterable
from contextlib import AsyncExitStack, asynccontextmanager
from hashlib import sha256
from typing import Any, Final

from bench.load.rounds import database
from kuhstall.server.features.accounts.person_queries import Person
from kuhstall.server.ops.metrics import Metrics
from kuhstall.server.ops.nats_bus import NatsBus
from kuhstall.server.store.postgres import PostgresStore
from kuhstall.server.table.clock import Clock
from kuhstall.server.table.party.opening import Wish
from kuhstall.server.table.party.requests import Join, Start
from kuhstall.server.table.service import Service
from tests.server.accounts import people_of

NODES: Final = 4
TABLES: Final = 40
LANES: Final = 64
_MOST: Final = 0.05
_TEMPO: Final = 0.02
"""Games go fast: nobody is there, and the server plays for everybody when their time is up."""


@asynccontextmanager
async def _nodes(
    postgres: str, nats: str, counted: Iterable[Metrics]
) -> AsyncIterator[list[Service[Any, Any]]]:
    subject = f"kuhstall.growth.{secrets.token_hex(6)}"
    async with AsyncExitStack() as stack:
        kept = await stack.enter_async_context(database(postgres))
        services = []
        for metrics in counted:
            store = await PostgresStore.connect(kept.address, connections=4)
            stack.push_async_callback(store.close)
            bus = await NatsBus.connect(nats, subject)
            stack.push_async_callback(bus.close)
            service = Service(store, people_of(store), bus, Clock(), tempo=_TEMPO, metrics=metrics)
            await service.clock.start_by(store)
            await bus.subscribe(service.hints.hear)
            services.append(service)
        yield services
        for service in services:
            service.silence()
            await service.background.finish()


async def heard(postgres: str, nats: str, seconds: float = 15.0) -> dict[str, Any]:
    """Let every node play the tables that a hash of their ids gives it, and count."""
    counted = [Metrics() for _ in range(NODES)]
    async with _nodes(postgres, nats, counted) as services:
        for person in ("host", "guest"):
            await services[0].people.add_person(Person(person, person))
        home: dict[str, int] = {}
        for _ in range(TABLES):
            wish = Wish(seats=3, bots=["random"])
            table = (await services[0].open_table("host", wish)).table
            home[table] = zlib.crc32(table.encode()) % NODES
            node = services[home[table]]
            await node.ask(table, "guest", "join", Join())
            await node.ask(table, "host", "start", Start())
        before = _counted(counted)
        await asyncio.sleep(seconds)
        steps, hints = (after - old for old, after in zip(before, _counted(counted), strict=True))
        follow_us = await _cost_of_following(services[0].bus)
    share = hints / max(1, steps) / NODES
    return {
        "figure": "hints",
        "nodes": NODES,
        "tables": TABLES,
        "steps": round(steps),
        "hints_a_step_and_node": round(share, 4),
        "with_one_subject": 1.0,
        f"with_{LANES}_lanes": round(_in_lanes(home), 3),
        "us_to_follow_and_leave": follow_us,
        "holds": steps > 0 and share <= _MOST,
    }


def _counted(counted: Iterable[Metrics]) -> tuple[float, float]:
    found: defaultdict[str, float] = defaultdict(float)
    for metrics in counted:
        for metric in metrics.registry.collect():
            for sample in metric.samples:
                found[sample.name] += sample.value
    return found["kuhstall_steps_total"], found["kuhstall_hints_total"]


def _in_lanes(home: dict[str, int]) -> float:
    """Tell how many hints a node would hear if tables shared so many subjects, without its own."""
    # Another hash than the balancer's: lanes of the same one would be a node's own.
    lanes = {table: sha256(table.encode()).digest()[0] % LANES for table in home}
    taken = {(lanes[table], node) for table, node in home.items()}
    others = [
        sum((lanes[table], other) in taken for other in range(NODES) if other != node)
        for table, node in home.items()
    ]
    return sum(others) / len(home) / NODES


async def _cost_of_following(bus: Any, times: int = 2000) -> float:
    begun = time.process_time()
    for number in range(times):
        await bus.follow(f"none{number}")
    for number in range(times):
        await bus.leave(f"none{number}")
    return round(1e6 * (time.process_time() - begun) / times, 1)
