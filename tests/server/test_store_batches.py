"""Steps of many tables that share a statement on PostgreSQL, and what must not come of it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import asyncpg
import pytest
from msgspec.structs import replace

from kuhstall.engine.values import CLOCK
from kuhstall.server.store import postgres_steps as steps_of
from kuhstall.server.store.postgres import PostgresStore
from kuhstall.server.table.log import (
    Accepted,
    Answer,
    Behind,
    Opening,
    Rejected,
    Step,
    UnavailableError,
    UnknownTableError,
    mark_of,
)
from tests.server.databases import database
from tests.server.test_store_safety import waits_for_a_lock

pytestmark = pytest.mark.anyio

TABLES = [f"t{number}" for number in range(40)]
REFUSAL = "INSERT INTO steps (table_id, actor, command, refusal) VALUES ('t1', 0, 'c2', 'stale')"


@asynccontextmanager
async def node(address: str, writers: int = 1) -> AsyncIterator[PostgresStore]:
    store = await PostgresStore.connect(address, connections=4, writers=writers)
    try:
        yield store
    finally:
        await store.close()


@asynccontextmanager
async def rival(address: str) -> AsyncIterator[Any]:
    keeper = await asyncpg.connect(address)
    try:
        yield keeper
    finally:
        await keeper.close()


@pytest.fixture
async def address() -> AsyncIterator[str]:
    async with database() as address:
        async with node(address) as store:
            for table in TABLES:
                first = Step(table, 1, CLOCK, "open", b"[]")
                await store.open_table(Opening(table, table, b"s"), first)
        yield address


def step(table: str, seq: int = 2, command: str = "") -> Step:
    return Step(table, seq, 0, command or f"c{seq}", f"{table} {seq}".encode())


async def together(store: PostgresStore, *steps: Step) -> list[Answer | Behind | BaseException]:
    return await asyncio.gather(*map(store.append, steps), return_exceptions=True)


@pytest.mark.parametrize("writers", [1, 2])
async def test_many_tables_share_few_commits(address: str, writers: int) -> None:
    async with node(address, writers) as store:

        async def play(table: str) -> None:
            for seq in range(2, 12):
                assert await store.append(step(table, seq)) == Accepted(seq)

        await asyncio.gather(*map(play, TABLES))
        for table in TABLES:
            written = await store.steps(table, after=1)
            assert written == [step(table, seq) for seq in range(2, 12)]
        commits = await store._pool.fetchval("SELECT count(DISTINCT xmin::text) FROM steps")
        assert commits < 40 + 400 / 4


async def test_of_rivals_in_one_node_one_wins_and_the_others_get_through(address: str) -> None:
    async with node(address) as store:
        rivals = [step("t0", 2, f"r{number}") for number in range(5)]
        answers = await together(store, *rivals, *map(step, TABLES[1:]))
        assert answers == [Accepted(2), *[Behind(2)] * 4, *[Accepted(2)] * 39]


async def test_steps_that_are_not_next_are_left_out(address: str) -> None:
    async with node(address) as store:
        early = await together(store, step("t0"), step("t1", 3, "early"), step("t2"))
        assert early == [Accepted(2), Behind(1), Accepted(2)]
        late = await together(store, step("t0", 3), step("t2", 1, "late"), step("t3"))
        assert late == [Accepted(3), Behind(2), Accepted(2)]
        assert [await store.head(table) for table in TABLES[:4]] == [3, 1, 2, 2]


async def test_a_step_after_another_history_is_left_out(address: str) -> None:
    async with node(address) as store:
        first = mark_of(Step("t0", 1, CLOCK, "open", b"[]"))
        steps = [replace(step(table), follows=first) for table in TABLES[:4]]
        steps[1] = replace(steps[1], follows=mark_of(step("t1", 1)))
        assert await together(store, *steps) == [Accepted(2), Behind(1), Accepted(2), Accepted(2)]
        again = [replace(step(table, 3), follows=mark_of(step(table))) for table in TABLES[:4]]
        assert await together(store, *again) == [Accepted(3), Behind(1), Accepted(3), Accepted(3)]


async def test_a_command_that_has_its_answer_gets_it_among_others(address: str) -> None:
    async with node(address) as store:
        await store.append(step("t0"))
        await store.refuse("t1", 0, "c2", "stale")
        answers = await together(store, step("t0", 3, "c2"), step("t1"), step("t2"))
        assert answers == [Accepted(2), Rejected("stale"), Accepted(2)]
        assert [await store.head(table) for table in ("t0", "t1")] == [2, 1]


async def test_a_refusal_on_its_way_is_the_answer_of_its_command_alone(address: str) -> None:
    async with node(address) as store, rival(address) as keeper:
        async with keeper.transaction():
            await keeper.execute(REFUSAL)
            answers = asyncio.create_task(together(store, *map(step, TABLES)))
            await waits_for_a_lock(keeper)
        assert await answers == [Accepted(2), Rejected("stale"), *[Accepted(2)] * 38]


async def test_what_cannot_be_stored_fails_alone(address: str) -> None:
    async with node(address) as store:
        answers = await together(
            store,
            step("t0"),
            step("t1", 2, "\0"),
            Step("t2", 2, 99_999, "c", b"[]"),
            step("nowhere"),
            step("t3"),
        )
        assert [answers[0], answers[4]] == [Accepted(2), Accepted(2)]
        assert isinstance(answers[1], asyncpg.DataError)
        assert isinstance(answers[2], asyncpg.DataError)
        assert isinstance(answers[3], UnknownTableError)
        assert await together(store, step("t1"), step("t2")) == [Accepted(2)] * 2


async def test_a_table_that_somebody_holds_keeps_nobody_else_waiting(address: str) -> None:
    async with node(address) as store, rival(address) as keeper:
        async with keeper.transaction():
            await keeper.execute("UPDATE tables SET head = 2 WHERE id = 't1'")
            held = asyncio.create_task(store.append(step("t1")))
            held_too = asyncio.create_task(store.append(step("t1", 3)))
            await waits_for_a_lock(keeper)
            free = [step(table) for table in TABLES if table != "t1"]
            assert await together(store, *free) == [Accepted(2)] * 39
        assert isinstance(await held, Behind)
        assert await held_too == Accepted(3)


async def test_nodes_that_write_the_same_tables_do_not_block_each_other(address: str) -> None:
    async with node(address) as one, node(address, 2) as other:
        for seq in range(2, 12):
            mine = [step(table, seq, f"a{seq}") for table in TABLES]
            yours = [step(table, seq, f"b{seq}") for table in reversed(TABLES)]
            answers = await asyncio.gather(together(one, *mine), together(other, *yours))
            for left, right in zip(answers[0], reversed(answers[1]), strict=True):
                assert {str(left), str(right)} == {str(Accepted(seq)), str(Behind(seq))}


async def test_a_lost_connection_is_told_to_all_and_forgotten(address: str) -> None:
    async with node(address) as store, rival(address) as keeper:
        async with keeper.transaction():
            await keeper.execute(REFUSAL)
            answers = asyncio.create_task(together(store, *map(step, TABLES[:9])))
            await waits_for_a_lock(keeper)
            await keeper.execute(
                "SELECT pg_terminate_backend(pid, 9000) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
            assert [type(answer) for answer in await answers] == [UnavailableError] * 9
        again = await together(store, *map(step, TABLES[:9]))
        assert again == [Accepted(2), Rejected("stale"), *[Accepted(2)] * 7]


async def test_a_store_that_is_away_is_tried_again(address: str) -> None:
    server, _, name = address.rpartition("/")
    async with node(address) as store, rival(f"{server}/postgres") as keeper:
        await keeper.execute(f"ALTER DATABASE {name} WITH ALLOW_CONNECTIONS false")
        await keeper.execute(
            "SELECT pg_terminate_backend(pid, 9000) FROM pg_stat_activity WHERE datname = $1", name
        )
        answers = await together(store, *map(step, TABLES))
        assert [type(answer) for answer in answers] == [UnavailableError] * 40
        await keeper.execute(f"ALTER DATABASE {name} WITH ALLOW_CONNECTIONS true")
        assert await together(store, *map(step, TABLES)) == [Accepted(2)] * 40


async def test_a_store_that_closes_finishes_what_is_pending(address: str) -> None:
    async with node(address) as store, rival(address) as keeper:
        async with keeper.transaction():
            await keeper.execute(REFUSAL)
            pending = asyncio.create_task(together(store, *map(step, TABLES)))
            await waits_for_a_lock(keeper)
            closing = asyncio.create_task(store.close())
            await asyncio.sleep(0.02)
        await closing
        answers = await pending
        assert answers[:1] + answers[2:] == [Accepted(2)] * 39


async def test_a_batch_never_has_two_steps_of_a_table_nor_too_many(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    batches: list[list[str]] = []
    write_many = steps_of.write_many

    async def watched(connection: Any, steps: Any) -> dict[str, bool]:
        batches.append([one.table for one in steps])
        return await write_many(connection, steps)

    monkeypatch.setattr(steps_of, "write_many", watched)
    async with node(address) as store:
        await together(store, *(step(table, 2, f"c{n}") for n in range(3) for table in TABLES))
    assert sum(map(len, batches)) == 120
    assert max(map(len, batches)) == steps_of.MOST
    assert all(len(batch) == len(set(batch)) for batch in batches)
