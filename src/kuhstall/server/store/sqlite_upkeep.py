"""How SQLite removes what is kept no longer."""

from __future__ import annotations

import json
import time
from collections.abc import Collection, Sequence
from typing import Any

import aiosqlite

from kuhstall.server.store.people import OLDEST
from kuhstall.server.store.sqlite_archive import SqliteArchive
from kuhstall.server.store.sqlite_file import SqliteFile
from kuhstall.server.store.upkeep import FARTHEST, TableState, Walk

_CLAIM = """
INSERT INTO chores (name, holder, until) VALUES (?1, ?2, ?3 + ?4)
ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until
WHERE chores.holder = excluded.holder OR chores.until < ?3 OR chores.until > ?3 + ?5
RETURNING name
"""

_STATES = """
SELECT id, head, closed, due IS NOT NULL,
    EXISTS (SELECT 1 FROM finishers WHERE table_id = id),
    coalesce(?3 - (SELECT at FROM steps WHERE table_id = id AND seq = head), 0)
FROM (SELECT * FROM tables WHERE id > ?1 ORDER BY id LIMIT ?2) ORDER BY id
"""

_NOTE = """
INSERT OR IGNORE INTO finishers (table_id, person, at)
SELECT tables.id, value, at FROM json_each(?2)
JOIN tables ON tables.id = ?1 JOIN steps ON table_id = tables.id AND seq = head
"""

_REMOVE = """
DELETE FROM tables WHERE id = ?1 AND head = ?2
    AND NOT EXISTS (SELECT 1 FROM finishers WHERE table_id = ?1)
"""

_REFUSALS = """
DELETE FROM steps WHERE rowid IN (
    SELECT rowid FROM steps WHERE table_id IN (SELECT value FROM json_each(?1))
        AND seq IS NULL AND at < ?2 LIMIT ?3)
"""

_CHAT = """
DELETE FROM chat WHERE id IN (
    SELECT id FROM chat WHERE table_id IN (SELECT value FROM json_each(?1))
        AND at < ?2 LIMIT ?3)
"""

_SESSIONS = """
DELETE FROM sessions WHERE token IN (
    SELECT token FROM sessions WHERE seen < ?1 OR opened < ?2 LIMIT ?3)
"""

_HEARD = """
DELETE FROM heard WHERE table_id IN (
    SELECT table_id FROM heard WHERE at < ?1
        AND NOT EXISTS (SELECT 1 FROM waits WHERE waits.table_id = heard.table_id) LIMIT ?2)
"""

_PRESENT = """
DELETE FROM absences WHERE person IN (SELECT value FROM json_each(?1))
    AND EXISTS (SELECT 1 FROM sessions WHERE sessions.person = absences.person)
"""

_ABSENT = """
INSERT OR IGNORE INTO absences (person, since)
SELECT id, ?2 FROM people WHERE id IN (SELECT value FROM json_each(?1))
    AND NOT EXISTS (SELECT 1 FROM sessions WHERE person = people.id)
"""

_GUESTS = """
DELETE FROM people WHERE id IN (SELECT value FROM json_each(?1)) AND banned IS NULL
    AND EXISTS (SELECT 1 FROM absences WHERE person = people.id AND since < ?2)
    AND NOT EXISTS (SELECT 1 FROM sessions WHERE person = people.id)
    AND NOT EXISTS (SELECT 1 FROM passkeys WHERE person = people.id)
    AND NOT EXISTS (SELECT 1 FROM recovery_codes WHERE person = people.id AND used IS NULL)
    AND NOT EXISTS (
        SELECT 1 FROM members JOIN tables ON tables.id = members.table_id
        WHERE members.person = people.id AND NOT closed
            AND NOT EXISTS (SELECT 1 FROM finishers WHERE finishers.table_id = tables.id))
    AND NOT EXISTS (SELECT 1 FROM finishers WHERE finishers.person = people.id AND at > ?3)
RETURNING id
"""

_MUTES = """
DELETE FROM mutes WHERE person IN (SELECT value FROM json_each(?1))
    OR other IN (SELECT value FROM json_each(?1))
"""


async def add_finishers(
    connection: aiosqlite.Connection, table: str, people: Collection[str]
) -> None:
    """Note who finished a game, with the step that ended it."""
    await connection.executemany(
        "INSERT OR IGNORE INTO finishers (table_id, person, at) VALUES (?, ?, ?)",
        [(table, person, time.time()) for person in people],
    )


class SqliteUpkeep(SqliteArchive):
    """Each call is one short transaction: others wait for the file meanwhile."""

    _file: SqliteFile

    async def claim_chore(self, chore: str, holder: str, lease: float) -> bool:
        async with self._file.writing() as connection:
            values = (chore, holder, time.time(), lease, FARTHEST)
            cursor = await connection.execute(_CLAIM, values)
            return await cursor.fetchone() is not None

    async def end_chore(self, chore: str, holder: str, pause: float) -> None:
        await self._file.run(
            "UPDATE chores SET holder = '', until = ?3 WHERE name = ?1 AND holder = ?2",
            chore,
            holder,
            time.time() + pause,
        )

    async def table_states(self, after: str, limit: int) -> Sequence[TableState]:
        rows = await self._file.rows(_STATES, after, limit, time.time())
        return [
            TableState(table, head, bool(closed), bool(ticking), bool(finished), age)
            for table, head, closed, ticking, finished, age in rows
        ]

    async def note_finished(self, table: str, people: Collection[str]) -> None:
        await self._file.run(_NOTE, table, json.dumps(list(people)))

    async def remove_table(self, table: str, head: int) -> bool:
        return await self._remove(_REMOVE, table, head) > 0

    async def purge_refusals(self, tables: Collection[str], age: float, limit: int) -> int:
        oldest = time.time() - age
        removed = await self._remove(_REFUSALS, json.dumps(list(tables)), oldest, limit)
        if removed == limit:
            return removed
        return removed + await self.purge_packed_refusals(tables, oldest, limit)

    async def purge_chat(self, tables: Collection[str], age: float, limit: int) -> int:
        return await self._remove(_CHAT, json.dumps(list(tables)), time.time() - age, limit)

    async def purge_sessions(self, idle: float, limit: int) -> int:
        now = time.time()
        return await self._remove(_SESSIONS, now - idle, now - OLDEST, limit)

    async def purge_heard(self, age: float, limit: int) -> int:
        return await self._remove(_HEARD, time.time() - age, limit)

    async def _remove(self, sql: str, *values: Any) -> int:
        async with self._file.writing() as connection:
            return (await connection.execute(sql, values)).rowcount

    async def purge_guests(self, after: str, limit: int, absent: float, played: float) -> Walk:
        now = time.time()
        async with self._file.writing() as connection:
            rows = await connection.execute_fetchall(
                "SELECT id FROM people WHERE id > ? ORDER BY id LIMIT ?", (after, limit)
            )
            page = [person for (person,) in rows]
            asked = json.dumps(page)
            await connection.execute(_PRESENT, (asked,))
            await connection.execute(_ABSENT, (asked, now))
            cursor = await connection.execute(_GUESTS, (asked, now - absent, now - played))
            gone = [person for (person,) in await cursor.fetchall()]
            if gone:
                await connection.execute(_MUTES, (json.dumps(gone),))
        return Walk(len(gone), page[-1] if len(page) == limit else None)
