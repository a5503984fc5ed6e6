"""Twin worlds behind real servers: what a guest fetches and is sent while a step is sealed.

In one world somebody has slapped, or plans to; in the other nobody has. Until it is open, nobody
else can tell the two apart, neither over HTTP nor over a socket.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
from pathlib import Path
from typing import Any

import msgspec
import pytest

from kuhstall.engine.table import Table
from kuhstall.games.kuhhandel.cards import NO_ANIMALS
from kuhstall.games.kuhhandel.editions import MASTER
from kuhstall.games.kuhhandel.master.phases.countdown import Countdown
from kuhstall.games.kuhhandel.master.phases.slapping import Sale
from kuhstall.games.kuhhandel.world import World
from kuhstall.server.table.party import decide
from kuhstall.server.wire import views
from tests.machine import patience
from tests.server.players import Player
from tests.server.serving import Serving, browser, greeted, guests, serving, ticket, wire

pytestmark = pytest.mark.anyio

RULES = {"pedigree_mode": "stepwise", "offer_count": "hidden"}
PURSES = (
    ((0, 10, 50), (0, 0, 10, 20, 500), (10, 20)),
    ((0, 50, 50, 100), (10,), (10, 20)),
)
"""Hand counts are hidden: the last seat, which looks, knows its own purse only."""

ANSWERS: tuple[Any, Any] = ({"type": "slap", "count": 4}, {"type": "wait"})
WAIT = {"type": "wait"}


class Visit:
    """One of the two servers, and all that Cleo and a stranger get to see there."""

    def __init__(self, here: Serving, players: list[Player], which: int) -> None:
        self.here = here
        self.players = players
        self.which = which
        self.seen: list[Any] = []

    async def begin(self, patch: pytest.MonkeyPatch) -> None:
        purses = PURSES[self.which]
        layout = World(
            purses=purses, herds=(NO_ANIMALS,) * 3, deck=("cow",) * 3, pedigrees=((),) * 3
        )
        phase = Countdown(Sale("cow", 0), 10)
        table: Any = Table(MASTER.with_rules(RULES), layout, phase, 100)
        patch.setattr(decide, "begin", lambda *_: (table, []))
        host, *others = self.players
        host.table = await host.open_table(edition="master", seats=3, rules=RULES)
        for player in others:
            player.table = host.table
            await player.ask("join")
        await host.ask("start")

    async def answer(self, seat: int, action: Any, moment: int) -> None:
        player = self.players[seat]
        order = {"cid": secrets.token_hex(4), "moment": moment, "action": action}
        await player.post(f"/api/tables/{player.table}/commands", order)

    async def fetch(self) -> None:
        """Fetch all that there is."""
        table = f"{self.here.url}/api/tables/{self.players[0].table}"
        async with browser() as stranger:
            for http in (self.players[2].http, stranger):
                for what in ("events", "lines"):
                    self.seen.append((await http.get(f"{table}/{what}")).content)
                self.seen.append(len((await http.get(f"{table}/times")).json()))
                self.keep((await http.get(f"{table}/view")).json())

    def keep(self, frame: dict[str, Any]) -> None:
        """Keep a frame, without what is drawn or measured anew at every table."""
        frame.pop("party", None)
        frame.pop("now", None)
        frame["timers"] = [timer["seat"] for timer in frame.get("timers", ())]
        self.seen.append(frame)


async def visit(visit: Visit, patch: pytest.MonkeyPatch) -> list[Any]:
    """Let two answer, one before and one after the third has looked; twice."""
    await visit.begin(patch)
    table = visit.players[2].table
    cookies = visit.players[2].http.cookies
    async with wire(visit.here.url, table) as socket:
        visit.keep(await greeted(socket, await ticket(visit.here.url, table, cookies)))
        if visit.which == 0:
            await visit.answer(1, ANSWERS[0], 100)
        await visit.fetch()
        if visit.which == 1:
            await visit.answer(1, ANSWERS[1], 100)
        await visit.answer(2, WAIT, 100)
        await visit.fetch()  # one of the two plans to slap at four
        await visit.answer(1, WAIT, 101)
        await visit.fetch()
        await visit.answer(2, WAIT, 101)
        await visit.fetch()
        for frame in await _sent(socket):
            visit.keep(frame)
    return visit.seen


async def _sent(socket: Any) -> list[dict[str, Any]]:
    """Read what was sent, up to the second step; pings come when they come."""
    frames: list[dict[str, Any]] = []
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(patience(2)):
            while len(frames) < 2:
                frame = json.loads(await socket.recv())
                if frame["type"] not in {"ping", "ack"}:
                    frames.append(frame)
    return frames


async def _worlds(folder: Path, patch: pytest.MonkeyPatch) -> list[list[Any]]:
    seen = []
    for which in (0, 1):
        async with (
            serving(folder / f"{which}.db") as here,
            guests(here.url, "Ada", "Ben", "Cleo") as players,
        ):
            seen.append(await visit(Visit(here, players, which), patch))
    return seen


async def test_a_sealed_slap_is_nowhere_to_be_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = await _worlds(tmp_path, monkeypatch)
    assert len(one) == len(other) == 1 + 4 * 8 + 2
    for place, (mine, yours) in enumerate(zip(one, other, strict=True)):
        assert mine == yours, place
    assert [frame["view"]["phase"]["count"] for frame in one[-2:]] == [9, 8]
    assert one[-1]["view"]["phase"]["plan"] == 0


async def test_a_leaking_server_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = views.game_view

    def game_view(hot: Any, viewer: Any) -> Any:
        seen = msgspec.json.decode(bytes(real(hot, viewer)))
        return msgspec.Raw(msgspec.json.encode(seen | {"held": len(hot.held)}))

    monkeypatch.setattr(views, "game_view", game_view)
    one, other = await _worlds(tmp_path, monkeypatch)
    assert one != other
