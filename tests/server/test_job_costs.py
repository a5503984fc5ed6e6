"""What the periodic jobs read when there is nothing to do: the same with much data and many nodes.

The jobs are those that a node starts (`Node.jobs`), so none escapes. Counted are the pages that
PostgreSQL reads for the statements of a whole cluster. No busy machine changes that.
"""

from __future__ import annotations

import ast
import itertools
import math
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, Final
from unittest.mock import Mock, patch

import asyncpg
import pytest

import kuhstall.server
from kuhstall.server.features.feature import Job
from kuhstall.server.features.notifications.delivery_job import DeliveryJob
from kuhstall.server.ops import archive_job, retention
from kuhstall.server.ops.archive_job import ArchiveJob
from kuhstall.server.ops.lead import Lead
from kuhstall.server.ops.metrics import Metrics
from kuhstall.server.ops.node import Node
from kuhstall.server.ops.retention import TABLES, Retention
from kuhstall.server.settings import Settings
from kuhstall.server.store import postgres_leader
from kuhstall.server.store.db import to_postgres
from kuhstall.server.store.postgres import PostgresStore
from kuhstall.server.store.postgres_db import PostgresDatabase
from kuhstall.server.store.postgres_pool import PostgresPool
from kuhstall.server.store.table_queries import STATES
from kuhstall.server.table.bus import LocalBus
from kuhstall.server.table.clock import Clock
from kuhstall.server.table.party.opening import Wish
from kuhstall.server.table.service import Service
from tests.server.accounts import people_of
from tests.server.databases import database, pages_read

pytestmark = pytest.mark.anyio

FEW: Final = 1_000
MOST: Final = 12
"""Pages that all nodes together may read at a tick of a job with nothing to do."""
GROWTH: Final = 4
"""By how many pages that may grow, however many rows there are: indexes get deeper."""
TICKS: Final = 30

# A site as it is: games that are over and packed, games that wait for days, people who are here.
_FILL: Final = """
INSERT INTO people (id, name) SELECT 'p' || n, 'P' FROM n;
INSERT INTO sessions (token, person) SELECT sha256(n::text::bytea), 'p' || n FROM n;
INSERT INTO revocations (token, at) SELECT sha256(n::text::bytea), now() - interval '30 min' FROM n;
INSERT INTO tables (id, code, head, due, public, listing, closed, packed, tidied)
SELECT 't' || n, 't' || n, 2, CASE WHEN n % 2 = 0 THEN now() + interval '2 days' END, false, '',
    n % 2 = 1, n % 2, true FROM n;
INSERT INTO steps (table_id, seq, actor, command, events) SELECT 't' || n, 2, -1, 'c', '' FROM n;
INSERT INTO finishers (table_id, person, packed)
SELECT 't' || n, 'p' || n, true FROM n WHERE n % 2 = 1;
INSERT INTO archive (table_id, log, cleared) SELECT 't' || n, '', true FROM n WHERE n % 2 = 1;
INSERT INTO heard (table_id, seq, mark) SELECT 't' || n, 2, '' FROM n;
INSERT INTO waits (person, table_id, moment) SELECT 'p' || n, 't' || n, 1 FROM n;
INSERT INTO mailed (digest, at) SELECT sha256(n::text::bytea), now() FROM n;
INSERT INTO attempts (slot, full_at) SELECT n, now() + interval '5 min' FROM n;
INSERT INTO address_bans (network, why, begun, ends)
SELECT '10.0.0.0/' || n, '', now() - interval '2 h', now() - interval '1 h' FROM n;
INSERT INTO groups (id, name, preset, joined, used) SELECT 'g' || n, 'G', '', 1, now() FROM n;
INSERT INTO group_nights (id, group_id, starts, zone, every, rounds, round, ended, remind)
SELECT 'n' || n, 'g' || n, now() + interval '2 days', 'UTC', 1, 3, 0, false,
    CASE WHEN n % 2 = 0 THEN now() + interval '1 day' END FROM n;
INSERT INTO group_night_tables (table_id, night_id, round, number, bots)
SELECT 't' || n, 'n' || n, 1, 1, 0 FROM n;
INSERT INTO deliveries (kind, recipient, due)
SELECT (ARRAY['push', 'mail'])[1 + n % 2], 'p' || n,
    CASE WHEN n % 3 = 0 THEN now() + interval '1 day' END FROM n;
"""

Statement = tuple[str, tuple[Any, ...]]


@asynccontextmanager
async def cluster(address: str, count: int) -> AsyncIterator[Sequence[Node]]:
    """Start nodes that begin no job by themselves, each with a table and a session."""
    async with AsyncExitStack() as stack:
        nodes = []
        for _ in range(count):
            store = await PostgresStore.connect(address, connections=2)
            stack.push_async_callback(store.close)
            metrics, people, clock = Metrics(), people_of(store), Clock()
            service = Service(store, people, LocalBus(), clock, metrics=metrics, alarms=False)
            node = Node(
                service,
                metrics=metrics,
                origins=[],
                retention=Retention(store, people, clock, metrics, Settings().terms),
                archiving=ArchiveJob(store, clock, metrics, 3600.0),
                deliveries=DeliveryJob(
                    people,
                    push=Mock(kind="push", most=1),
                    mail=Mock(kind="mail", most=1),
                    webhooks=Mock(kind="webhook", most=1),
                ),
            )
            await node.lead.run()
            opened = await service.open_table(None, Wish(seats=3))
            await service.cache.live_table(opened.table)
            node.presence.sessions[Mock(token=b"token", person=None)] = None
            nodes.append(node)
        assert [node.lead.is_here for node in nodes] == [True] + [False] * (count - 1)
        yield nodes


@contextmanager
def recording() -> Iterator[list[Statement]]:
    """Note every statement that goes to PostgreSQL over the pools."""
    said: list[Statement] = []
    connection = PostgresPool.connection

    @asynccontextmanager
    async def noting(self: PostgresPool) -> AsyncIterator[Any]:
        async with connection(self) as taken:
            with taken.query_logger(lambda record: said.append((record.query, record.args))):
                yield taken

    with patch.object(PostgresPool, "connection", noting):
        yield said


async def pages(connection: Any, statements: Sequence[Statement]) -> int:
    """Run the statements again, undo them, and return how many pages they have read."""
    read: dict[str, int] = {}
    for sql, values in statements:
        if sql.strip() in {"BEGIN;", "COMMIT;", "ROLLBACK;"} or repr((sql, values)) in read:
            continue
        transaction = connection.transaction()
        await transaction.start()
        read[repr((sql, values))] = await pages_read(connection, sql, *values)
        await transaction.rollback()
    return sum(read.get(repr(one), 0) for one in statements)


async def ticks(nodes: Sequence[Node], name: str, connection: Any, most: float = MOST) -> float:
    """Let a job tick on all nodes, and return how many pages a tick of all reads.

    Nodes also look for themselves now and then, mostly on a slow machine: above `most`, look again.
    """
    jobs = [next(job for job in node.jobs() if job.name == name) for node in nodes]
    for node, job in zip(nodes, jobs, strict=True):
        await job.run(node)  # the first time there may be something to do
    read: list[float] = []
    while len(read) < 5 and min(read, default=math.inf) > most:
        with recording() as said:
            for node, job in zip(nodes, jobs, strict=True):
                counter = itertools.count(1)
                for _ in range(TICKS):
                    await node.lead.run_job(job, node, counter)
        read.append(await pages(connection, said) / TICKS)
    return min(read)


async def fill(connection: Any, first: int, last: int) -> None:
    for sql in _FILL.strip().removesuffix(";").split(";"):
        numbers = f"WITH n AS (SELECT n FROM generate_series({first}, {last}) AS n)"  # noqa: S608 -- numbers of this test
        await connection.execute(f"{numbers} {sql}", timeout=900)
    await connection.execute("VACUUM ANALYZE", timeout=900)


@pytest.fixture
def quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nothing be written: other tests write to other databases of the same server."""

    async def same(_: PostgresDatabase) -> str:
        return "nothing"

    monkeypatch.setattr(PostgresDatabase, "write_mark", same)
    monkeypatch.setattr(postgres_leader, "IDLE", 3600.0)  # a busy machine is slow to start eight
    monkeypatch.setattr(retention, "FIRST", 0.0)
    monkeypatch.setattr(archive_job, "FIRST", 0.0)


_CHORES: Final = """
INSERT INTO chores (name, holder, until) VALUES ('retention', '', now() + interval '1 hour'),
    ('archive', '', now() + interval '1 hour')
ON CONFLICT DO NOTHING
"""


# How those to tell were once found: among all for whom a table waits.
_OLD_CLAIM: Final = "SELECT DISTINCT person FROM waits WHERE since < now() - interval '1 h'"


async def _by_every_node(_: Lead, job: Job, node: Node, __: Any) -> None:
    await job.run(node)


@pytest.mark.usefixtures("quiet")
@pytest.mark.parametrize(
    "many",
    [
        pytest.param(10_000, marks=pytest.mark.slow),
        pytest.param(1_000_000, marks=pytest.mark.thorough),
    ],
    ids=str,
)
async def test_a_tick_with_nothing_to_do_reads_a_few_pages(many: int) -> None:
    cost: dict[str, list[float]] = {}
    async with database() as address:
        await (await PostgresStore.connect(address, connections=1)).close()
        connection = await asyncpg.connect(address)
        await connection.execute("SET plan_cache_mode = force_generic_plan")
        await connection.execute(_CHORES)
        for first, last in ((1, FEW), (FEW + 1, many)):
            await fill(connection, first, last)
            for count in (1, 8):
                async with cluster(address, count) as nodes:
                    for name in [job.name for job in nodes[0].jobs()]:
                        read = cost.setdefault(name, [])
                        few = read[-2] + GROWTH if len(read) > 1 else MOST
                        read.append(await ticks(nodes, name, connection, min(few, MOST)))
                await connection.execute("UPDATE tables SET tidied = true WHERE NOT tidied")
                walk = await pages(connection, [(to_postgres(STATES)[0], ("", TABLES))])
                cost.setdefault("tables to tidy", []).append(walk)
        async with cluster(address, 8) as nodes:
            all_tables = to_postgres(STATES.replace("NOT tidied AND", ""))[0]
            planted = [
                1.0 * await pages(connection, [one])
                for one in ((_OLD_CLAIM, ()), (all_tables, ("", TABLES)))
            ]
            with patch.object(Lead, "run_job", _by_every_node):
                planted += [await ticks(nodes, name, connection) for name in ("sweep", "deliver")]
        await connection.close()
    print(*(f"{name}: {read}" for name, read in cost.items()), sep="\n")
    assert not {name: read for name, read in cost.items() if max(read) > MOST}
    grown = {
        name: read
        for name, read in cost.items()
        if read[2] > read[0] + GROWTH or read[3] > read[1] + GROWTH
    }
    assert not grown
    assert min(planted) > MOST, "what was done before would not be noticed"


def test_what_is_repeated_is_a_job() -> None:
    """Whatever goes on for ever elsewhere would escape the test of its cost."""
    package = Path(kuhstall.server.__file__).parent
    found = [
        f"{file.name}: {function.name}"
        for file in package.rglob("*.py")
        for function in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(function, ast.AsyncFunctionDef)
        and any(
            isinstance(loop, ast.While)
            and isinstance(loop.test, ast.Constant)
            and "asyncio.sleep(" in ast.unparse(loop)
            for loop in ast.walk(function)
        )
    ]
    assert found == ["node.py: _repeat"]
