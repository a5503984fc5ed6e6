"""How PostgreSQL removes what is kept no longer."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from kuhstall.server.store.people import OLDEST
from kuhstall.server.store.postgres_archive import PostgresArchive
from kuhstall.server.store.postgres_pool import PostgresPool
from kuhstall.server.store.upkeep import FARTHEST, TableState, Walk

_CLAIM = """
INSERT INTO chores AS known (name, holder, until)
VALUES ($1, $2, clock_timestamp() + make_interval(secs => $3))
ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until
WHERE known.holder = excluded.holder OR known.until < clock_timestamp()
    OR known.until > clock_timestamp() + make_interval(secs => $4)
RETURNING name
"""

# The page first, and then what is asked of each: it costs the same wherever the page is.
_STATES = """
SELECT id, head, closed, due IS NOT NULL AS ticking,
    EXISTS (SELECT FROM finishers WHERE table_id = id) AS finished,
    coalesce(extract(epoch FROM clock_timestamp()
        - (SELECT at FROM steps WHERE table_id = id AND seq = head)), 0)::float8 AS age
FROM (SELECT * FROM tables WHERE id > $1 ORDER BY id LIMIT $2) AS page ORDER BY id
"""

_NOTE = """
INSERT INTO finishers (table_id, person, at)
SELECT id, unnest($2::text[]), at FROM tables JOIN steps ON table_id = id AND seq = head
WHERE id = $1 ON CONFLICT DO NOTHING
"""

# A step that comes meanwhile is waited for, and then the head is another one.
_REMOVE = """
DELETE FROM tables WHERE id = $1 AND head = $2
    AND NOT EXISTS (SELECT FROM finishers WHERE table_id = $1)
RETURNING id
"""

# Refusals have no number, so the key of numbers finds them without one of their own.
_REFUSALS = """
DELETE FROM steps WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM steps WHERE table_id = ANY($1) AND seq IS NULL
        AND at < clock_timestamp() - make_interval(secs => $2) LIMIT $3))
"""

_CHAT = """
DELETE FROM chat WHERE id = ANY (ARRAY(
    SELECT id FROM chat WHERE table_id = ANY($1)
        AND at < clock_timestamp() - make_interval(secs => $2) LIMIT $3))
"""

_SESSIONS = """
DELETE FROM sessions WHERE token = ANY (ARRAY(
    SELECT token FROM sessions
    WHERE seen < clock_timestamp() - make_interval(secs => $1)
        OR opened < clock_timestamp() - make_interval(secs => $2)
    LIMIT $3 FOR UPDATE SKIP LOCKED))
"""

_HEARD = """
DELETE FROM heard WHERE table_id = ANY (ARRAY(
    SELECT table_id FROM heard
    WHERE at < clock_timestamp() - make_interval(secs => $1)
        AND NOT EXISTS (SELECT FROM waits WHERE waits.table_id = heard.table_id)
    LIMIT $2 FOR UPDATE SKIP LOCKED))
"""

_PRESENT = """
DELETE FROM absences WHERE person = ANY($1)
    AND EXISTS (SELECT FROM sessions WHERE sessions.person = absences.person)
"""

_ABSENT = """
INSERT INTO absences (person)
SELECT id FROM people WHERE id = ANY($1)
    AND NOT EXISTS (SELECT FROM sessions WHERE person = people.id)
ON CONFLICT DO NOTHING
"""

_GUESTS = """
DELETE FROM people USING absences AS absent
WHERE id = ANY($1) AND absent.person = id AND banned IS NULL
    AND absent.since < clock_timestamp() - make_interval(secs => $2)
    AND NOT EXISTS (SELECT FROM sessions WHERE sessions.person = id)
    AND NOT EXISTS (SELECT FROM passkeys WHERE passkeys.person = people.id)
    AND NOT EXISTS (
        SELECT FROM recovery_codes AS code WHERE code.person = people.id AND code.used IS NULL)
    AND NOT EXISTS (
        SELECT FROM members JOIN tables ON tables.id = members.table_id
        WHERE members.person = people.id AND NOT closed
            AND NOT EXISTS (SELECT FROM finishers WHERE finishers.table_id = tables.id))
    AND NOT EXISTS (
        SELECT FROM finishers WHERE finishers.person = people.id
            AND at > clock_timestamp() - make_interval(secs => $3))
RETURNING id
"""


async def add_finishers(connection: Any, table: str, people: Collection[str]) -> None:
    """Note who finished a game, with the step that ended it."""
    if people:
        await connection.execute(
            "INSERT INTO finishers (table_id, person) SELECT $1, unnest($2::text[])"
            " ON CONFLICT DO NOTHING",
            table,
            list(people),
        )


class PostgresUpkeep(PostgresArchive):
    """Each call is one short transaction. Rows that somebody holds are waited for or left."""

    _pool: PostgresPool

    async def claim_chore(self, chore: str, holder: str, lease: float) -> bool:
        return await self._pool.fetchval(_CLAIM, chore, holder, lease, FARTHEST) is not None

    async def end_chore(self, chore: str, holder: str, pause: float) -> None:
        await self._pool.execute(
            "UPDATE chores SET holder = '', until = clock_timestamp() + make_interval(secs => $3)"
            " WHERE name = $1 AND holder = $2",
            chore,
            holder,
            pause,
        )

    async def table_states(self, after: str, limit: int) -> Sequence[TableState]:
        return [TableState(*row) for row in await self._pool.fetch(_STATES, after, limit)]

    async def note_finished(self, table: str, people: Collection[str]) -> None:
        await self._pool.execute(_NOTE, table, list(people))

    async def remove_table(self, table: str, head: int) -> bool:
        return await self._pool.fetchval(_REMOVE, table, head) is not None

    async def purge_refusals(self, tables: Collection[str], age: float, limit: int) -> int:
        removed = await self._remove(_REFUSALS, list(tables), age, limit)
        if removed == limit:
            return removed
        return removed + await self.purge_packed_refusals(tables, age, limit)

    async def purge_chat(self, tables: Collection[str], age: float, limit: int) -> int:
        return await self._remove(_CHAT, list(tables), age, limit)

    async def purge_sessions(self, idle: float, limit: int) -> int:
        return await self._remove(_SESSIONS, idle, OLDEST, limit)

    async def purge_heard(self, age: float, limit: int) -> int:
        return await self._remove(_HEARD, age, limit)

    async def _remove(self, sql: str, *values: Any) -> int:
        async with self._pool.connection() as connection:
            done: str = await connection.execute(sql, *values)
        return int(done.rsplit(maxsplit=1)[-1])

    async def purge_guests(self, after: str, limit: int, absent: float, played: float) -> Walk:
        async with self._pool.transaction() as connection:
            rows = await connection.fetch(
                "SELECT id FROM people WHERE id > $1 ORDER BY id LIMIT $2", after, limit
            )
            page = [row["id"] for row in rows]
            await connection.execute(_PRESENT, page)
            await connection.execute(_ABSENT, page)
            gone = [row["id"] for row in await connection.fetch(_GUESTS, page, absent, played)]
            if gone:
                await connection.execute(
                    "DELETE FROM mutes WHERE person = ANY($1) OR other = ANY($1)", gone
                )
        return Walk(len(gone), page[-1] if len(page) == limit else None)
