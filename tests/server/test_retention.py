"""Retention: what goes, what never goes, and who does it. Each test runs on all stores."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Collection
from hashlib import sha256
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families

from kuhstall.engine.values import CLOCK
from kuhstall.server.features.moderation.report_queries import ReportQueries, StoredReport
from kuhstall.server.ops import retention
from kuhstall.server.ops.metrics import Metrics
from kuhstall.server.ops.retention import EVERY, FIRST, LEASE, ROWS, Retention
from kuhstall.server.settings import Settings
from kuhstall.server.store import Store
from kuhstall.server.store.memory.store import MemoryStore
from kuhstall.server.store.postgres import PostgresStore
from kuhstall.server.store.sqlite import SqliteStore
from kuhstall.server.table.chat_log import StoredLine
from kuhstall.server.table.log import Opening, Rejected, Step
from kuhstall.server.table.party.requests import Leave, Start
from tests.server.accounts import people_of
from tests.server.ageing import DAY, age, counted
from tests.server.houses import House, SetClock, Watching
from tests.server.serving import browser, serving

pytestmark = pytest.mark.anyio


@pytest.fixture(autouse=True)
def _out_of_breath(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retention, "BREATH", 0.0)


def figures(metrics: Metrics) -> dict[str, float]:
    return {
        ".".join((sample.name, *sample.labels.values())): sample.value
        for family in text_string_to_metric_families(metrics.text().decode())
        for sample in family.samples
    }


class Keeper:
    """A node as far as it removes things."""

    def __init__(self, store: Store, **settings: int) -> None:
        self.clock = SetClock(1_800_000_000.0)
        self.metrics = Metrics()
        terms = Settings(**settings).terms  # type: ignore[arg-type]
        self.retention = Retention(store, people_of(store), self.clock, self.metrics, terms)

    async def run(self) -> dict[str, int]:
        return dict(+await self.retention.run())

    @property
    def has_run(self) -> bool:
        return figures(self.metrics)["kuhstall_retention_ended_timestamp_seconds"] > 0


async def arrive(house: House, *people: str) -> None:
    for person in people:
        await house.service.people.open_session(sha256(person.encode()).digest(), person)


async def talk(house: House, table: str, person: str) -> None:
    """Leave a refusal and a line behind."""
    await house.service.store.say(StoredLine(table, "said", person, 0, b'{"phrase":"hello"}'))
    await house.service.store.refuse(table, 0, f"{person}/refused", "too_low")


async def finished(house: House, person: str) -> str:
    live = await house.start((person,), bots=("random", "random"), pace="slow")
    live = await house.run_out(live.id)
    assert live.party.stage == "ended"
    return live.id


async def unnote(store: Store, table: str) -> None:
    """Let a game be as a node of 0.1.0 would have left it."""
    if isinstance(store, MemoryStore):
        store.kept[table].finished, store.kept[table].finishers = None, frozenset()
    elif isinstance(store, PostgresStore):
        await store._pool.execute("DELETE FROM finishers WHERE table_id = $1", table)
    else:
        assert isinstance(store, SqliteStore)
        await store._file.run("DELETE FROM finishers WHERE table_id = ?", table)


async def test_what_is_old_goes_and_the_rest_stays(store: Store) -> None:
    house, keeper = House(store), Keeper(store)
    over = await finished(house, "anna")
    closed = await house.open(("ben", "cleo"), seats=3)
    waiting = await house.open(("dora",), seats=3)
    for table, person in ((over, "anna"), (closed, "ben"), (waiting, "dora")):
        await talk(house, table, person)
    for person in ("ben", "cleo"):
        await house.ask(closed, person, Leave())
    await arrive(house, "anna", "ben", "cleo", "dora")
    await ReportQueries(store.db).add_report(StoredReport("0.1.0", waiting, 1, "en", "It waits."))
    assert await keeper.run() == {}
    await age(store, 31)
    assert await keeper.run() == {"sessions": 4, "refusals": 2, "tables": 1}
    assert await counted(store, "tables") == 2
    await age(store, 31)
    assert await keeper.run() == {"guests": 2}
    await age(store, 31)
    assert await keeper.run() == {"chat": 1, "reports": 1}
    assert await house.service.people.names(["anna", "ben", "cleo", "dora"]) == {
        "anna": "Anna",
        "dora": "Dora",
    }
    await age(store, 265)  # nearly a year
    assert await keeper.run() == {"refusals": 1}  # at the table that is not over
    await age(store, 10)
    assert await keeper.run() == {"tables": 1, "guests": 2}
    assert await store.ids("", 10) == [over]
    assert await store.table_states("", 10) == [], "nothing is left to be removed at it"
    assert len(await store.steps(over)) == (await store.table_row(over)).head


async def test_a_refusal_stays_as_long_as_its_command_could_come_again(store: Store) -> None:
    house, keeper = House(store), Keeper(store, keep_refusals=1)
    table = await house.open(("anna",), seats=3)
    refused = await house.service.ask(table, "anna", "once", Start())
    assert refused == Rejected("seats_empty")
    await age(store, 179)  # as old as a session gets, and she may have used it all the time
    assert await keeper.run() == {}
    assert await house.service.ask(table, "anna", "once", Start()) == refused
    await age(store, 2)
    assert await keeper.run() == {"refusals": 1}


async def test_a_game_that_an_older_node_finished_is_kept(store: Store) -> None:
    house, keeper = House(store), Keeper(store)
    open_, closed = await finished(house, "anna"), await finished(house, "ben")
    await house.service.close_table(closed)
    for table in (open_, closed):
        await unnote(store, table)
    assert [one.finished for one in await store.table_states("", 10)] == [False, False]
    await age(store, 400)
    await keeper.run()
    assert {one.table: one.finished for one in await store.table_states("", 10)} == {
        open_: True,
        closed: True,
    }
    assert len(await store.steps(closed)) == (await store.table_row(closed)).head


async def test_an_ended_table_without_a_note_gets_one_at_once(store: Store) -> None:
    """So that what was said there goes in its time, and whoever finished is known for a year."""
    house, keeper = House(store), Keeper(store)
    table = await finished(house, "anna")
    await unnote(store, table)
    await keeper.run()
    (state,) = await store.table_states("", 10)
    assert state.finished


async def test_a_table_that_cannot_be_read_is_kept(store: Store) -> None:
    rows = (b'{"party":[{"type":"of_a_newer_version"}]}', b'{"party":[]}', b"rubbish")
    for number, events in enumerate(rows):
        opening = Opening(f"t{number}", f"code {number}", b"s")
        await store.open_table(opening, Step(f"t{number}", 1, CLOCK, "open", events))
    await age(store, 4000)
    assert await Keeper(store).run() == {}
    assert await counted(store, "tables") == 3


async def test_what_is_set_to_nought_is_kept_for_ever(store: Store) -> None:
    names = ("guests", "chat", "refusals", "closed", "unfinished", "reports")
    house, keeper = House(store), Keeper(store, **{f"keep_{name}": 0 for name in names})
    closed, waiting = await house.open(("anna",), seats=3), await house.open(("ben",), seats=3)
    for table, person in ((closed, "anna"), (waiting, "ben")):
        await talk(house, table, person)
    await house.ask(closed, "anna", Leave())
    await arrive(house, "anna", "ben")
    await ReportQueries(store.db).add_report(
        StoredReport("0.1.0", closed, 1, "en", "It is closed.")
    )
    await age(store, 4000)
    assert await keeper.run() == {"sessions": 2}
    await age(store, 4000)
    assert await keeper.run() == {}


async def test_it_goes_in_pieces_and_the_figures_tell(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    house, keeper = House(store), Keeper(store)
    table = await house.open(("anna",), seats=3)
    for number in range(ROWS + 20):
        await store.refuse(table, 0, f"c{number}", "no")
    await house.ask(table, "anna", Leave())
    await age(store, 29)
    pieces: list[int] = []
    purge = store.purge_refusals

    async def noted(tables: Collection[str], age: float, limit: int) -> int:
        pieces.append(await purge(tables, age, limit))
        return pieces[-1]

    monkeypatch.setattr(store, "purge_refusals", noted)
    assert await keeper.run() == {}
    await age(store, 2)
    pieces.clear()
    assert await keeper.run() == {"refusals": ROWS + 20, "tables": 1}
    assert pieces == [ROWS, 20]
    found = figures(keeper.metrics)
    assert found["kuhstall_removed_total.refusals"] == ROWS + 20
    assert found["kuhstall_removed_total.tables"] == 1
    assert found["kuhstall_retention_ended_timestamp_seconds"] == keeper.clock.time
    assert found["kuhstall_retention_seconds"] == 0


async def test_of_many_nodes_one_does_it_and_not_at_once(store: Store) -> None:
    keepers = [Keeper(store) for _ in range(3)]

    async def look() -> Counter[bool]:
        await asyncio.gather(*(keeper.retention.run_if_due() for keeper in keepers))
        return Counter(keeper.has_run for keeper in keepers)

    assert await look() == {False: 3}
    for keeper in keepers:
        keeper.clock.time += FIRST
    assert await look() == {True: 1, False: 2}
    assert await look() == {True: 1, False: 2}
    assert EVERY < DAY
    await age(store, 1)
    (first,) = (keeper for keeper in keepers if keeper.has_run)
    keepers.remove(first)
    assert await look() == {True: 1, False: 1}


async def test_whoever_has_lost_the_chore_stops(store: Store) -> None:
    """A node that slept begins anew some other time: meanwhile another does it."""
    slow, other = Keeper(store), Keeper(store)
    assert await store.claim_chore(retention.CHORE, slow.retention._holder, LEASE)
    await age(store, 1)
    assert await store.claim_chore(retention.CHORE, other.retention._holder, LEASE)
    steady = slow.clock.steady

    def later() -> float:
        slow.clock.time += LEASE
        return steady()

    slow.clock.steady = later
    await slow.retention.run()
    assert not slow.has_run
    assert not await store.claim_chore(retention.CHORE, "third", LEASE)


async def test_whoever_still_looks_at_a_table_that_goes_is_told(store: Store) -> None:
    house, keeper = House(store), Keeper(store)
    table = await house.open(("anna",), seats=3)
    live, watching = await house.service.cache.live_table(table), Watching("anna")
    house.service.cache.watch(live, watching)
    await age(store, 366)
    assert (await keeper.run())["tables"] == 1
    await house.service.hints.compare_with_store()
    await house.service.background.finish()
    assert watching.left == "no_such_table"


async def test_whoever_comes_back_after_that_is_a_new_guest(tmp_path: Path) -> None:
    file = tmp_path / "kuhstall.db"
    async with serving(file) as here, browser(base_url=here.url) as http:
        (await http.post("/api/guests", json={"name": "Anna"})).raise_for_status()
        assert (await http.get("/api/me")).json()["name"] == "Anna"
        assert here.node.retention is not None
        for _ in range(2):  # first the session goes, and then the guest
            await age(here.node.service.store, 31)
            await here.node.retention.run()
        assert await counted(here.node.service.store, "people") == 0
        assert (await http.get("/api/me")).json() == {"name": "", "tables": [], "waits": []}
        refused = await http.post("/api/me", json={"name": "Anna again"})
        assert (refused.status_code, refused.json()["code"]) == (401, "no_session")
        (await http.post("/api/guests", json={"name": "Anna"})).raise_for_status()
        assert (await http.get("/api/me")).json()["name"] == "Anna"
