"""What only one of the stores has to show."""

from __future__ import annotations

import asyncio
from pathlib import Path

import asyncpg
import pytest

from kuhstall.engine.values import CLOCK
from kuhstall.server.store import Accepted, Behind, Opening, Step
from kuhstall.server.store.postgres import PostgresStore, UnsafeDatabaseError
from kuhstall.server.store.sqlite import SqliteStore
from tests.server.databases import database

pytestmark = pytest.mark.anyio

OPENING = Opening("t1", "code", b"secret")
FIRST = Step("t1", 1, CLOCK, "open", b"[]")


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
