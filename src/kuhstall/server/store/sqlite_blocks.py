"""The blocks in the file of the SQLite store."""

from __future__ import annotations

import json
import time
from collections.abc import Collection, Sequence

from kuhstall.server.store.blocks import MOST, BlockedPerson
from kuhstall.server.store.sqlite_file import SqliteFile

_BLOCK = """
INSERT INTO blocks (person, other, at)
SELECT ?1, id, ?4 FROM people
WHERE id = ?2 AND (SELECT count(*) FROM blocks WHERE person = ?1) < ?3
ON CONFLICT (person, other) DO NOTHING
"""

_LIST = """
SELECT blocks.id, name, at FROM blocks JOIN people ON people.id = other
WHERE person = ? AND name <> '' ORDER BY blocks.id DESC
"""

_AMONG = """
SELECT person, other FROM blocks
WHERE person IN (SELECT value FROM json_each(?1)) AND other IN (SELECT value FROM json_each(?1))
"""


class SqliteBlocks:
    _file: SqliteFile

    async def block(self, person: str, other: str, most: int = MOST) -> bool:
        await self._file.run(_BLOCK, person, other, most, time.time())
        return bool(
            await self._file.rows(
                "SELECT 1 FROM blocks WHERE person = ? AND other = ?", person, other
            )
        )

    async def unblock(self, person: str, block: int) -> str | None:
        async with self._file.writing() as connection:
            rows = list(
                await connection.execute_fetchall(
                    "DELETE FROM blocks WHERE person = ? AND id = ? RETURNING other",
                    (person, block),
                )
            )
        return str(rows[0][0]) if rows else None

    async def blocks(self, person: str) -> Sequence[BlockedPerson]:
        return [BlockedPerson(*row) for row in await self._file.rows(_LIST, person)]

    async def blocked_people(self, person: str) -> set[str]:
        rows = await self._file.rows("SELECT other FROM blocks WHERE person = ?", person)
        return {other for (other,) in rows}

    async def blocks_among(self, people: Collection[str]) -> set[tuple[str, str]]:
        rows = await self._file.rows(_AMONG, json.dumps(list(people)))
        return {(person, other) for person, other in rows}

    async def known_since(self, person: str) -> float | None:
        rows = await self._file.rows("SELECT min(opened) FROM sessions WHERE person = ?", person)
        since: float | None = rows[0][0]
        return since
