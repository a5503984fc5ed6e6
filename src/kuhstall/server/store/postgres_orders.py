"""Standing orders in PostgreSQL."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kuhstall.server.store.orders import OrderedAction
from kuhstall.server.store.postgres_pool import PostgresPool

# The lock lets nobody write a step meanwhile: what was ordered is for what is still to come.
_PLACE = """
WITH locked AS (SELECT id FROM tables WHERE id = $1 AND head = $2 FOR SHARE)
INSERT INTO orders (table_id, person, body) SELECT id, $3, $4 FROM locked
ON CONFLICT (table_id, person) DO UPDATE SET body = excluded.body RETURNING person
"""

_HAND_IN = """
INSERT INTO sealed (table_id, moment, seat, command, action)
SELECT table_id, $4, $5, $6, $7 FROM orders WHERE table_id = $1 AND person = $2 AND body = $3
"""


class PostgresOrders:
    _pool: PostgresPool

    async def place_orders(self, table: str, seq: int, person: str, orders: bytes) -> bool:
        return await self._pool.fetchval(_PLACE, table, seq, person, orders) is not None

    async def placed_orders(self, table: str) -> dict[str, bytes]:
        rows = await self._pool.fetch("SELECT person, body FROM orders WHERE table_id = $1", table)
        return {row["person"]: row["body"] for row in rows}


async def hand_in(connection: Any, table: str, ordered: Sequence[OrderedAction]) -> None:
    for one in ordered:
        held = one.sealed
        what = (one.moment, held.seat, held.command, held.action)
        await connection.execute(_HAND_IN, table, one.person, one.orders, *what)
