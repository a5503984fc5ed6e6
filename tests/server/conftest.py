"""The stores that one suite holds to the same promises."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from kuhstall.server.store import Store
from kuhstall.server.store.memory.store import MemoryStore
from kuhstall.server.store.postgres import PostgresStore
from kuhstall.server.store.sqlite import SqliteStore
from tests.server.databases import borrowed


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(params=["postgres", "sqlite", "memory"])
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Store]:
    if request.param == "memory":
        yield MemoryStore()
        return
    if request.param == "sqlite":
        local = await SqliteStore.connect(str(tmp_path / "kuhstall.db"))
        yield local
        await local.close()
        return
    async with borrowed() as address:
        shared = await PostgresStore.connect(address, connections=4)
        yield shared
        await shared.close()
