"""Standing orders in the file of the SQLite store."""

from __future__ import annotations

from collections.abc import Sequence

import aiosqlite

from kuhstall.server.store.orders import OrderedAction
from kuhstall.server.store.sqlite_file import SqliteFile

_PLACE = """
INSERT INTO orders (table_id, person, body)
SELECT id, ?3, ?4 FROM tables WHERE id = ?1 AND head = ?2
ON CONFLICT (table_id, person) DO UPDATE SET body = excluded.body
"""

_HAND_IN = """
INSERT INTO sealed (table_id, moment, seat, command, action)
SELECT table_id, ?4, ?5, ?6, ?7 FROM orders WHERE table_id = ?1 AND person = ?2 AND body = ?3
"""


class SqliteOrders:
    _file: SqliteFile

    async def place_orders(self, table: str, seq: int, person: str, orders: bytes) -> bool:
        async with self._file.writing() as connection:
            cursor = await connection.execute(_PLACE, (table, seq, person, orders))
            return cursor.rowcount > 0

    async def placed_orders(self, table: str) -> dict[str, bytes]:
        rows = await self._file.rows("SELECT person, body FROM orders WHERE table_id = ?", table)
        return dict(rows)


async def hand_in(
    connection: aiosqlite.Connection, table: str, ordered: Sequence[OrderedAction]
) -> None:
    for one in ordered:
        held = one.sealed
        what = (one.moment, held.seat, held.command, held.action)
        await connection.execute(_HAND_IN, (table, one.person, one.orders, *what))
