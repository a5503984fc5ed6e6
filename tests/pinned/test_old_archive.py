"""The archive on a store that 0.1.0 left: its finished game is packed, and is what it was."""

from __future__ import annotations

import pytest

from kuhstall.server.ops import archive_job, retention
from kuhstall.server.ops.archive_job import ArchiveJob
from kuhstall.server.ops.audit import audit_tables
from kuhstall.server.ops.metrics import Metrics
from kuhstall.server.ops.retention import Retention
from kuhstall.server.settings import Settings
from kuhstall.server.table.clock import Clock
from tests.pinned.old import connected, restored
from tests.pinned.stage import Stage
from tests.pinned.test_old_stores import STORES, manifest
from tests.server.accounts import people_of
from tests.server.ageing import DAY, age


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.mark.anyio
@pytest.mark.parametrize("kind", STORES)
async def test_the_finished_game_of_an_old_store_is_packed_and_shown_as_before(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retention, "BREATH", 0.0)
    monkeypatch.setattr(archive_job, "BREATH", 0.0)
    known = manifest(kind)
    left = known.tables["ended"]
    paths = [
        f"/api/tables/{left.table}/{path}" for path in ("transcript", "course", "replay/all/0")
    ]

    async def pages() -> list[bytes]:
        with monkeypatch.context() as patch:
            async with Stage.open(place, patch, now=left.now, cookies=known.cookies) as stage:
                return [await stage.read(path) for path in paths]

    async with restored(kind) as place:
        shown = await pages()
        async with connected(place) as store:
            states = await store.table_states("", 100)
            # What SQLite keeps is of the year 2096: first it has to be of some day before today,
            # old enough for the archive at whatever time of the day this is run.
            await age(store, -min(0.0, *(state.age for state in states)) // DAY + 2)
            before = {one.table: one async for one in audit_tables(store)}
            logs = {table: await store.steps(table) for table in before}
            clock, metrics = Clock(), Metrics()
            # Nodes of 0.1.0 did not note that a game was finished: retention does it for them.
            await Retention(store, people_of(store), clock, metrics, Settings().terms).run()
            packed = await ArchiveJob(store, clock, metrics, Settings().archive_age).run()
            assert packed == 1
            assert await store.packed_games("", 10) == [left.table]
            assert {one.table: one async for one in audit_tables(store)} == before
            assert {table: await store.steps(table) for table in before} == logs
            for step in logs[left.table]:
                known_answer = await store.answer(left.table, step.actor, step.command)
                assert known_answer is not None
        assert await pages() == shown
