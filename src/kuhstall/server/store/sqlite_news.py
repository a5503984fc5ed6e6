"""News in the file of the SQLite store: the cell's half, and home's."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence

import aiosqlite

from kuhstall.server.store import Position, Step, mark_of
from kuhstall.server.store.news import PieceOfNews, Wait, WaitingTable
from kuhstall.server.store.past import PastGame
from kuhstall.server.store.sqlite_file import SqliteFile
from kuhstall.server.store.sqlite_past import forget_past, keep_past

_WRITE = """
INSERT INTO news (table_id, seq, mark, body, at) VALUES (?1, ?2, ?3, ?4, ?5)
ON CONFLICT (table_id) DO UPDATE SET seq = excluded.seq, mark = excluded.mark,
    body = excluded.body, claimed = NULL, at = excluded.at
"""

# A claim that ends later than any could is of a time that has not come: the clock was set back.
_CLAIM = """
UPDATE news SET claimed = ?1 + ?2
WHERE table_id IN (
    SELECT table_id FROM news WHERE claimed IS NULL OR claimed < ?1 OR claimed > ?1 + ?2
    ORDER BY at LIMIT ?3)
RETURNING table_id, seq, mark, body, at
"""

_HEAR = """
INSERT INTO heard (table_id, seq, mark, at) VALUES (?1, ?2, ?3, ?4)
ON CONFLICT (table_id) DO UPDATE
    SET seq = excluded.seq, mark = excluded.mark, at = excluded.at
    WHERE heard.seq < excluded.seq
RETURNING seq
"""

# A later moment is one that somebody has answered before its news came.
_OTHERS = """
DELETE FROM waits WHERE table_id = ?1 AND moment <= ?3
    AND person NOT IN (SELECT value FROM json_each(?2))
"""

_WAIT = """
INSERT INTO waits (person, table_id, moment, until, since)
SELECT id, ?1, ?3, ?4, ?5 FROM people WHERE id = ?2
ON CONFLICT (person, table_id) DO UPDATE
    SET moment = excluded.moment, until = excluded.until,
        answered = waits.answered AND waits.moment = excluded.moment,
        fresh = waits.fresh OR waits.moment < excluded.moment,
        since = CASE WHEN waits.moment < excluded.moment THEN excluded.since ELSE waits.since END
    WHERE waits.moment <= excluded.moment
"""

_ANSWER = """
INSERT INTO waits (person, table_id, moment, answered)
SELECT id, ?1, ?3, 1 FROM people WHERE id = ?2
ON CONFLICT (person, table_id) DO UPDATE SET answered = 1, moment = excluded.moment
    WHERE waits.moment <= excluded.moment
"""

_WAITING = """
SELECT table_id, until FROM waits
WHERE person = ? AND NOT answered ORDER BY until IS NULL, until, table_id
"""


async def write_news(connection: aiosqlite.Connection, step: Step, body: bytes) -> None:
    """Write news with the step that it is of."""
    values = (step.table, step.seq, mark_of(step), body, time.time())
    await connection.execute(_WRITE, values)


class SqliteNews:
    _file: SqliteFile

    async def claim_news(self, lease: float, limit: int) -> Sequence[PieceOfNews]:
        if not await self._file.rows("SELECT 1 FROM news LIMIT 1"):
            return ()
        async with self._file.writing() as connection:
            cursor = await connection.execute(_CLAIM, (time.time(), lease, limit))
            rows = sorted(await cursor.fetchall(), key=lambda row: float(row[-1]))
        return [
            PieceOfNews(table, Position(seq, mark), body, at) for table, seq, mark, body, at in rows
        ]

    async def drop_news(self, table: str, position: Position) -> bool:
        async with self._file.writing() as connection:
            done = await connection.execute(
                "DELETE FROM news WHERE table_id = ? AND seq = ? AND mark = ?",
                (table, position.seq, position.mark),
            )
            return done.rowcount > 0


class SqliteHearing:
    _file: SqliteFile

    async def hear(
        self,
        table: str,
        position: Position,
        moment: int,
        waits: Sequence[Wait],
        past: Sequence[PastGame] = (),
    ) -> Position | None:
        async with self._file.writing() as connection:
            heard = await connection.execute(
                _HEAR, (table, position.seq, position.mark, time.time())
            )
            if await heard.fetchone() is None:
                before = await connection.execute(
                    "SELECT seq, mark FROM heard WHERE table_id = ?", (table,)
                )
                row = await before.fetchone()
                return position if row is None else Position(*row)
            people = json.dumps([wait.person for wait in waits])
            await connection.execute(_OTHERS, (table, people, moment))
            await connection.executemany(
                _WAIT,
                [(table, wait.person, moment, wait.until, time.time()) for wait in waits],
            )
            await keep_past(connection, past)
        return None

    async def unhear(self, table: str, position: Position) -> None:
        async with self._file.writing() as connection:
            gone = await connection.execute(
                "DELETE FROM heard WHERE table_id = ? AND seq = ? AND mark = ?",
                (table, position.seq, position.mark),
            )
            if gone.rowcount:
                await connection.execute("DELETE FROM waits WHERE table_id = ?", (table,))
                await forget_past(connection, table)

    async def note_answer(self, table: str, person: str, moment: int) -> None:
        await self._file.run(_ANSWER, table, person, moment)

    async def waiting_tables(self, person: str) -> Sequence[WaitingTable]:
        return [WaitingTable(*row) for row in await self._file.rows(_WAITING, person)]
