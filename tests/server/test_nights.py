"""Game nights: when they are, who comes, and the calendar that members subscribe to."""

from __future__ import annotations

import time
from contextlib import nullcontext
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from icalendar import Calendar

from kuhstall.server.features.accounts.person_queries import Person
from kuhstall.server.features.groups.calendars import calendar
from kuhstall.server.features.groups.members import Preset
from kuhstall.server.features.groups.night_job import look_at_nights
from kuhstall.server.features.groups.night_queries import NightQueries, following_id
from kuhstall.server.features.groups.nights import REMIND, Night, is_zone, next_start
from kuhstall.server.features.groups.queries import GroupQueries
from kuhstall.server.store import Store
from kuhstall.server.store.db import Database
from kuhstall.server.store.sqlite_db import InlineSqlite
from tests.server.accounts import people_of
from tests.server.databases import database
from tests.server.players import Player
from tests.server.serving import Serving, browser
from tests.server.test_groups import asked, gathered

pytestmark = pytest.mark.anyio

DAY = 86_400.0
ZONE = "Europe/Berlin"


def wish(days: float = 3, **fields: Any) -> dict[str, Any]:
    return {"starts": round(time.time() + days * DAY), "zone": ZONE, **fields}


async def planned(here: Serving, host: Player, code: str, **fields: Any) -> Any:
    answer = await asked(host, here, "POST", f"/{code}/nights", wish(**fields))
    assert answer.status_code == 201, answer.text
    return answer.json()


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
async def test_members_say_whether_they_come(kind: str, tmp_path: Path) -> None:
    async with (
        database() if kind == "postgres" else nullcontext(str(tmp_path / "kuhstall.db")) as store,
        gathered(store) as (here, code, cast),
    ):
        night = await planned(here, cast["Host"], code)
        assert (night["you"], night["rounds"], night["ended"]) == ("coming", 3, False)
        path = f"/{code}/nights/{night['id']}"
        for state in ("coming", "absent"):
            answer = await asked(cast["Member"], here, "POST", f"{path}/guests", {"state": state})
            assert answer.json()["you"] == state
        body = {"state": "coming", "member": 3}
        assert (await asked(cast["Helper"], here, "POST", f"{path}/guests", body)).is_success
        (listed,) = (await asked(cast["Member"], here, "GET", f"/{code}/nights")).json()
        assert listed["you"] == "coming"
        assert [(one["name"], one["state"]) for one in listed["guests"]] == [
            ("Host", "coming"),
            ("Member", "coming"),
        ]
        # Who leaves the group, or for good, does not come.
        assert (await cast["Member"].http.delete(f"{here.url}/api/me")).is_success
        shown = (await asked(cast["Host"], here, "GET", path)).json()
        assert [one["name"] for one in shown["guests"]] == ["Host"]
        ended = (await asked(cast["Helper"], here, "POST", f"{path}/end", {})).json()
        assert ended["ended"]
        late = await asked(cast["Host"], here, "POST", f"{path}/guests", {"state": "here"})
        assert (late.status_code, late.json()["code"]) == (409, "night_over")


def test_a_series_keeps_its_hour() -> None:
    berlin = ZoneInfo(ZONE)
    friday = datetime(2026, 10, 23, 20, tzinfo=berlin)  # two days before the clocks are set back
    night = Night("abc", friday.timestamp(), ZONE, 1, 3, 3, ended=True)
    again = datetime.fromtimestamp(next_start(night), berlin)
    assert again == datetime(2026, 10, 30, 20, tzinfo=berlin)
    assert again.timestamp() - friday.timestamp() == 7 * DAY + 3600
    assert [following_id("abc"), following_id("abc01"), following_id("abc09")] == [
        *("abc01", "abc02", "abc010"),
    ]
    assert is_zone(ZONE)
    assert not any(map(is_zone, ("Europe/Nowhere", "../etc/passwd", "/etc/passwd", "a\0b")))


async def test_an_hour_that_is_left_out_comes_back_a_week_later(store: Store) -> None:
    """At 2:30, as on the night on which the clocks are set forward at two."""
    people = people_of(store)
    await people.add_person(Person("anna", "Anna"))
    await GroupQueries(people.db).create("g", "code", "Cows", Preset(), "anna")
    queries, berlin = NightQueries(people.db), ZoneInfo(ZONE)
    begun = datetime(2033, 3, 13, 2, 30, tzinfo=berlin)
    await queries.plan("g", Night("sun", begun.timestamp(), ZONE, 1, 3, 0, ended=False))
    for _ in range(4):
        latest = (await queries.nights("g"))[0]
        await queries.end("g", latest, series=False)
    hours = [
        f"{datetime.fromtimestamp(one.starts, berlin):%d.%m. %H:%M}"
        for one in await queries.nights("g")
    ]
    assert hours[::-1] == [
        *("13.03. 02:30", "20.03. 02:30", "27.03. 03:30", "03.04. 02:30", "10.04. 02:30"),
    ]


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
async def test_the_next_night_of_a_series_is_planned_once(kind: str, tmp_path: Path) -> None:
    async with (
        database() if kind == "postgres" else nullcontext(str(tmp_path / "kuhstall.db")) as store,
        gathered(store) as (here, code, cast),
    ):

        async def starts() -> list[float]:
            answer = await asked(cast["Member"], here, "GET", f"/{code}/nights")
            return [round(one["starts"]) for one in answer.json() if not one["ended"]]

        night = await planned(here, cast["Host"], code, days=REMIND / DAY + 1, every=2)
        for _ in range(2):
            await look_at_nights(here.node)
            assert await starts() == [round(night["starts"])]
        await here.node.service.people.db.execute(
            "UPDATE group_nights"
            " SET starts = starts - seconds(:day), remind = remind - seconds(:day)",
            day=DAY + 60,
        )
        for _ in range(2):
            await look_at_nights(here.node)
        later, first = await starts()
        away = datetime.fromtimestamp(first, ZoneInfo(ZONE)) + timedelta(weeks=2)
        assert later == round(away.timestamp())
        # Calling one off plans the next one, too, but not twice; or it ends the series.
        for _ in range(2):
            path = f"/{code}/nights/{night['id']}/end"
            assert (await asked(cast["Host"], here, "POST", path, {})).is_success
            assert await starts() == [later]
        last = f"/{code}/nights/{following_id(night['id'])}/end"
        assert (await asked(cast["Host"], here, "POST", last, {"series": True})).is_success
        assert await starts() == []


def week(days: float, name: str, every: int = 1, *, now: float | None = None) -> Night:
    """Make a night that begins in so many days."""
    starts = (time.time() if now is None else now) + days * DAY
    return Night(name, starts, ZONE, every, 3, 0, ended=False)


class Diary:
    """The nights of a group of one, on a database whose time a test sets."""

    def __init__(self) -> None:
        self.now = 1.8e9
        self.db = InlineSqlite(lambda: self.now)
        self.queries = NightQueries(self.db)

    async def open(self, *nights: Night) -> None:
        await self.db.execute("INSERT INTO people (id, name) VALUES ('anna', 'Anna')")
        await GroupQueries(self.db).create("g", "code", "Cows", Preset(), "anna")
        for night in nights:
            await self.queries.plan("g", night)

    async def wait(self, days: int) -> None:
        """Let the job look once an hour."""
        for _ in range(days * 24):
            self.now += 3600
            await self.queries.remind()

    async def names(self) -> set[str]:
        return {one.id for one in await self.queries.nights("g")}


async def test_a_series_goes_on_beside_other_nights() -> None:
    diary = Diary()
    nights = (("tue", 1, 1), ("fri", 4, 1), ("one", 12, 0))
    await diary.open(*(week(days, name, every, now=diary.now) for name, days, every in nights))
    await diary.wait(22)
    assert await diary.names() == {
        *("tue", "tue01", "tue02", "tue03", "tue04"),
        *("fri", "fri01", "fri02", "fri03"),
        "one",
    }


def test_each_series_repeats_in_the_calendar_from_its_last_night() -> None:
    nights = [week(1, "tue"), week(8, "tue01"), week(3, "fri", 2), week(20, "one", 0)]
    book: Any = Calendar.from_ical(calendar("Cows", nights, time.time()))
    rules = {str(one["uid"]): one.get("rrule") for one in book.walk("VEVENT")}
    assert rules == {
        "tue@kuhstall": None,
        "tue01@kuhstall": {"FREQ": ["WEEKLY"], "INTERVAL": [1]},
        "fri@kuhstall": {"FREQ": ["WEEKLY"], "INTERVAL": [2]},
        "one@kuhstall": None,
    }


@pytest.mark.parametrize("at", [0, 1])
async def test_who_ends_a_series_ends_its_nights_that_are_planned(store: Store, at: int) -> None:
    """On the evening itself, when the next night is planned already; other nights stay."""
    people = people_of(store)
    await people.add_person(Person("anna", "Anna"))
    await GroupQueries(people.db).create("g", "code", "Cows", Preset(), "anna")
    queries = NightQueries(people.db)
    for night in (week(0.1, "tue"), week(0.1, "tues"), week(9, "one", 0)):
        await queries.plan("g", night)
    await queries.remind()
    planned = {one.id: one for one in await queries.nights("g")}
    assert set(planned) == {"tue", "tue01", "tues", "tues01", "one"}
    await queries.end("g", planned[("tue", "tue01")[at]], series=True)
    found = {one.id: (one.every, one.ended) for one in await queries.nights("g")}
    assert found == {
        "tue": (0, at == 0),
        "tue01": (0, True),
        "tues": (1, False),
        "tues01": (1, False),
        "one": (0, False),
    }
    await queries.end("g", planned["tue"], series=False)
    assert len(await queries.nights("g")) == 5
    assert await people.db.value("SELECT count(*) FROM group_nights WHERE remind IS NOT NULL") == 2


async def test_only_members_are_reminded(store: Store) -> None:
    """Those who were removed or have left are not, whatever they have answered."""
    people = people_of(store)
    groups, queries = GroupQueries(people.db), NightQueries(people.db)
    names = ("anna", "ben", "carl", "dora")
    for name in names:
        await people.add_person(Person(name, name.title()))
    await groups.create("g", "code", "Cows", Preset(), "anna")
    for name in names[1:]:
        await groups.join("g", name)
    await queries.plan("g", week(0.1, "tue"))
    for name in names:
        await queries.answer("tue", name, "absent" if name == "dora" else "coming", 1)
    assert await groups.set_role("g", 2, "member", "removed") == "set"
    await groups.leave("g", "carl")
    await queries.remind()
    sql = "SELECT person FROM group_night_guests WHERE remind AND mail ORDER BY person"
    assert await people.db.column(sql) == ["anna"]


async def test_what_cannot_be_planned_is_refused(tmp_path: Path) -> None:
    async with gathered(tmp_path / "kuhstall.db") as (here, code, cast):
        for body, status, reason in (
            (wish(-2), 400, "no_such_time"),
            (wish(400), 400, "no_such_time"),
            (wish() | {"zone": "Moon/Crater"}, 400, "no_such_time"),
            (wish(rounds=0), 400, "malformed"),
            (wish(every=-1), 400, "malformed"),
        ):
            answer = await asked(cast["Host"], here, "POST", f"/{code}/nights", body)
            assert (answer.status_code, answer.json()["code"]) == (status, reason), body
        for _ in range(8):
            await planned(here, cast["Host"], code)
        answer = await asked(cast["Host"], here, "POST", f"/{code}/nights", wish())
        assert (answer.status_code, answer.json()["code"]) == (409, "too_many_nights")


# The calendar


async def fetched(here: Serving, token: str) -> Any:
    async with browser() as http:
        return await http.get(f"{here.url}/api/calendars/{token}")


async def test_members_subscribe_to_a_calendar(tmp_path: Path) -> None:
    async with gathered(tmp_path / "kuhstall.db") as (here, code, cast):
        one = await planned(here, cast["Host"], code)
        series = await planned(here, cast["Host"], code, days=5, every=1)
        token = (await asked(cast["Member"], here, "POST", f"/{code}/calendar")).json()["token"]
        again = (await asked(cast["Member"], here, "POST", f"/{code}/calendar")).json()["token"]
        other = (await asked(cast["Helper"], here, "POST", f"/{code}/calendar")).json()["token"]
        assert (again, len({token, other})) == (token, 2)
        answer = await fetched(here, token)
        assert answer.headers["content-type"].startswith("text/calendar")
        book: Any = Calendar.from_ical(answer.content)
        single, weekly = book.walk("VEVENT")
        assert (single["uid"], single["summary"]) == (f"{one['id']}@kuhstall", "Friday cows")
        assert single["dtstart"].dt.timestamp() == one["starts"]
        assert single["dtstart"].params["tzid"] == ZONE
        assert "rrule" not in single
        assert weekly["rrule"] == {"FREQ": ["WEEKLY"], "INTERVAL": [1]}
        assert book.walk("VTIMEZONE")
        assert not [name for name in ("Host", "Helper", "Member", code) if name in answer.text]
        # What was called off is in it no more; nor is anything for who was removed.
        path = f"/{code}/nights/{series['id']}/end"
        await asked(cast["Host"], here, "POST", path, {"series": True})
        book = Calendar.from_ical((await fetched(here, token)).content)
        assert len(book.walk("VEVENT")) == 1
        body = {"member": 3, "role": "removed"}
        assert (await asked(cast["Host"], here, "POST", f"/{code}/roles", body)).is_success
        refused = await fetched(here, token)
        unknown = await fetched(here, "k7mwq3nx4abc" * 2)
        assert (refused.status_code, refused.content) == (unknown.status_code, unknown.content)
        assert unknown.status_code == 404


# Rights

CALLS: dict[str, tuple[str, str, Any]] = {
    "list": ("GET", "/nights", None),
    "look": ("GET", "/nights/{night}", None),
    "answer": ("POST", "/nights/{night}/guests", {"state": "coming"}),
    "answer for": ("POST", "/nights/{night}/guests", {"state": "here", "member": 1}),
    "calendar": ("POST", "/calendar", None),
    "plan": ("POST", "/nights", None),
    "begin": ("POST", "/nights/{night}/rounds", {"round": 1}),
    "end": ("POST", "/nights/{night}/end", {"series": False}),
}
MEMBERS = {"list", "look", "answer", "calendar"}
REFUSED = {
    "nobody": (401, "no_session"),
    "Stranger": (403, "not_member"),
    "Removed": (404, "no_such_group"),
    "Member": (403, "not_group_host"),
}


async def stored(db: Database) -> list[Any]:
    found: list[Any] = []
    for table, columns in (
        ("group_nights", "id, ended, round"),
        ("group_night_guests", "person, state"),
        ("group_night_tables", "table_id"),
        ("group_calendars", "token"),
    ):
        found += await db.fetch(f"SELECT {columns} FROM {table} ORDER BY 1")  # noqa: S608
    return found


async def test_each_call_is_for_those_who_may(tmp_path: Path) -> None:
    async with gathered(tmp_path / "kuhstall.db") as (here, code, cast):
        db = here.node.service.people.db
        night = (await planned(here, cast["Host"], code))["id"]

        async def call(who: str, name: str, at: str = night) -> Any:
            method, path, body = CALLS[name]
            sent = wish() if name == "plan" else body
            where = f"/{code}{path.format(night=at)}"
            return await asked(cast.get(who), here, method, where, sent)

        before = await stored(db)
        for who, refusal in REFUSED.items():
            for name in CALLS:
                if who == "Member" and name in MEMBERS:
                    continue
                answer = await call(who, name)
                assert (answer.status_code, answer.json()["code"]) == refusal, (who, name)
                assert await stored(db) == before, (who, name)
        # A night of another group is as unknown as one that there is not.
        body = {"name": "Others"}
        foreign = (await asked(cast["Stranger"], here, "POST", body=body)).json()["code"]
        theirs = (await planned(here, cast["Stranger"], foreign))["id"]
        for name in CALLS:
            if "{night}" in CALLS[name][1]:
                seen = [await call("Host", name, at) for at in (theirs, "unknown")]
                assert {one.status_code for one in seen} == {404}, name
                assert seen[0].content == seen[1].content
        for who, allowed in (("Member", MEMBERS), ("Helper", set(CALLS)), ("Host", set(CALLS))):
            night = (await planned(here, cast["Host"], code))["id"]
            body = {"state": "here"}
            await asked(cast["Host"], here, "POST", f"/{code}/nights/{night}/guests", body)
            for name in filter(allowed.__contains__, CALLS):
                assert (await call(who, name, night)).is_success, (who, name)
