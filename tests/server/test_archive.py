"""The archive: a finished game in one row is the game that it was. Each test runs on all stores."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest
from asyncpg.pool import PoolConnectionProxy

from kuhstall.engine.values import CLOCK
from kuhstall.server.ops import archive_job
from kuhstall.server.ops.archive_job import EVERY, FIRST, SETTLED, ArchiveJob
from kuhstall.server.ops.audit import audit_tables
from kuhstall.server.ops.metrics import Metrics
from kuhstall.server.store import Store
from kuhstall.server.store.archive import (
    DamagedArchiveError,
    KeptRefusal,
    KeptSeal,
    KeptStep,
    PackedGame,
    pack,
    unpack,
)
from kuhstall.server.store.memory.store import MemoryStore
from kuhstall.server.store.postgres import PostgresStore
from kuhstall.server.store.sqlite import SqliteStore
from kuhstall.server.table.log import (
    Accepted,
    Behind,
    Listing,
    Opening,
    Rejected,
    SealedAction,
    Step,
    mark_of,
)
from kuhstall.server.table.party import fair
from kuhstall.server.table.party.requests import Rematch
from kuhstall.server.table.rows import PARTY
from tests.server.ageing import age, counted
from tests.server.houses import House, SetClock
from tests.server.serving import browser, serving
from tests.server.test_retention import Keeper, figures

pytestmark = pytest.mark.anyio

HOUR = 3600.0
STEPS = 12


@pytest.fixture(autouse=True)
def _out_of_breath(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive_job, "BREATH", 0.0)


def step(seq: int, table: str = "t1", **more: Any) -> Step:
    return Step(table, seq, seq % 3, f"anna/c{seq}", b'{"n":%d}' % seq, 4e9 + seq / 7, **more)


async def finished(store: Store, table: str = "t1") -> Sequence[Step]:
    """Leave a finished game behind, with every kind of answer in it."""
    first = Step(table, 1, CLOCK, "open", b'{"n":1}')
    await store.open_table(Opening(table, f"code-{table}", b"s"), first)
    for seq in range(2, STEPS - 1):
        await store.append(step(seq, table))
    await store.refuse(table, 0, "anna/refused", "too_low")
    held = SealedAction(2, "cleo/held", b"secret")
    assert await store.seal(table, STEPS - 2, 7, held) == held
    await store.append(step(STEPS - 1, table), opens=7, opened=1)
    over = Listing(False, False, b"{}", ("anna",), finishers=("anna", "cleo"))
    await store.append(Step(table, STEPS, CLOCK, "over", b"{}"), listing=over)
    return await store.steps(table)


async def packed(store: Store, table: str = "t1") -> Sequence[Step]:
    before = await finished(store, table)
    assert await store.pack_game(table) is not None
    return before


async def rows_of(store: Store, table: str) -> int:
    """Count the rows that the database still has of a game's steps and sealed actions."""
    if isinstance(store, MemoryStore):
        return 1 if store.kept[table].packed else len(store.kept[table].steps)
    return await counted(store, "steps") + await counted(store, "sealed")


async def test_a_packed_game_is_read_as_before(store: Store) -> None:
    before = await finished(store)
    position = await store.positions(["t1"])
    packing = await store.pack_game("t1")
    assert packing is not None
    assert packing.steps == STEPS - 1
    assert await rows_of(store, "t1") == 1  # the newest step is where it was
    assert await store.steps("t1") == before
    for after in range(STEPS + 2):
        for limit in (1, 3, STEPS, None):
            expected = before[after:][:limit]
            assert await store.steps("t1", after, limit) == expected
    assert await store.positions(["t1"]) == position
    assert await store.head("t1") == STEPS
    assert [state.finished for state in await store.table_states("", 10)] == [True]


async def test_every_command_keeps_its_answer(store: Store) -> None:
    before = await packed(store)
    for one in before:
        assert await store.answer("t1", one.actor, one.command) == Accepted(one.seq)
        again = Step(
            "t1", STEPS + 1, one.actor, one.command, b"another", follows=mark_of(before[-1])
        )
        assert await store.append(again) == Accepted(one.seq)
        shown = Listing(True, True, b"another")
        assert await store.append(again, listing=shown) == Accepted(one.seq)
        assert await store.refuse("t1", one.actor, one.command, "over") == Accepted(one.seq)
    assert await store.answer("t1", 2, "cleo/held") == Accepted(STEPS - 1)
    assert await store.refuse("t1", 2, "cleo/held", "stale") == Accepted(STEPS - 1)
    assert await store.answer("t1", 0, "anna/refused") == Rejected("too_low")
    assert await store.refuse("t1", 0, "anna/refused", "over") == Rejected("too_low")
    assert await store.append(Step("t1", STEPS + 1, 0, "anna/refused", b"")) == Rejected("too_low")
    sealed = SealedAction(0, "anna/refused", b"")
    assert await store.seal("t1", STEPS, 9, sealed) == Rejected("too_low")
    assert await store.answer("t1", 1, "anna/refused") is None
    assert await store.answer("t1", 0, "anna/never") is None
    assert await store.steps("t1") == before


async def test_a_packed_game_can_go_on(store: Store) -> None:
    """Somebody comes back to look at the score, or asks for a rematch."""
    before = await packed(store)
    mark = mark_of(before[-1])
    assert await store.append(step(STEPS + 1, follows=b"another")) == Behind(STEPS)
    assert await store.append(step(STEPS + 2)) == Behind(STEPS)
    assert await store.append(step(STEPS + 1, follows=mark)) == Accepted(STEPS + 1)
    assert await store.append(step(STEPS + 1, follows=mark)) == Accepted(STEPS + 1)
    assert await store.refuse("t1", 0, "anna/later", "over") == Rejected("over")
    assert await store.refuse("t1", 0, "anna/later", "stale") == Rejected("over")
    shown = Listing(False, False, b"new", ("anna",), closed=True, finishers=("anna",))
    assert await store.append(step(STEPS + 2), listing=shown) == Accepted(STEPS + 2)
    assert (await store.table_row("t1")).text == b"new"
    now = [*before, step(STEPS + 1), step(STEPS + 2)]
    assert await store.steps("t1") == now
    await age(store, 1)
    assert await store.packable("", HOUR, 10) == ["t1"]
    assert await store.pack_game("t1") is not None
    assert await store.steps("t1") == now
    assert await store.answer("t1", 0, "anna/later") == Rejected("over")
    assert await store.answer("t1", 2, "cleo/held") == Accepted(STEPS - 1)
    assert await store.packable("", HOUR, 10) == []


async def test_packing_twice_is_packing_once(store: Store) -> None:
    before = await finished(store)
    done = await asyncio.gather(*(store.pack_game("t1") for _ in range(4)))
    assert sum(one is not None for one in done) == 1
    assert await store.steps("t1") == before


async def test_only_finished_games_are_packed_and_only_after_a_while(store: Store) -> None:
    await finished(store, "over")
    await store.open_table(Opening("runs", "code", b"s"), Step("runs", 1, CLOCK, "open", b"[]"))
    for seq in range(2, 9):
        await store.append(step(seq, "runs"))
    assert await store.packable("", HOUR, 10) == []
    await age(store, 1)
    await finished(store, "fresh")
    assert await store.packable("", HOUR, 10) == ["over"]
    assert await store.packable("over", HOUR, 10) == []
    assert await store.pack_game("runs") is None
    assert await store.pack_game("nowhere") is None
    assert await store.packed_games("", 10) == []
    await store.pack_game("over")
    assert await store.packed_games("", 10) == ["over"]
    assert await store.packed_games("over", 10) == []


async def test_whoever_packs_and_whoever_writes_at_once_lose_nothing(store: Store) -> None:
    """Old commands come again while the game is packed, and new steps are written."""
    chance = random.Random(3)
    for number in range(6):
        table = f"t{number}"
        before = await finished(store, table)
        again = chance.choice(before[1:])
        packing, known, new, refused, read = await asyncio.gather(
            store.pack_game(table),
            store.refuse(table, again.actor, again.command, "over"),
            store.append(step(STEPS + 1, table, follows=mark_of(before[-1]))),
            store.refuse(table, 1, "ben/late", "over"),
            store.steps(table),
        )
        assert packing is not None
        assert known == Accepted(again.seq)
        assert new == Accepted(STEPS + 1)
        assert refused == Rejected("over")
        assert read in (before, [*before, step(STEPS + 1, table)])
        await store.pack_game(table)
        assert await store.steps(table) == [*before, step(STEPS + 1, table)]
        assert await store.answer(table, again.actor, again.command) == Accepted(again.seq)
        assert await store.answer(table, 1, "ben/late") == Rejected("over")


async def test_what_fails_in_the_middle_has_not_happened(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A node that is killed leaves a transaction behind that nobody ends."""
    if isinstance(store, MemoryStore):
        return  # it does everything at once
    before = await finished(store)
    rows = await rows_of(store, "t1")
    wanted = "UPDATE tables SET packed"
    if isinstance(store, PostgresStore):
        execute: Any = PoolConnectionProxy.execute

        async def dying(self: Any, sql: str, *values: Any, **more: Any) -> Any:
            if sql.startswith(wanted):
                sql, values = "SELECT pg_terminate_backend(pg_backend_pid())", ()
            return await execute(self, sql, *values, **more)

        monkeypatch.setattr(PoolConnectionProxy, "execute", dying)
    else:
        assert isinstance(store, SqliteStore)
        run = store._file._connection.execute

        async def killed(sql: str, *values: Any) -> Any:
            if sql.startswith(wanted):
                raise KeyboardInterrupt
            return await run(sql, *values)

        monkeypatch.setattr(store._file._connection, "execute", killed)
    with pytest.raises(BaseException):  # noqa: B017, PT011 -- each store has its own
        await store.pack_game("t1")
    monkeypatch.undo()
    assert await rows_of(store, "t1") == rows
    assert await store.packed_games("", 10) == []
    assert await store.steps("t1") == before
    assert await store.pack_game("t1") is not None
    assert await store.steps("t1") == before


async def test_a_packed_game_can_be_unpacked(store: Store) -> None:
    before = await finished(store)
    rows = await rows_of(store, "t1")
    await store.pack_game("t1")
    await store.append(step(STEPS + 1))
    assert await store.unpack_game("t1")
    assert not await store.unpack_game("t1")
    if not isinstance(store, MemoryStore):
        assert await rows_of(store, "t1") == rows + 1
    assert await store.steps("t1") == [*before, step(STEPS + 1)]
    assert await store.answer("t1", 2, "cleo/held") == Accepted(STEPS - 1)
    assert await store.answer("t1", 0, "anna/refused") == Rejected("too_low")
    assert await store.append(step(STEPS + 2)) == Accepted(STEPS + 2)
    assert await store.pack_game("t1") is not None


async def test_refusals_go_in_their_time_from_a_packed_game_too(store: Store) -> None:
    house = Keeper(store)
    before = await packed(store)
    await age(store, 29)
    await store.refuse("t1", 1, "ben/late", "over")
    await store.append(step(STEPS + 1))
    await store.pack_game("t1")
    assert await house.run() == {}
    await age(store, 2)
    assert await house.run() == {"refusals": 1}
    assert await store.answer("t1", 0, "anna/refused") is None
    assert await store.answer("t1", 1, "ben/late") == Rejected("over")
    await age(store, 30)
    assert await house.run() == {"refusals": 1}
    assert await store.answer("t1", 1, "ben/late") is None
    assert await store.steps("t1") == [*before, step(STEPS + 1)]


async def test_a_packed_game_is_removed_with_its_table(store: Store) -> None:
    await packed(store)
    assert not await store.remove_table("t1", STEPS)  # it is kept for ever
    if isinstance(store, PostgresStore):
        await store._pool.execute("DELETE FROM tables WHERE id = 't1'")
    elif isinstance(store, SqliteStore):
        await store._file.run("DELETE FROM tables WHERE id = 't1'")
    else:
        assert isinstance(store, MemoryStore)
        del store.kept["t1"]
    assert await store.steps("t1") == []
    assert await store.packed_games("", 10) == []


async def test_of_many_nodes_one_packs_and_the_figures_tell(store: Store) -> None:
    clocks = [SetClock(1_800_000_000.0) for _ in range(3)]
    metrics = [Metrics() for _ in clocks]
    nodes = [
        ArchiveJob(store, clock, counted, HOUR)
        for clock, counted in zip(clocks, metrics, strict=True)
    ]
    for number in range(3):
        await finished(store, f"t{number}")
    assert SETTLED <= 86_400
    await age(store, 1)

    async def look() -> list[float]:
        await asyncio.gather(*(node.run_if_due() for node in nodes))
        return sorted(figures(one)["kuhstall_archived_total"] for one in metrics)

    assert await look() == [0, 0, 0]
    for clock in clocks:
        clock.time += FIRST
    assert await look() == [0, 0, 3]
    assert await store.packed_games("", 10) == ["t0", "t1", "t2"]
    found = [figures(one) for one in metrics]
    assert sum(one["kuhstall_archived_bytes_total"] for one in found) > 100
    assert sum(one["kuhstall_archiving_ended_timestamp_seconds"] > 0 for one in found) == 1
    await finished(store, "t3")
    assert EVERY < 86_400
    await age(store, 1)
    assert sum(await look()) == 4
    unpacking = Metrics()
    never = ArchiveJob(store, clocks[0], unpacking, float("inf"))
    clocks[0].time += FIRST
    await finished(store, "t4")
    await age(store, 1)
    await never.run_if_due()
    assert await store.packable("", HOUR, 10) == ["t4"]
    ended = figures(unpacking)["kuhstall_archiving_ended_timestamp_seconds"]
    assert ended == clocks[0].now(), "the job ends, so no alarm rings"


async def test_a_store_that_older_nodes_may_serve_is_left_alone(store: Store) -> None:
    if not isinstance(store, PostgresStore):
        return  # nobody else has it
    clock = SetClock(1_800_000_000.0)
    node = ArchiveJob(store, clock, Metrics(), 0.0)
    clock.time += FIRST
    await finished(store)
    await node.run_if_due()
    assert await store.packed_games("", 10) == []
    await age(store, 1)
    await node.run_if_due()
    assert await store.packed_games("", 10) == ["t1"]


async def test_a_game_with_a_gap_stays_as_it_is(store: Store) -> None:
    if isinstance(store, MemoryStore):
        return  # it has none
    await finished(store)
    await finished(store, "t2")
    gap = "DELETE FROM steps WHERE table_id = 't1' AND seq = 5"
    if isinstance(store, PostgresStore):
        await store._pool.execute(gap)
    else:
        assert isinstance(store, SqliteStore)
        await store._file.run(gap)
    await age(store, 1)
    with pytest.raises(DamagedArchiveError):
        await store.pack_game("t1")
    assert await ArchiveJob(store, SetClock(0.0), Metrics(), HOUR).run() == 1
    assert await store.packed_games("", 10) == ["t2"]


def test_what_is_damaged_is_told() -> None:
    steps = [KeptStep(0, f"c{n}", b"x" * n, None, 1.5) for n in range(40)]
    game = PackedGame(steps, [KeptSeal(1, 0, "s", b"a", 3)], [KeptRefusal(0, "r", "no", 2.25)])
    row = pack(game)
    assert unpack(row.log, row.refusals) == game
    assert row.refused == 2.25
    for bad in (b"", b"\x02" + row.log[1:], row.log[:-9], row.log[:20] + b"!" + row.log[21:]):
        with pytest.raises(DamagedArchiveError):
            unpack(bad)
    with pytest.raises(DamagedArchiveError):
        unpack(row.log, b"\x01rubbish")


PEOPLE = ("anna", "ben", "cleo")
GAMES = {"kuhhandel/2": (3, "Ended"), "master": (3, "Ended"), "kuhfstein": (2, "Over")}


async def played(house: House, edition: str) -> str:
    seats, last = GAMES[edition]
    hot = await house.start(PEOPLE[:seats], edition=edition)
    await house.play_to(hot.id, last)
    assert hot.party.stage == "ended"
    return hot.id


async def test_games_of_every_family_replay_to_the_same(store: Store) -> None:
    house = House(store)
    tables = [await played(house, edition) for edition in GAMES]
    before = [one async for one in audit_tables(store)]
    logs = [await store.steps(table) for table in tables]
    assert not any(one.fault for one in before)
    for table in tables:
        assert await store.pack_game(table) is not None
    assert [one async for one in audit_tables(store)] == before
    assert [await store.steps(table) for table in tables] == logs
    another = House(store)  # a node that holds none of them
    for table, log in zip(tables, logs, strict=True):
        live = await another.service.cache.live_table(table)
        assert live.party.stage == "ended"
        assert live.seq == len(log)
    commanded = next(one for one in logs[0] if one.actor == PARTY and "anna/" in one.command)
    cid = commanded.command.removeprefix("anna/")
    again = await another.service.ask(tables[0], "anna", cid, Rematch())
    assert again == Accepted(commanded.seq)


@pytest.mark.parametrize("edition", GAMES)
async def test_every_page_of_a_packed_game_is_the_same(tmp_path: Path, edition: str) -> None:
    """Over HTTP, byte for byte, from a node that has just started."""
    file = tmp_path / "k.db"
    paths = ("transcript", "course", "replay/all/0", "replay/none/0", "replay/0/1")

    async def pages(table: str, url: str) -> list[bytes]:
        async with browser(base_url=url) as http:
            answers = [await http.get(f"/api/tables/{table}/{path}") for path in paths]
        assert [answer.status_code for answer in answers] == [200] * len(paths)
        return [answer.content for answer in answers]

    store = await SqliteStore.connect(str(file))
    table = await played(House(store), edition)
    await store.close()
    async with serving(file) as server:
        before = await pages(table, server.url)
        assert await server.node.service.store.pack_game(table) is not None
    async with serving(file) as server:
        assert await server.node.service.store.packed_games("", 10) == [table]
        assert await pages(table, server.url) == before
    assert fair.verify(msgspec.json.decode(before[0], type=fair.Transcript)) == "server"
