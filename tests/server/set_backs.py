# ruff: noqa: S608 -- the names of tables are from here
"""A store that goes back under running nodes, as after a restore or to a standby that lagged."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from kuhstall.server.store import Store
from kuhstall.server.store.memory.store import MemoryStore
from kuhstall.server.store.postgres import PostgresStore
from kuhstall.server.store.sqlite import SqliteStore
from tests.server.databases import database

# All that there is of a table. The columns are named since PostgreSQL computes one more by itself.
_COLUMNS = "head, due, claimed, public, open, closed, listing"
_COPIED = ("steps", "sealed", "members")


@asynccontextmanager
async def address(kind: str, folder: Path) -> AsyncIterator[str]:
    """Give the address of a new store."""
    if kind == "sqlite":
        yield str(folder / "kuhstall.db")
        return
    async with database() as made:
        yield made


@asynccontextmanager
async def operator(address: str) -> AsyncIterator[Store]:
    """Connect to a store beside its nodes."""
    store: PostgresStore | SqliteStore
    if address.startswith("postgres"):
        store = await PostgresStore.connect(address, connections=2)
    else:
        store = await SqliteStore.connect(address)
    try:
        yield store
    finally:
        await store.close()


async def keep(store: Store, name: str) -> None:
    """Remember all that is stored."""
    if isinstance(store, MemoryStore):
        store.backups[name] = store.backup()
        return
    tables = ("tables", "chat", *_COPIED)
    await _run(store, [f"CREATE TABLE {name}_{one} AS SELECT * FROM {one}" for one in tables])


async def go_back(store: Store, name: str) -> None:
    """Make the store what it was, with the steps, their answers and all, at one blow."""
    if isinstance(store, MemoryStore):
        store.restore(store.backups[name])
        return
    kept = f"(SELECT {_COLUMNS} FROM {name}_tables AS kept WHERE kept.id = tables.id)"
    statements = [
        f"DELETE FROM tables WHERE id NOT IN (SELECT id FROM {name}_tables)",
        f"DELETE FROM chat WHERE id NOT IN (SELECT id FROM {name}_chat)",
        f"UPDATE tables SET ({_COLUMNS}) = {kept}",
    ]
    for one in _COPIED:
        statements += [f"DELETE FROM {one}", f"INSERT INTO {one} SELECT * FROM {name}_{one}"]
    await _run(store, statements)
    await _count_lines_anew(store)


async def _count_lines_anew(store: Store) -> None:
    """Give the next line of chat the number after the last one, as a restore does."""
    last = "(SELECT coalesce(max(id), 1) FROM chat)"
    if isinstance(store, SqliteStore):
        await _run(store, [f"UPDATE sqlite_sequence SET seq = {last} WHERE name = 'chat'"])
    else:
        await _run(store, [f"SELECT setval('chat_id_seq', {last})"])


async def _run(store: Any, statements: Sequence[str]) -> None:
    if isinstance(store, SqliteStore):
        async with store._file.writing() as file:
            for sql in statements:
                await file.execute(sql)
        return
    async with store._pool.transaction() as connection:
        await connection.execute("LOCK TABLE tables, steps, sealed IN ACCESS EXCLUSIVE MODE")
        for sql in statements:
            await connection.execute(sql)
