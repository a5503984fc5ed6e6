"""The reports on PostgreSQL."""

from __future__ import annotations

from collections.abc import Sequence

from kuhstall.server.store.postgres_pool import PostgresPool
from kuhstall.server.store.reports import MOST, StoredReport

_ADD = """
INSERT INTO reports (version, table_id, step, language, body, kind, about, line, quote)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
"""

# Two who add at once may both find the same rows to be too many: each takes what it gets.
_SURPLUS = """
DELETE FROM reports WHERE id = ANY (ARRAY(
    SELECT id FROM reports
    WHERE id <= (SELECT id FROM reports ORDER BY id DESC LIMIT 1 OFFSET $1)
    FOR UPDATE SKIP LOCKED))
"""

_PURGE = """
DELETE FROM reports WHERE id = ANY (ARRAY(
    SELECT id FROM reports WHERE at < clock_timestamp() - make_interval(secs => $1)
    ORDER BY id LIMIT $2 FOR UPDATE SKIP LOCKED))
"""


class PostgresReports:
    _pool: PostgresPool

    async def add_report(self, report: StoredReport, most: int = MOST) -> None:
        values = report.version, report.table, report.step, report.language, report.text
        about = report.kind, report.about, report.line, report.quote
        async with self._pool.transaction() as connection:
            await connection.execute(_ADD, *values, *about)
            await connection.execute(_SURPLUS, most)

    async def reports(self) -> Sequence[StoredReport]:
        rows = await self._pool.fetch(
            "SELECT version, table_id, step, language, body, extract(epoch FROM at)::float8,"
            " kind, about, line, quote FROM reports ORDER BY id DESC"
        )
        return [StoredReport(*row) for row in rows]

    async def purge_reports(self, age: float, limit: int) -> int:
        async with self._pool.connection() as connection:
            done: str = await connection.execute(_PURGE, age, limit)
        return int(done.rsplit(maxsplit=1)[-1])
