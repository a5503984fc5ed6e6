"""Backup and restore, as a host does it: every game replays to the same, or it is noticed."""

from __future__ import annotations

import asyncio
import subprocess
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from kuhstall.server.ops.audit import Audit, audit_tables
from kuhstall.server.store import Store
from kuhstall.server.store.backup import BackupError, _apart, backup, restore
from kuhstall.server.store.postgres import PostgresStore
from kuhstall.server.store.sqlite import SqliteStore
from tests.deploy.games import EDITIONS, PEOPLE, filled, played
from tests.deploy.restore_drill import KUHSTALL, drill
from tests.server.databases import database
from tests.server.houses import House

pytestmark = pytest.mark.anyio


async def audited(store: Store) -> list[Audit]:
    return [one async for one in audit_tables(store)]


def checked(store: str) -> tuple[int, str]:
    done = subprocess.run(
        [KUHSTALL, "admin", "--store", store, "check"], capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout


@pytest.mark.slow
async def test_every_game_replays_to_the_same_after_a_restore(tmp_path: Path) -> None:
    figures = await drill(tmp_path, games=50, distinct=len(EDITIONS))
    print(figures)
    assert figures["differences"] == 0
    assert figures["compared"] == 50
    assert figures["packed"] == 18  # two in six are over
    assert "50 tables" in figures["says"]
    assert " 0 faults" in figures["says"]


@pytest.mark.thorough
async def test_ten_thousand_games_replay_to_the_same_after_a_restore(tmp_path: Path) -> None:
    figures = await drill(tmp_path, games=10_000, distinct=100)
    print(figures)
    assert (figures["differences"], figures["compared"]) == (0, 10_000)


DAMAGE = {
    "a step is missing": "DELETE FROM steps WHERE table_id = $1 AND seq = 5",
    "the last step is missing": "DELETE FROM steps WHERE table_id = $1 AND seq ="
    " (SELECT head FROM tables WHERE id = $1)",
    "a step is another one": "UPDATE steps SET events = convert_to(regexp_replace("
    "convert_from(events, 'UTF8'), '\"seat\":0', '\"seat\":1'), 'UTF8') WHERE table_id = $1"
    " AND seq = (SELECT max(seq) FROM steps WHERE table_id = $1 AND events LIKE '%\"seat\":0%')",
    "a secret is another one": "UPDATE secrets SET secret = 'x' WHERE table_id = $1",
}


async def test_damage_is_noticed() -> None:
    logs = await played(1)
    async with database() as address:
        await filled(address, logs, len(DAMAGE) + 1)
        store = await PostgresStore.connect(address)
        connection = await asyncpg.connect(address)
        try:
            before = await audited(store)
            assert not any(one.fault for one in before)
            for one, statement in zip(before, DAMAGE.values(), strict=False):
                assert (await connection.execute(statement, one.table))[-1] == "1"
            after = await audited(store)
        finally:
            await connection.close()
            await store.close()
        same = [old == new for old, new in zip(before, after, strict=True)]
        assert same == [False] * len(DAMAGE) + [True]
        faults = [bool(one.fault) for one in after]
        assert faults[:2] == [True, True]  # what cannot be a log at all is a fault by itself
        returned, said = await asyncio.to_thread(checked, address)
        assert returned == 1
        assert f"{sum(faults)} faults" in said


async def test_a_file_of_sqlite_is_copied_while_it_is_written_to(tmp_path: Path) -> None:
    path, copy, again = tmp_path / "kuhstall.db", tmp_path / "copy.db", tmp_path / "again.db"
    store = await SqliteStore.connect(str(path))
    house = House(store)
    hot = await house.start(PEOPLE[:3], edition="kuhhandel/2")
    await house.play_to(hot.id, "Bidding")
    before = await audited(store)
    backup(str(path), copy)
    await house.play_to(hot.id, "Responding")
    assert await audited(store) != before
    await store.close()
    assert copy.stat().st_mode & 0o777 == 0o600
    restore(str(again), copy)
    restored = await SqliteStore.connect(str(again))
    assert await audited(restored) == before
    await restored.close()


async def test_a_packed_game_comes_back_from_a_backup_and_can_be_unpacked(tmp_path: Path) -> None:
    path, copy, again = tmp_path / "kuhstall.db", tmp_path / "copy.db", tmp_path / "again.db"
    store = await SqliteStore.connect(str(path))
    house = House(store)
    hot = await house.start(PEOPLE[:3], edition="kuhhandel/2")
    await house.play_to(hot.id, "Ended")
    plain, steps = await audited(store), await store.steps(hot.id)
    assert await store.pack_game(hot.id) is not None
    backup(str(path), copy)
    await store.close()

    restore(str(again), copy)
    restored = await SqliteStore.connect(str(again))
    assert await audited(restored) == plain
    assert await restored.packed_games("", 10) == [hot.id]
    assert await restored.steps(hot.id) == steps
    assert await restored.unpack_game(hot.id)
    assert await restored.steps(hot.id) == steps
    assert await audited(restored) == plain
    await restored.close()


async def test_nothing_is_overwritten(tmp_path: Path) -> None:
    path, copy = tmp_path / "kuhstall.db", tmp_path / "copy.db"
    await (await SqliteStore.connect(str(path))).close()
    backup(str(path), copy)
    for work, store, file in (
        (backup, path, copy),
        (restore, path, copy),
        (restore, tmp_path / "new.db", tmp_path / "none"),
        (backup, tmp_path / "none.db", tmp_path / "new"),
    ):
        with pytest.raises(BackupError):
            work(str(store), file)
    assert not (tmp_path / "new.part").exists()
    async with database() as full:
        await (await PostgresStore.connect(full)).close()
        file = tmp_path / "full.backup"
        backup(full, file)
        with pytest.raises(BackupError, match="already exists"):
            restore(full, file)


@pytest.mark.parametrize("left", [0, 100, 40_000, None])
async def test_what_is_no_backup_leaves_no_store_behind(tmp_path: Path, left: int | None) -> None:
    """A server would start on what is left, as if nobody had ever played there."""
    path, copy, again = tmp_path / "kuhstall.db", tmp_path / "copy.db", tmp_path / "again.db"
    await (await SqliteStore.connect(str(path))).close()
    backup(str(path), copy)
    bad = tmp_path / "bad.db"
    bad.write_bytes(b"a letter to grandmother" if left is None else copy.read_bytes()[:left])
    with pytest.raises(BackupError):
        restore(str(again), bad)
    assert not again.exists()
    assert not (tmp_path / "again.db.part").exists()
    restore(str(again), copy)
    await (await SqliteStore.connect(str(again))).close()


@pytest.mark.parametrize(
    ("store", "apart"),
    [
        ("postgresql://a@h/d", ("postgresql://a@h/d", "")),
        ("postgresql://a:b%40c@h:5/d?x=y", ("postgresql://a@h:5/d?x=y", "b@c")),
        ("postgres:///d", ("postgres:///d", "")),
    ],
)
def test_a_password_is_not_among_the_words_of_a_call(store: str, apart: Any) -> None:
    assert _apart(store) == apart
