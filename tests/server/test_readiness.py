"""`/readyz` says whether a node can serve: its store answers, and takes what is written."""

from __future__ import annotations

import asyncio
import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import asyncpg
import httpx
import pytest

from tests.machine import patience
from tests.server.databases import database
from tests.server.serving import PATIENCE, browser, process, serving

pytestmark = pytest.mark.anyio


@contextmanager
def full_disk(pid: int) -> Iterator[None]:
    """Let a process write to no file: its write-ahead log may begin again at any moment."""
    before = resource.prlimit(pid, resource.RLIMIT_FSIZE)
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (0, before[1]))
    try:
        yield
    finally:
        resource.prlimit(pid, resource.RLIMIT_FSIZE, before)


async def told(http: httpx.AsyncClient, url: str, status: int) -> None:
    """Ask until a node says this of itself."""
    async with asyncio.timeout(patience(PATIENCE)):
        while True:
            if (await http.get(f"{url}/readyz")).status_code == status:
                return
            await asyncio.sleep(0.02)


async def test_a_node_whose_disk_is_full_is_not_ready(tmp_path: Path) -> None:
    store = tmp_path / "kuhstall.db"
    with process(tmp_path, store) as here:
        async with browser() as http:
            await http.post(f"{here.url}/api/tables", json={})
            with full_disk(here.pid):
                refused = await http.post(f"{here.url}/api/tables", json={})
                assert refused.status_code == 503
                await told(http, here.url, 503)
                assert (await http.get(f"{here.url}/healthz")).status_code == 200
            await told(http, here.url, 200)
            assert (await http.post(f"{here.url}/api/tables", json={})).status_code == 201


async def test_a_node_notices_a_full_disk_that_nobody_has_written_to(tmp_path: Path) -> None:
    store = tmp_path / "kuhstall.db"
    with process(tmp_path, store) as here:
        async with browser() as http:
            await http.post(f"{here.url}/api/tables", json={})
            with full_disk(here.pid):
                await told(http, here.url, 503)


async def test_a_node_asks_its_disk_only_now_and_then(tmp_path: Path) -> None:
    store = tmp_path / "kuhstall.db"
    async with serving(store) as here, browser() as http:
        await told(http, here.url, 200)
        written = store.with_name("kuhstall.db-wal").stat().st_size
        for _ in range(100):
            await http.get(f"{here.url}/readyz")
        grown = store.with_name("kuhstall.db-wal").stat().st_size - written
        assert grown < 20 * 4096


async def test_a_node_whose_database_only_reads_is_not_ready() -> None:
    async with database() as address, serving(address) as here, browser() as http:
        await told(http, here.url, 200)
        keeper = await asyncpg.connect(address)
        try:
            name = await keeper.fetchval("SELECT current_database()")
            for only, status in (("on", 503), ("off", 200)):
                await keeper.execute(
                    f"ALTER DATABASE {name} SET default_transaction_read_only = {only}"
                )
                await keeper.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                    " WHERE datname = current_database() AND pid <> pg_backend_pid()"
                )
                await told(http, here.url, status)
                again = [await http.get(f"{here.url}/readyz") for _ in range(10)]
                assert {one.status_code for one in again} == {status}
        finally:
            await keeper.close()
