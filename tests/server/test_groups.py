"""Groups: one link, who may do what behind it, and that nobody else learns of it."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, nullcontext
from pathlib import Path
from typing import Any

import asyncpg
import httpx
import msgspec
import pytest
from msgspec.structs import replace

from kuhstall.server.features.accounts.person_queries import Person
from kuhstall.server.features.groups import feature as registered
from kuhstall.server.features.groups import queries as group_queries
from kuhstall.server.features.groups.members import Member, Preset, may_set_role, present
from kuhstall.server.features.groups.night_job import look_at_nights
from kuhstall.server.features.groups.queries import SHOWN, TABLES, GroupQueries, note_summary
from kuhstall.server.ops.node import Node
from kuhstall.server.ops.retention import Retention
from kuhstall.server.settings import Settings
from kuhstall.server.store.db import Database, to_postgres
from kuhstall.server.store.postgres import PostgresStore
from kuhstall.server.store.sqlite import SqliteStore
from kuhstall.server.table.live_table import LiveTable
from kuhstall.server.table.log import Position, UnavailableError
from kuhstall.server.table.party import decide
from kuhstall.server.table.party.events import Ended
from kuhstall.server.table.rows import PARTY, encode_summary
from kuhstall.server.table.summary import TableSummary
from tests.machine import patience
from tests.server.accounts import people_of
from tests.server.authenticator import Authenticator
from tests.server.databases import database
from tests.server.players import Player
from tests.server.serving import Serving, browser, guests, serving
from tests.server.test_accounts import SITE, house
from tests.server.test_growth import plan

pytestmark = pytest.mark.anyio

PRESET = {"edition": "kuhhandel/2", "rules": {}, "seats": 3, "pace": "relaxed"}
UNKNOWN = "k7mwq3nx4abc"


async def asked(
    player: Player | None, here: Serving, method: str, path: str = "", body: Any = None
) -> httpx.Response:
    """Call an endpoint of groups as a person, or as nobody."""
    async with browser(None if player is None else player.http.cookies) as http:
        sent = None if method in {"GET", "DELETE"} else body or {}
        return await http.request(method, f"{here.url}/api/groups{path}", json=sent)


async def made(here: Serving, host: Player, name: str = "Friday cows") -> str:
    answer = await asked(host, here, "POST", body={"name": name, "preset": PRESET})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["code"])


async def joined(here: Serving, player: Player, code: str) -> int:
    answer = await asked(player, here, "POST", f"/{code}/members")
    assert answer.status_code == 201, answer.text
    return int(answer.json()["page"]["you"])


async def page(here: Serving, player: Player, code: str) -> Any:
    return (await asked(player, here, "GET", f"/{code}")).json()["page"]


async def until_shown(look: Callable[[], Awaitable[bool]]) -> None:
    """Wait for the outbox, which any node passes on within a second."""
    deadline = time.monotonic() + patience(20)
    while not await look():
        assert time.monotonic() < deadline, "the page does not show it"
        await asyncio.sleep(0.05)


@asynccontextmanager
async def gathered(store: str | Path) -> AsyncIterator[tuple[Serving, str, dict[str, Player]]]:
    """Gather a group: a host, a helper, a member, one who was removed, and a stranger."""
    names = ("Host", "Helper", "Member", "Removed", "Stranger")
    async with serving(store) as here, guests(here.url, *names) as players:
        code = await made(here, players[0])
        for player in players[1:4]:
            await joined(here, player, code)
        for number, role in ((2, "helper"), (4, "removed")):
            body = {"member": number, "role": role}
            assert (await asked(players[0], here, "POST", f"/{code}/roles", body)).is_success
        yield here, code, dict(zip(names, players, strict=True))


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
async def test_a_group_opens_tables_that_its_members_see(kind: str, tmp_path: Path) -> None:
    async with (
        database() if kind == "postgres" else nullcontext(str(tmp_path / "kuhstall.db")) as store,
        serving(store) as here,
        guests(here.url, "Anna", "Ben") as (anna, ben),
        browser() as carl,
    ):
        code = await made(here, anna)
        assert (await asked(ben, here, "GET", f"/{code}")).json() == {
            "code": code,
            "name": "Friday cows",
            "size": 1,
        }
        assert await joined(here, ben, code) == 2
        assert await joined(here, ben, code) == 2, "once"
        # One call lets a guest in who was not here before.
        path = f"{here.url}/api/groups/{code}/members"
        entered = await carl.post(path, json={"name": "Carl"})
        assert entered.json()["page"]["you"] == 3
        shown = await page(here, anna, code)
        assert [one["name"] for one in shown["members"]] == ["Anna", "Ben", "Carl"]
        assert [one["here"] for one in shown["members"]] == [True, True, True]
        assert (shown["preset"], shown["tables"]) == (PRESET, [])

        opened = (await asked(ben, here, "POST", f"/{code}/tables")).json()
        (table,) = (await page(here, anna, code))["tables"]
        assert table["table"] == opened["table"]
        assert (table["names"], table["seats"], table["pace"]) == (["Ben"], 3, "relaxed")
        assert not table["yours"]
        party = await carl.get(f"{here.url}/api/tables/{opened['table']}")
        assert not party.json()["public"]
        anna.table = ben.table = opened["table"]
        await anna.ask("join")

        async def sits() -> bool:
            (table,) = (await page(here, anna, code))["tables"]
            return bool(table["names"] == ["Ben", "Anna"] and table["yours"])

        await until_shown(sits)
        # The rematch of a table belongs to the group, too.
        await ben.ask("seat_bot", seat=2, bot="easy")
        await ben.ask("start")
        live = here.node.service.cache.tables[ben.table]
        await here.node.service._answer(
            ben.table, PARTY, "end", lambda hot: decide._outcome(hot.situation, [Ended("5" * 64)])
        )
        assert live.party.stage == "ended"
        await ben.ask("rematch")
        again = live.party.rematch

        async def is_there() -> bool:
            return [one["table"] for one in (await page(here, anna, code))["tables"]] == [again]

        await until_shown(is_there)


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
async def test_a_link_is_replaced_and_members_stay(kind: str, tmp_path: Path) -> None:
    async with (
        database() if kind == "postgres" else nullcontext(str(tmp_path / "kuhstall.db")) as store,
        gathered(store) as (here, code, cast),
    ):
        fresh = (await asked(cast["Host"], here, "POST", f"/{code}/link")).json()["code"]
        assert fresh != code
        for way in (code, fresh):
            assert (await page(here, cast["Member"], way))["you"] == 3
        assert (await asked(cast["Stranger"], here, "GET", f"/{code}")).status_code == 404
        assert (await asked(cast["Stranger"], here, "POST", f"/{code}/members")).status_code == 404
        assert await joined(here, cast["Stranger"], fresh) == 5
        # Those who were removed are let back in by a host only.
        assert (await asked(cast["Removed"], here, "GET", f"/{fresh}")).status_code == 404
        back = {"member": 4, "role": "member"}
        assert (await asked(cast["Helper"], here, "POST", f"/{fresh}/roles", back)).is_error
        assert (await page(here, cast["Host"], fresh))["removed"][0]["name"] == "Removed"
        assert (await asked(cast["Host"], here, "POST", f"/{fresh}/roles", back)).is_success
        assert (await page(here, cast["Removed"], fresh))["you"] == 4


# Rights

SHEET: dict[str, Any] = {
    "sheet": "s" * 12,
    "game": "kuhhandel",
    "at": time.time(),
    "players": [{"member": 1, "points": 3}, {"member": 2, "points": 2}],
}
SHEET_GAME = {"game": "paper-" + "s" * 12}

CALLS: dict[str, tuple[str, str, Any]] = {
    "look": ("GET", "", None),
    "open": ("POST", "/tables", {}),
    "results": ("GET", "/results", None),
    "a season": ("POST", "/seasons", {"season": 2026}),
    "further games": ("POST", "/games", {"at": 1e10, "game": "z"}),
    "all results": ("GET", "/export", None),
    "enter": ("POST", "/sheets", SHEET),
    "dispute": ("POST", "/sheets/dispute", SHEET_GAME),
    "settle": ("POST", "/sheets/settle", SHEET_GAME),
    "remove a sheet": ("POST", "/sheets/remove", SHEET_GAME),
    "arrange": ("POST", "/settings", {"name": "Friday cows", "preset": PRESET}),
    "rename": ("POST", "/settings", {"name": "Saturday", "preset": PRESET}),
    "remove a host": ("POST", "/roles", {"member": 1, "role": "removed"}),
    "remove a helper": ("POST", "/roles", {"member": 2, "role": "removed"}),
    "promote": ("POST", "/roles", {"member": 3, "role": "helper"}),
    "remove": ("POST", "/roles", {"member": 3, "role": "removed"}),
    "let back in": ("POST", "/roles", {"member": 4, "role": "member"}),
    "renew": ("POST", "/link", None),
    "rate": ("POST", "/ratings", {"on": True}),
    "delete": ("DELETE", "", None),
}
RESULTS = {"results", "a season", "further games", "all results", "enter", "dispute", "settle"}
ALLOWED = {
    "Member": {"look", "open", *RESULTS},
    "Helper": {"look", "open", "arrange", "remove", "remove a sheet", *RESULTS},
    "Host": set(CALLS) - {"remove a host"},
}
"""In this order, so that what one changes leaves the calls of the next as they are."""
NOT_HOST, UNKNOWN_MEMBER = (403, "not_group_host"), (404, "no_such_member")
REFUSED = {"nobody": (401, "no_session"), "Stranger": (403, "not_member")} | {
    "Removed": (404, "no_such_group"),
    **dict.fromkeys(("Member", "Helper"), NOT_HOST),
    "Host": (409, "yourself"),
}


async def stored(db: Database) -> list[Any]:
    """All that a call could have changed, but not when people were seen."""
    found: list[Any] = []
    for table, columns in (
        ("groups", "id, name, preset"),
        ("group_links", "code, current"),
        ("group_members", "group_id, number, role"),
        ("group_tables", "table_id"),
        ("group_results", "id, counted"),
        ("group_scores", "season, person, games, points"),
        ("group_rated", "group_id"),
    ):
        found += await db.fetch(f"SELECT {columns} FROM {table} ORDER BY 1")  # noqa: S608
    return found


async def test_each_call_is_for_those_who_may(tmp_path: Path) -> None:
    async with gathered(tmp_path / "kuhstall.db") as (here, code, cast):
        db = here.node.service.people.db
        played = SHEET | {"players": [*SHEET["players"], {"member": 3, "points": 1}]}
        assert (await asked(cast["Host"], here, "POST", f"/{code}/sheets", played)).is_success
        before = await stored(db)
        for who, refusal in REFUSED.items():
            for name, (method, path, body) in CALLS.items():
                if name in ALLOWED.get(who, ()):
                    continue
                answer = await asked(cast.get(who), here, method, f"/{code}{path}", body)
                assert await stored(db) == before, (who, name)
                if name == "look" and who != "Removed":
                    assert answer.json() == {"code": code, "name": "Friday cows", "size": 3}
                    continue
                # Who was removed is known to hosts only.
                hidden = name == "let back in" and who in {"Member", "Helper"}
                wanted = UNKNOWN_MEMBER if hidden else refusal
                assert (answer.status_code, answer.json()["code"]) == wanted, (who, name)
        for who, allowed in ALLOWED.items():
            for name in filter(allowed.__contains__, CALLS):
                method, path, body = CALLS[name]
                answer = await asked(cast[who], here, method, f"/{code}{path}", body)
                assert answer.is_success, (who, name, answer.text)


def test_a_group_without_a_host_gets_one() -> None:
    def one(number: int, role: Any) -> Member:
        return Member(f"p{number}", number, role, "", here=False)

    def hosts(*roles: str) -> list[int]:
        members = [one(number, role) for number, role in enumerate(roles, 1)]
        return [member.number for member in present(members) if member.role == "host"]

    assert hosts("member", "host", "host") == [2, 3]
    assert hosts("removed", "member", "member") == [2]
    assert hosts("member", "helper", "helper") == [2]
    assert hosts("removed") == []
    assert may_set_role("helper", "member", "removed")
    assert not may_set_role("helper", "helper", "removed")
    assert not may_set_role("member", "member", "removed")


async def test_the_last_member_takes_the_group_along(tmp_path: Path) -> None:
    async with gathered(tmp_path / "kuhstall.db") as (here, code, cast):
        for name in ("Host", "Helper", "Member"):
            own = await page(here, cast["Member"], code)
            heirs = [one["name"] for one in own["members"] if one["role"] == "host"]
            assert heirs == [name]
            assert (await asked(cast[name], here, "POST", f"/{code}/leave")).is_success
        assert (await asked(cast["Stranger"], here, "GET", f"/{code}")).status_code == 404
        assert await here.node.service.people.db.value("SELECT count(*) FROM groups") == 0


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
@pytest.mark.parametrize("way", ["leaves", "is erased", "left before heirs were stored"])
async def test_an_heir_stays_the_host_when_others_become_helpers(
    way: str, kind: str, tmp_path: Path
) -> None:
    async with (
        database() if kind == "postgres" else nullcontext(str(tmp_path / "kuhstall.db")) as store,
        gathered(store) as (here, code, cast),
    ):
        number = await joined(here, cast["Stranger"], code)
        assert (await asked(cast["Helper"], here, "POST", f"/{code}/leave")).is_success
        if way == "leaves":
            assert (await asked(cast["Host"], here, "POST", f"/{code}/leave")).is_success
        elif way == "is erased":
            assert (await cast["Host"].http.delete(f"{here.url}/api/me")).is_success
        else:
            await here.node.service.people.db.execute("DELETE FROM group_members WHERE number = 1")
        body = {"member": number, "role": "helper"}
        shown = await asked(cast["Member"], here, "POST", f"/{code}/roles", body)
        assert shown.json()["page"]["role"] == "host"
        roles = [(one["name"], one["role"]) for one in shown.json()["page"]["members"]]
        assert roles == [("Member", "host"), ("Stranger", "helper")]
        body = {"member": 3, "role": "removed"}
        refused = await asked(cast["Stranger"], here, "POST", f"/{code}/roles", body)
        assert (refused.status_code, refused.json()["code"]) == (403, "not_group_host")


async def test_a_site_with_accounts_wants_a_host_who_can_come_back(tmp_path: Path) -> None:
    async with house(tmp_path, "Anna", "Ben") as (_, (anna, ben)):
        refused = await anna.refusal("groups", {"name": "Cows"})
        assert refused == (403, "no_account")
        await anna.claim(Authenticator(SITE))
        made = await anna.done("groups", {"name": "Cows"})
        assert (await ben.done(f"groups/{made['code']}/members"))["page"]["you"] == 2
        # A guest who makes an account later stays a member.
        await ben.claim(Authenticator(SITE))
        assert (await ben.see(f"groups/{made['code']}"))["page"]["you"] == 2


async def test_what_is_malformed_is_refused(tmp_path: Path) -> None:
    async with serving(tmp_path / "kuhstall.db") as here, guests(here.url, "Anna") as (anna,):
        for body, status in (
            ({"name": ""}, 400),
            ({"name": "\u200b \u2060"}, 400),
            ({"name": "Cows", "preset": {**PRESET, "edition": "chess"}}, 422),
            ({"name": "Cows", "preset": {**PRESET, "seats": 7}}, 422),
            ({"name": "Cows", "preset": {**PRESET, "rules": {"x": 1}}}, 422),
            ({"name": "Cows", "preset": {**PRESET, "public": True}}, 400),
        ):
            answer = await asked(anna, here, "POST", body=body)
            assert answer.status_code == status, (body, answer.text)


async def test_a_full_group_lets_no_one_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with gathered(tmp_path / "kuhstall.db") as (here, code, cast):
        monkeypatch.setattr(group_queries, "MOST", 3)
        answer = await asked(cast["Stranger"], here, "POST", f"/{code}/members")
        assert (answer.status_code, answer.json()["code"]) == (409, "group_full")
        back = {"member": 4, "role": "member"}
        answer = await asked(cast["Host"], here, "POST", f"/{code}/roles", back)
        assert (answer.status_code, answer.json()["code"]) == (409, "group_full")
        again = {"member": 3, "role": "helper"}
        assert (await asked(cast["Host"], here, "POST", f"/{code}/roles", again)).is_success
        monkeypatch.setattr(group_queries, "MOST", 4)
        assert await joined(here, cast["Stranger"], code) == 6


async def test_a_table_of_others_is_not_taken(tmp_path: Path) -> None:
    async with gathered(tmp_path / "kuhstall.db") as (here, code, cast):
        foreign = await cast["Stranger"].open_table(seats=3)
        other = await made(here, cast["Stranger"], "Others")
        for body in ({"table": foreign},):
            answer = await asked(cast["Member"], here, "POST", f"/{code}/tables", body)
            assert (answer.status_code, answer.json()["code"]) == (409, "taken")
        theirs = (await asked(cast["Stranger"], here, "POST", f"/{other}/tables")).json()
        answer = await asked(
            cast["Member"], here, "POST", f"/{code}/tables", {"table": theirs["table"]}
        )
        assert (answer.status_code, answer.json()["code"]) == (409, "taken")
        assert (await page(here, cast["Member"], code))["tables"] == []
        assert len((await page(here, cast["Stranger"], other))["tables"]) == 1


async def test_a_table_of_others_is_never_noted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game that ends there at that moment would count in the group."""
    async with gathered(tmp_path / "kuhstall.db") as (here, code, cast):
        body = {"table": await cast["Stranger"].open_table(seats=3)}
        noted: list[str] = []
        add_table = GroupQueries.add_table

        async def noting(self: GroupQueries, group: str, table: str, *rest: Any) -> bool:
            noted.append(table)
            return await add_table(self, group, table, *rest)

        monkeypatch.setattr(GroupQueries, "add_table", noting)
        answer = await asked(cast["Member"], here, "POST", f"/{code}/tables", body)
        assert (answer.status_code, answer.json()["code"], noted) == (409, "taken", [])


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
async def test_a_table_that_could_not_be_opened_is_opened_later(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its id is the same then: the client has made it."""

    async def away(*_: Any) -> None:
        raise UnavailableError("away")

    async with (
        database() if kind == "postgres" else nullcontext(str(tmp_path / "kuhstall.db")) as store,
        gathered(store) as (here, code, cast),
    ):
        body, path = {"table": "abcdefghjkmnpqrstuvwxyz234"}, f"/{code}/tables"
        with monkeypatch.context() as broken:
            broken.setattr(here.node.service.store, "open_table", away)
            assert (await asked(cast["Member"], here, "POST", path, body)).status_code == 503
        other = await made(here, cast["Stranger"], "Others")
        answer = await asked(cast["Stranger"], here, "POST", f"/{other}/tables", body)
        assert (answer.status_code, answer.json()["code"]) == (409, "taken")
        answers = await asyncio.gather(
            *(asked(cast["Member"], here, "POST", path, body) for _ in range(3))
        )
        assert sorted(one.status_code for one in answers) == [201, 409, 409]
        (table,) = (await page(here, cast["Host"], code))["tables"]
        assert (table["table"], table["names"]) == (body["table"], ["Member"])


# Privacy


async def test_nothing_of_a_group_is_anywhere_else(tmp_path: Path) -> None:
    """The name and the link of a group are in no answer to people outside, and in no page."""
    async with gathered(tmp_path / "kuhstall.db") as (here, code, cast):
        opened = (await asked(cast["Host"], here, "POST", f"/{code}/tables")).json()
        gone = cast["Removed"].http
        seen: list[str] = []
        for who in (cast["Stranger"].http, gone):
            paths = (
                *("/api/lobby", "/api/me", "/api/me/export", "/api/groups", "/api/house"),
                *(f"/api/tables/{opened['table']}", f"/api/tables/{opened['table']}/view"),
                *(f"/t/{opened['table']}", "/g", "/", "/metrics"),
            )
            seen += [(await who.get(f"{here.url}{path}")).text for path in paths]
            body = {"code": code}
            seen.append((await who.post(f"{here.url}/api/screens", json=body)).text)
        for text in seen:
            assert code not in text
            assert "Friday cows" not in text
        assert opened["table"] not in seen[0]
        # Who looks at it knows: the same search finds them in what members get.
        export = (await cast["Member"].http.get(f"{here.url}/api/me/export")).text
        assert code in export
        assert "Friday cows" in export
        assert "Helper" not in export, "a group's other members are not theirs to take"


async def test_unknown_links_and_those_that_admit_no_one_look_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page of a link is the same file for each. Behind it, four links are refused alike."""
    async with gathered(tmp_path / "kuhstall.db") as (here, code, cast):
        fresh = (await asked(cast["Host"], here, "POST", f"/{code}/link")).json()["code"]
        async with browser() as http:
            documents = [await http.get(f"{here.url}/g/{one}") for one in (fresh, code, UNKNOWN)]
        known, *others = [(one.status_code, one.content) for one in documents]
        assert others == [known, known]
        headers = [{**one.headers, "date": "", "x-request-id": ""} for one in documents]
        assert headers[1:] == headers[:1] * 2
        # A busy machine lets the jobs of the node come in between; here they do each time.
        jobs = asyncio.create_task(again_and_again(here.node))
        counting = Counting(here.node.service.people.db, monkeypatch)
        answers, costs = [], set()
        for who, link in (
            *(("Stranger", code), ("Stranger", UNKNOWN)),
            *(("Removed", code), ("Removed", fresh)),
        ):
            counting.statements = 0
            answers.append(await asked(cast[who], here, "GET", f"/{link}"))
            costs.add(counting.statements)
        jobs.cancel()
        assert costs == {2}, "the time it takes must not tell"
        assert {(one.status_code, one.content) for one in answers} == {
            (404, b'{"code":"no_such_group","text":""}')
        }


# What it costs, and what is kept


async def again_and_again(node: Node) -> None:
    while True:
        await look_at_nights(node)


class Counting:
    """Counts statements and rows of the accounts database, but for those of a node's jobs.

    Each request has a task of its own. Jobs have one already.
    """

    def __init__(self, db: Database, monkeypatch: pytest.MonkeyPatch) -> None:
        self.statements = self.rows = 0
        fetch, execute = db.fetch, db.execute
        others = asyncio.all_tasks() - {asyncio.current_task()}

        async def counted_fetch(sql: str, **values: Any) -> Any:
            found = await fetch(sql, **values)
            if asyncio.current_task() not in others:
                self.statements += 1
                self.rows += len(found)
            return found

        async def counted_execute(sql: str, **values: Any) -> int:
            self.statements += asyncio.current_task() not in others
            return await execute(sql, **values)

        monkeypatch.setattr(db, "fetch", counted_fetch)
        monkeypatch.setattr(db, "execute", counted_execute)


async def fill(db: Database, members: int, tables: int, *, running: bool = True) -> None:
    poster = json.dumps(
        {
            "edition": "kuhhandel/2",
            "pace": "live",
            "stage": "open",
            "seats": 3,
            "people": 3,
            "bots": 0,
            "host": None,
        }
    ).encode()
    async with db.transaction() as transaction:
        await transaction.execute_many(
            "INSERT INTO people (id, name) VALUES (:person, :person)",
            [{"person": f"p{n}"} for n in range(members)],
        )
        await transaction.execute_many(
            "INSERT INTO group_members (group_id, person, number, role, seen)"
            " VALUES ('g', :person, :number, 'member', now())",
            [{"person": f"p{n}", "number": n + 2} for n in range(members)],
        )
        await transaction.execute_many(
            "INSERT INTO group_tables (table_id, group_id, seq, running, poster, people, opened)"
            " VALUES (:table, 'g', 9, :running, :poster, :people, now())",
            [
                {"table": f"{running}{n}", "running": running, "poster": poster, "people": b"[]"}
                for n in range(tables)
            ],
        )


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
async def test_a_page_reads_as_much_after_5000_games_as_before(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with database() if kind == "postgres" else nullcontext("") as address:
        store: PostgresStore | SqliteStore = (
            await PostgresStore.connect(address)
            if kind == "postgres"
            else await SqliteStore.connect(str(tmp_path / "kuhstall.db"))
        )
        people = people_of(store)
        await people.add_person(Person("anna", "Anna"))
        queries = GroupQueries(people.db)
        await queries.create("g", UNKNOWN, "Cows", Preset(), "anna")
        await fill(people.db, 199, 40)
        counting = Counting(people.db, monkeypatch)

        async def cost() -> tuple[int, int]:
            counting.statements = counting.rows = 0
            found = await queries.find(UNKNOWN, "anna")
            assert found is not None
            await queries.note_seen(found, "anna")
            assert len(await queries.members(found.id)) == 200
            assert len(await queries.tables(found.id)) == SHOWN
            return counting.statements, counting.rows

        before = await cost()
        assert before == (3, 1 + 200 + SHOWN)
        await fill(people.db, 0, 5000, running=False)
        assert await cost() == before
        if isinstance(store, PostgresStore):
            connection = await asyncpg.connect(address)
            await connection.execute("ANALYZE group_tables")
            sql, names = to_postgres(TABLES)
            values = {"group_id": "g", "most": SHOWN}
            parts = await plan(connection, sql, *(values[name] for name in names))
            assert not [part for part in parts if part["Node Type"] == "Seq Scan"]
            assert max(part["Actual Rows"] for part in parts) <= 40
            await connection.close()
        await store.close()


async def test_who_leaves_for_good_leaves_the_group(tmp_path: Path) -> None:
    async with gathered(tmp_path / "kuhstall.db") as (here, code, cast):
        export = (await cast["Helper"].http.get(f"{here.url}/api/me/export")).json()
        assert export["groups"] == [
            {"code": code, "name": "Friday cows", "role": "helper", "size": 3}
        ]
        opened = (await asked(cast["Helper"], here, "POST", f"/{code}/tables")).json()
        assert (await cast["Helper"].http.delete(f"{here.url}/api/me")).is_success
        shown = await page(here, cast["Host"], code)
        assert [one["name"] for one in shown["members"]] == ["Host", "Member"]

        async def is_closed() -> bool:
            shown = await page(here, cast["Host"], code)
            return opened["table"] not in [one["table"] for one in shown["tables"]]

        await until_shown(is_closed)


async def test_a_group_that_no_one_uses_is_removed(tmp_path: Path) -> None:
    async with gathered(tmp_path / "kuhstall.db") as (here, code, cast):
        service = here.node.service
        terms = Settings().terms
        keeper = Retention(service.store, service.people, service.clock, here.node.metrics, terms)
        assert (await keeper.run())["groups"] == 0
        await service.people.db.execute(
            "UPDATE groups SET used = used - seconds(:age)", age=registered.UNUSED + 9
        )
        # A member who looks keeps it.
        assert await page(here, cast["Member"], code)
        assert (await keeper.run())["groups"] == 0
        await service.people.db.execute(
            "UPDATE groups SET used = used - seconds(:age)", age=registered.UNUSED + 9
        )
        assert (await keeper.run())["groups"] == 1
        assert await stored(service.people.db) == []


async def test_an_old_summary_changes_nothing(tmp_path: Path) -> None:
    """The outbox may tell twice, and late."""
    async with gathered(tmp_path / "kuhstall.db") as (here, code, cast):
        opened = (await asked(cast["Host"], here, "POST", f"/{code}/tables")).json()
        cast["Member"].table = opened["table"]
        await cast["Member"].ask("join")

        async def sits() -> bool:
            (table,) = (await page(here, cast["Host"], code))["tables"]
            return bool(table["people"] == 2)

        await until_shown(sits)
        db = here.node.service.people.db
        before = await db.fetch("SELECT * FROM group_tables")
        live = here.node.service.cache.tables[opened["table"]]
        summary = group_summary(live, people=())
        for seq in (1, live.seq):
            await note_summary(db, live.id, Position(seq, b""), summary)
            assert await db.fetch("SELECT * FROM group_tables") == before
        await note_summary(db, live.id, Position(live.seq + 1, b""), summary)
        assert await db.fetch("SELECT * FROM group_tables") != before


def group_summary(live: LiveTable, **fields: Any) -> TableSummary:
    body = encode_summary(live.party, live.state, live.timers)
    return replace(msgspec.json.decode(body, type=TableSummary), **fields)
