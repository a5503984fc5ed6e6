"""Many who look on, and many tables at the pace of people: what one node can hold."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from typing import Any, Final

import msgspec

from bench.load.boards import Board, BoardCounts, GameBoard, Wire, wired
from bench.load.http_client import Entrance
from bench.load.seating import seat, until

SEATS: Final = 4
_AT_ONCE: Final = 8
_LAST: Final = 5.0


class Onlookers:
    """Sockets that only look on, and answer when they are asked whether they live."""

    def __init__(self) -> None:
        self.wires: list[Wire] = []
        self.frames = 0
        self.lost = 0

    def heard(self, index: int, data: bytes) -> None:
        self.frames += 1

    def parted(self) -> None:
        self.lost += 1


class Crowd:
    def __init__(self, entrance: Entrance) -> None:
        self._entrance = entrance
        self._people: list[str] = []
        self._quiet: list[str] = []
        self._boards: list[GameBoard] = []
        self._onlookers = Onlookers()

    async def open_quiet(self, tables: int) -> None:
        """Open tables at which nothing will happen, each by somebody new."""

        async def opened(number: int) -> None:
            host = await self._entrance.guest()
            self._people.append(host)
            table = await self._entrance.table(host, seats=SEATS)
            self._quiet.append(table)
            await self._entrance.look(table)

        await _all(opened, range(tables))

    async def open_onlookers(self, sockets: int) -> None:
        async def looked(number: int) -> None:
            table = self._quiet[number % len(self._quiet)]
            ticket = await self._entrance.ticket(table, None)
            wire = await wired(self._onlookers, number, self._entrance.port, f"/ws/{table}")
            wire.send(msgspec.json.encode({"type": "hello", "ticket": ticket}))
            self._onlookers.wires.append(wire)

        await _all(looked, range(sockets))

    async def open_live(self, tables: int) -> None:
        async def opened(number: int) -> None:
            # Nobody minds if a person sits at several tables.
            known, first = len(self._people), number * SEATS
            people = [self._people[(first + at) % known] for at in range(SEATS)]
            board = GameBoard(BoardCounts([]), _stays, number)
            table = await self._entrance.table(people[0], seats=SEATS)
            await seat(board, self._entrance, table, people)
            self._boards.append(board)

        await _all(opened, range(tables))

    async def play(self, seconds: float, rate: float) -> dict[str, Any]:
        """Let each table take a step every so often, one after the other."""
        counts = BoardCounts([])
        loop = asyncio.get_running_loop()
        missed = turn = 0
        for board in self._boards:
            board.counts = counts
        begun = loop.time()
        end = begun + seconds
        while (now := loop.time()) < end:
            while turn < (now - begun) * rate * len(self._boards):
                board = self._boards[turn % len(self._boards)]
                turn += 1
                if board.busy:
                    missed += 1
                else:
                    board.command()
            await asyncio.sleep(0.001)
        await until(lambda: not any(board.busy for board in self._boards), _LAST)
        return {
            "seconds": loop.time() - begun,
            "missed": missed,
            "stuck": sum(board.busy for board in self._boards),
            "onlookers_lost": self._onlookers.lost,
            **msgspec.to_builtins(counts),
        }


def _stays(board: Board) -> None:
    """A game that is over is left as it is."""


async def _all(work: Callable[[int], Awaitable[None]], numbers: Iterable[int]) -> None:
    """Do something for each number, a few at once."""
    left = iter(numbers)

    async def some() -> None:
        for number in left:
            await work(number)

    await asyncio.gather(*(some() for _ in range(_AT_ONCE)))
