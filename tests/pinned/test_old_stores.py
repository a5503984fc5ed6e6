"""A store that 0.1.0 left in mid-game is read as it was, and its games are played to their end."""

from __future__ import annotations

import asyncio
import lzma
from collections.abc import Iterator
from pathlib import Path

import asyncpg
import msgspec
import pytest

from kuhstall.server.ops.audit import audit_tables
from kuhstall.server.store.migration import migrations
from kuhstall.server.store.postgres import PostgresStore
from kuhstall.server.table.party import fair
from kuhstall.server.table.party.listing import Poster
from tests.machine import patience
from tests.pinned.author import Author, play
from tests.pinned.comparing import difference
from tests.pinned.old import DATA, Left, Manifest, connected, restored
from tests.pinned.rows import opened
from tests.pinned.stage import Stage

STORES = ("sqlite", "postgres")
RUNNING = [
    *(("sqlite", "kuhhandel"), ("postgres", "master"), ("postgres", "kuhfstein")),
    *(
        pytest.param(kind, name, marks=pytest.mark.thorough)
        for kind, name in (("postgres", "kuhhandel"), ("sqlite", "master"), ("sqlite", "kuhfstein"))
    ),
]
ONLY_RESUMED = [("sqlite", "slow"), ("postgres", "returned")]


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


def manifest(kind: str) -> Manifest:
    return msgspec.json.decode((DATA / kind / "tables.json").read_bytes(), type=Manifest)


def seen(kind: str) -> Iterator[tuple[float, list[tuple[str, list[str]]]]]:
    """Read what people saw: for each point in time, the inputs in order with their outcomes."""
    text = lzma.decompress((DATA / kind / "seen.txt.xz").read_bytes()).decode()
    for chapter in text.removeprefix("> NOW ").removesuffix("\n").split("\n> NOW "):
        now, *parts = chapter.split("\n> ")
        pairs = [part.split("\n  ") for part in parts]
        yield float(now), [(source, outcome) for source, *outcome in pairs]


@pytest.mark.anyio
@pytest.mark.parametrize("kind", STORES)
async def test_everybody_sees_what_they_saw_and_what_was_due_happens(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    cookies = manifest(kind).cookies
    for now, pairs in seen(kind):
        async with (
            restored(kind) as store,
            Stage.open(store, monkeypatch, now=now, cookies=cookies) as stage,
        ):
            for source, outcome in pairs:
                found = difference(source, outcome, await stage.perform(source))
                assert not found, found


@pytest.mark.anyio
@pytest.mark.parametrize(("kind", "name"), [*RUNNING, *ONLY_RESUMED])
async def test_a_running_game_goes_on_and_ends(
    kind: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All play on for a while. Then all but one leave, and bots play for them to the end.

    Before that the server has brought the store to its own schema; afterwards the result is there.

    The tables in `ONLY_RESUMED` need not end: other tables play the same games to the end.
    """
    known = manifest(kind)
    left = known.tables[name]
    async with restored(kind) as store:
        async with opened(store) as rows:
            assert await rows.changes() == [1]
        async with Stage.open(store, monkeypatch, now=left.now, cookies=known.cookies) as stage:
            await _play_on(stage, left, to_the_end=(kind, name) not in ONLY_RESUMED)
        await _is_whole(store, kind, left, over=(kind, name) not in ONLY_RESUMED)


async def _play_on(stage: Stage, left: Left, *, to_the_end: bool) -> None:
    author = Author(stage, 3, ids="later")
    await author.do(f"TABLE {left.table}")
    for who in left.people:
        await author.do(f"JOIN {who}")
    stays, *others = left.people
    last = await stage.head() + 20
    await play(author, left.people, lambda one: one.over or one.seen[stays]["seq"] > last)
    for who in others:
        await author.send(who, "ask", request={"type": "leave"})
        await author.do(f"PART {who} 0")
    assert author.refused == []
    if not to_the_end:
        return
    await play(author, (stays,), lambda one: one.over)
    assert author.refused == []
    transcript = await stage.read(f"/api/tables/{left.table}/transcript")
    fair.verify(msgspec.json.decode(transcript, type=fair.Transcript))


async def _is_whole(place: Path | str, kind: str, left: Left, *, over: bool) -> None:
    """The server has gone. What it has left is all of the new schema, and has the result in it."""
    dialect = "postgres" if isinstance(place, str) else "sqlite"
    async with opened(place) as rows:
        assert await rows.changes() == [number for number, _ in migrations(dialect)]
    async with connected(place) as store:
        assert [one.fault async for one in audit_tables(store) if one.fault] == []
        states = {one.table: one for one in await store.table_states("", 100)}
        assert set(states) == {one.table for one in manifest(kind).tables.values()}
        assert states[left.table].finished == over
        kept = {one.table: one.text for one in await store.tables(100)}
        poster = msgspec.json.decode(kept[left.table], type=Poster)
        assert (poster.stage == "ended") == over


@pytest.mark.anyio
@pytest.mark.parametrize("kind", STORES)
async def test_the_transcript_of_a_finished_game_still_verifies(kind: str) -> None:
    table = manifest(kind).tables["ended"].table
    source = f"CALL nobody GET /api/tables/{table}/transcript"
    ((_, text),) = (outcome for _, pairs in seen(kind) for one, outcome in pairs if one == source)
    fair.verify(msgspec.json.decode(text, type=fair.Transcript))


_WAITS = "SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = 'tables'::regclass"


@pytest.mark.anyio
async def test_a_node_that_writes_while_another_changes_the_schema_is_no_deadlock() -> None:
    """It holds rows of `tables` when the change begins, and writes to them afterwards."""
    async with restored("postgres") as address:
        store = str(address)
        writer, witness = await asyncpg.connect(store), await asyncpg.connect(store)
        async with asyncio.timeout(patience(20)):
            async with writer.transaction():
                await writer.fetch("SELECT id FROM tables FOR NO KEY UPDATE")
                changing = asyncio.create_task(PostgresStore.connect(store))
                while not await witness.fetchval(_WAITS):
                    assert not changing.done()
                await writer.execute("UPDATE tables SET head = head")
            await (await changing).close()
        await writer.close()
        await witness.close()
