"""The load client, a process of its own: it does what it reads from its input, line by line."""

from __future__ import annotations

import asyncio
import resource
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, Final

import msgspec
import uvloop

from bench.load.boards import BareBoard, Board, BoardCounts, GameBoard, wired
from bench.load.crowd import Crowd
from bench.load.flood import Flood
from bench.load.http_client import Entrance
from bench.load.seating import seat, until
from kuhstall.cli.edition import DEFAULT

PEOPLE: Final = 5
SOCKETS: Final = PEOPLE + 1
"""All seats of the biggest table, and somebody who looks on."""

_LAST: Final = 5.0


class Party(ABC):
    """The tables of one path, with all that is needed to replace those that are over."""

    def __init__(self, port: int) -> None:
        self.counts = BoardCounts([])
        self.boards: list[Board] = []
        self._port = port
        self._running = False
        self._tasks: set[asyncio.Task[None]] = set()
        self._seed = 0

    @abstractmethod
    async def open(self, tables: int) -> None: ...

    @abstractmethod
    def over(self, board: Board) -> None: ...

    async def play(self, seconds: float) -> dict[str, Any]:
        """Play for a while, let what is on its way arrive, and tell."""
        loop = asyncio.get_running_loop()
        self.counts = BoardCounts([])
        self._running = True
        started = loop.time()
        for board in self.boards:
            board.counts, board.running = self.counts, True
            board.go()
        await asyncio.sleep(seconds)
        self._running = False
        for board in self.boards:
            board.running = False
        await until(lambda: not any(board.busy for board in self.boards), _LAST)
        return {
            "seconds": loop.time() - started,
            "stuck": sum(board.busy for board in self.boards),
            **msgspec.to_builtins(self.counts),
        }


class BareParty(Party):
    async def open(self, tables: int) -> None:
        for number in range(tables):
            board = BareBoard(self.counts, self.over, SOCKETS)
            path = f"/ws/{number:026d}"
            board.wires = [await wired(board, index, self._port, path) for index in range(SOCKETS)]
            self.boards.append(board)

    def over(self, board: Board) -> None:
        """Nothing is played there, so nothing ends."""


class GameParty(Party):
    def __init__(self, port: int, entrance: Entrance) -> None:
        super().__init__(port)
        self._entrance = entrance
        self._people: list[list[str]] = []

    async def open(self, tables: int) -> None:
        for number in range(tables):
            people = [await self._entrance.guest() for _ in range(PEOPLE)]
            self._people.append(people)
            self.boards.append(await self._seated(people))
            self.boards[number].running = False

    async def _seated(self, people: list[str]) -> GameBoard:
        self._seed += 1
        board = GameBoard(self.counts, self.over, self._seed)
        entrance = self._entrance
        table = await entrance.table(people[0], edition=DEFAULT, seats=PEOPLE)
        await seat(board, entrance, table, [*people, None])
        return board

    def over(self, board: Board) -> None:
        task = asyncio.get_running_loop().create_task(self._replace(board))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _replace(self, board: Board) -> None:
        """Let the same people play again. The sockets of the game that is over go."""
        at = self.boards.index(board)
        board.close()
        fresh = await self._seated(self._people[at])
        self.boards[at] = fresh
        fresh.counts, fresh.running = self.counts, self._running
        fresh.go()


async def _obey(kind: str, port: int) -> None:
    """Take orders, each a line of JSON, and answer each with a line."""
    loop = asyncio.get_running_loop()
    reader = asyncio.StreamReader()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    async with Entrance(port) as entrance:
        kinds: dict[str, Callable[[], Any]] = {
            "bare": lambda: BareParty(port),
            "crowd": lambda: Crowd(entrance),
            "flood": lambda: Flood(entrance),
            "game": lambda: GameParty(port, entrance),
        }
        does = kinds[kind]()
        while line := await reader.readline():
            name, *values = msgspec.json.decode(line)
            told = await getattr(does, name)(*values)
            sys.stdout.buffer.write(msgspec.json.encode(told) + b"\n")
            sys.stdout.buffer.flush()


def main() -> None:
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    uvloop.run(_obey(sys.argv[1], int(sys.argv[2])))


if __name__ == "__main__":
    main()
