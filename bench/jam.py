"""`python -m bench.jam`: what the people of a table notice of a stranger with many sockets.

Five people play, five moves a second, before, while and after a guest without a seat asks for a
start over all sockets that one address may have, as often as no socket is closed for it: a game
each, since none lasts for all three. All limits are those of a server as it comes. These are
figures, without a verdict: `tests/server/test_jam.py` counts instead, and is the proof.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from collections import Counter
from contextlib import AsyncExitStack, suppress
from statistics import median
from typing import Any, Final

import asyncpg
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin

from bench.load.boards import PATIENCE, Board, BoardCounts, GameBoard
from bench.load.http_client import Entrance
from bench.load.processes import resident
from bench.load.rounds import database, p99, process, server
from bench.load.seating import seat, until
from kuhstall.cli.edition import DEFAULT

POSTGRES: Final = "postgresql://postgres@127.0.0.1:5432/postgres"
LIMITED: Final = {"KUHSTALL_EASE": "1", "KUHSTALL_SOCKETS": "64", "KUHSTALL_PROXIES": "127.0.0.1"}
STRANGER: Final = "203.0.113.9"
PEOPLE: Final = 5
PACE: Final = 0.2
_BURST: Final = 88
_BETWEEN: Final = 0.23  # so that a socket, pongs included, stays below five frames a second
_TICKETS: Final = 25  # for one address; the stranger has friends, or has waited


async def _socket(
    stack: AsyncExitStack, port: int, table: str, ticket: str, seen_at: str = ""
) -> ClientConnection:
    headers = {"X-Forwarded-For": seen_at} if seen_at else {}
    socket = await stack.enter_async_context(
        connect(
            f"ws://127.0.0.1:{port}/ws/{table}",
            origin=Origin(f"http://127.0.0.1:{port}"),
            additional_headers=headers,
            compression=None,
            max_size=None,
            ping_interval=None,
            close_timeout=0.1,
        )
    )
    await socket.send(json.dumps({"type": "hello", "ticket": ticket}))
    return socket


async def _answers(socket: ClientConnection, answers: asyncio.Queue[dict[str, Any]]) -> None:
    """Read on, answer pings, and pass on what answers a command."""
    with suppress(ConnectionClosed):
        async for data in socket:
            frame = msgspec.json.decode(data)
            if frame["type"] == "ping":
                await socket.send(json.dumps({"type": "pong", "nonce": frame["nonce"]}))
            elif frame["type"] in {"ack", "nack", "snapshot"}:
                answers.put_nowait(frame)


class PacedBoard(GameBoard):
    """The table of people who play as quickly as people can, and notice how long it takes."""

    _next: asyncio.TimerHandle | None = None

    def go(self) -> None:
        if self.running and not self.busy and self._next is None:
            self._next = asyncio.get_running_loop().call_later(PACE, self._play)

    def _play(self) -> None:
        self._next = None
        super().go()


class Players:
    """People who sit down at a new table for each phase: a game of dice lasts no six minutes."""

    def __init__(self, entrance: Entrance, people: list[str]) -> None:
        self._entrance = entrance
        self._people = people
        self._board: PacedBoard
        self._tables = 0

    async def sit_down(self) -> str:
        """Open a table, let everybody in, and start."""
        self._tables += 1
        self._board = PacedBoard(BoardCounts([]), _ended, self._tables)
        table = await self._entrance.table(self._people[0], edition=DEFAULT, seats=PEOPLE)
        await seat(self._board, self._entrance, table, self._people)
        return table

    async def play(self, seconds: float) -> dict[str, Any]:
        board = self._board
        board.counts, board.running = BoardCounts([]), True
        board.go()
        await asyncio.sleep(seconds)
        board.running = False
        await until(lambda: not board.busy, PATIENCE)
        board.close()
        waits = board.counts.waits
        return {
            "commands": board.counts.accepted,
            "refused": board.counts.refused,
            "p50_ms": round(1e3 * median(waits), 2),
            "p99_ms": round(1e3 * p99(waits), 2),
            "most_ms": round(1e3 * max(waits), 2),
        }


def _ended(board: Board) -> None:
    raise RuntimeError(f"the game was over before its phase: {board}")


async def measured(postgres: str, sockets: int, seconds: float) -> dict[str, Any]:
    async with AsyncExitStack() as stack:
        kept = await stack.enter_async_context(database(postgres))
        pid, port = await stack.enter_async_context(server(kept.address, "", None, LIMITED))
        entrance = await stack.enter_async_context(Entrance(port))
        players = Players(entrance, [await entrance.guest() for _ in range(PEOPLE)])
        await players.sit_down()
        report: dict[str, Any] = {"sockets": sockets, "before": await players.play(seconds)}
        table = await players.sit_down()
        words = ["bench.jam", "--stranger", str(port), table, "--sockets", str(sockets)]
        async with process(*words) as stranger:
            await stranger.stdout.readline()  # all sockets are open
            stranger.stdin.write(b"\n")
            memory = [resident(pid)]
            report["during"] = await players.play(seconds)
            memory.append(resident(pid))
            stranger.stdin.close()
            report["answers"] = msgspec.json.decode(await stranger.stdout.readline())
            await stranger.wait()
        report["rows"] = await _refusals(kept.address, table)
        await players.sit_down()
        report["after"] = await players.play(seconds)
        report["memory_mb"] = [round(size / 1e6, 1) for size in (*memory, resident(pid))]
    return report


async def _refusals(address: str, table: str) -> int:
    """Count the rows that are no steps: nobody but the stranger was refused anything."""
    connection = await asyncpg.connect(address)
    try:
        counted = "SELECT count(*) FROM steps WHERE table_id = $1 AND seq IS NULL"
        return int(await connection.fetchval(counted, table))
    finally:
        await connection.close()


# The stranger, a process of its own: the people shall not wait for its work.


async def _jam(port: int, table: str, sockets: int) -> None:
    loop = asyncio.get_running_loop()
    orders = asyncio.StreamReader()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(orders), sys.stdin)
    async with AsyncExitStack() as stack:
        async with Entrance(port, STRANGER) as entrance:
            cookie = await entrance.guest()
        tickets: list[str] = []
        while len(tickets) < sockets:
            async with Entrance(port, f"203.0.113.{100 + len(tickets) // _TICKETS}") as friend:
                few = min(_TICKETS, sockets - len(tickets))
                tickets += [await friend.ticket(table, cookie) for _ in range(few)]
        answers: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        opened = [await _socket(stack, port, table, one, STRANGER) for one in tickets]
        reading = [asyncio.create_task(_answers(socket, answers)) for socket in opened]
        for _ in opened:
            await answers.get()
        _tell({"ready": sockets})
        await orders.readline()
        jamming = [asyncio.create_task(_press(socket, at)) for at, socket in enumerate(opened)]
        await orders.read()
        for task in (*jamming, *reading):
            task.cancel()
        codes: Counter[str] = Counter()
        while not answers.empty():
            codes[answers.get_nowait().get("code", "other")] += 1
        for socket in opened:
            socket.transport.abort()  # or each would say good-bye
        _tell(dict(codes))


async def _press(socket: ClientConnection, at: int) -> None:
    """Ask for what only a host may, as often as the socket stays open."""
    sent = 0
    with suppress(ConnectionClosed):
        while True:
            order = {"type": "ask", "cid": f"{at}-{sent}", "request": {"type": "start"}}
            await socket.send(json.dumps(order))
            sent += 1
            if sent > _BURST:
                await asyncio.sleep(_BETWEEN)


def _tell(told: dict[str, int]) -> None:
    sys.stdout.buffer.write(msgspec.json.encode(told) + b"\n")
    sys.stdout.buffer.flush()


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.jam", description=__doc__)
    parser.add_argument("--sockets", type=int, default=64, help="of the stranger")
    parser.add_argument("--seconds", type=float, default=5.0, help="before, during and after")
    parser.add_argument("--postgres", default=POSTGRES, help=f"which one (default: {POSTGRES})")
    parser.add_argument("--stranger", nargs=2, metavar=("PORT", "TABLE"), help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.stranger:
        port, table = args.stranger
        asyncio.run(_jam(int(port), table, args.sockets))
        return
    print(json.dumps(asyncio.run(measured(args.postgres, args.sockets, args.seconds)), indent=2))


if __name__ == "__main__":
    main()
