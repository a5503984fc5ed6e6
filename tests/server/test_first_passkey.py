"""The first passkey ends every other session and what it has set up, on both databases."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest

from kuhstall.server.http.endpoint import Endpoint
from kuhstall.server.http.endpoints import ENDPOINTS
from tests.server.authenticator import Authenticator
from tests.server.databases import borrowed
from tests.server.serving import Serving, browser, ending, greeted, serving, until, wire
from tests.server.test_accounts import NO_SESSION, PROVE_IT, Tab, house
from tests.server.test_accounts import SITE as LOCAL
from tests.server.test_push import Phone, PushService
from tests.server.test_webhooks import answering

pytestmark = pytest.mark.anyio

SITE = "https://kuhstall.example"
ADDRESS = "thief@post.example"
PLACE = "https://hooks.example/thief"
MAIL = {"address": ADDRESS, "language": "en", "quiet_from": 0, "quiet_to": 0}
PHONE = Phone("https://push.example/thief")


class Site:
    """A site with https. Browsers here keep its cookie though they come without it."""

    def __init__(self, here: Serving, webhooks: PushService, stack: AsyncExitStack) -> None:
        self.here = here
        self.webhooks = webhooks
        self._stack = stack

    async def tab(self, cookie: str | None = None) -> Tab:
        http = await self._stack.enter_async_context(browser(headers={"origin": SITE}))
        if cookie is not None:
            http.headers["cookie"] = cookie

        async def keep(answer: httpx.Response) -> None:
            http.cookies.clear()
            if "set-cookie" in answer.headers:
                http.headers["cookie"] = answer.headers["set-cookie"].split(";")[0]

        http.event_hooks["response"] = [keep]
        return Tab(self.here.url, http)

    async def call(self, endpoint: Endpoint, table: str, headers: dict[str, str]) -> httpx.Response:
        named = {
            "code": "abc",
            "night": "abc",
            "token": "abc",
            "viewer": "0",
            "page": "0",
            "screen": "never",
        }
        path = endpoint.path.format(table=table, **named)
        body = None if endpoint.body is None else BODIES.get(endpoint.path, {})
        async with browser(headers={"origin": SITE, **headers}) as http:
            return await http.request(endpoint.method, f"{self.here.url}{path}", json=body)


BODIES: dict[str, Any] = {
    "/api/me": {"name": "Thief"},
    "/api/push": PHONE.body,
    "/api/push/end": {"endpoint": PHONE.device.endpoint},
    "/api/mail": MAIL,
    "/api/account/passkeys": {"id": "AAAA", "client_data": "AAAA", "attestation": "AAAA"},
    "/api/account/passkeys/rename": {"id": "AAAA", "name": "x"},
    "/api/account/passkeys/remove": {"id": "AAAA"},
    "/api/sign-in/passkey": dict.fromkeys(
        ("id", "client_data", "authenticator_data", "signature"), "AAAA"
    ),
    "/api/sign-in/link/check": {"code": "abc"},
    "/api/sign-in/link": {"code": "abc"},
    "/api/sign-in/recovery-code": {"code": "abc"},
    "/api/blocks/end": {"block": 1},
    "/api/errors": {
        "message": "x",
        "version": "0.2.0",
        "page": "home",
        "language": "en",
        "browser": "other",
    },
    "/api/groups": {"name": "x"},
    "/api/groups/{code}/settings": {"name": "x"},
    "/api/groups/{code}/nights": {"starts": 0},
    "/api/groups/{code}/nights/{night}/guests": {"state": "coming"},
    "/api/groups/{code}/nights/{night}/rounds": {"round": 1},
    "/api/groups/{code}/nights/{night}/end": {"series": True},
    "/api/groups/{code}/ratings": {"on": True},
    "/api/groups/{code}/seasons": {"season": 2026},
    "/api/groups/{code}/games": {"at": 0, "game": "a" * 26},
    "/api/groups/{code}/sheets": {
        "sheet": "a" * 12,
        "game": "kuhhandel",
        "at": 0,
        "players": [{"points": 1, "member": 1}, {"points": 0}],
    },
    "/api/groups/{code}/sheets/dispute": {"game": "paper-" + "a" * 12},
    "/api/groups/{code}/sheets/settle": {"game": "paper-" + "a" * 12},
    "/api/groups/{code}/sheets/remove": {"game": "paper-" + "a" * 12},
    "/api/groups/{code}/roles": {"member": 1, "role": "member"},
    "/api/reports": {"text": "x", "version": "1", "language": "en"},
    "/api/screens/ticket": {"screen": "never"},
    "/api/tables": {"seats": 3},
    "/api/tutorials": {"tutorial": "none"},
    "/api/tables/{table}/commands": {"cid": "thief-01", "request": {"type": "leave"}},
    "/api/tables/{table}/orders": {"lots": {"rooster": 90}},
    "/api/tables/{table}/screens": {"code": "abc"},
    "/api/tables/{table}/webhook": {"address": PLACE},
}


@pytest.fixture(params=["sqlite", "postgres"])
async def site(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Site]:
    async with AsyncExitStack() as stack:
        store: Any = tmp_path / "kuhstall.db"
        if request.param == "postgres":
            store = await stack.enter_async_context(borrowed())
        wanted: dict[str, Any]
        wanted = {"smtp": "smtp://127.0.0.1:9", "mail_from": "cow@kuhstall.example"}
        here = await stack.enter_async_context(serving(store, origins=SITE, **wanted))
        webhooks = await stack.enter_async_context(answering(here))
        yield Site(here, webhooks, stack)


async def test_what_is_from_before_the_first_key_is_refused_everywhere(site: Site) -> None:
    here = site.here
    anna, other = await site.tab(), await site.tab()
    await anna.done("guests", {"name": "Anna"})
    wish = {"seats": 3, "pace": "slow", "bots": ["farmer", "farmer"]}
    table = (await anna.done("tables", wish))["table"]
    link = (await anna.done("account/link"))["code"]
    await other.done("sign-in/link", {"code": link})
    # Another session, and a copy of the cookie, set up all that they can.
    assert (await other.post("push", PHONE.body)).status_code == 201
    assert (await other.post("mail", MAIL)).status_code == 202
    await other.done(f"tables/{table}/webhook", {"address": PLACE})
    link = (await other.done("account/link"))["code"]
    code = (await other.done("account/codes"))["codes"][0]
    challenge = await other.done("account/passkeys/options")
    given = (await other.done(f"tables/{table}/ticket"))["ticket"]
    unused = (await other.done(f"tables/{table}/ticket"))["ticket"]
    cookies = [str(each.http.headers["cookie"]) for each in (other, anna)]
    assert len((await anna.see("me/export"))["sessions"]) == 2  # a guest is asked for nothing

    async with (
        wire(here.url, table, origin=SITE) as open_,
        wire(here.url, table, origin=SITE) as late,
    ):
        assert (await greeted(open_, given))["you"] == 0
        key = Authenticator(SITE)
        claimed = await anna.claim(key)
        assert [(one["way"], one["here"]) for one in claimed["sessions"]] == [("key", True)]
        assert not claimed["locked"]
        await late.send(json.dumps({"type": "hello", "ticket": unused}))
        assert await ending(late) == (1008, "logged_out", [{"type": "bye", "code": "logged_out"}])
        await here.node.close_ended_sessions()
        assert (await ending(open_))[:2] == (1008, "logged_out")

    before = await anna.see("me/export")
    assert (before["mail"], before["told"], before["webhooks"]) == (None, [], [])
    assert (before["codes"], len(before["sessions"])) == (0, 1)
    nobody = await site.tab()
    for path, brought in (
        ("sign-in/link", link),
        ("sign-in/link/check", link),
        ("sign-in/recovery-code", code),
    ):
        assert await nobody.refusal(path, {"code": brought}) == (403, "bad_code")
    assert (
        await other.refusal("account/passkeys", Authenticator(SITE).make(challenge)) == NO_SESSION
    )

    async def answer(endpoint: Endpoint, **headers: str) -> tuple[int, Any]:
        found = await site.call(endpoint, table, headers)
        code = found.json().get("code") if found.status_code >= 400 else None
        assert code != "malformed", f"{endpoint.path} needs a body in this test"
        return found.status_code, code

    never = "__Host-kuhstall=never"
    for endpoint in ENDPOINTS:
        for cookie in cookies:
            refused = await answer(endpoint, cookie=cookie)
            if endpoint.who == "person":
                assert refused == NO_SESSION, endpoint.path
            elif refused != NO_SESSION:  # as anybody else, who may become a new guest
                assert refused == await answer(endpoint, cookie=never), endpoint.path
            if not endpoint.program:
                bearer = f"Bearer {cookie.partition('=')[2]}"
                assert await answer(endpoint, authorization=bearer) == NO_SESSION, endpoint.path
    after = await anna.see("me/export")
    assert {**after, "made": 0} == {**before, "made": 0}
    assert (await anna.see(f"tables/{table}/webhook"))["place"] == ""
    assert (await anna.see(f"tables/{table}/view"))["you"] == 0
    assert (await nobody.see(f"tables/{table}/view"))["you"] is None


async def test_a_call_under_way_sets_up_nothing_once_the_first_key_is_made(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each call has been let in by its session, and goes on when that has ended."""
    anna = await site.tab()
    await anna.done("guests", {"name": "Anna"})
    table = (await anna.done("tables", {"seats": 3}))["table"]
    copy = await site.tab(str(anna.http.headers["cookie"]))
    people, claimed, waiting = site.here.node.service.people, asyncio.Event(), 0
    known = people.session

    async def slowly(token: bytes) -> Any:
        nonlocal waiting
        found, waiting = await known(token), waiting + 1
        await claimed.wait()
        return found

    wish = await anna.done("account/passkeys/options")
    with monkeypatch.context() as slow:
        slow.setattr(people, "session", slowly)
        calls = [
            asyncio.create_task(copy.post(path, body))
            for path, body in (
                ("push", PHONE.body),
                ("mail", MAIL),
                (f"tables/{table}/webhook", {"address": PLACE}),
                ("account/link", None),
                ("account/codes", None),
            )
        ]
        await until(lambda: waiting == len(calls))
    try:
        await anna.done("account/passkeys", Authenticator(SITE).make(wish))
    finally:
        claimed.set()
    answers = [await call for call in calls]
    assert {(one.status_code, one.json()["code"]) for one in answers} <= {NO_SESSION, PROVE_IT}
    left = await anna.see("me/export")
    assert (left["mail"], left["told"], left["webhooks"], left["codes"]) == (None, [], [], 0)


async def test_a_webhook_that_waits_for_its_challenge_holds_up_no_first_key(site: Site) -> None:
    """Neither a transaction nor the row of the session is held while an address is asked."""
    anna = await site.tab()
    await anna.done("guests", {"name": "Anna"})
    table = (await anna.done("tables", {"seats": 3}))["table"]
    copy = await site.tab(str(anna.http.headers["cookie"]))
    site.webhooks.ready.clear()
    call = asyncio.create_task(copy.refusal(f"tables/{table}/webhook", {"address": PLACE}))
    try:
        await until(lambda: site.webhooks.challenged == 1)
        await anna.claim(Authenticator(SITE))
        assert not call.done()
    finally:
        site.webhooks.ready.set()
    assert await call == NO_SESSION
    assert (await anna.see("me/export"))["webhooks"] == []
    assert (await anna.see(f"tables/{table}/webhook"))["place"] == ""


async def test_who_has_a_key_shows_it_for_what_a_stolen_session_must_not_see(
    tmp_path: Path,
) -> None:
    async with house(tmp_path, "Anna", "", "") as (here, (anna, phone, thief)):
        key, people = Authenticator(LOCAL), here.node.service.people
        await anna.claim(key)
        await phone.done("sign-in/passkey", await phone.sign(key))
        await thief.done("sign-in/link", {"code": (await anna.done("account/link"))["code"]})
        (own,) = [one for one in (await thief.see("account"))["sessions"] if one["here"]]
        await people.db.execute("UPDATE arrivals SET proven = proven - 700")
        seen = await thief.see("account")
        assert (seen["locked"], seen["sessions"], len(seen["keys"])) == (True, [own], 1)
        assert await thief.refusal("account/sessions/revoke") == PROVE_IT
        assert (await thief.see("me/export"))["code"] == "prove_it"
        assert await phone.name() == "Anna"
        # Shown again, it lets its owner go on.
        await anna.done("account/reauthenticate", {"key": await anna.sign(key)})
        seen = await anna.see("account")
        assert (seen["locked"], len(seen["sessions"])) == (False, 3)
        assert len((await anna.see("me/export"))["sessions"]) == 3
        assert len((await anna.done("account/sessions/revoke"))["sessions"]) == 1
        assert await thief.name() == await phone.name() == ""


@pytest.mark.parametrize("codes", [False, True])
async def test_who_has_no_key_is_asked_for_nothing(tmp_path: Path, codes: bool) -> None:
    """A guest, and at home over plain http somebody with codes: no browser there makes keys."""
    async with house(tmp_path, "Anna", "", origins="") as (here, (anna, phone)):
        if codes:
            await anna.done("account/codes")
        await phone.done("sign-in/link", {"code": (await anna.done("account/link"))["code"]})
        db = here.node.service.people.db
        await db.execute("UPDATE arrivals SET proven = proven - 700")
        seen = await phone.see("account")
        assert (seen["locked"], len(seen["sessions"]), seen["codes"]) == (False, 2, 8 * codes)
        assert (await phone.see("me/export"))["name"] == "Anna"
        assert len((await phone.done("account/sessions/revoke"))["sessions"]) == 1
        assert await anna.name() == ""
