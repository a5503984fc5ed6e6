"""The floor: the least that a server must do for a step, on the fastest parts there are.

A message comes in over a bare socket, a row is appended in the shape of the store's, and after
the commit the sender gets an acknowledgement and each of the table's sockets a view of its own,
encoded beforehand. No rules, no sessions, no checks.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import secrets
import signal
from typing import Any, Final

import asyncpg
import uvloop
from picows import (
    WSFrame,
    WSListener,
    WSMsgType,
    WSTransport,
    WSUpgradeRequest,
    ws_create_server,
)

VIEW_BYTES: Final = 2048
EVENT_BYTES: Final = 150
CONNECTIONS: Final = 8

_SCHEMA: Final = """
CREATE TABLE tables (id text PRIMARY KEY, head integer NOT NULL, due timestamptz);
CREATE TABLE steps (
    table_id text NOT NULL, seq integer NOT NULL, actor smallint NOT NULL, command text NOT NULL,
    events bytea NOT NULL, due timestamptz, at timestamptz NOT NULL DEFAULT clock_timestamp(),
    UNIQUE (table_id, seq));
"""

_APPEND: Final = """
WITH moved AS (
    UPDATE tables SET head = $2, due = to_timestamp($6)
    WHERE id = $1 AND head = $2 - 1 RETURNING id
)
INSERT INTO steps (table_id, seq, actor, command, events, due)
SELECT id, $2, $3, $4, $5, to_timestamp($6) FROM moved RETURNING seq
"""

_APPEND_MANY: Final = """
WITH new AS (
    SELECT * FROM unnest($1::text[], $2::integer[], $3::smallint[], $4::text[], $5::bytea[],
        $6::float8[]) AS new (table_id, seq, actor, command, events, due)
), moved AS (
    UPDATE tables SET head = new.seq, due = to_timestamp(new.due) FROM new
    WHERE id = new.table_id AND head = new.seq - 1 RETURNING id
)
INSERT INTO steps (table_id, seq, actor, command, events, due)
SELECT table_id, seq, actor, command, events, to_timestamp(due) FROM new JOIN moved ON id = table_id
RETURNING seq
"""

_Row = tuple[str, int, int, str, bytes, float]


class Alone:
    """A statement for each step, on as many connections as a node keeps."""

    def __init__(self) -> None:
        self._idle: asyncio.LifoQueue[Any] = asyncio.LifoQueue()

    async def open(self, address: str, settings: dict[str, str]) -> None:
        for _ in range(CONNECTIONS):
            connection = await asyncpg.connect(address, server_settings=settings)
            self._idle.put_nowait(await connection.prepare(_APPEND))

    async def append(self, row: _Row) -> None:
        statement = await self._idle.get()
        try:
            if await statement.fetchval(*row) is None:
                raise ValueError(f"{row[0]} is not at {row[1] - 1}")
        finally:
            self._idle.put_nowait(statement)


class Together:
    """One statement for all steps that came while the one before was on its way."""

    def __init__(self) -> None:
        self._statement: Any = None
        self._waiting: list[tuple[_Row, asyncio.Future[None]]] = []
        self._writing: asyncio.Task[None] | None = None

    async def open(self, address: str, settings: dict[str, str]) -> None:
        connection = await asyncpg.connect(address, server_settings=settings)
        self._statement = await connection.prepare(_APPEND_MANY)

    async def append(self, row: _Row) -> None:
        done = asyncio.get_running_loop().create_future()
        self._waiting.append((row, done))
        if self._writing is None:
            self._writing = asyncio.create_task(self._write())
        await done

    async def _write(self) -> None:
        while self._waiting:
            batch, self._waiting = self._waiting, []
            columns = zip(*(row for row, _ in batch), strict=True)
            written = await self._statement.fetch(*columns)
            if len(written) != len(batch):
                raise ValueError(f"{len(written)} of {len(batch)} steps were next")
            for _, done in batch:
                done.set_result(None)
        self._writing = None


class BareTable:
    def __init__(self, name: str, sockets: int) -> None:
        self.name = name
        self.seq = 0
        self.sockets: list[WSTransport] = []
        self.events = secrets.token_bytes(EVENT_BYTES)
        self.views = [
            (b'{"type":"view","you":%d,"is":"%b' % (index, secrets.token_hex(VIEW_BYTES).encode()))[
                : VIEW_BYTES - 2
            ]
            + b'"}'
            for index in range(sockets)
        ]


class _Seat(WSListener):
    def __init__(self, floor: Floor, table: BareTable) -> None:
        super().__init__()
        self._floor = floor
        self._table = table

    def on_ws_connected(self, transport: WSTransport) -> None:
        self._table.sockets.append(transport)

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type == WSMsgType.TEXT:
            self._floor.take(self._table, transport, frame.get_payload_as_bytes())

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        self._table.sockets.remove(transport)


class Floor:
    def __init__(self, store: Alone | Together, sockets: int) -> None:
        self._store = store
        self._sockets = sockets
        self._tables: dict[str, BareTable] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def seat(self, request: WSUpgradeRequest) -> WSListener:
        name = request.path.decode().rpartition("/")[2]
        if name not in self._tables:
            self._tables[name] = BareTable(name, self._sockets)
        return _Seat(self, self._tables[name])

    def take(self, table: BareTable, sender: WSTransport, data: bytes) -> None:
        task = asyncio.create_task(self._step(table, sender, data))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _step(self, table: BareTable, sender: WSTransport, data: bytes) -> None:
        table.seq += 1
        command = data[20:36].decode()
        due = 1.8e9 + random.random()
        await self._store.append((table.name, table.seq, 0, command, table.events, due))
        for socket, view in zip(table.sockets, table.views, strict=True):
            socket.send(WSMsgType.TEXT, view)
        sender.send(WSMsgType.TEXT, b'{"type":"ack","seq":%d}' % table.seq)


async def _serve(args: argparse.Namespace) -> None:
    names = [f"{number:026d}" for number in range(args.tables)]
    settings = {"search_path": args.name, "plan_cache_mode": "force_generic_plan"}
    keeper = await asyncpg.connect(args.store, server_settings=settings)
    await keeper.execute(f"CREATE SCHEMA {args.name}")
    await keeper.execute(_SCHEMA)
    await keeper.executemany(
        "INSERT INTO tables (id, head) VALUES ($1, 0)", [(name,) for name in names]
    )
    await keeper.close()
    store = Together() if args.together else Alone()
    await store.open(args.store, settings)
    floor = Floor(store, args.sockets)
    server = await ws_create_server(floor.seat, "127.0.0.1", args.port, use_aiofastnet=False)
    stopped = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGINT, stopped.set)
    await stopped.wait()
    server.close()


def main() -> None:
    parser = argparse.ArgumentParser(description="The floor of `kuhstall load`, as a process.")
    parser.add_argument("--store", required=True)
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--name", required=True)
    parser.add_argument("--tables", type=int, required=True)
    parser.add_argument("--sockets", type=int, required=True)
    parser.add_argument("--together", action="store_true")
    uvloop.run(_serve(parser.parse_args()))


if __name__ == "__main__":
    main()
