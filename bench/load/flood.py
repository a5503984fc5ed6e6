"""More than a node can do: tables that play as fast as they are answered, or as they are told.

Real games, at tables of three with a socket each, so that the client has little to read for each
command. What the server is too busy for is sent again, with the same id.
"""

from __future__ import annotations

import asyncio
import random
import time
from contextlib import suppress
from typing import Any, Final

import msgspec

from bench.load.boards import Board, BoardCounts, GameBoard
from bench.load.http_client import Entrance, RefusedError
from bench.load.seating import seat, until

SEATS: Final = 3
_AT_ONCE: Final = 6
_LAST: Final = 5.0
_TICK: Final = 0.002
_KNOCK: Final = 0.5
_BUSY: Final = b'{"type":"busy"'
_ACK: Final = b'{"type":"ack"'


class FloodCounts(BoardCounts):
    """`acks`: from the attempt that was accepted to its answer; `whole`: from the first one."""

    attempts: int = 0
    busy: int = 0
    acks: list[float] = msgspec.field(default_factory=list)
    whole: list[float] = msgspec.field(default_factory=list)


class FloodBoard(GameBoard):
    """A table that sends again what the server was too busy for."""

    def __init__(self, seed: int) -> None:
        super().__init__(FloodCounts([]), _stays, seed)
        self.counts: FloodCounts
        self._last: tuple[int, bytes] = 0, b""
        self._held = False
        self._first = 0.0
        self._jitter = random.Random(seed)

    def command(self) -> None:
        if self._held:
            index, data = self._last
            self.sent()
            self.wires[index].send(data)
        else:
            super().command()

    def sent(self) -> None:
        super().sent()
        self.counts.attempts += 1
        if not self._held:
            self._first = self._sent

    def _send(self, index: int, frame: dict[str, Any]) -> None:
        self._last = index, msgspec.json.encode(frame)
        self.wires[index].send(self._last[1])

    def heard(self, index: int, data: bytes) -> None:
        if data.startswith(_BUSY):
            self._turned_away(msgspec.json.decode(data)["retry_after"] / 1000)
            return
        if data.startswith(_ACK) and self._asked is None:
            now = time.perf_counter()
            self.counts.acks.append(now - self._sent)
            self.counts.whole.append(now - self._first)
            self._held = False
        super().heard(index, data)

    def _turned_away(self, wait: float) -> None:
        loop = asyncio.get_running_loop()
        if self._asked is not None:
            index, data = self._last
            loop.call_later(wait, self.wires[index].send, data)
            return
        self.counts.busy += 1
        self._held, self.busy = True, False
        if self.running:
            loop.call_later(wait * (1 + self._jitter.random() / 2), self.go)


def _stays(board: Board) -> None:
    """A game that is over is left as it is."""


class Flood:
    def __init__(self, entrance: Entrance) -> None:
        self._entrance = entrance
        self._boards: list[FloodBoard] = []
        self._tables: list[str] = []
        self._host = ""

    async def open(self, tables: int) -> None:
        left = iter(range(tables))
        self._entrance.patient = True
        self._host = await self._entrance.guest()

        async def some() -> None:
            for number in left:
                people = [await self._entrance.guest() for _ in range(SEATS)]
                table = await self._entrance.table(people[0], seats=SEATS)
                board = FloodBoard(number)
                await seat(board, self._entrance, table, people)
                self._boards.append(board)
                self._tables.append(table)

        await asyncio.gather(*(some() for _ in range(_AT_ONCE)))
        self._entrance.patient = False

    async def climb(self, tables: int, seconds: float) -> dict[str, Any]:
        """Let some tables play as fast as they are answered."""
        counts = self._begin()
        loop = asyncio.get_running_loop()
        # Others each time, so that no game comes to its end.
        self._boards = self._boards[tables:] + self._boards[:tables]
        begun = loop.time()
        for board in self._boards[:tables]:
            board.running = True
            board.go()
        await asyncio.sleep(seconds)
        lasted = loop.time() - begun
        accepted = counts.accepted
        for board in self._boards:
            board.running = False
        await self._settle()
        return {"tables": tables, "seconds": lasted, "in_time": accepted, **self._told(counts)}

    async def flood(self, seconds: float, rate: float) -> dict[str, Any]:
        """Offer so many commands a second, whatever comes of them, and knock at the door."""
        counts = self._begin()
        loop = asyncio.get_running_loop()
        knocking = asyncio.create_task(self._knock())
        begun, due, short, at = loop.time(), 0.0, 0, 0
        while (now := loop.time()) < begun + seconds:
            while due < (now - begun) * rate:
                due += 1
                before = counts.attempts
                for _ in self._boards:
                    at = (at + 1) % len(self._boards)
                    if not self._boards[at].busy:
                        self._boards[at].command()  # nothing comes of it if the clock has to act
                    if counts.attempts > before:
                        break
                else:
                    # All have one on its way, and to look again for each takes the processor.
                    missed = int((now - begun) * rate - due) + 1
                    short, due = short + missed, due + missed
            await asyncio.sleep(_TICK)
        lasted, accepted = loop.time() - begun, counts.accepted
        knocking.cancel()
        await asyncio.gather(knocking, return_exceptions=True)
        await self._settle()
        return {"seconds": lasted, "in_time": accepted, "short": short, **self._told(counts)}

    async def _knock(self) -> None:
        """Ask for a new table and for a look at one that is there, now and then."""
        while True:
            with suppress(RefusedError):  # the node counts it
                await self._entrance.table(self._host, seats=SEATS)
            with suppress(RefusedError):
                await self._entrance.ticket(self._tables[0], None)
            await asyncio.sleep(_KNOCK)

    def _begin(self) -> FloodCounts:
        counts = FloodCounts([])
        for board in self._boards:
            board.counts = counts
        return counts

    async def _settle(self) -> None:
        await until(lambda: not any(board.busy for board in self._boards), _LAST)

    def _told(self, counts: FloodCounts) -> dict[str, Any]:
        stuck = sum(board.busy for board in self._boards)
        return {"stuck": stuck, **msgspec.to_builtins(counts)}
