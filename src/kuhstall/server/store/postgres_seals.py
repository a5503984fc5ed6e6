"""Sealed actions on PostgreSQL, held until their phase is unsealed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kuhstall.engine.values import Actor
from kuhstall.server.store.postgres_pool import PostgresPool
from kuhstall.server.store.postgres_steps import MARK
from kuhstall.server.table.log import (
    Accepted,
    Answer,
    Behind,
    Rejected,
    SealedAction,
    Step,
    in_the_way,
)

_SEAL = f"""
WITH locked AS (
    UPDATE tables SET due = coalesce(to_timestamp($7), due)
    WHERE id = $1 AND head = $2 AND packed = 0 AND ($8::bytea IS NULL OR $8 = (
        SELECT {MARK} FROM steps WHERE table_id = $1 AND seq = $2))
        AND NOT EXISTS (SELECT FROM steps WHERE table_id = $1 AND actor = $4 AND command = $5)
        AND ($9 = 1 OR EXISTS (SELECT FROM sealed WHERE table_id = $1 AND moment = $3
            AND seat = $4 AND revision = $9 - 1 AND opened IS NULL))
        AND NOT EXISTS (SELECT FROM sealed WHERE table_id = $1 AND moment = $3
            AND seat = $4 AND (revision = $9 OR command = $5))
    RETURNING head
)
INSERT INTO sealed (table_id, moment, seat, command, action, revision, salt)
SELECT $1, $3, $4, $5, $6, $9, $10 FROM locked
ON CONFLICT DO NOTHING RETURNING revision
"""  # noqa: S608 -- only constants are interpolated


class PostgresSeals:
    _pool: PostgresPool

    async def head(self, table: str) -> int:
        raise NotImplementedError

    async def answer(self, table: str, actor: Actor, command: str) -> Answer | None:
        raise NotImplementedError

    async def seal(  # noqa: PLR0913 -- like `append`, without a step number
        self,
        table: str,
        seq: int,
        moment: int,
        sealed: SealedAction,
        *,
        follows: bytes | None = None,
        due: float | None = None,
    ) -> SealedAction | Behind | Rejected:
        what = (sealed.seat, sealed.command, sealed.action)
        numbered = (sealed.revision, sealed.salt)
        if await self._pool.fetchval(_SEAL, table, seq, moment, *what, due, follows, *numbered):
            return sealed
        known_one = in_the_way(await self.sealed_actions(table, moment), sealed)
        if known_one is not None:
            await self._pool.replicate()
            return known_one
        known = await self.answer(table, sealed.seat, sealed.command)
        return known if isinstance(known, Rejected) else Behind(await self.head(table))

    async def sealed_answer(self, table: str, actor: Actor, command: str) -> Accepted | None:
        """Accept a command that is still sealed, as of the newest step."""
        sql = (
            "SELECT head FROM tables WHERE id = $1 AND EXISTS (SELECT FROM sealed"
            " WHERE table_id = $1 AND seat = $2 AND command = $3 AND opened IS NULL)"
        )
        head = await self._pool.fetchval(sql, table, actor, command)
        if head is None:
            return None
        await self._pool.replicate()
        return Accepted(head, known=True)

    async def sealed_actions(self, table: str, moment: int) -> Sequence[SealedAction]:
        rows = await self._pool.fetch(
            "SELECT seat, command, action, revision, salt FROM sealed"
            " WHERE table_id = $1 AND moment = $2 AND opened IS NULL ORDER BY seat, revision",
            table,
            moment,
        )
        return [SealedAction(*row) for row in rows]


async def count_sealed(connection: Any, table: str, moment: int) -> int:
    count: int = await connection.fetchval(
        "SELECT count(*) FROM sealed WHERE table_id = $1 AND moment = $2 AND opened IS NULL",
        table,
        moment,
    )
    return count


async def open_sealed(connection: Any, step: Step, moment: int) -> None:
    """Make a step the answer to all commands sealed for a moment, and blank what they sealed."""
    await connection.execute(
        "UPDATE sealed SET opened = $3, action = '', salt = ''"
        " WHERE table_id = $1 AND moment = $2 AND opened IS NULL",
        step.table,
        moment,
        step.seq,
    )
