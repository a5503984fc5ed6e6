"""Several nodes, one PostgreSQL, one NATS: all real, and it does not matter who sits where."""

from __future__ import annotations

import asyncio
import contextlib
import os
import secrets
import signal
import socket
import subprocess
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

import httpx
import pytest
from msgspec import json as msgjson

from kuhstall.games.kuhhandel.editions import CLASSIC
from kuhstall.server.table.party.fair import Transcript, verify
from tests.machine import patience
from tests.server.databases import borrowed
from tests.server.players import NO_TLS, Player
from tests.server.serving import STARTED, process, until

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

P = TypeVar("P", bound=Player)

NATS = os.environ.get("KUHSTALL_TEST_NATS", "nats://127.0.0.1:4222")
NAMES = ("Anna", "Ben", "Cleo", "Dora", "Emil", "Fanny")


RELATIVES = [
    *((edition.key, 4) for edition in CLASSIC if edition.key != "kuhhandel/2"),
    ("master", 2),
    ("master-en", 3),
]


@asynccontextmanager
async def two_nodes(folder: Path, **wanted: Any) -> AsyncIterator[list[str]]:
    """Start two nodes that share a database and a subject of their own."""
    shared = {"nats": NATS, "subject": f"test.{secrets.token_hex(6)}", "tempo": 0.02, **wanted}
    async with borrowed() as store:
        with contextlib.ExitStack() as stack:
            nodes = []
            for name in ("one", "other"):
                (folder / name).mkdir()
                nodes.append(stack.enter_context(process(folder / name, store, **shared)))
            yield [node.url for node in nodes]


@asynccontextmanager
async def seated(
    kind: Callable[[list[str], str, int], P],
    nodes: list[str],
    edition: str,
    seats: int = 4,
    **wish: Any,
) -> AsyncIterator[list[P]]:
    """Seat people, of whom each knows all nodes."""
    players = [kind(nodes, name, seed) for seed, name in enumerate(NAMES[:seats])]
    try:
        for at, player in enumerate(players):
            await player.enter(at % len(nodes))
        table = await players[0].open_table(edition=edition, seats=seats, **wish)
        for at, player in enumerate(players[1:], 1):
            player.table = table
            await player.ask("join", at % len(nodes))
        yield players
    finally:
        for player in players:
            await player.close()


class Screen(Player):
    """A big screen that a player has paired with the table; it asks for nothing again."""

    def __init__(self, nodes: list[str]) -> None:
        super().__init__(nodes, "screen", 35)
        self.secret = ""

    async def pair(self, player: Player) -> None:
        """Show a code at one node, and be paired at the other."""
        shown = await self.post("/api/screens", node=1)
        self.secret, self.table = shown["screen"], player.table
        await player.post(f"/api/tables/{player.table}/screens", {"token": shown["token"]})

    async def ticket(self, node: int = 0) -> Any:
        return await self.post("/api/screens/ticket", {"screen": self.secret}, node)


async def told(node: str, table: str) -> Any:
    async with httpx.AsyncClient(verify=NO_TLS) as http:
        view = await http.get(f"{node}/api/tables/{table}/view")
        view.raise_for_status()
        return view.json()


@pytest.mark.parametrize(
    ("edition", "seats"),
    [
        ("kuhhandel/2", 4),
        ("master", 6),
        ("kuhfstein", 4),
        *(pytest.param(key, seats, marks=pytest.mark.thorough) for key, seats in RELATIVES),
    ],
)
async def test_a_whole_game_over_two_nodes(edition: str, seats: int, tmp_path: Path) -> None:
    async with two_nodes(tmp_path) as nodes, seated(Player, nodes, edition, seats) as players:
        watcher = Screen(nodes)
        await watcher.pair(players[0])
        await players[0].ask("start", 1)
        async with asyncio.timeout(patience(60)):
            await asyncio.gather(
                *(player.play(at % 2) for at, player in enumerate(players)), watcher.play(1)
            )
        ends = {(player.seq, str(player.view["phase"])) for player in (*players, watcher)}
        assert len(ends) == 1
        assert players[0].view["phase"]["phase"] in {"ended", "over"}
        views = [await told(node, players[0].table) for node in nodes]
        assert views[0] == views[1]
        assert views[0]["seq"] == players[0].seq
        transcript = await players[0].http.get(
            f"{nodes[1]}/api/tables/{players[0].table}/transcript"
        )
        verify(msgjson.decode(transcript.content, type=Transcript))
        await watcher.close()


@contextlib.contextmanager
def doomed(store: str, port: int, **wanted: Any) -> Iterator[subprocess.Popen[bytes]]:
    """Start a node that a test is going to stop by itself."""
    options = {"store": store, "port": port, "ease": 0, "tempo": 0.02, "log": "error", **wanted}
    words = [word for name, value in options.items() for word in (f"--{name}", str(value))]
    running = subprocess.Popen([STARTED, "serve", *words])
    try:
        yield running
    finally:
        running.kill()
        running.wait()


async def ready(url: str) -> None:
    async with asyncio.timeout(patience(10)), httpx.AsyncClient(verify=NO_TLS) as http:
        while True:
            with contextlib.suppress(httpx.TransportError):
                if (await http.get(f"{url}/readyz")).status_code == 200:
                    return
            await asyncio.sleep(0.02)


@pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGKILL])
async def test_a_game_goes_on_when_its_node_stops(ending: signal.Signals, tmp_path: Path) -> None:
    """Everybody sits at one node; it is told to stop, or killed; the other has it all."""
    shared = {"nats": NATS, "subject": f"test.{secrets.token_hex(6)}"}
    async with borrowed() as store:
        (tmp_path / "other").mkdir()
        with (
            process(tmp_path / "other", store, tempo=0.02, **shared) as other,
            doomed(store, _free_port(), **shared) as first,
        ):
            url = f"http://127.0.0.1:{_port(first)}"
            await ready(url)
            async with seated(Player, [url, other.url], "kuhhandel/2") as sitting:
                screen = Screen([url, other.url])
                await screen.pair(sitting[0])
                players = [*sitting, screen]
                await players[0].ask("start")
                playing = [asyncio.create_task(player.play(0, roam=True)) for player in players]
                async with asyncio.timeout(patience(30)):
                    await until(lambda: players[0].seq >= 60)
                    first.send_signal(ending)
                    await asyncio.gather(*playing)
                assert {player.view["phase"]["phase"] for player in players} == {"ended"}
                assert len({player.seq for player in players}) == 1
                assert screen.party["screens"] == 1
                await screen.close()
                byes = [frame for frame in players[0].frames if frame["type"] == "bye"]
                assert byes == (
                    [{"type": "bye", "code": "reconnect"}] if ending == signal.SIGTERM else []
                )
                log = await told(other.url, players[0].table)
                acked = [frame["seq"] for player in players for frame in player.frames
                         if frame["type"] == "ack"]  # fmt: skip
                assert len(acked) == len(set(acked))
                assert max(acked) <= log["seq"]
        assert other.complaints() == []


class Watchful(Player):
    """Leaves countdowns alone until it is told, and looks at what it could do in them."""

    hands_off = True
    offered: tuple[dict[str, Any], ...] = ()

    def heard(self, frame: dict[str, Any]) -> None:
        super().heard(frame)
        if frame["type"] in {"snapshot", "step"}:
            self.offered = tuple(self.options)
            if self.counts and self.hands_off:
                self.options = []

    @property
    def counts(self) -> int:
        """Return the count of a countdown, or 0."""
        phase = self.view.get("phase", {})
        return int(phase["count"]) if phase.get("phase") == "countdown" else 0

    @property
    def most(self) -> int:
        return max((one["high"] for one in self.offered if one["option"] == "range"), default=0)

    def told(self, kind: str) -> list[dict[str, Any]]:
        frames = [frame for frame in self.frames if frame["type"] in {"snapshot", "step"}]
        steps = [*frames, *(one for frame in frames for one in frame.get("missed") or ())]
        return [event for step in steps for event in step.get("events", ())
                if event["type"] == kind]  # fmt: skip


async def test_a_countdown_goes_on_when_its_node_dies(tmp_path: Path) -> None:
    """A slap is acknowledged, and the node dies before anybody could have heard of it."""
    shared = {"nats": NATS, "subject": f"test.{secrets.token_hex(6)}", "tempo": 0.5}
    async with borrowed() as store:
        (tmp_path / "other").mkdir()
        with (
            process(tmp_path / "other", store, **shared) as other,
            doomed(store, _free_port(), **shared) as first,
        ):
            url = f"http://127.0.0.1:{_port(first)}"
            await ready(url)
            rules = {"auction_mode": "turns"}
            sitting = seated(Watchful, [url, other.url], "master", rules=rules)
            async with sitting as players:
                await players[0].ask("start")
                playing = [asyncio.create_task(player.play(0, roam=True)) for player in players]
                async with asyncio.timeout(patience(50)):
                    await until(lambda: 0 < players[0].counts < 9, 30)
                    slapper = max(players, key=lambda player: player.most)
                    count = min(slapper.most, slapper.counts)
                    answer = await slapper.command(
                        {
                            "type": "cmd",
                            "cid": "slap",
                            "moment": slapper.view["moment"],
                            "action": {"type": "slap", "count": count},
                        }
                    )
                    first.kill()
                    assert answer["type"] == "ack", answer
                    assert all(not player.told("slapped") for player in players)
                    await until(lambda: all(player.told("slapped") for player in players), 20)
                    for player in players:
                        (slapped,) = player.told("slapped")
                        assert (slapped["seat"], slapped["count"]) == (slapper.seat, count)
                        assert slapped["rivals"] == [slapper.seat]
                        player.hands_off = False
                    seq = players[0].seq
                    await until(lambda: all(player.seq > seq + 20 for player in players), 20)
                for task in playing:
                    task.cancel()
                await asyncio.gather(*playing, return_exceptions=True)
        assert other.complaints() == []


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])


def _port(running: subprocess.Popen[bytes]) -> int:
    words = [str(word) for word in running.args]  # type: ignore[union-attr]
    return int(words[words.index("--port") + 1])


async def test_draining_says_so_before_it_stops(tmp_path: Path) -> None:
    async with borrowed() as store:
        port = _free_port()
        url = f"http://127.0.0.1:{port}"
        with doomed(store, port, drain=2) as node:
            await ready(url)
            node.send_signal(signal.SIGTERM)
            async with asyncio.timeout(patience(5)), httpx.AsyncClient(verify=NO_TLS) as http:
                await until(lambda: httpx.get(f"{url}/readyz", verify=NO_TLS).status_code == 503)
                assert (await http.get(f"{url}/healthz")).status_code == 200
                assert node.poll() is None
                await until(lambda: node.poll() is not None)
            assert node.returncode == -signal.SIGTERM  # stopped cleanly, and says by what
