"""Tables as the load client sees them: six sockets, one command on its way at a time.

The next command goes out when the last of the sockets has shown what became of the one before.
"""

from __future__ import annotations

import asyncio
import random
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, Final, Protocol

import msgspec
from msgspec import Struct
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

from bench.load.actions import action, offered
from bench.load.http_client import RefusedError

_STEP: Final = b'{"type":"step","seq":'
_SNAPSHOT: Final = b'{"type":"snapshot","seq":'
_ACK: Final = b'{"type":"ack"'
_NACK: Final = b'{"type":"nack"'
_PING: Final = b'{"type":"ping","nonce":'
_NO_OPTIONS: Final = b'"options":[]'
_BUFFER: Final = 4096
PATIENCE: Final = 20.0
_ENDED: Final = b'"stage":"ended"'


class BoardCounts(Struct):
    """What a client has seen: how long each command took until the last socket had the step."""

    waits: list[float] = []
    accepted: int = 0
    refused: int = 0
    games: int = 0
    lost: int = 0
    frame_bytes: int = 0


class Heard(Protocol):
    def heard(self, index: int, data: bytes) -> None: ...

    def parted(self) -> None: ...


class Wire(WSListener):
    """One socket of a board."""

    def __init__(self, board: Heard, index: int) -> None:
        super().__init__()
        self._board = board
        self._index = index
        self.transport: WSTransport

    def on_ws_connected(self, transport: WSTransport) -> None:
        self.transport = transport

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type == WSMsgType.TEXT:
            data = frame.get_payload_as_bytes()
            if data.startswith(_PING):
                nonce = data[len(_PING) : data.index(b",", len(_PING))]
                self.send(b'{"type":"pong","nonce":%b}' % nonce)
            else:
                self._board.heard(self._index, data)

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        self._board.parted()

    def send(self, data: bytes) -> None:
        self.transport.send(WSMsgType.TEXT, data)

    def close(self) -> None:
        self.transport.disconnect()


async def wired(board: Heard, index: int, port: int, path: str) -> Wire:
    wire = Wire(board, index)
    await ws_connect(
        lambda: wire,
        f"ws://127.0.0.1:{port}{path}",
        use_aiofastnet=False,
        read_buffer_init_size=_BUFFER,
        extra_headers={"Origin": f"http://127.0.0.1:{port}"},
    )
    return wire


class Board(ABC):
    """A table with its sockets; it plays while `running`, and tells when it cannot go on."""

    def __init__(self, counts: BoardCounts, over: Callable[[Board], None]) -> None:
        self.counts = counts
        self.over = over
        self.running = False
        self.busy = False
        self.wires: list[Wire] = []
        self.closing = False
        self._sent = 0.0

    def go(self) -> None:
        """Play, if nothing is on its way."""
        if self.running and not self.busy:
            self.command()

    @abstractmethod
    def command(self) -> None: ...

    @abstractmethod
    def heard(self, index: int, data: bytes) -> None: ...

    def parted(self) -> None:
        if not self.closing:
            self.counts.lost += 1

    def sent(self) -> None:
        self.busy = True
        self._sent = time.perf_counter()

    def seen(self) -> None:
        """Note that the last socket has it."""
        self.counts.waits.append(time.perf_counter() - self._sent)

    def close(self) -> None:
        self.closing = True
        for wire in self.wires:
            wire.close()


class BareBoard(Board):
    """A table of the floor: a message out, a frame to each socket and an acknowledgement in."""

    def __init__(self, counts: BoardCounts, over: Callable[[Board], None], sockets: int) -> None:
        super().__init__(counts, over)
        self._frames = 0
        self._acked = False
        self._sockets = sockets
        self._count = 0

    def command(self) -> None:
        self._frames, self._acked = 0, False
        self._count += 1
        self.sent()
        self.wires[self._count % (self._sockets - 1)].send(
            b'{"type":"cmd","cid":"%016x","moment":%d,"action":{"type":"place_bid","amount":120}}'
            % (self._count, self._count)
        )

    def heard(self, index: int, data: bytes) -> None:
        if data.startswith(_ACK):
            self._acked = True
            self.counts.accepted += 1
        else:
            self._frames += 1
            self.counts.frame_bytes += len(data)
            if self._frames == self._sockets:
                self.seen()
        if self._acked and self._frames == self._sockets:
            self.busy = False
            self.go()


class GameBoard(Board):
    """A table of the server: a real game, played by dice."""

    def __init__(self, counts: BoardCounts, over: Callable[[Board], None], seed: int) -> None:
        super().__init__(counts, over)
        self.seq = 0
        self._chance = random.Random(seed)
        self._frames: dict[int, bytes] = {}
        self._seqs: dict[int, int] = {}
        self._target = 0  # the number of the step that the command will be
        self._behind = 0  # sockets that have not shown it yet
        self._acked = True
        self._asked: asyncio.Future[None] | None = None
        self._commands = 0

    def __repr__(self) -> str:
        return f"sockets show {self._seqs} of {self.seq}, and {self.counts.lost} were lost"

    @property
    def settled(self) -> bool:
        """Whether all sockets show the same step."""
        return len(self._seqs) == len(self.wires) and min(self._seqs.values()) == self.seq

    def command(self) -> None:
        if not self.settled:
            return  # goes on with the frame that is missing
        able = [index for index, data in self._frames.items() if _NO_OPTIONS not in data]
        if not able:
            if any(_ENDED in data for data in self._frames.values()):
                self.counts.games += 1
                self.running = False
                self.over(self)
            return  # nobody can act: the clock will
        index = self._chance.choice(able)
        offer = offered(self._frames[index])
        self._target, self._behind, self._acked = self.seq + 1, len(self.wires), False
        frame = {
            "type": "cmd",
            "cid": self._cid(),
            "moment": offer.view.moment,
            "action": action(offer.options, self._chance),
        }
        self.sent()
        self._send(index, frame)

    async def ask(self, index: int, request: dict[str, Any]) -> None:
        """Make a request to the party, and wait for the answer."""
        self._asked = asyncio.get_running_loop().create_future()
        self._send(index, {"type": "ask", "cid": self._cid(), "request": request})
        try:
            await asyncio.wait_for(self._asked, PATIENCE)
        except TimeoutError:
            raise RefusedError(f"no answer to {request} of socket {index}: {self}") from None

    def _cid(self) -> str:
        self._commands += 1
        return f"{self._commands:016x}"

    def _send(self, index: int, frame: dict[str, Any]) -> None:
        self.wires[index].send(msgspec.json.encode(frame))

    def heard(self, index: int, data: bytes) -> None:
        if data.startswith(_STEP):
            self._step(index, data, len(_STEP))
        elif data.startswith(_SNAPSHOT):
            self._step(index, data, len(_SNAPSHOT))
        elif data.startswith((_ACK, _NACK)):
            self._answered(accepted=data.startswith(_ACK))

    def _answered(self, *, accepted: bool) -> None:
        if accepted:
            self.counts.accepted += 1
        else:
            self.counts.refused += 1
        if self._asked is not None:
            if not self._asked.done():
                self._asked.set_result(None)
            self._asked = None
            return
        self._acked = True
        if not accepted:
            self._behind = 0
        self._settle()

    def _step(self, index: int, data: bytes, start: int) -> None:
        seq = int(data[start : data.index(b",", start)])
        known = self._seqs.get(index, 0)
        self._frames[index], self._seqs[index] = data, seq
        self.seq = max(self.seq, seq)
        self.counts.frame_bytes += len(data)
        if self._behind and known < self._target <= seq:
            self._behind -= 1
            if not self._behind:
                self.seen()
        self._settle()

    def _settle(self) -> None:
        """Go on when everybody has seen the step and its command is answered."""
        if not self._behind and self._acked:
            self.busy = False
            self.go()
