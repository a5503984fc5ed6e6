"""Mail, push messages and webhooks with tables and accounts in different databases.

Neither database has a table of the other here: a statement that needs both, or is sent to the wrong
one, fails.
"""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator, Collection
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from kuhstall.server import app
from kuhstall.server.ops import node
from kuhstall.server.store.postgres import PostgresStore
from kuhstall.server.store.sqlite import SqliteStore
from kuhstall.server.table.live_table import LiveTable
from tests.server.accounts import people_of
from tests.server.authenticator import Authenticator
from tests.server.databases import borrowed
from tests.server.serving import Serving, browser, serving, until
from tests.server.test_mail import SENDER, SITE, WISH, PostOffice, entered, links, post_office
from tests.server.test_outbox_relay import CELL, HOME
from tests.server.test_push import Phone, PushService, push_service

pytestmark = pytest.mark.anyio

PLACE = "https://hooks.example/t"
NAMES = ("anna", "ben", "carl")


async def _run(store: PostgresStore | SqliteStore, sql: str) -> None:
    if isinstance(store, PostgresStore):
        await store._pool.execute(sql)
    else:
        await store._file.run(sql)


async def _take_away(store: PostgresStore | SqliteStore, tables: Collection[str]) -> None:
    for one in tables:
        await _run(store, f"ALTER TABLE {one} RENAME TO {one}_away")


async def _give_back(store: PostgresStore, tables: Collection[str]) -> None:
    """Leave a database that was borrowed as it was."""
    for one in tables:
        await _run(store, f"ALTER TABLE {one}_away RENAME TO {one}")


class Apart:
    """A cell without people, a home without tables, and a server that has both."""

    def __init__(self, cell: Any, home: Any) -> None:
        self.cell = cell
        self.home = home

    async def wait(self) -> None:
        """Let a day pass at home."""
        day = "interval '1 day'" if isinstance(self.home, PostgresStore) else "86400"
        for table, column in (("waits", "since"), ("mailed", "at"), ("deliveries", "due")):
            sql = f"UPDATE {table} SET {column} = {column} - {day}"  # noqa: S608 -- all is from here
            await _run(self.home, sql)


@pytest.fixture(params=["postgres", "sqlite"])
async def apart(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Apart]:
    async with AsyncExitStack() as stack:
        stores: list[PostgresStore | SqliteStore] = []
        for number, foreign in enumerate((HOME, CELL)):
            if request.param == "postgres":
                address = await stack.enter_async_context(borrowed())
                shared = await PostgresStore.connect(address, connections=4)
                stores.append(shared)
                stack.push_async_callback(shared.close)
                stack.push_async_callback(_give_back, shared, foreign)
            else:
                stores.append(await SqliteStore.connect(str(tmp_path / f"{number}.db")))
                stack.push_async_callback(stores[-1].close)
            await _take_away(stores[-1], foreign)
        cell, home = stores

        async def both(settings: object) -> tuple[object, object]:
            return cell, people_of(home)

        async def stay() -> None: ...

        monkeypatch.setattr(app, "_store", both)
        monkeypatch.setattr(cell, "close", stay)  # it is closed below, when it is whole again
        yield Apart(cell, home)
        monkeypatch.undo()


class Club:
    """A slow table of three, over HTTP, and everybody outside: nothing happens by itself."""

    def __init__(self, here: Serving, office: PostOffice, service: PushService) -> None:
        self.here = here
        self.office = office
        self.service = service
        self.phones = {name: Phone(f"https://push.example/{name}") for name in NAMES}
        self.https: dict[str, httpx.AsyncClient] = {}
        self.table = ""

    async def post(self, name: str, path: str, body: Any = None) -> httpx.Response:
        return await self.https[name].post(f"{self.here.url}/api/{path}", json=body or {})

    async def enter(self) -> None:
        """Come in, and ask to be told in every way."""
        for name, http in self.https.items():
            await entered(http, self.here)
            wish = {**WISH, "address": f"{name}@post.example"}
            assert (await self.post(name, "mail", wish)).status_code == 202
            assert (await self.post(name, "push", self.phones[name].body)).status_code == 201
        await self.here.node.deliveries.run()
        for question in self.office.taken:
            link = links(question)[-2].replace(SITE, self.here.url)
            pressed = await self.https[NAMES[0]].post(link, headers={"origin": "null"})
            assert pressed.status_code == 200

    async def sit_down(self) -> LiveTable:
        wish = {"edition": "kuhhandel/2", "seats": 3, "pace": "slow"}
        host, *others = NAMES
        self.table = (await self.post(host, "tables", wish)).json()["table"]
        for name in others:
            assert (await self.order(name, {"request": {"type": "join"}})).status_code == 200
        assert (await self.order(host, {"request": {"type": "start"}})).status_code == 200
        live = await self.here.node.service.cache.live_table(self.table)
        await until(lambda: live.party.stage == "playing")
        return live

    async def order(self, name: str, body: dict[str, Any]) -> httpx.Response:
        cid = f"c{len(self.table)}{secrets.token_hex(4)}"
        return await self.post(name, f"tables/{self.table}/commands", {"cid": cid, **body})

    async def act(self, live: LiveTable, seat: int) -> None:
        action = msgspec.to_builtins(live.think(seat))
        body = {"moment": live.state.moment, "action": action}
        assert (await self.order(NAMES[seat], body)).status_code == 200
        await self.here.node.service.background.finish()

    async def told(self) -> tuple[dict[str, bool], list[dict[str, Any]], set[str]]:
        """Tell everybody: what phones got, what the address of the table got, and who got mails."""
        self.service.sent.clear()
        self.office.taken.clear()
        node = self.here.node
        for work in (node._relay.run, node.deliveries.run):
            await work()
        pushes, calls = {}, []
        for first, _, body in self.service.sent:
            name = first.split()[1].strip("/")
            if name in self.phones:
                pushes[name] = self.phones[name].read(body)["waits"]
            else:
                calls.append(msgspec.json.decode(body))
        return pushes, calls, {letter["To"].partition("@")[0] for letter in self.office.taken}


@pytest.fixture
async def club(
    apart: Apart, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Club]:
    for loop in ("RELAY", "DELIVER"):
        monkeypatch.setattr(node, loop, 3600.0)
    async with post_office() as office, push_service() as service, AsyncExitStack() as stack:
        monkeypatch.setattr(app, "OutboundHttp", lambda: service.outbound)
        wanted: dict[str, Any]
        wanted = {"smtp": f"smtp://127.0.0.1:{office.port}", "mail_from": SENDER, "origins": SITE}
        here = await stack.enter_async_context(serving(tmp_path / "unused.db", **wanted))
        club = Club(here, office, service)
        for name in NAMES:
            club.https[name] = await stack.enter_async_context(browser())
        await club.enter()
        yield club


async def test_who_is_asked_by_a_table_elsewhere_is_told_in_every_way(
    apart: Apart, club: Club
) -> None:
    live = await club.sit_down()
    for name, status in ((NAMES[0], 200), (NAMES[1], 403)):
        path = f"tables/{club.table}/webhook"
        assert (await club.post(name, path, {"address": PLACE})).status_code == status
    (first,) = live.state.phase.actors(live.state)
    code = (await apart.cell.table_row(club.table)).code
    said = {"code": code, "moment": live.state.moment, "seats": [first], "waits": True}
    assert await club.told() == ({NAMES[first]: True}, [said], set())
    await apart.wait()
    assert await club.told() == ({}, [], {NAMES[first]})
    assert await club.told() == ({}, [], set())

    while not live.state.phase.sealed:
        (seat,) = live.state.phase.actors(live.state)
        await club.act(live, seat)
    assert sorted(live.state.phase.actors(live.state)) == [0, 1, 2]
    others = {name for name in NAMES if name != NAMES[first]}
    said |= {"moment": live.state.moment, "seats": [0, 1, 2]}
    pushes, calls, mail = await club.told()
    assert (pushes, mail) == (dict.fromkeys(others, True), set())
    assert [{**one, "seats": sorted(one["seats"])} for one in calls] == [said]

    second = min(NAMES.index(name) for name in others)
    await club.act(live, second)  # in secret: home hears of it, and nobody else
    await apart.wait()
    asked = {*NAMES} - {NAMES[second]}
    assert await club.told() == ({NAMES[second]: False}, [], asked)


async def test_a_first_key_ends_what_was_set_up_in_either_database(
    apart: Apart, club: Club
) -> None:
    await club.sit_down()
    host = NAMES[0]
    path = f"tables/{club.table}/webhook"
    assert (await club.post(host, path, {"address": PLACE})).status_code == 200
    wish = (await club.post(host, "account/passkeys/options")).json()
    made = await club.post(host, "account/passkeys", Authenticator(SITE).make(wish))
    assert (made.status_code, len(made.json()["sessions"])) == (201, 1)
    assert await club.here.node.service.people.webhook(club.table) is None
    assert (await club.post(host, path, {"address": PLACE})).status_code == 401
    club.https[host].headers["cookie"] = made.headers["set-cookie"].split(";")[0]
    for name, devices in zip(NAMES, (0, 1, 1), strict=True):
        answer = (await club.https[name].get(f"{club.here.url}/api/push")).json()
        assert (answer["devices"], bool(answer["mail"]["address"])) == (devices, bool(devices))
    assert (await club.post(host, path, {"address": PLACE})).status_code == 200


async def test_who_wants_to_hear_nothing_more_does_not(apart: Apart, club: Club) -> None:
    live = await club.sit_down()
    assert (
        await club.post(NAMES[0], f"tables/{club.table}/webhook", {"address": PLACE})
    ).is_success
    for name in NAMES:
        place = {"endpoint": club.phones[name].device.endpoint}
        assert (await club.post(name, "push/end", place)).is_success
        assert (await club.post(name, "mail/end")).is_success
    assert (await club.post(NAMES[0], f"tables/{club.table}/webhook", {"address": ""})).is_success
    await club.here.node._relay.run()
    await apart.wait()
    assert live.state.phase.actors(live.state)
    assert await club.told() == ({}, [], set())
