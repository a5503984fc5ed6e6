"""Which tables somebody has to act on, on PostgreSQL."""

from __future__ import annotations

from collections.abc import Sequence

from kuhstall.server.store import Overdue
from kuhstall.server.store.postgres_pool import PostgresPool

# `now()`: `clock_timestamp()` could become another on the way, which rules out an index.
CLAIM = """
UPDATE tables SET claimed = now() + make_interval(secs => $2)
WHERE id IN (
    SELECT id FROM tables
    WHERE ticking AND slot <= now() AND due < now() - make_interval(secs => $1)
        AND (claimed IS NULL OR claimed < now())
    ORDER BY due LIMIT $3 FOR UPDATE SKIP LOCKED)
RETURNING id, head, due
"""

# Whoever has written another time meanwhile holds the row: what they wrote is looked at, and stays.
_POSTPONE = """
UPDATE tables SET due = to_timestamp($4)
WHERE id = $1 AND head = $2 AND due = to_timestamp($3)
"""


class PostgresDue:
    _pool: PostgresPool

    async def claim_overdue(self, late: float, lease: float, limit: int) -> Sequence[Overdue]:
        rows = await self._pool.fetch(CLAIM, late, lease, limit)
        return [Overdue(row["id"], row["head"], row["due"].timestamp()) for row in rows]

    async def postpone(self, table: str, seq: int, was: float, due: float) -> None:
        await self._pool.execute(_POSTPONE, table, seq, was, due)
