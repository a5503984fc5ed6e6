"""What only one of the stores has to show."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from kuhstall.engine.values import CLOCK
from kuhstall.server.store.migration import NewerSchemaError
from kuhstall.server.store.postgres import PostgresStore
from kuhstall.server.store.postgres_schema import UnsafeDatabaseError
from kuhstall.server.store.sqlite import SqliteStore
from kuhstall.server.table.log import Accepted, Behind, Opening, SealedAction, Step
from tests.machine import patience
from tests.server.databases import database

pytestmark = pytest.mark.anyio

OPENING = Opening("t1", "code", b"secret")
FIRST = Step("t1", 1, CLOCK, "open", b"[]")


LOCK = "SELECT FROM tables WHERE id = 't1' FOR NO KEY UPDATE"


@asynccontextmanager
async def rival(address: str) -> AsyncIterator[tuple[PostgresStore, Any]]:
    """A store with a table, and a connection of somebody else."""
    store, keeper = await PostgresStore.connect(address), await asyncpg.connect(address)
    await store.open_table(OPENING, FIRST)
    try:
        yield store, keeper
    finally:
        await keeper.close()
        await store.close()


async def waits_for_a_lock(keeper: Any) -> None:
    """Return when somebody in this database waits for a lock."""
    waiting = (
        "SELECT EXISTS (SELECT FROM pg_stat_activity"
        " WHERE datname = current_database() AND wait_event_type = 'Lock')"
    )
    async with asyncio.timeout(patience(20)):
        while not await keeper.fetchval(waiting):
            await asyncio.sleep(0.005)
            # The view is kept as it was first seen in a transaction.
            await keeper.execute("SELECT pg_stat_clear_snapshot()")


async def test_a_database_that_may_forget_is_refused() -> None:
    async with database() as address:
        keeper = await asyncpg.connect(address)
        name = await keeper.fetchval("SELECT current_database()")
        await keeper.execute(f"ALTER DATABASE {name} SET synchronous_commit = off")
        await keeper.close()
        with pytest.raises(UnsafeDatabaseError, match="synchronous_commit is off"):
            await PostgresStore.connect(address)


async def test_nodes_that_start_together_migrate_once() -> None:
    async with database() as address:
        stores = await asyncio.gather(*(PostgresStore.connect(address) for _ in range(4)))
        await stores[0].open_table(OPENING, FIRST)
        assert [await store.head("t1") for store in stores] == [1, 1, 1, 1]
        for store in stores:
            await store.close()


async def test_a_database_that_a_newer_version_has_changed_is_refused() -> None:
    async with database() as address:
        await (await PostgresStore.connect(address)).close()
        keeper = await asyncpg.connect(address)
        await keeper.execute("INSERT INTO migrations (number) VALUES (9001)")
        with pytest.raises(NewerSchemaError, match="9001"):
            await PostgresStore.connect(address)
        await (await PostgresStore.connect(address, newer=True)).close()
        assert await keeper.fetchval("SELECT max(number) FROM migrations") == 9001
        await keeper.close()


async def test_a_file_that_a_newer_version_has_changed_is_refused(tmp_path: Path) -> None:
    path = str(tmp_path / "kuhstall.db")
    await (await SqliteStore.connect(path)).close()
    with closing(sqlite3.connect(path)) as file, file:
        file.execute("INSERT INTO migrations (number) VALUES (9001)")
    with pytest.raises(NewerSchemaError, match="9001"):
        await SqliteStore.connect(path)
    await (await SqliteStore.connect(path, newer=True)).close()


async def test_two_nodes_are_kept_apart_by_the_fence() -> None:
    async with database() as address:
        one, other = await PostgresStore.connect(address), await PostgresStore.connect(address)
        await one.open_table(OPENING, FIRST)
        for seq in range(2, 30):
            answers = await asyncio.gather(
                one.append(Step("t1", seq, 0, f"a{seq}", b"[1]")),
                other.append(Step("t1", seq, 1, f"b{seq}", b"[2]")),
            )
            assert sorted(type(answer) is Accepted for answer in answers) == [False, True]
            assert Behind(seq) in answers
        assert [step.seq for step in await one.steps("t1")] == list(range(1, 30))
        await one.close()
        await other.close()


async def test_an_action_that_is_sealed_while_the_closing_step_waits_is_not_lost() -> None:
    async with database() as address, rival(address) as (store, keeper):
        async with keeper.transaction():
            await keeper.execute(LOCK)
            await keeper.execute("INSERT INTO sealed VALUES ('t1', 7, 0, 's', 'x')")
            closing = asyncio.create_task(store.append(Step("t1", 2, 0, "c", b"[]"), opens=7))
            await waits_for_a_lock(keeper)
        assert await closing == Behind(1)
        assert len(await store.sealed_actions("t1", 7)) == 1


async def test_an_action_is_not_sealed_once_it_waited_for_the_closing_step() -> None:
    async with database() as address, rival(address) as (store, keeper):
        async with keeper.transaction():
            await keeper.execute("UPDATE tables SET head = 2 WHERE id = 't1'")
            sealing = asyncio.create_task(store.seal("t1", 1, 7, SealedAction(0, "s", b"x")))
            await waits_for_a_lock(keeper)
        assert await sealing == Behind(2)
        assert await store.sealed_actions("t1", 7) == []


async def test_two_nodes_never_claim_the_same_table() -> None:
    async with database() as address:
        one, other = await PostgresStore.connect(address), await PostgresStore.connect(address)
        due = await one.now() - 10
        for number in range(20):
            table = f"t{number}"
            first = Step(table, 1, CLOCK, "open", b"[]", due)
            await one.open_table(Opening(table, table, b"s"), first)
        claims = await asyncio.gather(
            *(store.claim_overdue(1, 30, 5) for store in (one, other) * 4)
        )
        tables = [claim.table for claimed in claims for claim in claimed]
        assert len(tables) == len(set(tables)) == 20
        await one.close()
        await other.close()


async def test_a_file_is_there_again_after_a_restart(tmp_path: Path) -> None:
    path = str(tmp_path / "kuhstall.db")
    store = await SqliteStore.connect(path)
    await store.open_table(OPENING, FIRST)
    await store.append(Step("t1", 2, 0, "c", b"[2]"))
    await store.close()
    store = await SqliteStore.connect(path)
    assert [step.seq for step in await store.steps("t1")] == [1, 2]
    assert await store.secret("t1") == b"secret"
    await store.close()


async def test_whoever_gives_up_leaves_no_transaction_behind(tmp_path: Path) -> None:
    store = await SqliteStore.connect(str(tmp_path / "kuhstall.db"))
    await store.open_table(OPENING, FIRST)
    for seq in range(2, 20):
        step = Step("t1", seq, 0, f"c{seq}", b"[]")
        task = asyncio.create_task(store.append(step))
        for _ in range(seq // 2):
            await asyncio.sleep(0)
        task.cancel()
        await asyncio.wait([task])
        assert await store.append(step) == Accepted(seq)
    await store.close()
