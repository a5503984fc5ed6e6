"""News on PostgreSQL: the cell's half, and home's."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kuhstall.server.store import Position, Step, mark_of
from kuhstall.server.store.news import PieceOfNews, Wait, WaitingTable
from kuhstall.server.store.past import PastGame
from kuhstall.server.store.postgres_past import keep_past
from kuhstall.server.store.postgres_pool import PostgresPool

_WRITE = """
INSERT INTO news (table_id, seq, mark, body) VALUES ($1, $2, $3, $4)
ON CONFLICT (table_id) DO UPDATE SET seq = excluded.seq, mark = excluded.mark,
    body = excluded.body, claimed = NULL, at = clock_timestamp()
"""

# A claim that ends later than any could is of a time that has not come: the clock was set back.
_CLAIM = """
UPDATE news SET claimed = now() + make_interval(secs => $1)
WHERE table_id IN (
    SELECT table_id FROM news
    WHERE claimed IS NULL OR claimed < now() OR claimed > now() + make_interval(secs => $1)
    ORDER BY at LIMIT $2 FOR UPDATE SKIP LOCKED)
RETURNING table_id, seq, mark, body, extract(epoch FROM at)::float8 AS at
"""

_DROP = "DELETE FROM news WHERE table_id = $1 AND seq = $2 AND mark = $3 RETURNING seq"

_HEAR = """
INSERT INTO heard (table_id, seq, mark) VALUES ($1, $2, $3)
ON CONFLICT (table_id) DO UPDATE
    SET seq = excluded.seq, mark = excluded.mark, at = clock_timestamp()
    WHERE heard.seq < excluded.seq
RETURNING seq
"""

# A later moment is one that somebody has answered before its news came.
_OTHERS = "DELETE FROM waits WHERE table_id = $1 AND person <> ALL($2) AND moment <= $3"

_WAIT = """
INSERT INTO waits (person, table_id, moment, until)
SELECT people.id, $1, $3, to_timestamp(new.until)
FROM unnest($2::text[], $4::float8[]) AS new (person, until) JOIN people ON people.id = new.person
ON CONFLICT (person, table_id) DO UPDATE
    SET moment = excluded.moment, until = excluded.until,
        answered = waits.answered AND waits.moment = excluded.moment,
        fresh = waits.fresh OR waits.moment < excluded.moment,
        since = CASE WHEN waits.moment < excluded.moment THEN now() ELSE waits.since END
    WHERE waits.moment <= excluded.moment
"""

_UNHEAR = """
WITH gone AS (
    DELETE FROM heard WHERE table_id = $1 AND seq = $2 AND mark = $3 RETURNING table_id
), unplayed AS (
    DELETE FROM played USING gone WHERE played.table_id = gone.table_id
)
DELETE FROM waits USING gone WHERE waits.table_id = gone.table_id
"""

_ANSWER = """
INSERT INTO waits (person, table_id, moment, answered)
SELECT id, $1, $3, true FROM people WHERE id = $2
ON CONFLICT (person, table_id) DO UPDATE SET answered = true, moment = excluded.moment
    WHERE waits.moment <= excluded.moment
"""

_WAITING = """
SELECT table_id, extract(epoch FROM until)::float8 FROM waits
WHERE person = $1 AND NOT answered ORDER BY until, table_id
"""


async def write_news(connection: Any, step: Step, body: bytes) -> None:
    """Write news with the step that it is of."""
    await connection.execute(_WRITE, step.table, step.seq, mark_of(step), body)


class PostgresNews:
    _pool: PostgresPool

    async def claim_news(self, lease: float, limit: int) -> Sequence[PieceOfNews]:
        rows = await self._pool.fetch(_CLAIM, lease, limit)
        return [
            PieceOfNews(table, Position(seq, mark), body, at)
            for table, seq, mark, body, at in sorted(rows, key=lambda row: row["at"])
        ]

    async def drop_news(self, table: str, position: Position) -> bool:
        return await self._pool.fetchval(_DROP, table, position.seq, position.mark) is not None


class PostgresHearing:
    _pool: PostgresPool

    async def hear(
        self,
        table: str,
        position: Position,
        moment: int,
        waits: Sequence[Wait],
        past: Sequence[PastGame] = (),
    ) -> Position | None:
        people = [wait.person for wait in waits]
        async with self._pool.transaction() as connection:
            if await connection.fetchval(_HEAR, table, position.seq, position.mark) is None:
                row = await connection.fetchrow(
                    "SELECT seq, mark FROM heard WHERE table_id = $1", table
                )
                return position if row is None else Position(*row)
            await connection.execute(_OTHERS, table, people, moment)
            await connection.execute(_WAIT, table, people, moment, [wait.until for wait in waits])
            await keep_past(connection, past)
        return None

    async def unhear(self, table: str, position: Position) -> None:
        await self._pool.execute(_UNHEAR, table, position.seq, position.mark)

    async def note_answer(self, table: str, person: str, moment: int) -> None:
        await self._pool.execute(_ANSWER, table, person, moment)

    async def waiting_tables(self, person: str) -> Sequence[WaitingTable]:
        return [WaitingTable(*row) for row in await self._pool.fetch(_WAITING, person)]
