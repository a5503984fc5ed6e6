"""Other sites get no socket and no call: only the very origin of this one does."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from kuhstall.server.http.endpoints import ENDPOINTS
from tests.machine import patience
from tests.server.serving import Serving, browser, guests, serving

pytestmark = pytest.mark.anyio

SITE = "https://kuhstall.example"
HANDSHAKE = (
    "GET /ws/{table} HTTP/1.1\r\nHost: kuhstall.example\r\nUpgrade: websocket\r\n"
    "Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
    "Sec-WebSocket-Version: 13\r\n{origins}\r\n"
)

FOREIGN = {
    "missing": ([], 403),
    "null": (["null"], 403),
    "empty": ([""], 403),
    "suffix": (["https://kuhstall.example.evil.example"], 403),
    "prefix": (["https://evilkuhstall.example"], 403),
    "sub-domain": (["https://www.kuhstall.example"], 403),
    "scheme": (["http://kuhstall.example"], 403),
    "port": (["https://kuhstall.example:8443"], 403),
    "default port": (["https://kuhstall.example:443"], 403),
    "case": (["https://Kuhstall.example"], 403),
    "trailing dot": (["https://kuhstall.example."], 403),
    "trailing slash": (["https://kuhstall.example/"], 403),
    "path": (["https://kuhstall.example/game"], 403),
    "credentials": (["https://kuhstall.example@evil.example"], 403),
    "user": (["https://user@kuhstall.example"], 403),
    "address": (["https://127.0.0.1"], 403),
    "list": ([f"{SITE} https://evil.example"], 403),
    "list with comma": ([f"{SITE}, {SITE}"], 403),
    "two": ([SITE, "https://evil.example"], 400),
    "the same twice": ([SITE, SITE], 400),
    "wildcard": (["*"], 403),
    "dot as a joker": (["https://kuhstallxexample"], 403),
    "tab": (["https://kuhstall.example\tx"], 403),
}


async def shaken(here: Serving, origins: list[str], table: str = "a" * 26) -> int:
    """Try a handshake, and return the status of its answer."""
    host, _, port = here.url.removeprefix("http://").partition(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    lines = "".join(f"Origin: {origin}\r\n" for origin in origins)
    writer.write(HANDSHAKE.format(table=table, origins=lines).encode())
    async with asyncio.timeout(patience(5)):
        status = int((await reader.readline()).split()[1])
        writer.transport.abort()
    return status


async def test_a_socket_opens_for_the_very_origin_only(tmp_path: Path) -> None:
    assert len(FOREIGN) >= 14
    async with serving(tmp_path / "kuhstall.db", origins=SITE) as here:
        statuses = {name: await shaken(here, origins) for name, (origins, _) in FOREIGN.items()}
        assert statuses == {name: status for name, (_, status) in FOREIGN.items()}
        assert await shaken(here, [SITE]) == 101


async def test_a_site_may_have_several_origins(tmp_path: Path) -> None:
    both = f"{SITE}, https://www.kuhstall.example"
    async with serving(tmp_path / "kuhstall.db", origins=both) as here:
        assert await shaken(here, [SITE]) == 101
        assert await shaken(here, ["https://www.kuhstall.example"]) == 101
        assert await shaken(here, [both]) == 403


async def test_a_refused_handshake_opens_nothing(tmp_path: Path) -> None:
    async with serving(tmp_path / "kuhstall.db", origins=SITE, sockets=1) as here:
        for _ in range(5):
            assert await shaken(here, ["https://evil.example"]) == 403
        assert not here.node._addresses
        assert await shaken(here, [SITE]) == 101


@pytest.mark.parametrize("home", [False, True])
async def test_other_sites_cannot_change_anything(tmp_path: Path, home: bool) -> None:
    """A browser says where a call comes from; every unsafe method is refused then."""
    unsafe = [endpoint for endpoint in ENDPOINTS if endpoint.method != "GET"]
    assert len(unsafe) >= 6
    async with (
        serving(tmp_path / "kuhstall.db", origins="" if home else SITE) as here,
        guests(here.url, "Victim") as (victim,),
    ):
        right = here.url if home else SITE
        if home:
            table = await victim.open_table()
        else:  # its cookie would need TLS
            table = "a" * 26
        for endpoint in unsafe:
            path = endpoint.path.format(
                table=table, code="a" * 7, viewer="all", page=0, screen="a" * 12, night="a"
            )
            for origins in (["https://evil.example"], ["null"], [""], [f"{right}.evil.example"]):
                answer = await victim.http.request(
                    endpoint.method,
                    f"{here.url}{path}",
                    json={},
                    headers=[("Origin", origin) for origin in origins],
                )
                told = answer.status_code, answer.json()["code"]
                assert told == (403, "origin"), (endpoint.path, origins)
                assert "set-cookie" not in answer.headers
        if home:
            assert (await victim.http.get(f"{here.url}/api/me")).status_code == 200


async def test_two_origins_are_one_too_many(tmp_path: Path) -> None:
    async with serving(tmp_path / "kuhstall.db", origins=SITE) as here, browser() as http:
        two = [("Origin", SITE), ("Origin", "https://evil.example")]
        answer = await http.post(f"{here.url}/api/guests", json={}, headers=two)
        assert (answer.status_code, answer.json()["code"]) == (403, "origin")


async def test_the_site_itself_and_programs_may_call(tmp_path: Path) -> None:
    async with serving(tmp_path / "kuhstall.db", origins=SITE) as here, browser() as http:
        for headers in ({"Origin": SITE}, {}):
            answer = await http.post(f"{here.url}/api/guests", json={}, headers=headers)
            assert answer.status_code == 200


async def test_another_site_may_not_read_what_comes_back(tmp_path: Path) -> None:
    """Without these headers a browser keeps the answer from a page of another origin."""
    async with serving(tmp_path / "kuhstall.db", origins=SITE) as here, browser() as http:
        asked = {"Origin": "https://evil.example", "Access-Control-Request-Method": "POST"}
        for method in ("GET", "OPTIONS"):
            answer = await http.request(method, f"{here.url}/api/session", headers=asked)
            assert not [name for name in answer.headers if name.startswith("access-control")]
            assert answer.status_code == 405
