"""Those at the tables: spectators who watch, and players who act by chance and never give up.

A player sends a command until it is answered, with the same id, to any node, and some of them
twice, late, or in another order. Now and then somebody stays silent, so that the clocks have to
act.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import secrets
import time
from collections.abc import Coroutine, Sequence
from typing import Any, Final

import msgspec
from msgspec import UNSET, Struct
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from kuhstall.server.wire.frames import Ack, Nack, Outbound, Ping, Snapshot, StepFrame
from tests.chaos.calls import UNREACHABLE, call
from tests.chaos.ending import end
from tests.chaos.ledger import UNDECIDED, Command, Ledger
from tests.machine import stretched
from tests.server.choosing import chosen

_frames: Final = msgspec.json.Decoder(Outbound)
_BROKEN: Final = (*UNREACHABLE, WebSocketException)
_QUIET: Final = 6.0  # the server pings every few seconds: who hears nothing has the wrong node
_ANSWER_WITHIN: Final = 1.0


class _Moment(Struct, frozen=True):
    moment: int


class _Stage(Struct, frozen=True):
    stage: str


class Habits(Struct, frozen=True):
    """How players behave, as chances from 0 to 1, and how long they think."""

    doubled: float = 0.2
    held_back: float = 0.05
    by_http: float = 0.25
    silent: float = 0.02
    chores: float = 0.02
    thinking: tuple[float, float] = (0.01, 0.08)


class Watcher:
    """A socket at a table, opened again and again until it is told to stop."""

    def __init__(self, name: str, ports: Sequence[int], ledger: Ledger, seed: int) -> None:
        self.name = name
        self.table = ""
        self.cookie: str | None = None
        self.seq = 0
        self.seat: int | None = None
        self.moment = 0
        self.stage = "open"
        self.options: list[dict[str, Any]] = []
        self.chance = random.Random(seed)
        self.address = f"10.{seed >> 16 & 255}.{seed >> 8 & 255}.{seed & 255}"
        self.stopping = False
        self.changed = asyncio.Event()
        self.latest: Snapshot | StepFrame | None = None  # what is on the screen
        self.home: int | None = None  # the node that a spectator would rather be at
        self.node = 0
        self.origin = ""  # of a site; without one, that of the node
        self._ports = ports
        self._ledger = ledger
        self._socket: ClientConnection | None = None
        self._answers: dict[str, asyncio.Future[None]] = {}
        self._watching: asyncio.Task[None] | None = None

    def sit_down(self, table: str) -> None:
        """Begin to watch a table."""
        self.table, self.seq, self.seat, self.stage = table, 0, None, "open"
        self.options = []
        self._watching = asyncio.create_task(self._watch(table))

    async def get_up(self) -> None:
        if self._watching is not None:
            await end([self._watching])
            self._watching = None

    async def _watch(self, table: str) -> None:
        tries = 0
        while not self.stopping:
            self.node = self._any_node() if self.home is None or tries % 2 else self.home
            tries += 1
            try:
                await self._visit(table)
            except _BROKEN:
                self._ledger.counts["sockets lost"] += 1
            self._socket = None
            await asyncio.sleep(self.chance.uniform(0.01, 0.08))

    def _any_node(self) -> int:
        return self.chance.randrange(len(self._ports))

    async def _visit(self, table: str) -> None:
        port = self._ports[self.node]
        path = f"/api/tables/{table}/ticket"
        answer = await call(port, "POST", path, cookie=self.cookie, caller=self.address, timeout=2)
        if answer.status != 200:
            raise ConnectionError(answer.code)
        ticket = answer.data
        async with connect(
            f"ws://127.0.0.1:{port}{ticket['socket']}",
            origin=self.origin or f"http://127.0.0.1:{port}",  # type: ignore[arg-type]
            additional_headers={"X-Forwarded-For": self.address},
            compression=None,
            max_size=None,
            ping_interval=None,
            open_timeout=stretched(2),
            close_timeout=0.1,
        ) as socket:
            hello = {"type": "hello", "ticket": ticket["ticket"], "last_seq": self.seq or None}
            await socket.send(msgspec.json.encode(hello), text=True)
            self._socket = socket
            fresh = True
            while not self.stopping:
                data = await asyncio.wait_for(socket.recv(decode=False), stretched(_QUIET))
                fresh = await self._heard(_frames.decode(data), socket, fresh=fresh)

    async def _heard(self, frame: Outbound, socket: ClientConnection, *, fresh: bool) -> bool:
        """Take a frame; tell whether the socket has still shown nothing."""
        match frame:
            case Snapshot():
                if frame.went_back is not UNSET:
                    self._ledger.went_back(self.table, self.name, frame.went_back)
                for missed in frame.missed or ():
                    self._ledger.showed_events(self.table, frame.you, missed.seq, missed.events)
                self._ledger.looks[self.name].append(time.time())
                self._saw(frame)
                return False
            case StepFrame():
                if fresh or frame.seq != self.seq + 1:
                    text = f"{self.table}: {self.name} got {frame.seq} after {self.seq}"
                    self._ledger.violated("watchers", text)
                self._ledger.showed_events(self.table, frame.you, frame.seq, frame.events)
                self._saw(frame)
            case Ack(cid, seq):
                self._ledger.accepted(cid, seq)
                self._answered(cid)
            case Nack(cid, code, _):
                # What is granted is not sent over a socket again.
                self._ledger.refused(cid, code, granted=False)
                self._answered(cid)
            case Ping(nonce):
                await socket.send(msgspec.json.encode({"type": "pong", "nonce": nonce}), text=True)
            case _:
                pass
        return fresh

    def _saw(self, frame: Snapshot | StepFrame) -> None:
        self.seq, self.seat, self.latest = frame.seq, frame.you, frame
        self._ledger.showed_view(self.table, frame.you, frame.seq, frame.view, frame.timers)
        self._ledger.tables[self.table].last[self.name] = (frame.you, frame.seq)
        self.moment = msgspec.json.decode(frame.view, type=_Moment).moment
        self.options = msgspec.json.decode(frame.options)
        if bytes(frame.party) != b"null":
            self._ledger.showed_party(self.table, frame.seq, frame.party)
            self.stage = msgspec.json.decode(frame.party, type=_Stage).stage
        self.changed.set()

    def _answered(self, cid: str) -> None:
        waiting = self._answers.pop(cid, None)
        if waiting is not None and not waiting.done():
            waiting.set_result(None)


class Player(Watcher):
    def __init__(
        self, name: str, ports: Sequence[int], ledger: Ledger, seed: int, habits: Habits
    ) -> None:
        super().__init__(name, ports, ledger, seed)
        self.habits = habits
        self.seats = 1  # people at the table, from seat 0 on
        self.pausing = False  # told to send nothing new
        self._beside: set[asyncio.Task[Any]] = set()

    # Commands

    async def ask(self, request: str, **fields: Any) -> Command:
        return await self.settle({"type": "ask", "request": {"type": request, **fields}})

    async def settle(self, frame: dict[str, Any], *, delay: float = 0.0) -> Command:
        """Send a command until it is decided."""
        cid = secrets.token_hex(8)
        command = Command(cid, self.table, self.name, {**frame, "cid": cid})
        self._ledger.commands[cid] = command
        if delay:
            self._ledger.counts["reordered"] += 1
            await asyncio.sleep(delay)
        if self.chance.random() < self.habits.doubled:
            self._ledger.counts["duplicated"] += 1
            self._spawn(self._again(command))
        while not command.decided and not self.stopping:
            if command.sends:
                self._ledger.counts["resent"] += 1
            socket = self._socket
            if socket is None or self.chance.random() < self.habits.by_http:
                await self._post(command, self._any_node())
            else:
                await self._send(command, socket)
            if not command.decided:
                await asyncio.sleep(self.chance.uniform(0.02, 0.1))
        return command

    async def _again(self, command: Command) -> None:
        """Send a command once more: at the same time, or when it has long been decided."""
        late = self.chance.random() < 0.5
        await asyncio.sleep(self.chance.uniform(0.2, 2.0) if late else 0)
        if self.table == command.table and not self.stopping:
            await self._post(command, (self.node + 1) % len(self._ports))

    async def _send(self, command: Command, socket: ClientConnection) -> None:
        waiting = self._answers[command.cid] = asyncio.get_running_loop().create_future()
        node = self.node
        self._ledger.sends(command)
        self._ledger.in_flight[node] += 1
        try:
            await socket.send(msgspec.json.encode(command.frame), text=True)
            await asyncio.wait_for(waiting, _ANSWER_WITHIN)
        except _BROKEN:
            pass
        finally:
            self._ledger.in_flight[node] -= 1
            self._answers.pop(command.cid, None)

    async def _post(self, command: Command, node: int) -> None:
        order = {key: value for key, value in command.frame.items() if key != "type"}
        granted = command.seq is not None
        self._ledger.sends(command)
        self._ledger.in_flight[node] += 1
        try:
            answer = await call(
                self._ports[node],
                "POST",
                f"/api/tables/{command.table}/commands",
                order,
                cookie=self.cookie,
                caller=self.address,
                timeout=2 * _ANSWER_WITHIN,
            )
        except _BROKEN:
            return
        finally:
            self._ledger.in_flight[node] -= 1
        if answer.status == 200:
            self._ledger.accepted(command.cid, answer.data["seq"])
        elif answer.status < 500 and answer.code not in UNDECIDED:
            self._ledger.refused(command.cid, answer.code, granted=granted)
        else:
            self._ledger.counts["undecided"] += 1

    def _spawn(self, work: Coroutine[Any, Any, Any]) -> None:
        task = asyncio.create_task(work)
        self._beside.add(task)
        task.add_done_callback(self._beside.discard)

    async def finished(self) -> None:
        """Wait until everything that was sent has an answer, or is given up."""
        while self._beside:
            await asyncio.wait(tuple(self._beside))

    async def drop(self) -> None:
        await end(tuple(self._beside))

    # Play

    async def play(self) -> None:
        """Act on what is offered until the game is over."""
        while not self.pausing and self.stage not in {"ended", "closed"}:
            self.changed.clear()
            if self.stage == "paused" and self.seat is not None:
                await self.ask("resume")
            if not self.options or self.seat is None or self.stage != "playing":
                await self._wait(0.5)
                continue
            await asyncio.sleep(self.chance.uniform(*self.habits.thinking))
            if self.options:
                await self._act()

    async def _act(self) -> None:
        draw = self.chance.random()
        if draw < self.habits.silent:
            await asyncio.sleep(self.chance.uniform(0.5, 2.5))
            return
        if draw < self.habits.silent + self.habits.chores and self.seat is not None:
            # Only the host is granted it, so it is refused by what somebody is, most of the time.
            self._spawn(self.ask("hand_over", seat=(self.seat + 1) % self.seats))
        seq = self.seq
        action = {"moment": self.moment, "action": chosen(self.options, self.chance)}
        if self.chance.random() < self.habits.held_back:
            self._spawn(self.settle({"type": "cmd", **action}, delay=self.chance.uniform(0.0, 0.3)))
            return
        command = await self.settle({"type": "cmd", **action})
        if command.seq is not None and command.seq <= seq and self.moment == action["moment"]:
            self.options = []  # it is held: nothing else can be done now
        if self.seq <= seq + 1:
            await self._wait(0.15)

    async def _wait(self, most: float) -> None:
        """Wait for news, but not for ever: a node may be gone."""
        with contextlib.suppress(asyncio.TimeoutError):
            await asyncio.wait_for(self.changed.wait(), most)
