"""`python -m bench.jam`: what the people of a table notice of a stranger with many sockets.

Three people do what they may, each four times a second, before, while and after a guest without a
seat asks for a start over all sockets that one address may have, as often as no socket is closed
for it. All limits are those of a server as it comes. These are figures, without a verdict:
`tests/server/test_jam.py` counts instead, and is the proof.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import AsyncExitStack, suppress
from statistics import median
from typing import Any, Final

import asyncpg
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from bench.load.http_client import Entrance
from bench.load.rounds import database, p99, process, server

POSTGRES: Final = "postgresql://postgres@127.0.0.1:5432/postgres"
LIMITED: Final = {"KUHSTALL_EASE": "1", "KUHSTALL_SOCKETS": "64", "KUHSTALL_PROXIES": "127.0.0.1"}
STRANGER: Final = "203.0.113.9"
PEOPLE: Final = 3
PACE: Final = 0.25
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
            origin=f"http://127.0.0.1:{port}",  # type: ignore[arg-type]
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


class Person:
    """Somebody at the table, who measures how long the answers take."""

    def __init__(self, socket: ClientConnection, requests: Iterator[dict[str, Any]]) -> None:
        self._socket = socket
        self._requests = requests
        self._answers: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._reading = asyncio.create_task(_answers(socket, self._answers))
        self._count = 0

    async def welcomed(self) -> None:
        await self._answers.get()

    async def ask(self, request: dict[str, Any]) -> float:
        self._count += 1
        loop = asyncio.get_running_loop()
        began, cid = loop.time(), f"c{self._count}"
        await self._socket.send(json.dumps({"type": "ask", "cid": cid, "request": request}))
        answer = await self._answers.get()
        if answer["type"] != "ack":
            raise RuntimeError(f"{request} is answered with {answer}")
        return loop.time() - began

    async def go_on(self, seconds: float) -> list[float]:
        loop = asyncio.get_running_loop()
        ends, waits = loop.time() + seconds, []
        while loop.time() < ends:
            waits.append(await self.ask(next(self._requests)))
            await asyncio.sleep(max(0.0, PACE - waits[-1]))
        return waits

    async def leave(self) -> None:
        self._reading.cancel()


def _arrangements() -> Iterator[dict[str, Any]]:
    while True:
        for public in (True, False):
            yield {"type": "arrange", "public": public}


def _commitments() -> Iterator[dict[str, Any]]:
    while True:
        for digit in "0123":
            yield {"type": "commit", "commitment": digit * 64}


async def _gather(stack: AsyncExitStack, port: int) -> tuple[str, list[Person]]:
    """Open a table, and let everybody sit down."""
    entrance = await stack.enter_async_context(Entrance(port))
    cookies = [await entrance.guest() for _ in range(PEOPLE)]
    table = await entrance.table(cookies[0], seats=PEOPLE)
    people: list[Person] = []
    for number, cookie in enumerate(cookies):
        socket = await _socket(stack, port, table, await entrance.ticket(table, cookie))
        person = Person(socket, _commitments() if number else _arrangements())
        await person.welcomed()
        if number:
            await person.ask({"type": "join"})
        people.append(person)
    return table, people


async def _phase(people: list[Person], seconds: float) -> dict[str, Any]:
    each = await asyncio.gather(*(person.go_on(seconds) for person in people))
    waits = [wait for one in each for wait in one]
    return {
        "commands": len(waits),
        "p50_ms": round(1e3 * median(waits), 2),
        "p99_ms": round(1e3 * p99(waits), 2),
        "most_ms": round(1e3 * max(waits), 2),
    }


async def measured(postgres: str, sockets: int, seconds: float) -> dict[str, Any]:
    async with AsyncExitStack() as stack:
        kept = await stack.enter_async_context(database(postgres))
        _, port = await stack.enter_async_context(server(kept.address, "", None, LIMITED))
        table, people = await _gather(stack, port)
        report: dict[str, Any] = {"sockets": sockets, "before": await _phase(people, seconds)}
        words = ["bench.jam", "--stranger", str(port), table, "--sockets", str(sockets)]
        async with process(*words) as stranger:
            await stranger.stdout.readline()  # all sockets are open
            stranger.stdin.write(b"\n")
            report["during"] = await _phase(people, seconds)
            stranger.stdin.close()
            report["answers"] = msgspec.json.decode(await stranger.stdout.readline())
        report["after"] = await _phase(people, seconds)
        for person in people:
            await person.leave()
        report["rows"] = await _refusals(kept.address, table)
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
