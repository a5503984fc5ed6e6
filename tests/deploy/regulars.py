"""People who play on whatever happens to the nodes, and remember what they were answered."""

from __future__ import annotations

import asyncio
import random
import secrets
import ssl
import time
from collections import Counter
from typing import Any, Final

import httpx
import jsonschema_rs
import msgspec
from msgspec import Struct, field
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from tests.machine import patience
from tests.server.choosing import chosen

_UNDECIDED: Final = frozenset({"unavailable", "slow_down", "broken"})
_BROKEN: Final = (OSError, EOFError, TimeoutError, asyncio.TimeoutError, WebSocketException)
_AGAIN: Final = 2.0  # as the browser does


class Sent(Struct):
    """A command: when it was first sent, and when it was answered for good."""

    table: str
    person: str
    cid: str
    at: float
    seen: int  # the newest step at that time
    sends: int = 0
    answered: float | None = None
    seq: int | None = None
    code: str | None = None

    @property
    def sealed(self) -> bool:
        """Whether it was accepted without becoming a step."""
        return self.code is None and self.seq is not None and self.seq <= self.seen


class Book(Struct):
    """What all of them have sent, and what went wrong on the way.

    `known` is what their client knows of the protocol. Whatever it cannot read is a misfit.
    """

    known: jsonschema_rs.Draft202012Validator | None = None
    misfits: Counter[str] = field(default_factory=Counter)

    sent: dict[str, Sent] = field(default_factory=dict)
    counts: Counter[str] = field(default_factory=Counter)
    failures: list[str] = field(default_factory=list)
    reconnect_seconds: list[float] = field(default_factory=list)
    last: bool = False  # nobody begins another game
    stopping: bool = False

    @property
    def answered(self) -> int:
        return sum(one.answered is not None for one in self.sent.values())

    def read(self, frame: Any) -> None:
        """Read a frame as an older client would: fields that it does not know are none of its."""
        self.counts["frames"] += 1
        if self.known is not None:
            for fault in self.known.iter_errors(frame):
                self.misfits[f"{frame['type']} {fault.instance_path}: {fault.message[:200]}"] += 1


class Regular:
    """A person at one table after the other, behind a balancer."""

    def __init__(self, url: str, trust: ssl.SSLContext, name: str, book: Book) -> None:
        self.name = name
        self.table = ""
        self.ended = False
        self._url = url
        self._trust = trust
        self._http = httpx.AsyncClient(base_url=url, verify=trust, timeout=patience(10))
        self._book = book
        self._chance = random.Random(name)
        self._seq = 0
        self._moment = 0
        self._options: list[dict[str, Any]] = []
        self._waiting: dict[str, asyncio.Future[None]] = {}
        self._frames: dict[str, dict[str, Any]] = {}
        self._left: float | None = None

    async def enter(self) -> None:
        await self.post("/api/guests", {"name": self.name})

    async def post(self, path: str, body: Any = None) -> Any:
        """Call. Whatever is not answered with success would be seen by a person: it is noted."""
        try:
            answer = await self._http.post(path, json=body or {})
        except httpx.HTTPError as error:
            self._book.failures.append(f"POST {path}: {error!r}")
            raise ConnectionError(path) from error
        self._book.counts["calls"] += 1
        if answer.status_code >= 400:
            self._book.failures.append(f"POST {path}: {answer.status_code} {answer.text[:80]}")
            raise ConnectionError(path)
        return answer.json()

    async def close(self) -> None:
        await self._http.aclose()

    async def play(self, table: str) -> None:
        """Play a game to its end, over as many sockets as it takes."""
        self.table, self.ended, self._seq, self._options = table, False, 0, []
        while not self._done:
            try:
                await self._visit()
            except _BROKEN as error:
                self._book.counts[f"lost: {error}"[:60]] += 1
            if self._left is None:
                self._left = time.monotonic()
            await asyncio.sleep(self._chance.uniform(0.1, 0.3))

    @property
    def _done(self) -> bool:
        """Whether to go: never before everything is answered."""
        return (self.ended or self._book.stopping) and not self._waiting

    async def _visit(self) -> None:
        ticket = await self.post(f"/api/tables/{self.table}/ticket")
        address = f"{self._url.replace('https', 'wss', 1)}{ticket['socket']}"
        async with connect(
            address,
            origin=self._url,  # type: ignore[arg-type]
            ssl=self._trust,
            compression=None,
            max_size=None,
            ping_interval=None,
            close_timeout=patience(1),
        ) as socket:
            hello = {"type": "hello", "ticket": ticket["ticket"], "last_seq": self._seq or None}
            await socket.send(msgspec.json.encode(hello), text=True)
            welcomed = asyncio.Event()
            acting = asyncio.create_task(self._act(socket, welcomed))
            try:
                while not self._done:
                    data = await asyncio.wait_for(socket.recv(decode=False), 10)
                    frame = msgspec.json.decode(data)
                    self._book.read(frame)
                    if frame["type"] == "welcome":
                        welcomed.set()
                    await self._heard(frame, socket)
            finally:
                acting.cancel()
                await asyncio.gather(acting, return_exceptions=True)

    async def _heard(self, frame: dict[str, Any], socket: ClientConnection) -> None:
        match frame["type"]:
            case "welcome" if self._left is not None:
                self._book.reconnect_seconds.append(time.monotonic() - self._left)
                self._left = None
            case "snapshot" | "step":
                if frame["type"] == "step" and frame["seq"] != self._seq + 1:
                    self._book.failures.append(f"{self.name}: {frame['seq']} after {self._seq}")
                self._seq, self._moment = frame["seq"], frame["view"]["moment"]
                self._options = frame["options"]
                if frame["party"] is not None:
                    self.ended = frame["party"]["stage"] in {"ended", "closed"}
            case "ack" | "nack" if frame.get("code") not in _UNDECIDED:
                self._answered(frame)
            case "nack":
                self._book.counts["undecided"] += 1
            case "ping":
                pong = {"type": "pong", "nonce": frame["nonce"]}
                await socket.send(msgspec.json.encode(pong), text=True)
            case "bye":
                self._left = time.monotonic()
            case _:
                pass

    def _answered(self, frame: dict[str, Any]) -> None:
        sent = self._book.sent[frame["cid"]]
        if sent.answered is None:
            sent.answered = time.monotonic()
            sent.seq, sent.code = frame.get("seq"), frame.get("code")
            if sent.sealed and sent.seen == self._seq:
                self._options = []  # no step says so: that one has acted is nobody else's business
        waiting = self._waiting.pop(frame["cid"], None)
        if waiting is not None and not waiting.done():
            waiting.set_result(None)

    # Commands

    async def _act(self, socket: ClientConnection, welcomed: asyncio.Event) -> None:
        """Send again what has no answer, then whatever is offered."""
        await welcomed.wait()
        for cid in list(self._waiting):
            await self._send(socket, cid, self._frames[cid])
        while True:
            await asyncio.sleep(self._chance.uniform(0.05, 0.25))
            if self._options and not self._book.stopping:
                cid = secrets.token_hex(8)
                action = chosen(self._options, self._chance)
                frame = {"type": "cmd", "cid": cid, "moment": self._moment, "action": action}
                now = time.monotonic()
                self._book.sent[cid] = Sent(self.table, self.name, cid, now, self._seq)
                self._waiting[cid] = asyncio.get_running_loop().create_future()
                self._frames[cid] = frame
                await self._send(socket, cid, frame)

    async def _send(self, socket: ClientConnection, cid: str, frame: dict[str, Any]) -> None:
        """Send until there is an answer; a socket that closes ends it, and the next goes on."""
        waiting = self._waiting[cid]
        while not waiting.done():
            sent = self._book.sent[cid]
            sent.sends += 1
            self._book.counts["resent"] += sent.sends > 1
            await socket.send(msgspec.json.encode(frame), text=True)
            await asyncio.wait({waiting}, timeout=_AGAIN)
