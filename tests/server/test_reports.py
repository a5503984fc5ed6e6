"""Problems that people report: what is kept of them, for how long, and how many."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from msgspec.structs import replace

from kuhstall.engine.values import CLOCK
from kuhstall.server.features.moderation.report_queries import MOST, ReportQueries, StoredReport
from kuhstall.server.features.moderation.reports import LONGEST
from kuhstall.server.limits.rates import OWN_REPORTS, REPORTS
from kuhstall.server.store import Store, migration
from kuhstall.server.store.postgres import PostgresStore
from kuhstall.server.store.sqlite import SqliteStore
from kuhstall.server.table.log import Opening, Step
from tests.server.accounts import people_of
from tests.server.ageing import DAY, age
from tests.server.databases import database
from tests.server.houses import SetClock
from tests.server.serving import Serving, browser, serving

pytestmark = pytest.mark.anyio

REPORT = StoredReport("0.1.0", "t" * 26, 218, "de", "Der Hammer klemmt. ß 🐄")
SENT: dict[str, Any] = {
    "text": REPORT.text,
    "version": REPORT.version,
    "language": REPORT.language,
    "table": REPORT.table,
    "step": REPORT.step,
}


async def texts(store: Store) -> list[str]:
    return [one.text for one in await ReportQueries(store.db).reports()]


# What every store promises


async def test_reports_are_kept_as_they_are_and_the_oldest_go_first(store: Store) -> None:
    before = await store.now()
    await ReportQueries(store.db).add_report(REPORT)
    nowhere = StoredReport("0.2.0", None, None, "en", "elsewhere")
    await ReportQueries(store.db).add_report(nowhere)
    latest, first = await ReportQueries(store.db).reports()
    assert replace(latest, at=0) == nowhere
    assert replace(first, at=0) == REPORT
    assert before - 1 < first.at <= latest.at < before + 60
    for number in range(4):
        await ReportQueries(store.db).add_report(replace(REPORT, text=f"{number}"), 3)
    assert await texts(store) == ["3", "2", "1"]
    many = (
        ReportQueries(store.db).add_report(replace(REPORT, text="at once"), 3) for _ in range(6)
    )
    await asyncio.gather(*many)
    await ReportQueries(store.db).add_report(replace(REPORT, text="last"), 3)
    assert await texts(store) == ["last", "at once", "at once"]
    assert MOST == 1000


async def test_old_reports_go_bit_by_bit(store: Store) -> None:
    for number in range(5):
        await ReportQueries(store.db).add_report(replace(REPORT, text=f"{number}"))
    await age(store, 10)
    await ReportQueries(store.db).add_report(replace(REPORT, text="new"))
    assert await ReportQueries(store.db).purge_reports(11 * DAY, 10) == 0
    assert [await ReportQueries(store.db).purge_reports(9 * DAY, 2) for _ in range(4)] == [
        2,
        2,
        1,
        0,
    ]
    assert await texts(store) == ["new"]


async def test_a_store_of_the_version_before_learns_of_reports(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opening, first = Opening("t1", "code", b"s"), Step("t1", 1, CLOCK, "open", b"[]")
    known = migration.migrations
    async with database() as address:
        for connect in (
            lambda: SqliteStore.connect(str(tmp_path / "kuhstall.db")),
            lambda: PostgresStore.connect(address),
        ):
            with monkeypatch.context() as before:
                before.setattr(migration, "migrations", lambda dialect: known(dialect)[:2])
                old = await connect()
                await old.open_table(opening, first)
                await old.close()
            new = await connect()
            await ReportQueries(new.db).add_report(REPORT)
            assert await texts(new) == [REPORT.text]
            assert await new.steps("t1") == [first]
            await new.close()


# What a call leaves behind


def rows(file: Path) -> list[dict[str, Any]]:
    with closing(sqlite3.connect(file)) as kept:
        kept.row_factory = sqlite3.Row
        return [dict(row) for row in kept.execute("SELECT * FROM reports ORDER BY id")]


async def sent(http: httpx.AsyncClient, here: Serving, **changed: Any) -> tuple[int, str]:
    answer = await http.post(f"{here.url}/api/reports", json={**SENT, **changed})
    return answer.status_code, answer.json().get("code", "")


async def test_a_report_says_what_its_page_says_and_not_who_wrote_it(tmp_path: Path) -> None:
    file = tmp_path / "kuhstall.db"
    async with serving(file) as here, browser() as http:
        assert await sent(http, here) == (201, "")
        assert await sent(http, here, table=None, step=None) == (201, "")
        (person,) = [one.id for one in await _known(here)]
    first, second = rows(file)
    about = {"kind", "about", "line", "quote"}
    assert set(first) == {"id", "version", "table_id", "step", "language", "body", "at"} | about
    assert {row[name] for row in (first, second) for name in about} == {None}
    assert (first["version"], first["table_id"], first["step"]) == ("0.1.0", "t" * 26, 218)
    assert (first["language"], first["body"]) == ("de", REPORT.text)
    assert (second["table_id"], second["step"]) == (None, None)
    for secret in (person, "127.0.0.1", *http.cookies.values()):
        assert secret not in str([first, second])


async def _known(here: Serving) -> list[Any]:
    store = here.node.service.store
    assert isinstance(store, SqliteStore)
    found = await store._file.rows("SELECT id FROM people")
    people = [await people_of(store).person(person) for (person,) in found]
    return [one for one in people if one is not None]


HOSTILE = "<script>p()</script>'; DROP TABLE reports; -- {{name}} %s"
COWS = "\U0001f404" * LONGEST
SHOWN = {
    "  two\r\n\tlines \u2028 and\na third ": "two lines and a third",
    "a\x00b\x07\x1b[31mc \u202etxet\u202c": "ab[31mc txet",
    f"Z{chr(0x335) * 90}": f"Z{chr(0x335) * 4}",
    HOSTILE: HOSTILE,
    COWS: COWS,
}


async def test_what_is_written_is_one_legible_line(tmp_path: Path) -> None:
    async with serving(tmp_path / "kuhstall.db") as here, browser() as http:
        for text in SHOWN:
            assert await sent(http, here, text=text) == (201, "")
        assert await texts(here.node.service.store) == list(SHOWN.values())[::-1]


async def test_nothing_but_a_report_is_taken(tmp_path: Path) -> None:
    wrong: list[dict[str, Any]] = [
        {"text": "x" * (LONGEST + 1)},
        {"text": None},
        {"version": "<script>"},
        {"version": "x" * 41},
        {"language": "fr"},
        {"table": "../.."},
        {"step": -1},
        {"step": 2**31},
        {"view": {"seats": []}},
        {"person": "anna"},
        {"line": -1},
        {"seat": 8},
        {"kind": "other"},
        {"quote": "what nobody has said"},
        {"about": "anna"},
    ]
    async with serving(tmp_path / "kuhstall.db") as here, browser() as http:
        for changed in wrong:
            assert await sent(http, here, **changed) == (400, "malformed"), changed
        for text in ("", " \n ", "\u200b\u202e"):
            assert await sent(http, here, text=text) == (400, "empty_text")
        assert await texts(here.node.service.store) == []


async def test_one_person_reports_only_so_often(tmp_path: Path) -> None:
    async with (
        serving(tmp_path / "kuhstall.db", ease=1.0, proxies="127.0.0.1") as here,
        browser() as one,
        browser() as other,
    ):
        clock = SetClock(here.node.service.clock.now())
        here.node.service.clock = clock
        for number in range(OWN_REPORTS.times):  # wherever they come from
            one.headers["X-Forwarded-For"] = f"203.0.113.{number}"
            assert await sent(one, here) == (201, "")
        assert await sent(one, here) == (429, "slow_down")
        other.headers["X-Forwarded-For"] = one.headers["X-Forwarded-For"]
        assert await sent(other, here) == (201, "")
        clock.time += OWN_REPORTS.seconds / OWN_REPORTS.times * 1.001
        assert await sent(one, here) == (201, "")
        assert await sent(one, here) == (429, "slow_down")
        assert len(await texts(here.node.service.store)) == OWN_REPORTS.times + 2
        assert OWN_REPORTS.times < REPORTS.times
