"""Retention on a store that 0.1.0 left: its finished game is found in the log, and stays."""

from __future__ import annotations

import pytest

from kuhstall.server.ops import retention
from kuhstall.server.ops.audit import audit_tables
from kuhstall.server.ops.metrics import Metrics
from kuhstall.server.ops.retention import Retention
from kuhstall.server.settings import Settings
from kuhstall.server.table.clock import Clock
from tests.pinned.old import connected, restored
from tests.pinned.test_old_stores import STORES, manifest
from tests.server.accounts import people_of
from tests.server.ageing import DAY, age, counted


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.mark.anyio
@pytest.mark.parametrize("kind", STORES)
async def test_the_finished_game_of_an_old_store_is_kept(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retention, "BREATH", 0.0)
    ended = manifest(kind).tables["ended"].table
    async with restored(kind) as place, connected(place) as store:
        keeper = Retention(store, people_of(store), Clock(), Metrics(), Settings().terms)
        states = await store.table_states("", 100)
        # What SQLite keeps is of the year 2096: first it has to be of today.
        await age(store, -min(0.0, *(state.age for state in states)) // DAY)
        before = {one.table: one.digest async for one in audit_tables(store)}
        await keeper.run()
        assert {one.table: one.digest async for one in audit_tables(store)} == before
        assert await counted(store, "people") == len(manifest(kind).cookies)
        finished = {one.table for one in await store.table_states("", 100) if one.finished}
        assert finished == {ended}
        for _ in range(3):  # tables, then sessions and people
            await age(store, 400)
            await keeper.run()
        left = {one.table: one.digest async for one in audit_tables(store)}
        assert left == {ended: before[ended]}
        assert await counted(store, "people") == 0
