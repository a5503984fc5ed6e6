"""What people leave at tables, on PostgreSQL."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from kuhstall.server.store.postgres_pool import PostgresPool
from kuhstall.server.store.traces import Said, Trace

_SEATS = "SELECT person, table_id FROM members WHERE person = ANY($1) ORDER BY person, table_id"

_SAT = """
SELECT table_id FROM members WHERE person = $1
UNION SELECT table_id FROM finishers WHERE person = $1 LIMIT $2
"""

_LINES = """
SELECT table_id, body, extract(epoch FROM at)::float8 FROM chat
WHERE person = $1 ORDER BY id DESC LIMIT $2
"""

_ERASE = """
WITH unsaid AS (DELETE FROM chat WHERE person = ANY($1)),
    unordered AS (DELETE FROM orders WHERE person = ANY($1)),
    unreported AS (DELETE FROM reports WHERE about = ANY($1)),
    unopened AS (DELETE FROM tickets WHERE person = ANY($1)),
    sat AS (SELECT table_id FROM members WHERE person = ANY($1)
        UNION SELECT table_id FROM finishers WHERE person = ANY($1))
DELETE FROM hooks
WHERE person = ANY($1) OR person = '' AND table_id IN (SELECT table_id FROM sat)
"""


class PostgresTraces:
    _pool: PostgresPool

    async def seats_of(self, people: Collection[str]) -> Sequence[tuple[str, str]]:
        rows = await self._pool.fetch(_SEATS, list(people))
        return [(row["person"], row["table_id"]) for row in rows]

    async def tables_sat_at(self, person: str, limit: int) -> Sequence[str]:
        return [row["table_id"] for row in await self._pool.fetch(_SAT, person, limit)]

    async def lines_by(self, person: str, limit: int) -> Sequence[Said]:
        return [Said(*row) for row in await self._pool.fetch(_LINES, person, limit)]

    async def orders_by(self, person: str) -> Sequence[Trace]:
        sql = "SELECT table_id, body FROM orders WHERE person = $1 ORDER BY table_id"
        rows = await self._pool.fetch(sql, person)
        return [Trace(row["table_id"], row["body"].decode()) for row in rows]

    async def hooks_by(self, person: str) -> Sequence[Trace]:
        sql = "SELECT table_id, address FROM hooks WHERE person = $1 ORDER BY table_id"
        return [Trace(*row) for row in await self._pool.fetch(sql, person)]

    async def erase_traces(self, people: Collection[str]) -> None:
        await self._pool.execute(_ERASE, list(people))
