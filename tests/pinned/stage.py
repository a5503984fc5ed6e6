"""A real server with a stopped clock and fixed randomness, and people who record every byte that
they receive from it.

Only `Stage.open` and `Stage._fire` use names from the server's code. Everything else goes over
HTTP, sockets and the store itself, which is all that other versions see.
"""

from __future__ import annotations

import asyncio
import json
import random
import re
import secrets
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from datetime import datetime
from pathlib import Path
from typing import Final

import httpx
import pytest
from msgspec.structs import replace
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from kuhstall.server.table.party.pace import PACES
from tests.pinned.rows import Rows, opened
from tests.server.serving import Serving, browser, serving

BEGIN: Final = 4_000_000_000.0
"""In the year 2096, so that nothing is ever overdue by the machine's own clock."""

NOBODY: Final = "nobody"
"""A spectator without a session."""

TEMPO: Final = {"party": 0.01}
"""By story, if not 1: where people leave and return, the server waits for them in real time."""

_FRAME_UNIT: Final = 256
_SEQ: Final = re.compile(r'\{"type":"(?:step|snapshot)","seq":(\d+),')
_PATIENCE: Final = 60.0
_MICROSECOND: Final = 1e-6
_ACKS: Final = ("ack", "nack")
_ANSWERS: Final = {"resume": ("snapshot",)}
_HEADERS: Final = ("content-type", "cache-control", "set-cookie", "retry-after")


class FixedClock:
    """Stands still until it is set."""

    def __init__(self, now: float) -> None:
        self.time = now

    def now(self) -> float:
        return self.time


class FixedChance:
    """Replaces `secrets`, and draws the same values on every run.

    Each kind of draw starts over with each input. An extra draw cannot be noticed from outside, so
    it must not affect any later ones.
    """

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.scene = 0
        self._streams: dict[str, random.Random] = {}
        patch.setattr(secrets, "token_bytes", self._bytes)
        patch.setattr(secrets, "token_hex", lambda count=32: self._bytes(count).hex())
        patch.setattr(secrets, "token_urlsafe", lambda count=32: self._bytes(count).hex())
        patch.setattr(secrets, "choice", lambda given: self._stream("choice").choice(given))
        patch.setattr(secrets, "randbits", lambda bits: self._stream("bits").getrandbits(bits))
        patch.setattr(secrets, "randbelow", lambda bound: self._stream("below").randrange(bound))

    def next_scene(self) -> None:
        self.scene += 1
        self._streams.clear()

    def _bytes(self, count: int | None = None) -> bytes:
        return self._stream(f"bytes {count}").randbytes(count or 32)

    def _stream(self, name: str) -> random.Random:
        return self._streams.setdefault(name, random.Random(f"{name}, scene {self.scene}"))


class Stage:
    """Performs one input after another, and returns what everybody got."""

    def __init__(self, server: Serving, rows: Rows, clock: FixedClock, chance: FixedChance) -> None:
        self.clock = clock
        self._chance = chance
        self._server = server
        self._rows = rows
        self._people: dict[str, httpx.AsyncClient] = {}
        self._sockets: dict[str, ClientConnection] = {}
        self._seen: dict[str, int] = {}
        self._tables: dict[str, str] = {}
        self._barriers = 0
        self.table = ""

    @classmethod
    @asynccontextmanager
    async def open(
        cls,
        store: Path | str,
        patch: pytest.MonkeyPatch,
        *,
        now: float = BEGIN,
        tempo: float = 1.0,
        cookies: Mapping[str, str] | None = None,
    ) -> AsyncIterator[Stage]:
        """Serve from a SQLite file or a PostgreSQL database, with the server's clock at `now`.

        The SQLite store asks `time.time`. For an old store that stays at `BEGIN`, before all of its
        deadlines; otherwise the server's sweep would act on every table that is overdue.
        """
        clock = FixedClock(now)
        chance = FixedChance(patch)
        for name, pace in PACES.items():  # what is said is pinned, not how long people are given
            patch.setitem(PACES, name, replace(pace, beat=0, untimed_alone=False))
        patch.setattr(time, "time", clock.now if now == BEGIN else lambda: BEGIN)
        async with serving(store, tempo=tempo) as server, opened(store) as rows:
            server.node.service.clock.now = clock.now  # type: ignore[method-assign]
            if cookies is not None:
                # An old store is looked at before its own time, which is a clock that was set back:
                # a server would give everybody their time again. What is due is done by hand here.
                server.node.service.silence()
            stage = cls(server, rows, clock, chance)
            for who, cookie in (cookies or {}).items():
                known = httpx.Cookies({"kuhstall": cookie})
                stage._people[who] = browser(known, base_url=server.url, timeout=_PATIENCE)
            try:
                yield stage
            finally:
                for socket in stage._sockets.values():
                    await socket.close()
                for person in stage._people.values():
                    await person.aclose()

    async def _fire(self) -> None:
        await self._server.node.service.fire(self.table)

    async def perform(self, line: str) -> list[str]:
        """Do what a line of a story says."""
        self._chance.next_scene()
        verb, _, rest = line.partition(" ")
        match verb:
            case "CALL":
                return await self._call(*rest.split(" ", 3))
            case "JOIN":
                return await self._join(*rest.split(" "))
            case "SEND":
                who, _, frame = rest.partition(" ")
                return await self._send(who, frame)
            case "PART":
                return await self._part(*rest.split(" "))
            case "WAIT":  # must end before the next deadline, or an alarm goes off
                self.clock.time += float(rest)
                return []
            case "TICK":
                return await self._tick(float(rest or 0))
            case "ROWS":
                return await self._rows.listed()
            case "TABLE":
                self.table = rest
                return []
            case _:
                raise ValueError(line)

    async def _call(self, who: str, method: str, path: str, body: str = "") -> list[str]:
        """Call over HTTP. If this opens a table, later lines are about that table."""
        http = self._people.get(who)
        if http is None:
            http = self._people[who] = browser(base_url=self._server.url, timeout=_PATIENCE)
        headers = {"content-type": "application/json"} if body else {}
        answer = await http.request(method, path, content=body.encode(), headers=headers)
        if path == "/api/tables" and answer.status_code == 201:
            self.table = answer.json()["table"]
        told = {name: answer.headers[name] for name in _HEADERS if name in answer.headers}
        first = f"{answer.status_code} {json.dumps(told)}"
        return [first, answer.text, *await self._collect_pending()]

    async def read(self, path: str) -> bytes:
        """Read something without a session."""
        async with browser(base_url=self._server.url, timeout=_PATIENCE) as http:
            return (await http.get(path)).content

    async def _join(self, who: str, steps: str = "0") -> list[str]:
        """Open a socket, and wait for as many steps as this is said to cause."""
        head = await self.head()
        ticket = (await self._people[who].post(f"/api/tables/{self.table}/ticket")).json()
        address = f"{self._server.url.replace('http', 'ws', 1)}{ticket['socket']}"
        socket = await connect(
            address,
            origin=self._server.url,  # type: ignore[arg-type]
            compression=None,
            max_size=None,
            ping_interval=None,
        )
        self._sockets[who], self._tables[who] = socket, self.table
        await socket.send(json.dumps({"type": "hello", "ticket": ticket["ticket"]}))
        first = [f"{who} {await self._next(who)}" for _ in range(2)]
        await self._await_step(head + int(steps))
        return [*first, *await self._collect_steps(), *await self._collect_pending()]

    async def _send(self, who: str, frame: str) -> list[str]:
        """Send a frame, and wait for the answer."""
        sent = json.loads(frame)
        await self._sockets[who].send(frame)
        own: list[str] = []
        answers = tuple(f'{{"type":"{kind}"' for kind in _ANSWERS.get(sent["type"], _ACKS))
        while not own or not own[-1].startswith(answers, len(who) + 1):
            own.append(f"{who} {await self._next(who)}")
        if sent["type"] == "cmd":
            return [*own, *await self._collect_steps()]
        return [*own, *await self._collect_pending()]

    async def _part(self, who: str, steps: str = "1") -> list[str]:
        """Close a socket, and wait for as many steps as this is said to cause."""
        head = await self.head()
        await self._sockets.pop(who).close()
        await self._await_step(head + int(steps))
        return [*await self._collect_steps(), *await self._collect_pending()]

    async def _tick(self, late: float) -> list[str]:
        """Move the clock to `late` seconds after the next deadline, and let the server act."""
        due = await self.due()
        assert due is not None, "nothing is due any more"
        self.clock.time = max(self.clock.time, due + late)
        while due is not None and due <= self.clock.time:
            before = await self.head()
            await self._fire()
            if await self.due() == due and await self.head() == before:
                self.clock.time += _MICROSECOND  # PostgreSQL keeps microseconds only
            due = await self.due()
        return await self._collect_steps()

    async def _collect_steps(self) -> list[str]:
        """Collect what everybody receives up to the newest step."""
        head = await self.head()
        told: list[str] = []
        for who in self._sockets:
            while self._tables[who] == self.table and self._seen[who] < head:
                told.append(f"{who} {await self._next(who)}")
        return told

    async def _collect_pending(self) -> list[str]:
        """Collect what everybody has been sent by now: all that precedes the answer to a probe."""
        self._barriers += 1
        told: list[str] = []
        for who, socket in list(self._sockets.items()):
            cid = f"barrier{self._barriers}"
            try:
                await socket.send(json.dumps({"type": "mute", "cid": cid, "line": 2**53 - 1}))
                while f'"cid":"{cid}"' not in (text := await self._next(who)):
                    told.append(f"{who} {text}")
            except ConnectionClosed:
                told.append(f"{who} closed {socket.close_code} {socket.close_reason}")
                del self._sockets[who]
        return told

    async def _next(self, who: str) -> str:
        """Return the next frame, except for pings, which follow the machine's own time."""
        socket = self._sockets[who]
        while True:
            data = await asyncio.wait_for(socket.recv(decode=False), _PATIENCE)
            assert len(data) % _FRAME_UNIT == 0, "frames must be padded, to hide their length"
            text = data.rstrip(b" ").decode()
            if found := _SEQ.match(text):
                self._seen[who] = int(found[1])
            if not text.startswith('{"type":"ping"'):
                return text
            ping = json.loads(text)
            assert list(ping) == ["type", "nonce", "time", "rtt"]
            await socket.send(json.dumps({"type": "pong", "nonce": ping["nonce"]}), text=True)

    async def head(self) -> int:
        return int(await self._rows.value(self.table, "head"))

    async def due(self) -> float | None:
        due = await self._rows.value(self.table, "due")
        return due.timestamp() if isinstance(due, datetime) else due

    async def _await_step(self, head: int) -> None:
        """Wait for a step that nobody has asked for."""
        deadline = time.monotonic() + _PATIENCE
        while await self.head() < head:
            assert time.monotonic() < deadline, f"there is no step {head}"
            await asyncio.sleep(0.005)
