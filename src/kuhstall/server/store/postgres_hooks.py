"""The addresses that tables tell, on PostgreSQL."""

from __future__ import annotations

from collections.abc import Sequence

from kuhstall.server.store import Position
from kuhstall.server.store.hooks import Call
from kuhstall.server.store.postgres_pool import PostgresPool
from kuhstall.server.store.taps import LONGEST

_SET = """
INSERT INTO hooks (table_id, address, person) SELECT id, $2, $3 FROM tables WHERE id = $1
ON CONFLICT (table_id) DO UPDATE SET address = excluded.address, person = excluded.person,
    claimed = NULL, attempts = 0
"""

_MOMENT = """
UPDATE hooks SET moment = $2, told = CASE WHEN $3::bytea IS NULL THEN $2 ELSE told END,
    body = coalesce($3, ''), claimed = NULL, attempts = 0
WHERE table_id = $1 AND moment < $2 AND EXISTS (
    SELECT FROM news WHERE news.table_id = $1 AND seq = $4 AND mark = $5)
"""

_CLAIM = """
UPDATE hooks SET claimed = now() + make_interval(secs => $1)
WHERE table_id IN (
    SELECT table_id FROM hooks
    WHERE told < moment
        AND (claimed IS NULL OR claimed < now() OR claimed > now() + make_interval(secs => $3))
    LIMIT $2 FOR UPDATE SKIP LOCKED)
RETURNING table_id, (SELECT code FROM tables WHERE id = table_id), address, moment, attempts, body
"""

_CALLED = """
UPDATE hooks SET told = $2, claimed = NULL, attempts = 0
WHERE table_id = $1 AND moment = $2
"""

_PUT_OFF = """
UPDATE hooks SET claimed = now() + make_interval(secs => $2), attempts = $3 WHERE table_id = $1
"""


class PostgresHooks:
    _pool: PostgresPool

    async def set_hook(self, table: str, address: str, person: str = "") -> None:
        if address:
            await self._pool.execute(_SET, table, address, person)
        else:
            await self._pool.execute("DELETE FROM hooks WHERE table_id = $1", table)

    async def hook(self, table: str) -> str:
        sql = "SELECT address FROM hooks WHERE table_id = $1"
        return await self._pool.fetchval(sql, table) or ""

    async def note_moment(
        self, table: str, position: Position, moment: int, body: bytes | None
    ) -> None:
        await self._pool.execute(_MOMENT, table, moment, body, position.seq, position.mark)

    async def claim_calls(self, lease: float, limit: int) -> Sequence[Call]:
        return [Call(*row) for row in await self._pool.fetch(_CLAIM, lease, limit, LONGEST)]

    async def note_called(self, table: str, moment: int) -> None:
        await self._pool.execute(_CALLED, table, moment)

    async def put_off_call(self, table: str, seconds: float, attempts: int) -> None:
        await self._pool.execute(_PUT_OFF, table, seconds, attempts)

    async def drop_hook(self, table: str, address: str) -> None:
        sql = "DELETE FROM hooks WHERE table_id = $1 AND address = $2"
        await self._pool.execute(sql, table, address)
