"""Programs bring a token in the place of a cookie, and then need no origin. Cookies still do."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from kuhstall.server.http.endpoints import ENDPOINTS
from tests.server.serving import Serving, browser, received, serving

pytestmark = pytest.mark.anyio


async def entered(here: Serving, http: httpx.AsyncClient, **headers: str) -> dict[str, str]:
    """Let a program in, and return the header that it is known by from then on."""
    answer = await http.post(f"{here.url}/api/programs", json={"name": "Elsa"}, headers=headers)
    assert answer.status_code == 200, answer.text
    assert "set-cookie" not in answer.headers
    return {"Authorization": f"Bearer {answer.json()['token']}"}


async def opened(here: Serving, http: httpx.AsyncClient, headers: dict[str, str]) -> str:
    answer = await http.post(f"{here.url}/api/tables", json={}, headers=headers)
    assert answer.status_code == 201, answer.text
    assert "set-cookie" not in answer.headers
    return str(answer.json()["table"])


async def ticket(
    here: Serving, http: httpx.AsyncClient, table: str, headers: dict[str, str] | None = None
) -> dict[str, str]:
    answer = await http.post(
        f"{here.url}/api/tables/{table}/ticket", json={}, headers=headers or {}
    )
    given: dict[str, str] = answer.json()
    return given


async def greeted(here: Serving, path: str, text: str, **options: Any) -> str:
    """Say hello at a socket, and return what comes of it: a frame's type, or why it was closed."""
    address = here.url.replace("http", "ws") + path
    async with connect(address, compression=None, **options) as socket:
        await socket.send(json.dumps({"type": "hello", "ticket": text}))
        try:
            return str((await received(socket, "welcome"))["type"])
        except ConnectionClosed as closed:
            return "" if closed.rcvd is None else closed.rcvd.reason


async def test_a_program_plays_without_cookie_and_origin(tmp_path: Path) -> None:
    async with serving(tmp_path / "kuhstall.db") as here, browser() as http:
        headers = await entered(here, http)
        me = await http.get(f"{here.url}/api/me", headers=headers)
        assert me.json()["name"] == "Elsa"
        table = await opened(here, http, headers)
        given = await ticket(here, http, table, headers)
        assert given["socket"] == f"/ws/{table}?program"
        assert await greeted(here, given["socket"], given["ticket"]) == "welcome"
        assert await greeted(here, given["socket"], given["ticket"]) == "ticket"  # for one use
        assert not http.cookies


async def test_a_socket_for_programs_takes_no_ticket_of_a_cookie(tmp_path: Path) -> None:
    """What a browser got with its cookie is good only where the origin is checked."""
    async with serving(tmp_path / "kuhstall.db") as here, browser() as anna:
        place = (await anna.post(f"{here.url}/api/tables", json={})).json()
        path = f"/ws/{place['table']}"
        for forged in ("", "program."):
            given = await ticket(here, anna, place["table"])
            assert given["socket"] == path
            text = forged + given["ticket"]
            assert await greeted(here, f"{path}?program", text) == "ticket"
        given = await ticket(here, anna, place["table"])
        with pytest.raises(InvalidStatus, match="403"):
            await greeted(here, path, given["ticket"])
        assert await greeted(here, path, given["ticket"], origin=here.url) == "welcome"
        async with browser() as nobody:  # without a cookie, but without a token as well
            given = await ticket(here, nobody, place["table"])
            assert await greeted(here, f"{path}?program", given["ticket"]) == "ticket"


async def test_a_foreign_origin_is_refused_with_a_token_as_well(tmp_path: Path) -> None:
    async with serving(tmp_path / "kuhstall.db") as here, browser() as http:
        headers = await entered(here, http)
        table = await opened(here, http, headers)
        given = await ticket(here, http, table, headers)
        places = {"table": table, **dict.fromkeys(("screen", "code", "night"), "a" * 12)}
        for origin in ({"Origin": "https://evil.example"}, {"Origin": "null"}, {"Origin": ""}):
            with pytest.raises(InvalidStatus, match="403"):
                await greeted(here, given["socket"], given["ticket"], additional_headers=origin)
            for endpoint in ENDPOINTS:
                if endpoint.method != "GET":
                    address = f"{here.url}{endpoint.path.format(**places)}"
                    answer = await http.request(
                        endpoint.method, address, json={}, headers=headers | origin
                    )
                    told = answer.status_code, answer.json()["code"]
                    assert told == (403, "origin"), (endpoint.path, origin)


async def test_a_program_gets_no_secret_of_a_session_that_is_there(tmp_path: Path) -> None:
    """A script in a page can only ever get the token of somebody new."""
    async with serving(tmp_path / "kuhstall.db") as here, browser() as anna:
        await anna.post(f"{here.url}/api/guests", json={"name": "Anna"})
        cookie = next(iter(anna.cookies.values()))
        headers = await entered(here, anna)
        assert headers["Authorization"] != f"Bearer {cookie}"
        told = await anna.get(f"{here.url}/api/me", headers=headers)
        assert told.json()["name"] == "Elsa"  # where there is a token, the cookie does not count
        assert (await anna.get(f"{here.url}/api/me")).json()["name"] == "Anna"


async def test_a_token_that_is_not_good_is_refused_and_not_taken_for_nobody(
    tmp_path: Path,
) -> None:
    async with serving(tmp_path / "kuhstall.db") as here, browser() as anna:
        await anna.post(f"{here.url}/api/guests", json={"name": "Anna"})
        good = await entered(here, anna)
        assert (await anna.delete(f"{here.url}/api/session", headers=good)).status_code == 200
        bad = [good["Authorization"], "Bearer", "bearer x", f"Bearer {'x' * 200}"]
        for value in bad:
            for method, path in (("GET", "/api/me"), ("POST", "/api/tables")):
                answer = await anna.request(
                    method, f"{here.url}{path}", json={}, headers={"Authorization": value}
                )
                assert (answer.status_code, answer.json()["code"]) == (401, "no_session"), value
                assert "set-cookie" not in answer.headers
        # A proxy that asks for a password has a header of its own, and Anna is still Anna.
        basic = await anna.get(f"{here.url}/api/me", headers={"Authorization": "Basic YTpi"})
        assert basic.json()["name"] == "Anna"


async def test_programs_are_counted_like_guests(tmp_path: Path) -> None:
    async with serving(tmp_path / "kuhstall.db", ease=1.0) as here, browser() as http:
        answers = [await http.post(f"{here.url}/api/programs", json={}) for _ in range(11)]
        assert [answer.status_code for answer in answers] == [200] * 10 + [429]
