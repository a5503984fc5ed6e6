"""A seat belongs to who holds its cookie: fourteen ways to get at it, and none that works."""

from __future__ import annotations

import asyncio
import hashlib
import json
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from msgspec import Struct

from kuhstall.server.features.accounts import sessions
from kuhstall.server.http import table_endpoints
from tests.server.players import Player
from tests.server.serving import Serving, browser, ending, greeted, guests, serving, ticket, wire

pytestmark = pytest.mark.anyio


class Scene(Struct):
    """A game that the owner plays, and a thief who knows all but the cookie."""

    serving: Serving
    owner: Player
    thief: Player
    code: str
    monkeypatch: pytest.MonkeyPatch

    @property
    def url(self) -> str:
        return self.serving.url

    @property
    def table(self) -> str:
        return self.owner.table

    @property
    def cookie(self) -> str:
        return str(self.owner.http.cookies["kuhstall"])

    @property
    def person(self) -> str:
        person = self.serving.node.service.cache.tables[self.table].party.places[0].person
        assert person is not None
        return person

    async def refused(self, text: str, reason: str = "ticket") -> None:
        """Show that a hello with this gets nothing but a closed door."""
        async with wire(self.url, self.table) as connection:
            await connection.send(json.dumps({"type": "hello", "ticket": text}))
            assert await ending(connection) == (1008, reason, [])

    async def blind(self, cookie: str | None) -> None:
        """Show that this cookie shows no hand, and moves nothing."""
        cookies = httpx.Cookies() if cookie is None else httpx.Cookies({"kuhstall": cookie})
        async with browser(cookies) as http:
            path = f"{self.url}/api/tables/{self.table}"
            seen = (await http.get(f"{path}/view")).json()
            assert seen["you"] is None
            assert all(seat["purse"] is None for seat in seen["view"]["seats"])
            order = {"cid": "c", "moment": seen["view"]["moment"], "action": {"type": "auction"}}
            answer = await http.post(f"{path}/commands", json=order)
            assert (answer.status_code, answer.json()["code"]) == (409, "not_seated")
        async with wire(self.url, self.table) as connection:
            shown = await greeted(connection, await ticket(self.url, self.table, cookies))
            assert shown["you"] is None


Theft = Callable[[Scene], Awaitable[None]]
THEFTS: list[Theft] = []


def theft(attempt: Theft) -> Theft:
    THEFTS.append(attempt)
    return attempt


@theft
async def a_ticket_that_was_used(scene: Scene) -> None:
    text = await ticket(scene.url, scene.table, scene.owner.http.cookies)
    async with wire(scene.url, scene.table) as connection:
        assert (await greeted(connection, text))["you"] == 0
    await scene.refused(text)


@theft
async def a_ticket_that_two_bring_at_once(scene: Scene) -> None:
    text = await ticket(scene.url, scene.table, scene.owner.http.cookies)
    hello = json.dumps({"type": "hello", "ticket": text})
    async with wire(scene.url, scene.table) as one, wire(scene.url, scene.table) as other:
        await asyncio.gather(one.send(hello), other.send(hello))
        first = await asyncio.gather(one.recv(), other.recv(), return_exceptions=True)
    assert sum(isinstance(frame, str) for frame in first) == 1


@theft
async def a_ticket_of_another_table(scene: Scene) -> None:
    opened = await scene.thief.post("/api/tables", {})
    await scene.refused(await ticket(scene.url, opened["table"], scene.thief.http.cookies))


@theft
async def the_owners_ticket_at_another_table(scene: Scene) -> None:
    """It is used up by that, and shows nothing there either."""
    opened = await scene.thief.post("/api/tables", {})
    text = await ticket(scene.url, scene.table, scene.owner.http.cookies)
    async with wire(scene.url, opened["table"]) as connection:
        await connection.send(json.dumps({"type": "hello", "ticket": text}))
        assert await ending(connection) == (1008, "ticket", [])
    await scene.refused(text)


@theft
async def a_ticket_that_has_expired(scene: Scene) -> None:
    scene.monkeypatch.setattr(table_endpoints, "_TICKET_LASTS", -0.001)
    await scene.refused(await ticket(scene.url, scene.table, scene.owner.http.cookies))


@theft
async def the_invite_code_as_a_ticket(scene: Scene) -> None:
    await scene.refused(scene.code)


@theft
async def the_cookie_or_an_id_as_a_ticket(scene: Scene) -> None:
    for text in (scene.cookie, scene.person, scene.table, ""):
        await scene.refused(text)


@theft
async def what_the_store_keeps_of_a_ticket(scene: Scene) -> None:
    text = await ticket(scene.url, scene.table, scene.owner.http.cookies)
    await scene.refused(hashlib.sha256(text.encode()).hexdigest())


@theft
async def what_the_store_keeps_of_the_cookie(scene: Scene) -> None:
    await scene.blind(hashlib.sha256(scene.cookie.encode()).hexdigest())


@theft
async def no_cookie_or_one_of_another(scene: Scene) -> None:
    await scene.blind(None)
    await scene.blind(scene.thief.http.cookies["kuhstall"])


@theft
async def a_cookie_that_is_nearly_right(scene: Scene) -> None:
    right = scene.cookie
    for wrong in (right[:-1], right + "A", right[:5] + "_" + right[6:] + "-", right.swapcase()):
        await scene.blind(wrong)
    for known in (scene.person, scene.table, scene.code, "kuhstall"):
        await scene.blind(known)


@theft
async def a_cookie_after_its_owner_has_left(scene: Scene) -> None:
    cookie = scene.cookie
    (await scene.owner.http.delete(f"{scene.url}/api/session")).raise_for_status()
    await scene.blind(cookie)


@theft
async def a_cookie_from_before_its_owner_came_in_anew(scene: Scene) -> None:
    """Not while the owner's browser gets the new one, nor later."""
    cookie, owner = scene.cookie, scene.owner
    link = await owner.post("/api/account/link")
    await owner.post("/api/sign-in/link", {"code": link["code"]})
    assert scene.cookie != cookie
    path = f"{scene.url}/api/tables/{scene.table}"
    async with browser(httpx.Cookies({"kuhstall": cookie})) as http:
        order = {"cid": "c", "request": {"type": "ask_pause"}}
        answer = await http.post(f"{path}/commands", json=order)
        assert (answer.status_code, answer.json()["code"]) == (401, "no_session")
        assert "set-cookie" not in answer.headers
    scene.monkeypatch.setattr(sessions, "_OVERTAKEN", -1.0)
    await scene.blind(cookie)
    assert (await owner.http.get(f"{path}/view")).json()["you"] == 0


@theft
async def the_seat_itself(scene: Scene) -> None:
    """Neither joining, nor swapping, nor kicking gets at a seat that is held."""
    path = f"{scene.url}/api/tables/{scene.table}/commands"
    wishes: list[dict[str, Any]] = [
        {"type": "join", "seat": 0},
        {"type": "kick", "seat": 0},
        {"type": "swap", "one": 0, "other": 1},
        {"type": "come_back"},
    ]
    for wish in wishes:
        order = {"cid": secrets.token_hex(4), "request": wish}
        answer = await scene.thief.http.post(path, json=order)
        assert answer.status_code == 409, wish
    assert (
        scene.serving.node.service.cache.tables[scene.table].party.places[0].person == scene.person
    )


@asynccontextmanager
async def _played(folder: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Scene]:
    async with (
        serving(folder / "kuhstall.db") as here,
        guests(here.url, "Owner", "Friend", "Thief") as (owner, friend, thief),
    ):
        placed = await owner.post("/api/tables", {"seats": 3, "bots": ["farmer"]})
        owner.table = friend.table = thief.table = placed["table"]
        await friend.ask("join")
        await owner.ask("start")
        yield Scene(here, owner, thief, placed["code"], monkeypatch)


@pytest.mark.parametrize("attempt", THEFTS, ids=lambda attempt: attempt.__name__)
async def test_a_seat_cannot_be_stolen(
    attempt: Theft, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with _played(tmp_path, monkeypatch) as scene:
        hot = scene.serving.node.service.cache.tables[scene.table]
        before = hot.seq, hot.party
        await attempt(scene)
        assert (hot.seq, hot.party) == before


def test_there_are_ten_thefts_and_more() -> None:
    assert len(THEFTS) >= 10


async def test_the_answer_to_a_command_is_not_given_to_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with _played(tmp_path, monkeypatch) as scene:
        order = {"cid": "same", "request": {"type": "ask_pause"}}
        path = f"{scene.url}/api/tables/{scene.table}/commands"
        first = await scene.owner.http.post(path, json=order)
        again = await scene.owner.http.post(path, json=order)
        assert (first.status_code, again.json()) == (200, first.json())
        assert (await scene.thief.http.post(path, json=order)).json()["code"] == "not_seated"
