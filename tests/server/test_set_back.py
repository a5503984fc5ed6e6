"""The store goes back under running nodes: every table comes back as it is stored, by itself."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from kuhstall.server.ops.audit import audit_tables
from kuhstall.server.store import Store
from tests.machine import patience
from tests.server.players import NO_TLS, Player
from tests.server.serving import Serving, serving, until
from tests.server.set_backs import address, go_back, keep, operator

pytestmark = pytest.mark.anyio

NAMES = ("Anna", "Ben", "Cleo")
SOON = 10.0


@pytest.fixture(params=["postgres", "sqlite"])
async def place(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[str]:
    async with address(request.param, tmp_path) as made:
        yield made


class Seated(Player):
    """Stays connected, and comes back as a browser does when the server closes."""

    def __init__(self, nodes: list[str], name: str, seed: int = 0) -> None:
        super().__init__(nodes, name, seed)
        self._unanswered: dict[str, dict[str, Any]] = {}
        self._sending: list[asyncio.Future[None]] = []

    def went_back(self) -> list[int]:
        return [one["went_back"] for one in self.frames if "went_back" in one]

    async def stay(self, node: int) -> None:
        while True:
            await self.connect(node)
            with suppress(ConnectionClosed):
                await self.listen()
            await asyncio.sleep(0.05)

    def heard(self, frame: dict[str, Any]) -> None:
        super().heard(frame)
        if frame["type"] == "welcome":
            again = self._unanswered.values()
            self._sending = [asyncio.ensure_future(self.send(one)) for one in again]

    async def send(self, frame: dict[str, Any]) -> None:
        with suppress(ConnectionClosed):
            await super().send(frame)

    async def command(self, frame: dict[str, Any]) -> dict[str, Any]:
        """Send it again whenever the socket was lost before the answer came."""
        self._unanswered[frame["cid"]] = frame
        try:
            return await super().command(frame)
        finally:
            del self._unanswered[frame["cid"]]


@asynccontextmanager
async def seated(nodes: Sequence[Serving]) -> AsyncIterator[list[Seated]]:
    """Let people play where no clock hurries them, each at the next node."""
    urls = [node.url for node in nodes]
    players = [Seated(urls, name, seed) for seed, name in enumerate(NAMES)]
    for player in players:
        await player.enter()
    wish = {"edition": "kuhhandel/2", "seats": 3, "rules": {"auction_mode": "turns"}}
    table = await players[0].open_table(**wish)
    for player in players[1:]:
        player.table = table
        await player.ask("join")
    await players[0].ask("start")
    async with staying(players) as present:
        yield present


@asynccontextmanager
async def staying(players: list[Seated]) -> AsyncIterator[list[Seated]]:
    """Keep people connected, and let them go home in the end."""
    tasks = [
        asyncio.create_task(player.stay(at % len(player.nodes)))
        for at, player in enumerate(players)
    ]
    try:
        await until(lambda: all(player.view for player in players))
        yield players
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for player in players:
            await player.close()


async def act(players: list[Seated]) -> dict[str, Any]:
    """Let somebody act who can."""
    await until(lambda: any(player.options for player in players))
    return await next(player for player in players if player.options).act()


async def play(players: list[Seated], steps: int) -> None:
    """Go on by some steps, until everybody has seen them."""
    last = players[0].seq + steps
    while players[0].seq < last:
        assert (await act(players))["type"] == "ack"
        await until(lambda: len({player.seq for player in players}) == 1)


async def views(url: str, players: list[Seated]) -> list[Any]:
    shown = []
    for player in players:
        answer = await player.http.get(f"{url}/api/tables/{player.table}/view")
        shown.append(answer.json())
    return shown


async def is_as_stored(
    place: str, nodes: Sequence[Serving], players: list[Seated], store: Store
) -> None:
    """Compare what nodes and people have with what a node makes of the store that knew nothing."""
    async with serving(place) as fresh:
        stored = await views(fresh.url, players)
    for node in nodes:
        assert await views(node.url, players) == stored
    for player, shown in zip(players, stored, strict=True):
        assert (player.seq, player.view, player.options) == (
            shown["seq"],
            shown["view"],
            shown["options"],
        )
    assert [one.fault async for one in audit_tables(store)] == [""]


async def counted(node: Serving, name: str) -> float:
    text = node.node.metrics.text().decode()
    return float(next(line for line in text.splitlines() if line.startswith(name)).split()[-1])


@asynccontextmanager
async def some_nodes(place: str, count: int) -> AsyncIterator[list[Serving]]:
    async with AsyncExitStack() as stack:
        yield [await stack.enter_async_context(serving(place)) for _ in range(count)]


@asynccontextmanager
async def playing(place: str) -> AsyncIterator[tuple[Store, list[Serving], list[Seated]]]:
    async with (
        operator(place) as store,
        some_nodes(place, 2) as nodes,
        seated(nodes) as players,
    ):
        yield store, nodes, players


async def test_play_goes_on_when_the_store_went_back(place: str) -> None:
    async with playing(place) as (store, nodes, players):
        await play(players, 6)
        await keep(store, "kept")
        before = players[0].seq
        await play(players, 7)
        lost = players[0].seq - before
        await go_back(store, "kept")
        async with asyncio.timeout(patience(SOON)):
            answers = [await act(players)]  # may be for what is lost
            while answers[-1]["type"] != "ack":
                answers.append(await act(players))
            await until(lambda: all(player.went_back() for player in players))
        assert {one["code"] for one in answers[:-1]} <= {"stale", "not_your_turn"}
        assert [player.went_back() for player in players] == [[lost]] * 3
        await until(lambda: {player.seq for player in players} == {answers[-1]["seq"]})
        await play(players, 4)
        await is_as_stored(place, nodes, players, store)
        assert sum([await counted(node, "kuhstall_set_backs_total") for node in nodes]) == 2


async def test_watched_tables_come_back_though_nobody_acts(place: str) -> None:
    async with playing(place) as (store, nodes, players):
        await keep(store, "kept")
        before = players[0].seq
        await play(players, 3)
        lost = players[0].seq - before
        await go_back(store, "kept")
        await until(lambda: all(player.went_back() for player in players), SOON)
        assert [(player.seq, player.went_back()) for player in players] == [(before, [lost])] * 3
        await is_as_stored(place, nodes, players, store)


async def test_another_history_under_the_same_numbers_is_noticed(place: str) -> None:
    """A standby was promoted elsewhere, and its log has overtaken what these nodes hold."""
    async with operator(place) as store:
        async with some_nodes(place, 1) as nodes, seated(nodes) as players:
            await play(players, 4)
            await keep(store, "common")
            before = players[0].seq
            await play(players, 9)
            await keep(store, "other")
        await go_back(store, "common")
        async with some_nodes(place, 2) as nodes:
            for player in players:
                player.nodes, player.seq, player.frames = [node.url for node in nodes], 0, []
                player.view, player.options, player.http = {}, [], _same_person(player)
            async with staying(players):
                await play(players, 3)
                lost = players[0].seq - before
                await go_back(store, "other")
                async with asyncio.timeout(patience(SOON)):
                    while (await act(players))["type"] != "ack":
                        pass
                    await until(lambda: all(player.went_back() for player in players))
                assert [player.went_back() for player in players] == [[lost]] * 3
                await until(lambda: len({player.seq for player in players}) == 1)
                await is_as_stored(place, nodes, players, store)


def _same_person(player: Player) -> httpx.AsyncClient:
    """Cookies go by the address, and the new node has another port."""
    return httpx.AsyncClient(cookies=dict(player.http.cookies), timeout=patience(20), verify=NO_TLS)
