"""Clients of the socket protocol that act by chance on what they are offered, for tests."""

from __future__ import annotations

import asyncio
import random
import secrets
import ssl
from collections.abc import Callable
from typing import Any, Final

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tests.machine import patience
from tests.server.choosing import chosen

NO_TLS: Final = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""For clients of servers on this machine: reading certificates takes 50 ms of the processor."""


class Player:
    """A person with a cookie, who may sit at tables of any node."""

    def __init__(self, nodes: list[str], name: str, seed: int = 0) -> None:
        self.nodes = nodes
        self.name = name
        self.chance = random.Random(seed)
        self.http = httpx.AsyncClient(timeout=patience(20), verify=NO_TLS)
        self.table = ""
        self.seat: int | None = None
        self.seq = 0
        self.frames: list[dict[str, Any]] = []
        self.acks: dict[str, int] = {}
        self.nacks: dict[str, str] = {}
        self.ended = asyncio.Event()
        self.party: dict[str, Any] = {}
        self.view: dict[str, Any] = {}
        self.options: list[dict[str, Any]] = []
        self.socket: ClientConnection | None = None
        self.on_frame: Callable[[dict[str, Any]], None] = lambda _: None
        self._pongs: set[asyncio.Future[None]] = set()
        self._waiting: dict[str, asyncio.Future[dict[str, Any]]] = {}

    async def post(self, path: str, body: Any = None, node: int = 0) -> Any:
        response = await self.http.post(f"{self.nodes[node]}{path}", json=body or {})
        response.raise_for_status()
        return response.json()

    async def enter(self, node: int = 0) -> None:
        await self.post("/api/guests", {"name": self.name}, node)

    async def open_table(self, **wish: Any) -> str:
        placed = await self.post("/api/tables", wish)
        self.table, self.seat = placed["table"], 0
        return self.table

    async def ask(self, request: str, node: int = 0, **fields: Any) -> int:
        order = {"cid": secrets.token_hex(8), "request": {"type": request, **fields}}
        done = await self.post(f"/api/tables/{self.table}/commands", order, node)
        return int(done["seq"])

    async def ticket(self, node: int = 0) -> Any:
        return await self.post(f"/api/tables/{self.table}/ticket", node=node)

    async def connect(self, node: int = 0) -> None:
        """Open a socket at a node, and say hello."""
        address = self.nodes[node]
        ticket = await self.ticket(node)
        self.socket = await connect(
            f"{address.replace('http', 'ws', 1)}{ticket['socket']}",
            origin=address,  # type: ignore[arg-type]
            compression=None,
            max_size=None,
        )
        hello = {"type": "hello", "ticket": ticket["ticket"], "last_seq": self.seq or None}
        await self.send(hello)

    async def send(self, frame: dict[str, Any]) -> None:
        if self.socket is not None:
            await self.socket.send(msgspec.json.encode(frame).decode())

    async def close(self) -> None:
        if self.socket is not None:
            await self.socket.close()
        await self.http.aclose()

    async def listen(self) -> None:
        """Take frames until the socket closes."""
        if self.socket is None:
            return
        async for data in self.socket:
            self.heard(msgspec.json.decode(data))

    def heard(self, frame: dict[str, Any]) -> None:
        self.frames.append(frame)
        match frame["type"]:
            case "snapshot" | "step":
                if frame["type"] == "step" and frame["seq"] != self.seq + 1:
                    raise AssertionError(f"{self.name}: {frame['seq']} after {self.seq}")
                self.seq, self.seat = frame["seq"], frame["you"]
                self.view, self.options = frame["view"], frame["options"]
                self.party = frame["party"] or self.party
                if self.party["stage"] in {"ended", "closed"}:
                    self.ended.set()
            case "ack" | "nack":
                waiting = self._waiting.pop(frame["cid"], None)
                if waiting is not None and not waiting.done():
                    waiting.set_result(frame)
            case "ping":
                pong = self.send({"type": "pong", "nonce": frame["nonce"]})
                self._pongs.add(task := asyncio.ensure_future(pong))
                task.add_done_callback(self._pongs.discard)
            case _:
                pass
        self.on_frame(frame)

    async def command(self, frame: dict[str, Any]) -> dict[str, Any]:
        """Send a command and wait for its answer."""
        cid = frame["cid"]
        waiting: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self._waiting[cid] = waiting
        await self.send(frame)
        return await waiting

    async def act(self) -> dict[str, Any]:
        """Do something that is offered."""
        seq, moment = self.seq, self.view["moment"]
        answer = await self.command(
            {
                "type": "cmd",
                "cid": secrets.token_hex(8),
                "moment": moment,
                "action": chosen(self.options, self.chance),
            }
        )
        held = answer["type"] == "ack" and answer["seq"] <= seq
        if held and self.view["moment"] == moment:
            self.options = []  # no step says so: that one has acted is nobody else's business
        return answer

    async def play(self, node: int = 0, *, roam: bool = False) -> None:
        """Play until the game is over; with `roam`, go on at another node when one closes."""
        while not self.ended.is_set():
            await self._stay(node)
            if not roam:
                return
            node = (node + 1) % len(self.nodes)

    async def _stay(self, node: int) -> None:
        """Play at one node until the game is over or the socket closes."""
        try:
            await self.connect(node)
        except (httpx.HTTPError, OSError, InvalidHandshake):
            return
        changed = asyncio.Event()
        self.on_frame = lambda _: changed.set()
        listening = asyncio.create_task(self.listen())
        listening.add_done_callback(lambda _: changed.set())
        try:
            while not self.ended.is_set() and not listening.done():
                changed.clear()
                if self.options:
                    acting = asyncio.create_task(self.act())
                    await asyncio.wait({acting, listening}, return_when="FIRST_COMPLETED")
                    acting.cancel()
                else:
                    await changed.wait()
        except ConnectionClosed:
            return
        finally:
            listening.cancel()
            self.options = []
            done = (await asyncio.gather(listening, return_exceptions=True))[0]
            if isinstance(done, AssertionError):
                raise done
