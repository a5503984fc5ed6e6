"""The addresses that tables tell, in the file of the SQLite store."""

from __future__ import annotations

import time
from collections.abc import Sequence

from kuhstall.server.store import Position
from kuhstall.server.store.hooks import Call
from kuhstall.server.store.sqlite_file import SqliteFile
from kuhstall.server.store.taps import LONGEST

_SET = """
INSERT INTO hooks (table_id, address, person) SELECT id, ?2, ?3 FROM tables WHERE id = ?1
ON CONFLICT (table_id) DO UPDATE SET address = excluded.address, person = excluded.person,
    claimed = NULL, attempts = 0
"""

_MOMENT = """
UPDATE hooks SET moment = ?2, told = CASE WHEN ?3 IS NULL THEN ?2 ELSE told END,
    body = coalesce(?3, x''), claimed = NULL, attempts = 0
WHERE table_id = ?1 AND moment < ?2 AND EXISTS (
    SELECT 1 FROM news WHERE news.table_id = ?1 AND seq = ?4 AND mark = ?5)
"""

_CLAIM = """
UPDATE hooks SET claimed = ?1 + ?2
WHERE table_id IN (
    SELECT table_id FROM hooks
    WHERE told < moment AND (claimed IS NULL OR claimed < ?1 OR claimed > ?1 + ?4)
    LIMIT ?3)
RETURNING table_id, (SELECT code FROM tables WHERE id = table_id), address, moment, attempts, body
"""

_CALLED = """
UPDATE hooks SET told = ?2, claimed = NULL, attempts = 0 WHERE table_id = ?1 AND moment = ?2
"""


class SqliteHooks:
    _file: SqliteFile

    async def set_hook(self, table: str, address: str, person: str = "") -> None:
        if address:
            await self._file.run(_SET, table, address, person)
        else:
            await self._file.run("DELETE FROM hooks WHERE table_id = ?", table)

    async def hook(self, table: str) -> str:
        rows = await self._file.rows("SELECT address FROM hooks WHERE table_id = ?", table)
        return str(rows[0][0]) if rows else ""

    async def note_moment(
        self, table: str, position: Position, moment: int, body: bytes | None
    ) -> None:
        if await self.hook(table):
            await self._file.run(_MOMENT, table, moment, body, position.seq, position.mark)

    async def claim_calls(self, lease: float, limit: int) -> Sequence[Call]:
        if not await self._file.rows("SELECT 1 FROM hooks WHERE told < moment LIMIT 1"):
            return ()
        async with self._file.writing() as connection:
            cursor = await connection.execute(_CLAIM, (time.time(), lease, limit, LONGEST))
            rows = list(await cursor.fetchall())
        return [Call(*row) for row in rows]

    async def note_called(self, table: str, moment: int) -> None:
        await self._file.run(_CALLED, table, moment)

    async def put_off_call(self, table: str, seconds: float, attempts: int) -> None:
        sql = "UPDATE hooks SET claimed = ?, attempts = ? WHERE table_id = ?"
        await self._file.run(sql, time.time() + seconds, attempts, table)

    async def drop_hook(self, table: str, address: str) -> None:
        sql = "DELETE FROM hooks WHERE table_id = ? AND address = ?"
        await self._file.run(sql, table, address)
