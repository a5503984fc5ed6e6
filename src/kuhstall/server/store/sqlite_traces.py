"""What people leave at tables, in the file of the SQLite store."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence

from kuhstall.server.store.sqlite_file import SqliteFile
from kuhstall.server.store.traces import Said, Trace

_SEATS = """
SELECT person, table_id FROM members
WHERE person IN (SELECT value FROM json_each(?)) ORDER BY person, table_id
"""

_SAT = """
SELECT table_id FROM members WHERE person = ?1
UNION SELECT table_id FROM finishers WHERE person = ?1 LIMIT ?2
"""

_LINES = """
SELECT table_id, body, at FROM chat
WHERE person = ? ORDER BY id DESC LIMIT ?
"""

_ERASE = tuple(
    f"DELETE FROM {table} WHERE person IN (SELECT value FROM json_each(?1))"  # noqa: S608 -- from here
    for table in ("chat", "orders", "tickets", "hooks")
)

_UNREPORTED = "DELETE FROM reports WHERE about IN (SELECT value FROM json_each(?1))"

_UNGIVEN = """
DELETE FROM hooks WHERE person = '' AND table_id IN (
    SELECT table_id FROM members WHERE person IN (SELECT value FROM json_each(?1))
    UNION SELECT table_id FROM finishers WHERE person IN (SELECT value FROM json_each(?1)))
"""


class SqliteTraces:
    _file: SqliteFile

    async def seats_of(self, people: Collection[str]) -> Sequence[tuple[str, str]]:
        rows = await self._file.rows(_SEATS, json.dumps(list(people)))
        return [(person, table) for person, table in rows]

    async def tables_sat_at(self, person: str, limit: int) -> Sequence[str]:
        return [table for (table,) in await self._file.rows(_SAT, person, limit)]

    async def lines_by(self, person: str, limit: int) -> Sequence[Said]:
        return [Said(*row) for row in await self._file.rows(_LINES, person, limit)]

    async def orders_by(self, person: str) -> Sequence[Trace]:
        sql = "SELECT table_id, body FROM orders WHERE person = ? ORDER BY table_id"
        rows = await self._file.rows(sql, person)
        return [Trace(table, body.decode()) for table, body in rows]

    async def hooks_by(self, person: str) -> Sequence[Trace]:
        sql = "SELECT table_id, address FROM hooks WHERE person = ? ORDER BY table_id"
        return [Trace(*row) for row in await self._file.rows(sql, person)]

    async def erase_traces(self, people: Collection[str]) -> None:
        async with self._file.writing() as connection:
            for statement in (*_ERASE, _UNREPORTED, _UNGIVEN):
                await connection.execute(statement, (json.dumps(list(people)),))
        await self._file.wipe()
