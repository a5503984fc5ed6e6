"""People who come back: keys, links, codes and sessions, over HTTP, and those who try others'."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from http import HTTPStatus
from pathlib import Path
from typing import Any

import httpx
import pytest
from msgspec import Struct

from kuhstall.server.features.accounts.browser_names import browser_name
from kuhstall.server.ops.node import SESSIONS
from tests.server.authenticator import PRESENT, Authenticator
from tests.server.databases import borrowed
from tests.server.serving import (
    Serving,
    browser,
    ending,
    greeted,
    guests,
    received,
    serving,
    ticket,
    wire,
)
from tests.server.test_nodes import NATS

pytestmark = pytest.mark.anyio

SITE = "http://localhost"
PHONE = "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36"
REFUSED = tuple[int, str]


class Tab(Struct):
    """A browser with its cookies."""

    url: str
    http: httpx.AsyncClient

    async def post(self, path: str, body: Any = None) -> httpx.Response:
        return await self.http.post(f"{self.url}/api/{path}", json=body or {})

    async def done(self, path: str, body: Any = None) -> Any:
        answer = await self.post(path, body)
        assert answer.status_code in {200, 201}, answer.text
        return answer.json()

    async def refusal(self, path: str, body: Any = None) -> REFUSED:
        answer = await self.post(path, body)
        assert answer.status_code >= 400, answer.text
        return answer.status_code, str(answer.json()["code"])

    async def see(self, path: str) -> Any:
        return (await self.http.get(f"{self.url}/api/{path}")).json()

    async def name(self) -> str:
        return str((await self.see("me"))["name"])

    async def claim(self, key: Authenticator) -> Any:
        return await self.done(
            "account/passkeys", key.make(await self.done("account/passkeys/options"))
        )

    async def sign(self, key: Authenticator) -> dict[str, str]:
        return key.sign(await self.done("sign-in/passkey/options"))

    async def devices(self) -> list[str]:
        return [one["way"] for one in (await self.see("account"))["sessions"]]


def tab(url: str, cookies: httpx.Cookies | None = None) -> Tab:
    return Tab(url, browser(cookies, headers={"user-agent": PHONE}))


@asynccontextmanager
async def house(
    folder: Path, *names: str, **wanted: Any
) -> AsyncIterator[tuple[Serving, list[Tab]]]:
    """Serve a site that has keys, and let people in."""
    store = wanted.pop("store", folder / "kuhstall.db")
    async with serving(store, **{"origins": SITE, **wanted}) as here:
        tabs = [tab(here.url) for _ in names]
        try:
            for one, name in zip(tabs, names, strict=True):
                if name:
                    await one.done("guests", {"name": name})
            yield here, tabs
        finally:
            for one in tabs:
                await one.http.aclose()


BAD_KEY, BAD_CODE = (403, "bad_key"), (403, "bad_code")
PROVE_IT, NO_SESSION = (403, "prove_it"), (401, "no_session")


async def test_a_guest_claims_itself_and_comes_back_in_another_browser(tmp_path: Path) -> None:
    async with house(tmp_path, "Anna", "") as (_, (anna, other)):
        opened = await anna.done("tables", {"seats": 3})
        key = Authenticator(SITE)
        claimed = await anna.claim(key)
        assert [one["name"] for one in claimed["keys"]] == ["Chrome, Android"]
        assert claimed["key_site"]
        assert [one["table"] for one in (await anna.see("me"))["tables"]] == [opened["table"]]
        assert await other.done("sign-in/passkey", await other.sign(key)) == {"name": "Anna"}
        assert [one["table"] for one in (await other.see("me"))["tables"]] == [opened["table"]]
        listed = (await other.see("account"))["sessions"]
        assert [(one["way"], one["here"], one["browser"]) for one in listed] == [
            ("key", True, "Chrome, Android"),
            ("key", False, "Chrome, Android"),
        ]


async def test_the_cookie_of_before_the_claim_opens_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who planted or copied a guest's cookie must not have the account that comes of it."""
    async with house(tmp_path, "Anna") as (here, (anna,)):
        fixed = httpx.Cookies(anna.http.cookies)
        await anna.claim(Authenticator(SITE))
        assert anna.http.cookies["kuhstall"] != fixed["kuhstall"]
        thief = tab(here.url, fixed)
        assert await thief.name() == ""
        assert await thief.refusal("account/link") == NO_SESSION
        # A call of another tab that was under way must not turn the browser into a new guest,
        # but later, whoever did not get the new cookie can be one.
        assert await thief.refusal("tables", {"seats": 3}) == NO_SESSION
        assert thief.http.cookies["kuhstall"] == fixed["kuhstall"]
        monkeypatch.setattr("kuhstall.server.features.accounts.sessions._OVERTAKEN", -1.0)
        assert await thief.done("tables", {"seats": 3})
        assert await anna.name() == "Anna"
        assert await anna.devices() == ["key"]
        await thief.http.aclose()


async def test_a_stolen_session_makes_no_way_in_and_takes_none_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with house(tmp_path, "Anna", "Thief") as (here, (anna, mallory)):
        key, codes = Authenticator(SITE), []
        await anna.claim(key)
        codes = (await anna.done("account/codes"))["codes"]
        monkeypatch.setattr("kuhstall.server.features.accounts.api.PROOF_LASTS", -1.0)  # later
        thief = tab(here.url, httpx.Cookies(anna.http.cookies))
        ids = [one["id"] for one in (await thief.see("account"))["keys"]]
        for path, body in (
            ("account/passkeys/options", None),
            ("account/passkeys", Authenticator(SITE).make({**WISH, "user": "eA"})),
            ("account/passkeys/remove", {"id": ids[0]}),
            ("account/codes", None),
            ("account/link", None),
        ):
            assert await thief.refusal(path, body) == PROVE_IT
        # A key of their own proves nothing, nor does a code that is somebody else's.
        own = Authenticator(SITE)
        monkeypatch.setattr("kuhstall.server.features.accounts.api.PROOF_LASTS", 600.0)
        await mallory.claim(own)
        others = (await mallory.done("account/codes"))["codes"]
        assert (
            await thief.refusal("account/reauthenticate", {"key": await thief.sign(own)}) == BAD_KEY
        )
        assert await thief.refusal("account/reauthenticate", {"code": others[0]}) == BAD_CODE
        assert await thief.refusal("account/reauthenticate") == BAD_CODE
        # Whoever has the key or a code can.
        await anna.done("account/reauthenticate", {"key": await anna.sign(key)})
        await anna.done("account/reauthenticate", {"code": codes[0].upper()})
        assert (await anna.see("account"))["codes"] == 7
        await anna.done("account/link")
        await thief.http.aclose()


WISH = {"challenge": "AAAA", "site": "localhost", "user": "AAAA"}


async def test_what_a_key_says_counts_once_here_and_unlocked(tmp_path: Path) -> None:
    async with house(tmp_path, "Anna", "Ben") as (_, (anna, ben)):
        key = Authenticator(SITE)
        await anna.claim(key)

        async def refused(change: Callable[[dict[str, str]], Any], **of: Any) -> None:
            before = {name: getattr(key, name) for name in of}
            for name, value in of.items():
                setattr(key, name, value)
            answer = await ben.sign(key)
            for name, value in before.items():
                setattr(key, name, value)
            change(answer)
            assert await ben.refusal("sign-in/passkey", answer) == BAD_KEY
            assert await ben.name() == "Ben"

        await refused(lambda answer: None, origin="https://evil.example")
        await refused(lambda answer: None, flags=PRESENT)  # nobody unlocked the device
        await refused(lambda answer: None, user="QmVu")
        await refused(lambda answer: None, id=b"another")
        await refused(lambda answer: answer.update(signature="AAAA"))
        await refused(lambda answer: answer.update(authenticator_data="AAAA"))
        await refused(lambda answer: answer.update(client_data="AAAA"))
        await refused(lambda answer: answer.update(key.sign(WISH)))  # nobody asked that
        again = await anna.sign(key)
        assert await anna.done("sign-in/passkey", again) == {"name": "Anna"}
        assert await ben.refusal("sign-in/passkey", again) == BAD_KEY
        await refused(lambda answer: None, counter=key.counter - 1)  # gone back: a copy


async def test_a_new_key_is_for_whom_it_was_wished_once_and_unlocked(tmp_path: Path) -> None:
    async with house(tmp_path, "Anna", "Ben") as (_, (anna, ben)):
        wish = await anna.done("account/passkeys/options")
        made = Authenticator(SITE).make(wish)
        assert await ben.refusal("account/passkeys", made) == BAD_KEY  # used up by nobody else
        unlocked = Authenticator(SITE)
        unlocked.flags = PRESENT
        for key, asked in (
            (Authenticator("https://evil.example"), await ben.done("account/passkeys/options")),
            (unlocked, await ben.done("account/passkeys/options")),
            (Authenticator(SITE), {**wish, **WISH}),
            (
                Authenticator(SITE),
                {**await ben.done("account/passkeys/options"), "site": "evil.example"},
            ),
        ):
            assert await ben.refusal("account/passkeys", key.make(asked)) == BAD_KEY
        rubbish = Authenticator(SITE).make(await ben.done("account/passkeys/options"))
        assert await ben.refusal("account/passkeys", {**rubbish, "attestation": "AAAA"}) == BAD_KEY
        assert (await anna.done("account/passkeys", made))["keys"]
        assert await anna.refusal("account/passkeys", made) == BAD_KEY
        # Not even with an own wish is another's key added again.
        copy = Authenticator(SITE)
        await anna.claim(copy)
        assert await ben.refusal(
            "account/passkeys", copy.make(await ben.done("account/passkeys/options"))
        ) == (409, "taken")
        assert (await ben.see("account"))["keys"] == []


async def test_a_code_lets_in_once(tmp_path: Path) -> None:
    async with house(tmp_path, "Anna", "", "") as (_, (anna, back, again)):
        codes = (await anna.done("account/codes"))["codes"]
        assert len(set(codes)) == 8
        assert all(len(code) == 19 for code in codes)
        found = await asyncio.gather(
            back.post("sign-in/recovery-code", {"code": codes[0].upper().replace("-", " ")}),
            again.post("sign-in/recovery-code", {"code": codes[0]}),
        )
        assert sorted(one.status_code for one in found) == [200, 403]
        assert sorted([await back.name(), await again.name()]) == ["", "Anna"]
        assert (await anna.see("account"))["codes"] == 7
        await anna.done("account/codes")
        assert await again.refusal("sign-in/recovery-code", {"code": codes[1]}) == BAD_CODE
        assert await again.refusal("sign-in/recovery-code", {"code": "kuh"}) == BAD_CODE


async def test_a_link_lets_one_device_in_over_plain_http(tmp_path: Path) -> None:
    async with house(tmp_path, "Anna", "", "", origins="") as (_, (anna, phone, late)):
        assert not (await anna.see("account"))["key_site"]
        assert await anna.refusal("account/passkeys/options") == (403, "no_keys_here")
        assert await phone.refusal("sign-in/passkey/options") == (403, "no_keys_here")
        old = (await anna.done("account/link"))["code"]
        code = (await anna.done("account/link"))["code"]
        assert await phone.refusal("sign-in/link", {"code": old}) == BAD_CODE
        assert await phone.done("sign-in/link/check", {"code": code}) == {"name": "Anna"}
        assert await phone.name() == ""
        found = await asyncio.gather(
            phone.post("sign-in/link", {"code": code}), late.post("sign-in/link", {"code": code})
        )
        assert sorted(one.status_code for one in found) == [200, 403]
        assert await late.refusal("sign-in/link/check", {"code": code}) == BAD_CODE
        assert sorted(await anna.devices()) == ["guest", "link"]


async def test_who_comes_in_as_another_leaves_what_the_browser_was(tmp_path: Path) -> None:
    async with house(tmp_path, "Anna", "Ben") as (here, (anna, ben)):
        cookies = httpx.Cookies(ben.http.cookies)
        await ben.done("sign-in/link", {"code": (await anna.done("account/link"))["code"]})
        assert await ben.name() == "Anna"
        before = tab(here.url, cookies)
        assert await before.name() == ""
        await before.http.aclose()


async def test_others_accounts_are_not_seen_nor_touched(tmp_path: Path) -> None:
    async with house(tmp_path, "Anna", "Ben", "") as (_, (anna, ben, nobody)):
        key = Authenticator(SITE)
        seen = await anna.claim(key)
        await ben.claim(Authenticator(SITE))
        annas = {"id": seen["keys"][0]["id"]}
        session = [seen["sessions"][0]["id"]]
        assert (await ben.done("account/passkeys/rename", {**annas, "name": "Mine"}))["keys"] != []
        await ben.done("account/passkeys/remove", annas)
        await ben.done("account/sessions/revoke", {"ids": session})
        await ben.done("account/sessions/revoke")
        after = await anna.see("account")
        assert after["keys"][0]["name"] == "Chrome, Android"
        assert await anna.name() == "Anna"
        shown = str(await ben.see("account"))
        assert annas["id"] not in shown
        assert session[0] not in shown
        for path in ("passkeys/options", "codes", "link", "sessions/revoke", "reauthenticate"):
            assert await nobody.refusal(f"account/{path}") == NO_SESSION
        assert (await nobody.see("account"))["code"] == "no_session"
        named = await anna.done("account/passkeys/rename", {**annas, "name": " My  phone "})
        assert named["keys"][0]["name"] == "My phone"
        assert await anna.refusal("account/passkeys/rename", {**annas, "name": "\u200b"}) == (
            400,
            "no_name",
        )
        assert (await anna.done("account/passkeys/remove", annas))["keys"] == []
        assert await ben.refusal("sign-in/passkey", await ben.sign(key)) == BAD_KEY


async def test_programs_have_no_account(tmp_path: Path) -> None:
    async with house(tmp_path, "Anna", "") as (_, (anna, program)):
        token = (await program.done("programs", {"name": "Robot"}))["token"]
        program.http.headers["authorization"] = f"Bearer {token}"
        assert await program.refusal("account/link") == NO_SESSION
        code = (await anna.done("account/link"))["code"]
        assert await program.refusal("sign-in/link", {"code": code}) == NO_SESSION


async def test_who_is_banned_comes_in_by_no_way(tmp_path: Path) -> None:
    async with house(tmp_path, "Anna", "") as (here, (anna, back)):
        key, people = Authenticator(SITE), here.node.service.people
        await anna.claim(key)
        code = (await anna.done("account/link"))["code"]
        (person,) = [one.person for one in [await people.passkey(key.id)] if one is not None]
        await people.ban(person)
        assert (await back.refusal("sign-in/passkey", await back.sign(key)))[
            0
        ] == HTTPStatus.FORBIDDEN
        assert (await back.refusal("sign-in/link", {"code": code}))[0] == HTTPStatus.FORBIDDEN
        assert await back.name() == ""


# At a table, over two nodes of one store


@asynccontextmanager
async def two_nodes() -> AsyncIterator[tuple[Serving, Serving]]:
    wanted: dict[str, Any] = {
        "origins": SITE,
        "nats": NATS,
        "subject": f"test.{secrets.token_hex(6)}",
    }
    async with (
        borrowed() as store,
        serving(store, **wanted) as one,
        serving(store, **wanted) as two,
    ):
        yield one, two


async def test_a_session_that_is_ended_loses_its_socket_on_another_node() -> None:
    async with two_nodes() as (one, two), guests(one.url, "Anna") as (anna,):
        laptop, phone = Tab(one.url, anna.http), tab(two.url)
        try:
            table = await anna.open_table(seats=3)
            await phone.done("sign-in/link", {"code": (await laptop.done("account/link"))["code"]})
            async with (
                wire(two.url, table, origin=SITE) as gone,
                wire(one.url, table, origin=SITE) as stays,
            ):
                await greeted(gone, await ticket(two.url, table, phone.http.cookies))
                await greeted(stays, await ticket(one.url, table, laptop.http.cookies))
                assert await laptop.done("account/sessions/revoke")
                assert await phone.name() == ""
                for node in (one.node, two.node):
                    await node.close_ended_sessions()
                code, reason, _ = await ending(gone)
                assert (code, reason) == (1008, "logged_out")
                assert await laptop.devices() == ["guest"]
                # Who claims gets another session: the socket is asked to come again.
                await laptop.claim(Authenticator(SITE))
                await one.node.close_ended_sessions()
                assert (await received(stays, "bye"))["code"] == "reconnect"
        finally:
            await phone.http.aclose()


def test_sockets_of_ended_sessions_are_looked_for_within_five_seconds() -> None:
    assert SESSIONS < 5


@pytest.mark.parametrize(
    ("agent", "name"),
    [
        (PHONE, "Chrome, Android"),
        (
            "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
            "Firefox, Linux",
        ),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Safari/605.1", "Safari, iPhone"),
        ("Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36 Edg/140.0", "Edge, Windows"),
        ("curl/8", ""),
    ],
)
def test_a_browser_has_a_name(agent: str, name: str) -> None:
    assert browser_name(agent) == name
