"""At home: plain http for every machine of the house, and for no name that others could own."""

from __future__ import annotations

import asyncio
import contextlib
from pathlib import Path

import httpx
import pytest

from kuhstall.engine.values import Refused
from kuhstall.server.features.lobby.local_address import address, own_address
from kuhstall.server.http.metrics_address import serve_figures
from kuhstall.server.settings import read
from tests.server.serving import browser, free_port, guests, process, serving
from tests.server.test_origins import shaken

pytestmark = pytest.mark.anyio

EVERYWHERE = "0.0.0.0"  # noqa: S104 -- nothing listens there, it is only read
AT_HOME = [
    "localhost",
    "127.0.0.1",
    "127.0.0.53",
    "[::1]",
    "10.0.0.7",
    "10.255.255.255",
    "172.16.0.1",
    "172.31.9.9",
    "192.168.0.1",
    "192.168.178.20",
    "169.254.10.10",
    "[fe80::1]",
    "[fd12:3456:789a::1]",
    "laptop",
    "living-room",
    "laptop.local",
    "laptop.lan",
    "laptop.home",
    "laptop.internal",
    "kuh.test",
    "laptop.fritz.box",
]
ELSEWHERE = [
    "evil.example",
    "192.168.0.1.evil.example",
    "10.0.0.7.evil.example",
    "localhost.evil.example",
    "laptop.local.evil.example",
    "evil.example.local",
    "evil.fritz.box.example",
    "evil.kuh.test",
    "kuh.test.example",
    "8.8.8.8",
    "11.0.0.7",
    "172.15.0.1",
    "172.32.0.1",
    "193.168.0.1",
    "1192.168.0.1",
    "192.168.0.1.5",
    "[2001:db8::1]",
    "[::ffff:8.8.8.8]",
    "laptop@evil.example",
    "xn--laptop.example",
    "laptop.",
    "",
]


async def test_the_machines_of_the_house_are_let_in(tmp_path: Path) -> None:
    async with serving(tmp_path / "kuhstall.db") as here:
        port = here.url.rpartition(":")[2]
        for name in AT_HOME:
            for origin in (f"http://{name}:{port}", f"http://{name}"):
                assert await shaken(here, [origin]) == 101, origin
            for origin in (f"https://{name}:{port}", f"http://{name}:1{port}", f"ws://{name}"):
                assert await shaken(here, [origin]) == 403, origin


async def test_names_of_others_are_not(tmp_path: Path) -> None:
    async with serving(tmp_path / "kuhstall.db") as here:
        port = here.url.rpartition(":")[2]
        for name in ELSEWHERE:
            for origin in (f"http://{name}:{port}", f"http://{name}"):
                assert await shaken(here, [origin]) == 403, origin
        for origins in ([], ["null"], [f"http://laptop:{port}/"], [f"http://laptop:{port} x"]):
            assert await shaken(here, origins) == 403, origins


async def test_calls_follow_the_same_list(tmp_path: Path) -> None:
    async with serving(tmp_path / "kuhstall.db") as here, browser() as http:
        port = here.url.rpartition(":")[2]
        for names, status in ((AT_HOME, 200), (ELSEWHERE, 403)):
            for name in names:
                headers = {"Origin": f"http://{name}:{port}"}
                answer = await http.post(f"{here.url}/api/guests", json={}, headers=headers)
                assert answer.status_code == status, name


async def test_the_cookie_works_without_tls(tmp_path: Path) -> None:
    async with serving(tmp_path / "kuhstall.db") as here, browser() as http:
        answer = await http.post(f"{here.url}/api/guests", json={})
        name, *attributes = answer.headers["set-cookie"].split("; ")
        assert name.startswith("kuhstall=")
        kept = {"httponly", "max-age=15552000", "path=/", "samesite=lax"}
        assert {attribute.lower() for attribute in attributes} == kept
        assert "strict-transport-security" not in answer.headers


async def test_a_house_plays_a_game_with_nothing_set_up(tmp_path: Path) -> None:
    """A laptop, a file, and a guest on each of two other machines."""
    with process(tmp_path, tmp_path / "kuhstall.db") as house:
        async with guests(house.url, "Ada", "Ben", "Cleo") as (ada, ben, cleo):
            table = await ada.open_table(seats=3)
            for guest in (ben, cleo):
                guest.table = table
                await guest.ask("join")
            await ada.ask("start")
            seen = await ben.http.get(f"{house.url}/api/tables/{table}/view")
            assert seen.json()["view"]["seats"][1]["purse"] == [0, 0, 10, 10, 10, 10, 50]
    assert house.complaints() == []


async def test_a_page_learns_the_address_for_the_other_machines(tmp_path: Path) -> None:
    assert address("127.0.0.1", 80) == address("localhost", 80) == address("::1", 80) == ""
    assert address("192.168.0.7", 80) == "http://192.168.0.7:80"
    assert address("fd00::7", 80) == "http://[fd00::7]:80"
    assert address(EVERYWHERE, 80) == (f"http://{own_address()}:80" if own_address() else "")
    async with serving(tmp_path / "kuhstall.db") as here, browser() as http:
        told = (await http.get(f"{here.url}/api/house")).json()
        assert told == {"address": "", "wish": None}
    async with serving(tmp_path / "kuhstall.db", host="198.51.100.7") as here, browser() as http:
        port = here.url.rpartition(":")[2]
        told = (await http.get(f"{here.url}/api/house")).json()
        assert told == {"address": f"http://198.51.100.7:{port}", "wish": None}
        # Not an address of a home network, but this server's own.
        assert await shaken(here, [f"http://198.51.100.7:{port}"]) == 101
        assert await shaken(here, [f"http://198.51.100.8:{port}"]) == 403
    async with (
        serving(tmp_path / "kuhstall.db", origins="https://club.example", host=EVERYWHERE) as here,
        browser() as http,
    ):
        told = (await http.get(f"{here.url}/api/house")).json()
        assert told == {"address": "", "wish": None, "key_site": True}


async def test_a_page_learns_that_offline_play_is_switched_off(tmp_path: Path) -> None:
    async with serving(tmp_path / "kuhstall.db", offline=False) as here, browser() as http:
        told = (await http.get(f"{here.url}/api/house")).json()
    assert told == {"address": "", "wish": None, "offline": False}


async def test_nobody_in_the_house_reads_the_figures(tmp_path: Path) -> None:
    """A command without a step is a slap that is held: its count is for who watches a server."""
    port = free_port()
    watched = f"http://127.0.0.1:{port}"
    for origins in ("", "https://kuhstall.example"):
        for shown in ("", f"127.0.0.1:{port}"):
            async with (
                serving(tmp_path / "kuhstall.db", origins=origins, metrics=shown) as here,
                browser() as http,
            ):
                for own in ({}, {"X-Forwarded-For": "127.0.0.1"}):
                    public = await http.get(f"{here.url}/metrics", headers=own)
                    assert "kuhstall_commands" not in public.text
                if not shown:
                    with pytest.raises(httpx.ConnectError):
                        await http.get(f"{watched}/metrics")
                    continue
                found = await http.get(f"{watched}/metrics")
                assert "kuhstall_commands" in found.text
                assert found.headers["content-type"].startswith("text/plain; version=")
                assert (await http.get(f"{watched}/api/lobby")).status_code == 404
                assert (await http.post(f"{watched}/metrics")).status_code == 404


async def test_rubbish_and_silence_at_the_port_of_the_metrics_do_no_harm(tmp_path: Path) -> None:
    async with serve_figures("127.0.0.1", 0, lambda: b"figures") as port:
        silent = await asyncio.open_connection("127.0.0.1", port)
        for sent in (b"\r\n\r\n", b"x" * 20_000, b"GET\r\n\r\n", b"\0" * 9):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(sent)
            writer.write_eof()
            with contextlib.suppress(ConnectionError):
                assert b"figures" not in await reader.read()
            writer.close()
        async with browser() as http:
            assert (await http.get(f"http://127.0.0.1:{port}/metrics")).text == "figures"
        silent[1].close()


def test_a_wrong_address_for_metrics_is_refused() -> None:
    for wrong in ("9464", ":9464", "127.0.0.1", "127.0.0.1:port", "http://127.0.0.1:9464"):
        with pytest.raises(Refused, match="metrics must be"):
            read({"KUHSTALL_METRICS": wrong}, {})
    assert read({"KUHSTALL_METRICS": "[::1]:9464"}, {}).metrics_address == ("::1", 9464)
