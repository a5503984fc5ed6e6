"""News: what a step tells home of its table gets there once, whoever dies, sleeps or comes late.

Home is tried in the same database and in another one: nothing here may need both at once.
"""

from __future__ import annotations

import ast
import random
import re
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AsyncExitStack
from importlib import resources
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import Raw

from kuhstall.engine.kernel import options
from kuhstall.engine.values import CLOCK
from kuhstall.server.features.accounts.person_queries import Person
from kuhstall.server.features.notifications.waiting_queries import WaitingTable
from kuhstall.server.features.people import People
from kuhstall.server.ops import outbox_relay as relay
from kuhstall.server.ops.metrics import Metrics
from kuhstall.server.ops.outbox_relay import LEASE, OutboxRelay
from kuhstall.server.store import Store, migration
from kuhstall.server.store.memory.store import MemoryStore
from kuhstall.server.store.postgres import PostgresStore
from kuhstall.server.store.rows import OutboxEntry
from kuhstall.server.store.sqlite import SqliteStore
from kuhstall.server.table.live_table import LiveTable
from kuhstall.server.table.log import (
    Accepted,
    Behind,
    Listing,
    Opening,
    Position,
    Step,
    UnavailableError,
    Wait,
    mark_of,
)
from kuhstall.server.table.summary import TableSummary
from tests.server import accounts
from tests.server.accounts import people_of
from tests.server.ageing import age, counted
from tests.server.choosing import chosen
from tests.server.databases import borrowed, database
from tests.server.houses import House

pytestmark = pytest.mark.anyio

PEOPLE = ("anna", "ben", "carl")
ANNA, BEN = Wait("anna", 100.0), Wait("ben", 50.0)


class Sides:
    """A cell, and the home of its people."""

    def __init__(self, cell: Store, people: People) -> None:
        self.cell = cell
        self.people = people


@pytest.fixture(params=["postgres", "sqlite", "memory", "postgres apart", "sqlite apart"])
async def sides(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Sides]:
    kind, apart = request.param.split()[0], request.param.endswith("apart")
    if kind == "memory":
        store = MemoryStore()
        yield await _peopled(Sides(store, people_of(store)))
        return
    async with AsyncExitStack() as stack:
        stores: list[PostgresStore | SqliteStore] = []
        for number in range(1 + apart):
            if kind == "postgres":
                address = await stack.enter_async_context(borrowed())
                stores.append(await PostgresStore.connect(address, connections=4))
            else:
                stores.append(await SqliteStore.connect(str(tmp_path / f"{number}.db")))
            stack.push_async_callback(stores[-1].close)
        yield await _peopled(Sides(stores[0], people_of(stores[-1])))


async def _peopled(sides: Sides) -> Sides:
    for name in PEOPLE:
        await sides.people.add_person(Person(name, name.title()))
    return sides


def _step(seq: int, command: str = "") -> Step:
    return Step("t1", seq, CLOCK, command or f"c{seq}", b"[%d]" % seq)


def _at(step: Step) -> Position:
    return Position(step.seq, mark_of(step))


async def _told(store: Store) -> list[tuple[int, bytes]]:
    """Pass everything on, and say what it was."""
    pieces = await store.claim_outbox(5.0, 10)
    for piece in pieces:
        assert await store.drop_outbox(piece.table, piece.position)
    return [(piece.position.seq, piece.body) for piece in pieces]


# The cell


async def test_news_is_written_with_its_step_or_not_at_all(sides: Sides) -> None:
    cell = sides.cell
    await cell.open_table(Opening("t1", "code", b"s", outbox=b"opened"), _step(1))
    assert await _told(cell) == [(1, b"opened")]
    assert await cell.append(_step(2)) == Accepted(2)
    assert await _told(cell) == []
    assert await cell.append(_step(3), outbox=b"three") == Accepted(3)
    assert await cell.append(_step(3, "rival"), outbox=b"rival") == Behind(3)
    known = await cell.append(_step(4, "c3"), outbox=b"again")
    assert known == Accepted(3)
    assert await cell.append(_step(4), opens=7, opened=1, outbox=b"sealed") == Behind(3)
    assert await _told(cell) == [(3, b"three")]


async def test_the_newest_takes_the_place_of_what_nobody_has_passed_on(sides: Sides) -> None:
    cell = sides.cell
    await cell.open_table(Opening("t1", "code", b"s", outbox=b"opened"), _step(1))
    await cell.append(_step(2), outbox=b"two", listing=Listing(True, True, b"{}"))
    assert await _told(cell) == [(2, b"two")]


async def test_what_is_claimed_is_nobody_elses_until_the_lease_ends(sides: Sides) -> None:
    cell = sides.cell
    await cell.open_table(Opening("t1", "code", b"s", outbox=b"opened"), _step(1))
    (first,) = await cell.claim_outbox(5.0, 10)
    assert first.position == _at(_step(1))
    assert not await cell.claim_outbox(5.0, 10)
    assert [one.position for one in await cell.claim_outbox(-1.0, 10)] == [first.position]
    await cell.append(_step(2), outbox=b"two")
    (second,) = await cell.claim_outbox(5.0, 10)
    assert second.body == b"two"
    assert not await cell.drop_outbox("t1", first.position)
    assert not await cell.drop_outbox("t1", Position(2, b"another history"))
    assert await cell.drop_outbox("t1", second.position)
    assert not await cell.drop_outbox("t1", second.position)


async def test_a_claim_of_a_time_that_has_not_come_is_none(sides: Sides) -> None:
    """A clock that was set back by an hour must not keep news for an hour."""
    cell = sides.cell
    await cell.open_table(Opening("t1", "code", b"s", outbox=b"opened"), _step(1))
    assert len(await cell.claim_outbox(3600.0, 10)) == 1
    assert len(await cell.claim_outbox(5.0, 10)) == 1


async def test_news_goes_with_its_table(sides: Sides) -> None:
    await sides.cell.open_table(Opening("t1", "code", b"s", outbox=b"opened"), _step(1))
    assert await sides.cell.remove_table("t1", 1)
    assert not await sides.cell.claim_outbox(5.0, 10)


# Home


async def _waiting(people: People, person: str) -> Sequence[WaitingTable]:
    return list(await people.waiting_tables(person))


async def test_home_hears_each_step_once_and_none_late(sides: Sides) -> None:
    people = sides.people
    assert await people.record_summary("t1", Position(5, b"m5"), 2, [ANNA, BEN]) is None
    assert await people.record_summary("t1", Position(5, b"m5"), 2, [ANNA, BEN]) == Position(
        5, b"m5"
    )
    assert await people.record_summary("t1", Position(4, b"m4"), 1, []) == Position(5, b"m5")
    assert await _waiting(people, "anna") == [WaitingTable("t1", 100.0)]
    assert await people.record_summary("t1", Position(6, b"m6"), 3, [BEN]) is None
    assert await _waiting(people, "anna") == []
    assert await _waiting(people, "ben") == [WaitingTable("t1", 50.0)]


async def test_the_most_urgent_table_comes_first(sides: Sides) -> None:
    people = sides.people
    for table, until in (("late", 300.0), ("soon", 10.0), ("ever", None), ("mid", 20.0)):
        await people.record_summary(table, Position(1, b"m"), 1, [Wait("anna", until)])
    found = [one.table for one in await _waiting(people, "anna")]
    assert found == ["soon", "mid", "late", "ever"]


async def test_whoever_has_answered_in_secret_is_not_awaited(sides: Sides) -> None:
    people = sides.people
    await people.record_summary("t1", Position(5, b"m5"), 2, [ANNA, BEN])
    await people.note_answer("t1", "anna", 2)
    assert await _waiting(people, "anna") == []
    # Somebody comes or goes: a step, but the question is the same.
    await people.record_summary("t1", Position(6, b"m6"), 2, [ANNA, BEN])
    assert await _waiting(people, "anna") == []
    await people.record_summary("t1", Position(7, b"m7"), 3, [ANNA])
    assert await _waiting(people, "anna") == [WaitingTable("t1", 100.0)]
    await people.note_answer("t1", "anna", 2)  # late
    assert await _waiting(people, "anna") == [WaitingTable("t1", 100.0)]


async def test_an_answer_may_come_before_the_question(sides: Sides) -> None:
    people = sides.people
    await people.note_answer("t1", "anna", 3)
    await people.record_summary("t1", Position(6, b"m6"), 2, [ANNA])
    await people.record_summary("t1", Position(7, b"m7"), 3, [ANNA])
    assert await _waiting(people, "anna") == []


async def test_nobody_waits_for_those_whom_nobody_knows(sides: Sides) -> None:
    await sides.people.record_summary("t1", Position(1, b"m"), 1, [Wait("zoe", 1.0), ANNA])
    await sides.people.note_answer("t1", "zoe", 1)
    assert await _waiting(sides.people, "zoe") == []
    assert await _waiting(sides.people, "anna") == [WaitingTable("t1", 100.0)]


async def test_what_never_was_is_forgotten_unless_more_was_heard(sides: Sides) -> None:
    people = sides.people
    await people.record_summary("t1", Position(9, b"lost"), 4, [ANNA])
    await people.forget_summary("t1", Position(9, b"other"))
    assert await people.record_summary("t1", Position(3, b"m3"), 1, [BEN]) == Position(9, b"lost")
    await people.forget_summary("t1", Position(9, b"lost"))
    assert await _waiting(people, "anna") == []
    assert await people.record_summary("t1", Position(3, b"m3"), 1, [BEN]) is None


async def test_what_was_heard_long_ago_is_forgotten_unless_somebody_is_awaited(
    store: Store,
) -> None:
    people = people_of(store)
    await people.add_person(Person("anna", "Anna"))
    await people.record_summary("over", Position(1, b"m"), 1, [])
    await people.record_summary("waits", Position(1, b"m"), 1, [ANNA])
    await age(store, 31)
    await people.record_summary("new", Position(1, b"m"), 1, [])
    assert [await people.purge_heard(30 * 86400.0, 10) for _ in range(2)] == [1, 0]
    assert await counted(store, "heard") == 2


# The relay


class Club:
    """A house over both sides, and a table at which three people play."""

    def __init__(self, sides: Sides) -> None:
        self.sides = sides
        accounts._PEOPLE[sides.cell] = sides.people
        self.house = House(sides.cell)
        self.live: LiveTable

    async def begin(self, pace: str = "slow") -> None:
        """Play until a person is asked."""
        self.live = await self.house.start(PEOPLE, edition="kuhhandel/2", pace=pace)
        await self.house.play_to(self.live.id, "Turn")

    def relay(self) -> OutboxRelay:
        service = self.house.service
        return OutboxRelay(
            self.sides.cell, self.sides.people, service.cache, service.clock, Metrics()
        )

    def asked(self) -> set[str]:
        """Name those whom the table asks, by its newest step."""
        state, party = self.live.state, self.live.party
        seats = [seat for seat in state.phase.actors(state) if seat != CLOCK]
        return {person for seat in seats if (person := party.places[seat].person) is not None}

    async def awaited(self) -> set[str]:
        """Name those for whom home says that the table waits."""
        people = self.sides.people
        return {name for name in PEOPLE if await people.waiting_tables(name)}

    async def go_on(self) -> None:
        """Let people act until there is a step: one of them, or all whose answers are sealed."""
        before = self.live.seq
        while self.live.seq == before:
            actors = self.live.state.phase.actors(self.live.state)
            seat = next((one for one in actors if one not in self.live.held), None)
            if seat is None:  # envelopes lie a while before they are opened
                await self.house.tick(self.live.id, 600)
                continue
            person = self.live.party.places[seat].person
            offered = msgspec.to_builtins(options(self.live.state, seat))
            await self.house.play(self.live.id, person, chosen(offered, random.Random(before)))


@pytest.fixture
async def club(sides: Sides) -> Club:
    club = Club(sides)
    await club.begin()
    return club


async def test_home_learns_for_whom_a_slow_table_waits(club: Club) -> None:
    for _ in range(4):
        await club.relay().run()
        assert await club.awaited() == club.asked() != set()
        assert not await club.sides.cell.claim_outbox(-1.0, 10)
        await club.go_on()


async def test_a_relay_that_dies_on_the_way_loses_nothing(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before home has heard of it, or after that but before the news is dropped."""

    async def dies(*_: object) -> None:
        raise UnavailableError("killed")

    for place, name in ((club.sides.people, "record_summary"), (club.sides.cell, "drop_outbox")):
        with monkeypatch.context() as dying:
            dying.setattr(place, name, dies)
            with pytest.raises(UnavailableError):
                await club.relay().run()
        await club.relay().run()  # the lease still lasts
        monkeypatch.setattr(relay, "LEASE", -1.0)
        await club.relay().run()
        monkeypatch.setattr(relay, "LEASE", LEASE)
        assert await club.awaited() == club.asked()
        assert not await club.sides.cell.claim_outbox(-1.0, 10)
        await club.go_on()


async def test_a_relay_that_sleeps_on_the_way_takes_nothing_back(club: Club) -> None:
    (late,) = await club.sides.cell.claim_outbox(LEASE, 10)
    for _ in range(3):
        await club.go_on()
        await club.relay().run()
    now = await club.awaited()
    assert now == club.asked()
    await club.relay()._pass_on(late)
    assert await club.awaited() == now


async def test_home_is_told_what_is_true_after_the_cell_was_set_back(club: Club) -> None:
    """Home has heard of steps that are gone, and of one that was on its way meanwhile."""
    await club.relay().run()
    truth = await club.awaited()
    table, lost = club.live.id, Position(club.live.seq + 3, b"lost")
    people = club.sides.people
    other = [Wait(name) for name in PEOPLE if name not in truth]
    assert await people.record_summary(table, lost, club.live.state.moment + 1, other) is None
    assert await club.awaited() != truth
    await club.go_on()  # to a number that home has heard of before
    await club.relay().run()
    assert await club.awaited() == club.asked()

    body = msgspec.json.encode(TableSummary(False, Raw(b"{}"), (), moment=99, waits=(ANNA, BEN)))
    await club.relay()._pass_on(OutboxEntry(table, Position(club.live.seq + 9, b"lost"), body))
    assert await club.awaited() == club.asked()


async def test_news_of_a_newer_version_waits_for_it(club: Club) -> None:
    await club.sides.cell.open_table(Opening("t1", "code", b"s", outbox=b"?"), _step(1))
    await club.relay().run()
    assert [one.table for one in await club.sides.cell.claim_outbox(-1.0, 10)] == ["t1"]


async def test_an_answer_in_secret_is_told_to_home_at_once(sides: Sides) -> None:
    club = Club(sides)
    club.live = await club.house.start(PEOPLE, edition="master", pace="slow")
    await club.house.play_to(club.live.id, "Countdown")
    await club.relay().run()
    seat = min(one for one in club.live.state.phase.actors(club.live.state) if one != CLOCK)
    person = club.live.party.places[seat].person
    assert person is not None
    assert await sides.people.waiting_tables(person)
    offered = msgspec.to_builtins(options(club.live.state, seat))
    await club.house.play(club.live.id, person, chosen(offered, random.Random(1)))
    await club.house.service.background.finish()
    await club.relay().run()
    assert not await sides.people.waiting_tables(person)


async def test_a_live_table_tells_of_its_lists_and_its_end_only(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[TableSummary] = []
    append = store.append

    async def noting(step: Step, *, outbox: bytes | None = None, **named: Any) -> Any:
        if outbox is not None:
            told.append(msgspec.json.decode(outbox, type=TableSummary))
        return await append(step, outbox=outbox, **named)

    monkeypatch.setattr(store, "append", noting)
    house = House(store)
    live = await house.start(("anna", "ben"), edition="kuhhandel/2", bots=["random"])
    await house.play_to(live.id, None)
    stages = [msgspec.json.decode(one.poster)["stage"] for one in told]
    assert stages[-1] == "ended"
    assert len(told) < 6 < live.seq / 20
    assert not any(one.waits for one in told)
    assert set(told[-1].finishers) == {"anna", "ben"}


async def test_a_store_of_the_version_before_learns_of_news(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A node that still runs the version before goes on writing steps, and tells nobody."""
    known = migration.migrations
    async with database() as address:
        for dialect, connect in (
            ("sqlite", lambda: SqliteStore.connect(str(tmp_path / "kuhstall.db"))),
            ("postgres", lambda: PostgresStore.connect(address)),
        ):
            last = {"sqlite": 5, "postgres": 6}[dialect]
            with monkeypatch.context() as before:
                before.setattr(migration, "migrations", lambda one, n=last: known(one)[:n])
                old = await connect()
                await old.open_table(Opening("t1", "code", b"s"), _step(1))
            new = await connect()
            assert await old.append(_step(2)) == Accepted(2)
            assert await new.append(_step(3), outbox=b"three") == Accepted(3)
            assert await old.append(_step(4)) == Accepted(4)
            assert await _told(new) == [(3, b"three")]
            await old.close()
            await new.close()


# Home and cell

HOME = {"people", "sessions", "mutes", "absences", "revocations", "heard", "waits"}
HOME |= {"blocks", "taps", "devices", "keys", "mails", "mailed", "unwanted", "played"}
HOME |= {"passkeys", "recovery_codes", "passes", "arrivals", "attempts"}
HOME |= {"deliveries", "webhooks"}
CELL = {"tables", "steps", "sealed", "secrets", "members", "chat", "tickets", "archive", "news"}
CELL |= {"finishers", "orders"}


def _statements() -> Iterator[str]:
    server = Path(str(resources.files("kuhstall.server")))
    for file in server.glob("**/*queries.py"):
        tree = ast.walk(ast.parse(file.read_text()))
        yield from (str(one.value) for one in tree if isinstance(one, ast.Constant))
    for file in server.glob("store/schema/*.sql"):
        for statement in re.sub("--.*", "", file.read_text()).split(";\n"):
            # Webhooks were in the other database once, which was the same one everywhere.
            if "INSERT INTO webhooks" not in statement:
                yield statement


def test_no_statement_about_news_is_about_home_and_cell() -> None:
    """That the sides are tried apart shows it too; this one also reads what no test runs."""
    seen: set[str] = set()
    for statement in _statements():
        named = set(re.findall(r"\b(?:FROM|JOIN|INTO|UPDATE|USING|REFERENCES) (\w+)", statement))
        named |= set(re.findall(r"\bCREATE (?:UNLOGGED )?TABLE (\w+)", statement))
        assert not (named & HOME and named & CELL), statement
        seen |= named
    assert seen >= HOME | CELL
