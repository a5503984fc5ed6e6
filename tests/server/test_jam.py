"""A stranger cannot jam a table: what they may not do costs its people nothing, and is not kept.

What is counted is the order in which commands get at the table, not how long they take.
"""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from contextvars import ContextVar
from typing import Any

import asyncpg
import httpx
import pytest
from msgspec import Struct
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from kuhstall.server.limits import rates
from kuhstall.server.table.live_table import LiveTable
from kuhstall.server.wire.session import Session
from tests.machine import patience
from tests.server.databases import database
from tests.server.players import Player
from tests.server.serving import Serving, browser, greeted, guests, received, serving, wire

pytestmark = pytest.mark.anyio

SOCKETS = 20
FRAMES = 88  # a socket that sends more within twenty seconds is closed
OWN = 25
LOOKS = 4
AWAY = {"X-Forwarded-For": "203.0.113.9"}

_WHO: ContextVar[str | None] = ContextVar("who", default=None)


class Turn(Struct, frozen=True):
    """Somebody wants the table, or has it."""

    has: bool
    person: str | None


class RecordedLock(asyncio.Lock):
    """Notes for whom it is wanted and taken."""

    def __init__(self, turns: list[Turn]) -> None:
        super().__init__()
        self._turns = turns

    async def acquire(self) -> Any:
        person = _WHO.get()
        self._turns.append(Turn(has=False, person=person))
        taken = await super().acquire()
        self._turns.append(Turn(has=True, person=person))
        return taken


def _most_overtakers(turns: list[Turn], own: str, stranger: str) -> int:
    """Count those who got at the table while one of its own people was waiting for it."""
    most, waited = 0, None
    for turn in turns:
        if turn.person == own:
            most, waited = max(most, waited or 0), None if turn.has else 0
        elif waited is not None and turn.has and turn.person == stranger:
            waited += 1
    return most


@pytest.fixture
def _told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let whatever a session does carry the name of its person."""
    decide, show = Session._decide, Session._show

    async def decide_for(self: Session, *words: Any, **more: Any) -> Any:
        _WHO.set(self.person)
        return await decide(self, *words, **more)

    async def show_to(self: Session, *words: Any, **more: Any) -> None:
        _WHO.set(self.person)
        await show(self, *words, **more)

    monkeypatch.setattr(Session, "_decide", decide_for)
    monkeypatch.setattr(Session, "_show", show_to)


class Scene(Struct):
    """A full table, one of its people at a socket, and a stranger at many."""

    here: Serving
    store: str
    live: LiveTable
    host: ClientConnection
    strangers: list[ClientConnection]
    own: str
    stranger: str
    turns: list[Turn]

    async def rows(self, person: str) -> int:
        connection = await asyncpg.connect(self.store)
        try:
            found = "SELECT count(*) FROM steps WHERE table_id = $1 AND command LIKE $2"
            return int(await connection.fetchval(found, self.live.id, f"{person}/%"))
        finally:
            await connection.close()


@asynccontextmanager
async def _scene() -> AsyncIterator[Scene]:
    async with (
        database() as store,
        serving(store, ease=1.0, proxies="127.0.0.1") as here,
        guests(here.url, "Ada") as (ada,),
        browser(headers=AWAY) as away,
        AsyncExitStack() as stack,
    ):
        table = await ada.open_table(seats=3, bots=["farmer", "farmer"])
        live = await here.node.service.cache.live_table(table)
        turns: list[Turn] = []
        live.lock = RecordedLock(turns)
        await away.post(f"{here.url}/api/guests", json={"name": "Mallory"})
        host = await _at(stack, here, ada.http, table)
        strangers = [await _at(stack, here, away, table, AWAY) for _ in range(SOCKETS)]
        people = Counter(one.person for one in here.node.presence.sessions)
        (own,) = (person for person in people if person == live.party.host)
        (stranger,) = (person for person in people if person != live.party.host)
        assert own is not None
        assert stranger is not None
        yield Scene(here, store, live, host, strangers, own, stranger, turns)


async def _at(
    stack: AsyncExitStack,
    here: Serving,
    http: httpx.AsyncClient,
    table: str,
    headers: dict[str, str] | None = None,
) -> ClientConnection:
    given = (await http.post(f"{here.url}/api/tables/{table}/ticket")).json()["ticket"]
    opened = wire(here.url, table, additional_headers=headers or {}, close_timeout=0.01)
    socket = await stack.enter_async_context(opened)
    await greeted(socket, given)
    return socket


async def _flood(socket: ClientConnection, frame: dict[str, Any]) -> Counter[str]:
    """Send a frame as often as it is allowed, and count the answers until all are there."""
    codes: Counter[str] = Counter()
    try:
        for number in range(FRAMES):
            await socket.send(json.dumps({**frame, "cid": f"{id(socket)}-{number}"}))
        async with asyncio.timeout(patience(20)):
            while codes.total() < FRAMES:
                answer = await received(socket, "ack", "nack")
                codes[answer.get("code", "done")] += 1
    except ConnectionClosed:
        codes["closed"] += 1
    return codes


async def _rearrange(socket: ClientConnection) -> None:
    """Do what a host may do, again and again, each time when the last is done."""
    for number in range(OWN):
        request = {"type": "arrange", "public": number % 2 == 0}
        await socket.send(json.dumps({"type": "ask", "cid": f"own{number}", "request": request}))
        answer = await received(socket, "ack", "nack")
        assert answer["type"] == "ack", answer


FORBIDDEN: dict[str, tuple[dict[str, Any], str]] = {
    "start": ({"type": "ask", "request": {"type": "start"}}, "not_seated"),
    "rematch": ({"type": "ask", "request": {"type": "rematch"}}, "not_seated"),
    "join": ({"type": "ask", "request": {"type": "join"}}, "full"),
    "action": ({"type": "cmd", "moment": 0, "action": {"type": "pass"}}, "not_seated"),
}


@pytest.mark.usefixtures("_told_apart")
@pytest.mark.parametrize("what", FORBIDDEN)
async def test_a_stranger_with_many_sockets_neither_holds_up_nor_writes(what: str) -> None:
    frame, code = FORBIDDEN[what]
    async with _scene() as scene:
        scene.turns.clear()
        *answers, _ = await asyncio.gather(
            *(_flood(socket, frame) for socket in scene.strangers), _rearrange(scene.host)
        )
        codes = sum((one for one in answers if one), Counter[str]())
        assert codes.total() == SOCKETS * FRAMES, codes
        assert set(codes) == {code, "slow_down"}
        assert await scene.rows(scene.stranger) == 0
        assert await scene.rows(scene.own) == OWN
        # While a step of the table's own is on its way, a look may have to wait for it.
        looks = [turn for turn in scene.turns if turn.has and turn.person == scene.stranger]
        assert len(looks) <= rates.LOOKS.times
        assert _most_overtakers(scene.turns, scene.own, scene.stranger) <= 1


@pytest.mark.usefixtures("_told_apart")
async def test_of_all_strangers_who_want_to_look_only_one_waits_for_the_table() -> None:
    """Looking is allowed. But a person at the table waits for one of them, not for all."""
    async with _scene() as scene:
        scene.turns.clear()
        look = json.dumps({"type": "resume", "last_seq": 0})

        async def gape(socket: ClientConnection) -> None:
            for _ in range(LOOKS):
                await socket.send(look)
                await received(socket, "snapshot")

        await asyncio.gather(*map(gape, scene.strangers), _rearrange(scene.host))
        looks = [turn for turn in scene.turns if turn.has and turn.person == scene.stranger]
        assert len(looks) == SOCKETS * LOOKS
        assert _most_overtakers(scene.turns, scene.own, scene.stranger) <= 1


async def test_looking_too_often_closes_the_socket() -> None:
    """It has no command id, so there is nothing that could be answered."""
    async with _scene() as scene:
        look = json.dumps({"type": "resume", "last_seq": 0})

        async def gape(socket: ClientConnection) -> str:
            try:
                for _ in range(FRAMES):
                    await socket.send(look)
                while True:
                    await received(socket, "snapshot")
            except (ConnectionClosed, TimeoutError):
                return socket.close_reason or ""

        reasons = await asyncio.gather(*map(gape, scene.strangers))
        assert "slow_down" in reasons


async def test_a_socket_has_one_command_in_flight(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And a few that wait. Of more than that the oldest is sent back undecided."""
    async with serving(tmp_path / "kuhstall.db") as here, guests(here.url, "Ada") as (ada,):
        table = await ada.open_table(seats=3)
        service, going, most = here.node.service, Counter[str](), 0
        gate, begun, ask = asyncio.Event(), asyncio.Event(), service.ask

        async def slowly(*words: Any) -> Any:
            nonlocal most
            going["now"] += 1
            begun.set()
            most = max(most, going["now"])
            await gate.wait()
            going["now"] -= 1
            return await ask(*words)

        monkeypatch.setattr(service, "ask", slowly)
        async with wire(here.url, table) as socket:
            given = await ada.post(f"/api/tables/{table}/ticket")
            await greeted(socket, given["ticket"])
            frames = [
                {"type": "ask", "cid": f"c{number}", "request": {"type": "arrange", "seats": 3}}
                for number in range(30)
            ]
            await socket.send(json.dumps(frames[0]))
            await begun.wait()  # until then it is one that waits
            for frame in (*frames[1:], frames[-1]):  # the last one twice: one answer is enough
                await socket.send(json.dumps(frame))
            back = [await received(socket, "ack", "nack") for _ in range(13)]
            assert [one["cid"] for one in back] == [f"c{number}" for number in range(1, 14)]
            assert {one["code"] for one in back} == {"slow_down"}
            gate.set()
            done = [await received(socket, "ack", "nack") for _ in range(17)]
            assert [one["cid"] for one in done] == ["c0", *(f"c{n}" for n in range(14, 30))]
            assert {one["type"] for one in done} == {"ack"}
            await socket.send(json.dumps({**frames[-1], "cid": "last"}))
            assert (await received(socket, "ack", "nack"))["cid"] == "last"
            assert most == 1


async def test_what_a_client_sends_at_once_is_all_answered(tmp_path: Any) -> None:
    """A line of chat while a command is in flight, and all that waits after a lost connection."""
    async with (
        serving(tmp_path / "kuhstall.db", ease=1.0) as here,
        guests(here.url, "Ada") as (ada,),
    ):
        table = await ada.open_table(seats=3, bots=["farmer", "farmer"])
        await _all_at_once(here, ada, table)


async def _all_at_once(here: Serving, ada: Player, table: str) -> None:
    async with wire(here.url, table) as socket:
        given = await ada.post(f"/api/tables/{table}/ticket")
        await greeted(socket, given["ticket"])
        for frame in (
            {"type": "ask", "cid": "1", "request": {"type": "commit", "commitment": "0" * 64}},
            {"type": "say", "cid": "2", "phrase": "hello"},
            {"type": "say", "cid": "3", "text": "Moo"},
            {"type": "resume", "last_seq": 1},
            {"type": "ask", "cid": "4", "request": {"type": "arrange", "public": True}},
        ):
            await socket.send(json.dumps(frame))
        found: list[str] = []
        while len(found) < 5:
            answer = await received(socket, "ack", "nack", "snapshot")
            assert answer["type"] != "nack", answer
            found.append(answer.get("cid", "snapshot"))
        assert found == ["1", "2", "3", "snapshot", "4"]
