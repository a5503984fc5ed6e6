"""What was handed in unseen can be read by nobody once it was opened, on both stores."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from kuhstall.engine.values import CLOCK
from kuhstall.games.kuhhandel.actions import AuctionOff, NameMaximum
from kuhstall.server.ops import archive_job
from kuhstall.server.ops.archive_job import FIRST, ArchiveJob
from kuhstall.server.ops.metrics import Metrics
from kuhstall.server.store import Store
from kuhstall.server.store.archive import pack, unpack
from kuhstall.server.store.backup import backup, restore
from kuhstall.server.store.migration import migrations
from kuhstall.server.store.postgres import PostgresStore
from kuhstall.server.store.postgres_archive import CLEAR_ROWS, READABLE
from kuhstall.server.store.sqlite import SqliteStore
from kuhstall.server.table.log import Accepted, Listing, Opening, SealedAction, Step
from tests.server.ageing import age
from tests.server.databases import database
from tests.server.houses import House, SetClock

pytestmark = pytest.mark.anyio

KINDS = ("sqlite", "postgres")
MARK = b'"maximum"'
"""How a price is written that was named unseen. No event has it."""
SECRET = b'{"type":"maximum","amount":1230}'
PEOPLE = ("anna", "ben", "cleo")
_RELOG = "UPDATE archive SET log = $1 WHERE table_id = '{}'"
_UNDONE = "DELETE FROM migrations WHERE number = {}"
_MANY_TABLES = """
INSERT INTO tables (id, code, head, public, listing)
SELECT 'many' || n, 'many' || n, 1, false, '' FROM generate_series(1, 3000) AS n
"""
_MANY_GAMES = """
INSERT INTO archive (table_id, log, cleared) SELECT id, '', true FROM tables WHERE id <> 't1'
"""
_MANY_SEALS = """
INSERT INTO sealed (table_id, moment, seat, command, action, opened)
SELECT id, 1, 1, 'c', '', 2 FROM tables WHERE id <> 't1'
"""
_ALL = "SELECT * FROM {}"
RULES = {"auction_mode": "sealed", "start_player": "seat:0"}


@asynccontextmanager
async def empty(kind: str, folder: Path) -> AsyncIterator[str]:
    """Give the address of a store that is not there yet."""
    if kind == "sqlite":
        yield str(folder / "kuhstall.db")
        return
    async with database() as address:
        yield address


async def connected(address: str) -> SqliteStore | PostgresStore:
    if address.startswith("postgres"):
        return await PostgresStore.connect(address)
    return await SqliteStore.connect(address)


async def rows(store: Store, sql: str) -> list[tuple[Any, ...]]:
    if isinstance(store, PostgresStore):
        return [tuple(row) for row in await store._pool.fetch(sql)]
    assert isinstance(store, SqliteStore)
    return [tuple(row) for row in await store._file.rows(sql)]


async def run(store: Store, sql: str, *values: Any) -> None:
    if isinstance(store, PostgresStore):
        await store._pool.execute(sql, *values)
    else:
        assert isinstance(store, SqliteStore)
        await store._file.run(sql.replace("$1", "?1"), *values)


async def readable(store: Store, mark: bytes = MARK) -> list[str]:
    """List the tables of a database that have an answer in them, packed or not."""
    if isinstance(store, PostgresStore):
        names = "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
    else:
        names = "SELECT name FROM sqlite_schema WHERE type = 'table'"
    found = []
    for (name,) in await rows(store, names):
        values = [value for row in await rows(store, _ALL.format(name)) for value in row]
        if name == "archive":
            logs = await rows(store, "SELECT log FROM archive")
            values += [seal.action for (log,) in logs for seal in unpack(log).seals]
        plain = [one if isinstance(one, bytes) else str(one).encode() for one in values]
        if any(mark in one for one in plain):
            found.append(str(name))
    return found


@pytest.mark.parametrize("kind", KINDS)
async def test_no_sealed_answer_of_a_finished_game_can_be_read(kind: str, tmp_path: Path) -> None:
    """In no row, in no packed game, and in no backup."""
    async with empty(kind, tmp_path) as address, empty(kind, tmp_path / "other") as other:
        store = await connected(address)
        house = House(store)
        live = await house.start(PEOPLE, edition="kuhhandel/2", rules=RULES)
        assert await store.place_orders(live.id, live.seq, "cleo", SECRET)
        await house.play(live.id, "anna", AuctionOff())
        await house.play(live.id, "ben", NameMaximum(50))
        assert sorted(await readable(store)) == ["orders", "sealed"]  # they are still needed
        await house.play_to(live.id, "Ended")
        assert live.party.stage == "ended"
        assert len(await rows(store, "SELECT opened FROM sealed")) > 100
        for _ in ("in rows", "packed"):
            assert await readable(store) == []
            await store.pack_game(live.id)
        assert await store.packed_games("", 10) == [live.id]
        file = tmp_path / "backup"
        backup(address, file)
        (tmp_path / "other").mkdir()
        restore(other, file)
        copy = await connected(other)
        assert await readable(copy) == []
        await copy.close()
        await house.service.background.finish()
        await store.close()
        if kind == "sqlite":
            assert not any(MARK in one for one in _bytes(tmp_path))


def _bytes(folder: Path) -> list[bytes]:
    """Read the file of the store, with what lies beside it: also what was removed in it."""
    return [one.read_bytes() for one in folder.glob("kuhstall.db*")]


async def _finished(store: Store, table: str) -> None:
    first = Step(table, 1, CLOCK, "open", b"{}")
    await store.open_table(Opening(table, f"code-{table}", b"s"), first)
    held = SealedAction(2, "cleo/held", SECRET)
    assert await store.seal(table, 1, 7, held) == held
    await store.append(Step(table, 2, 1, "ben/last", b"{}"), opens=7, opened=1)
    over = Listing(False, False, b"{}", ("cleo",), finishers=("cleo",))
    await store.append(Step(table, 3, CLOCK, "over", b"{}"), listing=over)


async def _left_by_the_version_before(store: Store, kind: str) -> None:
    """Make it what it was before this change of the schema, with every answer readable."""
    for log, table in await rows(store, "SELECT log, table_id FROM archive"):
        game = unpack(log)
        seals = [replace(one, action=SECRET) for one in game.seals]
        old = pack(replace(game, seals=seals)).log
        await run(store, _RELOG.format(table), old)
    await run(store, "UPDATE sealed SET action = $1 WHERE opened IS NOT NULL", SECRET)
    number = next(n for n, sql in reversed(migrations(kind)) if "archive_readable" in sql)
    for sql in (
        "DROP INDEX archive_readable",
        "DROP INDEX sealed_readable",
        "ALTER TABLE archive DROP COLUMN cleared",
        _UNDONE.format(number),
    ):
        await run(store, sql)


@pytest.mark.parametrize("kind", KINDS)
async def test_what_older_versions_left_is_blanked_bit_by_bit(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archive_job, "BREATH", 0.0)
    monkeypatch.setattr(archive_job, "CLEARED", 2)
    async with empty(kind, tmp_path) as address:
        store = await connected(address)
        for table in ("t1", "t2", "t3", "t4"):
            await _finished(store, table)
            if table != "t4":
                assert await store.pack_game(table) is not None
        await _left_by_the_version_before(store, kind)
        assert sorted(await readable(store)) == ["archive", "sealed"]
        await store.close()
        store = await connected(address)
        assert await readable(store) == ["archive"]  # the change of the schema blanks rows
        # A node of the version before opens one more.
        await run(store, "UPDATE sealed SET action = $1 WHERE table_id = 't4'", SECRET)
        left = []
        for _ in range(3):  # each time another node, which knows nothing of those before
            clock = SetClock(1_800_000_000.0)
            node = ArchiveJob(store, clock, Metrics(), float("inf"))
            clock.time += FIRST
            await node.run_if_due()
            await age(store, 1)
            logs = await rows(store, "SELECT log FROM archive")
            left.append(sum(bool(seal.action) for (log,) in logs for seal in unpack(log).seals))
        assert left == [2, 0, 0]
        assert await readable(store) == []
        assert not await store.clear_seals()
        for table in ("t1", "t2", "t3", "t4"):
            assert await store.answer(table, 2, "cleo/held") == Accepted(2)
            assert len(await store.steps(table)) == 3
        assert await store.unpack_game("t1")
        assert await store.answer("t1", 2, "cleo/held") == Accepted(2)
        assert await readable(store) == []
        await store.close()


async def test_a_damaged_game_is_passed_over(tmp_path: Path) -> None:
    store = await SqliteStore.connect(str(tmp_path / "k.db"))
    await _finished(store, "t1")
    await store.pack_game("t1")
    await run(store, "UPDATE archive SET cleared = 0, log = $1", b"\x01rubbish")
    assert await store.clear_seals()
    assert not await store.clear_seals()
    await store.close()


async def test_a_look_at_nothing_costs_the_same_however_much_is_stored() -> None:
    """Indexes that are empty say that there is nothing left to blank."""
    async with database() as address:
        store = await PostgresStore.connect(address)
        await _finished(store, "t1")
        await run(store, _MANY_TABLES)
        await run(store, _MANY_GAMES)
        await run(store, _MANY_SEALS)
        await run(store, "VACUUM ANALYZE archive, sealed")
        for sql, index in ((READABLE, "archive_readable"), (CLEAR_ROWS, "sealed_readable")):
            plan = str(await rows(store, "EXPLAIN " + sql.replace("$1", "500")))
            assert index in plan
            assert "Seq Scan" not in plan
        assert not await store.clear_seals()
        await store.close()
