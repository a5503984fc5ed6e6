"""Actions that PostgreSQL holds until their phase is unsealed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kuhstall.engine.values import Actor
from kuhstall.server.store import Answer, Behind, Rejected, SealedAction, Step
from kuhstall.server.store.postgres_orders import PostgresOrders
from kuhstall.server.store.postgres_steps import MARK

_SEAL = f"""
WITH locked AS (
    UPDATE tables SET due = coalesce(to_timestamp($7), due)
    WHERE id = $1 AND head = $2 AND packed = 0 AND ($8::bytea IS NULL OR $8 = (
        SELECT {MARK} FROM steps WHERE table_id = $1 AND seq = $2))
        AND NOT EXISTS (SELECT FROM steps WHERE table_id = $1 AND actor = $4 AND command = $5)
    RETURNING head
)
INSERT INTO sealed (table_id, moment, seat, command, action)
SELECT $1, $3, $4, $5, $6 FROM locked
ON CONFLICT DO NOTHING RETURNING seat
"""  # noqa: S608 -- all of it is from here


class PostgresSeals(PostgresOrders):
    async def head(self, table: str) -> int:
        raise NotImplementedError

    async def answer(self, table: str, actor: Actor, command: str) -> Answer | None:
        raise NotImplementedError

    async def seal(  # noqa: PLR0913 -- a step without a number
        self,
        table: str,
        seq: int,
        moment: int,
        sealed: SealedAction,
        *,
        follows: bytes | None = None,
        due: float | None = None,
    ) -> SealedAction | Behind | Rejected:
        held = await self._pool.fetchval(
            _SEAL, table, seq, moment, sealed.seat, sealed.command, sealed.action, due, follows
        )
        if held is not None:
            return sealed
        for first in await self.sealed_actions(table, moment):
            if first.seat == sealed.seat:
                await self._pool.replicate()
                return first
        known = await self.answer(table, sealed.seat, sealed.command)
        return known if isinstance(known, Rejected) else Behind(await self.head(table))

    async def sealed_actions(self, table: str, moment: int) -> Sequence[SealedAction]:
        rows = await self._pool.fetch(
            "SELECT seat, command, action FROM sealed"
            " WHERE table_id = $1 AND moment = $2 AND opened IS NULL ORDER BY seat",
            table,
            moment,
        )
        return [SealedAction(row["seat"], row["command"], row["action"]) for row in rows]


async def count_sealed(connection: Any, table: str, moment: int) -> int:
    count: int = await connection.fetchval(
        "SELECT count(*) FROM sealed WHERE table_id = $1 AND moment = $2 AND opened IS NULL",
        table,
        moment,
    )
    return count


async def open_sealed(connection: Any, step: Step, moment: int) -> None:
    """Make a step the answer to all that was sealed for a moment."""
    await connection.execute(
        "UPDATE sealed SET opened = $3 WHERE table_id = $1 AND moment = $2 AND opened IS NULL",
        step.table,
        moment,
        step.seq,
    )
