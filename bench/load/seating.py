"""Bring people to a table of the server: a ticket and a socket each, a seat, and the start."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

import msgspec

from bench.load.boards import PATIENCE, GameBoard, wired
from bench.load.http_client import Entrance, RefusedError


async def seat(
    board: GameBoard, entrance: Entrance, table: str, people: Sequence[str | None]
) -> None:
    """Let everybody in: the first is the host, those without a cookie look on."""
    for index, cookie in enumerate(people):
        ticket = await entrance.ticket(table, cookie)
        wire = await wired(board, index, entrance.port, f"/ws/{table}")
        board.wires.append(wire)
        wire.send(msgspec.json.encode({"type": "hello", "ticket": ticket}))
    await _shown(board)
    for index, cookie in enumerate(people):
        if index and cookie is not None:
            await board.ask(index, {"type": "join", "seat": index})
    await board.ask(0, {"type": "start"})
    await _shown(board)


async def _shown(board: GameBoard) -> None:
    """Wait until every socket shows the same table."""
    if not await until(lambda: board.settled, PATIENCE):
        raise RefusedError(f"a table was not shown to everybody in time: {board}")


async def until(true: Callable[[], bool], patience: float) -> bool:
    """Wait for something that nobody tells; False if it takes too long."""
    loop = asyncio.get_running_loop()
    end = loop.time() + patience
    while not (found := true()) and loop.time() < end:  # noqa: ASYNC110 -- a poll of many
        await asyncio.sleep(0.002)
    return found
