"""Which node leads, and what changes the mark of what was written."""

from __future__ import annotations

import itertools
from contextlib import suppress
from unittest.mock import AsyncMock, Mock

import asyncpg
import pytest

from kuhstall.server.features.feature import Job
from kuhstall.server.ops.lead import Lead
from kuhstall.server.store import Store
from kuhstall.server.store import postgres_leader as leader
from kuhstall.server.store.postgres import PostgresStore
from kuhstall.server.table.log import UnavailableError
from tests.machine import stretched
from tests.server.databases import borrowed
from tests.server.houses import House, Watching

pytestmark = pytest.mark.anyio


async def _leads_soon(store: PostgresStore) -> bool:
    """Ask as often as it takes PostgreSQL to notice that another node is gone."""
    now = await store.now()
    while not await store.leads():
        if await store.now() > now + stretched(20):
            return False
    return True


async def test_a_store_with_one_node_leads(store: Store) -> None:
    assert await store.leads()
    assert await store.leads()


async def test_one_node_leads_until_it_is_gone() -> None:
    async with borrowed() as address:
        first, second = [await PostgresStore.connect(address, connections=1) for _ in range(2)]
        assert await first.leads()
        assert [await second.leads() for _ in range(3)] == [False] * 3
        assert await first.leads()
        await first.close()
        assert await _leads_soon(second)
        await second.close()


async def test_a_node_that_hangs_loses_the_lead(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leader, "IDLE", 1.0)
    async with borrowed() as address:
        first, second = [await PostgresStore.connect(address, connections=1) for _ in range(2)]
        assert await first.leads()
        assert await _leads_soon(second)
        with suppress(UnavailableError):  # unless it knows already that its connection has ended
            assert not await first.leads()
        assert not await first.leads(), "it has connected again"
        await first.close()
        await second.close()


async def test_other_nodes_do_the_work_now_and_then() -> None:
    store, work = Mock(leads=AsyncMock(return_value=False)), AsyncMock()
    lead, job, ticks = Lead(store), Job("work", 1.0, work, others=5), itertools.count(1)
    await lead.run()
    for _ in range(12):
        await lead.run_job(job, "node", ticks)
    assert work.await_count == 2
    store.leads.return_value = True
    await lead.run()
    for _ in range(12):
        await lead.run_job(job, "node", ticks)
    assert work.await_count == 14
    store.leads.side_effect = UnavailableError
    with pytest.raises(UnavailableError):
        await lead.run()
    assert not lead.is_here


async def test_the_mark_changes_when_a_commit_becomes_visible() -> None:
    """Another transaction may have begun before, and been in the WAL already."""
    async with borrowed() as address:
        store, other = await PostgresStore.connect(address), await asyncpg.connect(address)
        transaction = other.transaction()
        await transaction.start()
        await other.execute("INSERT INTO people (id, name) VALUES ('anna', 'Anna')")
        before = await store.write_mark()
        assert before is not None
        await transaction.commit()
        after = await store.write_mark()
        assert after != before
        marks = {await store.write_mark() for _ in range(50)}
        assert len(marks) < 50, "nothing was written here, though elsewhere on this server perhaps"
        await other.close()
        await store.close()


async def test_a_table_is_not_compared_while_nothing_is_written(store: Store) -> None:
    """It is once something is, or when the node doubts that it knows the table."""
    house = House(store)
    live = await house.start(("anna",), bots=("random", "random"), pace="slow")
    hints, marks = house.service.hints, ["one"]
    hints._store = Mock(wraps=store, write_mark=AsyncMock(side_effect=lambda: marks[-1]))
    positions = hints._store.positions

    async def compared() -> bool:
        positions.reset_mock()
        await hints.compare_with_store()
        await house.service.background.finish()
        return bool(positions.call_count)

    assert await compared()
    assert not await compared()
    live.doubtful = True
    assert await compared()
    assert not await compared()
    marks.append("two")
    assert await compared()
    assert not await compared()
    positions.side_effect = UnavailableError
    marks.append("three")
    with pytest.raises(UnavailableError):
        await compared()
    positions.side_effect = None
    assert await compared()


async def test_a_set_back_is_noticed_though_a_node_does_not_write() -> None:
    async with borrowed() as address:
        store = await PostgresStore.connect(address)
        house = House(store)
        table = await house.open(("anna", "ben"), seats=3)
        live, watching = await house.service.cache.live_table(table), Watching("anna")
        house.service.cache.watch(live, watching)
        for _ in range(2):
            await house.service.hints.compare_with_store()
        other = await asyncpg.connect(address)
        await other.execute("DELETE FROM steps WHERE table_id = $1 AND seq = $2", table, live.seq)
        await other.execute("UPDATE tables SET head = head - 1 WHERE id = $1", table)
        await other.close()
        await house.service.hints.compare_with_store()
        await house.service.background.finish()
        assert len(watching.set_backs) == 1
        await store.close()
