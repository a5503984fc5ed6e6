"""Sockets from hello to bye: whoever is silent, dead, slow or gone does not stay."""

from __future__ import annotations

import asyncio
import json
import secrets
import socket
import time
from pathlib import Path

import pytest
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.typing import Data

from kuhstall.server.http import socket as sockets
from kuhstall.server.ops import node as nodes
from kuhstall.server.table.party.requests import Swap
from kuhstall.server.wire import session as sessions
from tests.machine import Watch, stretched
from tests.server.serving import (
    Serving,
    ending,
    greeted,
    guests,
    received,
    serving,
    ticket,
    until,
    wire,
)

pytestmark = pytest.mark.anyio


async def test_who_says_nothing_is_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sockets, "_HELLO_WITHIN", stretched(0.2))
    async with serving(tmp_path / "kuhstall.db") as here, guests(here.url, "Ada") as (ada,):
        table = await ada.open_table()
        async with wire(here.url, table) as silent:
            assert await ending(silent) == (1013, "no_hello", [])
        async with wire(here.url, table) as polite:
            await greeted(polite, await ticket(here.url, table))
            await asyncio.sleep(stretched(0.4))  # twice the time, and still there
            await polite.send(json.dumps({"type": "resume", "last_seq": 1}))
            assert (await received(polite, "snapshot"))["seq"] == 1


async def test_who_does_not_answer_pings_is_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(nodes, "PING", stretched(0.05))
    monkeypatch.setattr(sessions, "DEAD", stretched(0.5))
    async with serving(tmp_path / "kuhstall.db") as here, guests(here.url, "Ada") as (ada,):
        table = await ada.open_table()
        async with wire(here.url, table) as deaf, wire(here.url, table) as awake:
            await greeted(deaf, await ticket(here.url, table))
            await greeted(awake, await ticket(here.url, table))
            watch, started = Watch(), time.monotonic()
            answering = asyncio.create_task(_answering(awake))
            code, reason, frames = await ending(deaf)
            assert (code, reason) == (1001, "dead")
            assert {frame["type"] for frame in frames} == {"ping"}
            # Counted, the limit holds on every machine: half a second has room for ten pings.
            assert len(frames) <= 12
            watch.expect("a deaf socket is closed soon", time.monotonic() - started, stretched(2))
            measured = await answering
            assert measured >= 0
            assert awake.state.name == "OPEN"


async def _answering(connection: ClientConnection, seconds: float = 1.2) -> int:
    """Answer pings for a while, and return the round trip that the server measured."""
    rtt = -1
    deadline = time.monotonic() + stretched(seconds)
    while time.monotonic() < deadline:
        ping = await received(connection, "ping")
        await connection.send(json.dumps({"type": "pong", "nonce": ping["nonce"]}))
        rtt = rtt if ping["rtt"] is None else ping["rtt"]
    return rtt


async def test_a_guessed_pong_is_no_sign_of_life(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(nodes, "PING", stretched(0.05))
    monkeypatch.setattr(sessions, "DEAD", stretched(0.5))
    async with serving(tmp_path / "kuhstall.db") as here, guests(here.url, "Ada") as (ada,):
        table = await ada.open_table()
        async with wire(here.url, table) as guessing:
            await greeted(guessing, await ticket(here.url, table))
            with pytest.raises(ConnectionClosed) as closed:
                await _guessing(guessing)
            assert closed.value.rcvd is not None
            assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (1001, "dead")


async def _guessing(connection: ClientConnection) -> None:
    while True:
        ping = await received(connection, "ping")
        for nonce in (0, ping["nonce"] + 1):
            await connection.send(json.dumps({"type": "pong", "nonce": nonce}))


async def test_whoever_logs_out_or_is_banned_is_closed_within_five_seconds(tmp_path: Path) -> None:
    async with (
        serving(tmp_path / "kuhstall.db") as here,
        guests(here.url, "Host", "Leaver", "Banned", "Forgotten") as (host, leaver, banned, lost),
    ):
        table = await host.open_table()
        players = (host, leaver, banned, lost)
        for player in players[1:]:
            player.table = table
            await player.ask("join")
        for player in players:
            await player.connect()
        party = here.node.service.cache.tables[table].party
        await leaver.http.delete(f"{here.url}/api/session")
        await lost.http.delete(f"{here.url}/api/me")
        await here.node.service.people.ban(party.places[2].person or "")
        watch, started = Watch(), time.monotonic()
        for player in players[1:]:
            assert player.socket is not None
            code, reason, frames = await ending(player.socket)
            assert (code, reason) == (1008, "logged_out")
            assert frames[-1] == {"type": "bye", "code": "logged_out"}
            # Counted, it is the same on every machine: the next look at sessions finds them out.
            assert [frame["type"] for frame in frames].count("ping") <= 2
        watch.expect("whoever is out is closed in 5 s", time.monotonic() - started, 5)
        assert host.socket is not None
        assert host.socket.state.name == "OPEN"


async def test_whoever_is_kicked_is_closed_at_once(tmp_path: Path) -> None:
    async with (
        serving(tmp_path / "kuhstall.db") as here,
        guests(here.url, "Host", "Rude") as (host, rude),
    ):
        rude.table = await host.open_table()
        await rude.ask("join")
        await rude.connect()
        assert rude.socket is not None
        await received(rude.socket, "snapshot")
        await host.ask("kick", seat=1)
        assert await ending(rude.socket) == (1008, "kicked", [{"type": "bye", "code": "kicked"}])
        for path in ("ticket", "view", "lines"):
            method = "POST" if path == "ticket" else "GET"
            refused = await rude.http.request(method, f"{here.url}/api/tables/{host.table}/{path}")
            assert (refused.status_code, refused.json()["code"]) == (403, "kicked")


async def _move(here: Serving, table: str, host: str, times: int) -> None:
    """Let a table move on."""
    for _ in range(times):
        await here.node.service.ask(table, host, secrets.token_hex(8), Swap(1, 2))


async def test_a_slow_reader_is_cut_and_resumes_without_a_gap(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever does not read is closed with 1013 while others are served; then nothing is lost."""
    monkeypatch.setattr(sockets, "OUTBOX", 16 * 1024)
    async with (
        serving(tmp_path / "kuhstall.db", buffer=4096) as here,
        guests(here.url, "Host", "Slow") as (host, slow),
    ):
        table = slow.table = await host.open_table()
        await slow.ask("join", seat=3)
        person = here.node.service.cache.tables[table].party.host or ""
        narrow = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        narrow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        narrow.setblocking(False)
        await asyncio.get_running_loop().sock_connect(
            narrow, ("127.0.0.1", int(here.url.rpartition(":")[2]))
        )
        async with (
            wire(here.url, table, sock=narrow, max_queue=1) as stalled,
            wire(here.url, table) as quick,
        ):
            first = await greeted(stalled, await ticket(here.url, table, slow.http.cookies))
            await greeted(quick, await ticket(here.url, table))
            stalled.transport.pause_reading()
            before = here.node.service.cache.tables[table].seq
            cut = here.node.metrics.cuts.labels("slow_reader")
            while not cut._value.get():
                await _move(here, table, person, 1)
                assert here.node.service.cache.tables[table].seq < before + 60, "it was never cut"
            head = here.node.service.cache.tables[table].seq
            seen = [(await received(quick, "step"))["seq"] for _ in range(head - before)]
            assert seen == list(range(before + 1, head + 1))
            stalled.transport.resume_reading()
            code, reason, frames = await ending(stalled)
            assert (code, reason) == (1013, "slow_reader")
            read = [frame["seq"] for frame in frames]
            assert read == list(range(first["seq"] + 1, first["seq"] + 1 + len(read)))
            assert len(read) <= head - before
        await _move(here, table, person, 3)
        async with wire(here.url, table) as again:
            last = read[-1] if read else first["seq"]
            given = await ticket(here.url, table, slow.http.cookies)
            shown = await greeted(again, given, last_seq=last)
            missed = [step["seq"] for step in shown["missed"]]
            assert missed == list(range(last + 1, shown["seq"] + 1))
            assert shown["you"] == 3
            await _move(here, table, person, 1)
            assert (await received(again, "step"))["seq"] == shown["seq"] + 1


async def test_who_missed_too_much_gets_the_whole_picture(tmp_path: Path) -> None:
    async with serving(tmp_path / "kuhstall.db") as here, guests(here.url, "Host") as (host,):
        table = await host.open_table()
        person = (await here.node.service.cache.live_table(table)).party.host or ""
        await _move(here, table, person, 70)
        for last, missed in (
            (1, None),
            (0, None),
            (-5, None),
            (71, []),
            (72, None),
            (10**30, None),
        ):
            async with wire(here.url, table) as connection:
                shown = await greeted(connection, await ticket(here.url, table), last_seq=last)
                assert (shown["seq"], shown["missed"]) == (71, missed), last


async def test_an_address_opens_so_many_sockets_and_no_more(tmp_path: Path) -> None:
    async with (
        serving(tmp_path / "kuhstall.db", sockets=3) as here,
        guests(here.url, "Ada") as (ada,),
    ):
        table = await ada.open_table()
        async with wire(here.url, table), wire(here.url, table):
            async with wire(here.url, table):
                with pytest.raises(InvalidStatus) as refused:
                    async with wire(here.url, table):
                        pass
                assert refused.value.response.status_code == 429
            await until(lambda: here.node._addresses["127.0.0.1"] == 2)
            async with wire(here.url, table):
                pass
        await until(lambda: not here.node._addresses)


async def test_the_first_frame_is_a_hello_and_only_the_first(tmp_path: Path) -> None:
    async with serving(tmp_path / "kuhstall.db") as here, guests(here.url, "Ada") as (ada,):
        table = await ada.open_table()
        for first in ({"type": "resume", "last_seq": 1}, {"type": "pong", "nonce": 1}):
            async with wire(here.url, table) as rude:
                await rude.send(json.dumps(first))
                assert await ending(rude) == (1008, "hello_first", [])
        async with wire(here.url, table) as eager:
            given = await ticket(here.url, table)
            await greeted(eager, given)
            await eager.send(json.dumps({"type": "hello", "ticket": given}))
            assert (await ending(eager))[:2] == (1008, "hello_twice")


async def test_a_socket_for_no_table_is_closed(tmp_path: Path) -> None:
    async with serving(tmp_path / "kuhstall.db") as here:
        async with wire(here.url, "z" * 26) as nowhere:
            await nowhere.send(json.dumps({"type": "hello", "ticket": "x"}))
            assert (await ending(nowhere))[0] == 1008
        for path in ("z" * 25, "z" * 27, "Z" * 26, f"{'z' * 26}/x", "", "../api/me"):
            with pytest.raises(InvalidStatus) as refused:
                async with wire(here.url, path):
                    pass
            assert refused.value.response.status_code == 404, path


async def test_a_stopping_server_says_so(tmp_path: Path) -> None:
    async with serving(tmp_path / "kuhstall.db") as here, guests(here.url, "Ada") as (ada,):
        await ada.open_table()
        await ada.connect()
        assert ada.socket is not None
        await received(ada.socket, "snapshot")
        here.running.should_exit = True
        assert await ending(ada.socket) == (
            1001,
            "reconnect",
            [{"type": "bye", "code": "reconnect"}],
        )


async def test_two_tabs_are_one_person(tmp_path: Path) -> None:
    async with serving(tmp_path / "kuhstall.db") as here, guests(here.url, "Ada") as (ada,):
        table = await ada.open_table()
        person = (await here.node.service.cache.live_table(table)).party.host or ""
        async with wire(here.url, table) as one, wire(here.url, table) as other:
            for tab in (one, other):
                await greeted(tab, await ticket(here.url, table, ada.http.cookies))
            assert here.node.presence.count[table, person] == 2
            await _move(here, table, person, 1)
            frames: list[Data] = [await one.recv(), await other.recv()]
            assert frames[0] == frames[1]
