"""The games that people have finished, on PostgreSQL."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kuhstall.server.store.past import PastGame, PastSearch, past_game, row_of
from kuhstall.server.store.postgres_pool import PostgresPool

_KEPT = """person, table_id, extract(epoch FROM at)::float8, game, edition, place, points, won,
    figures, players"""

_FORGET = "DELETE FROM played WHERE table_id = $1"

_KEEP = """
INSERT INTO played (person, table_id, at, game, edition, place, points, won, figures, players)
SELECT id, $2, to_timestamp($3), $4, $5, $6, $7, $8, $9, $10
FROM people WHERE id = $1 AND name <> ''
ON CONFLICT (person, table_id) DO UPDATE SET at = excluded.at, game = excluded.game,
    edition = excluded.edition, place = excluded.place, points = excluded.points,
    won = excluded.won, figures = excluded.figures, players = excluded.players
"""

SEARCH = f"""
SELECT {_KEPT} FROM played
WHERE person = $1
    AND ($2::text IS NULL OR game = $2)
    AND ($3::text IS NULL OR EXISTS (SELECT FROM played AS theirs
        WHERE theirs.person = $3 AND theirs.table_id = played.table_id))
    AND ($4::boolean IS NULL OR won = $4)
    AND at >= to_timestamp(coalesce($5::float8, 0))
    AND (at, table_id) < (to_timestamp($6), $7)
ORDER BY at DESC, table_id DESC LIMIT $8
"""  # noqa: S608 -- all of it is from here


async def keep_past(connection: Any, games: Sequence[PastGame]) -> None:
    """Keep how a game ended, within the statement that took its news."""
    if games:
        await connection.executemany(_KEEP, [row_of(one) for one in games])


class PostgresPast:
    _pool: PostgresPool

    async def past_games(self, person: str, search: PastSearch, limit: int) -> Sequence[PastGame]:
        rows = await self._pool.fetch(
            SEARCH,
            person,
            search.game,
            search.other,
            search.won,
            search.since,
            *search.end,
            limit,
        )
        return [past_game(row) for row in rows]

    async def rewrite_past(self, table: str, games: Sequence[PastGame]) -> None:
        async with self._pool.transaction() as connection:
            await connection.execute(_FORGET, table)
            await keep_past(connection, games)

    async def past_of(self, table: str) -> Sequence[PastGame]:
        rows = await self._pool.fetch(
            f"SELECT {_KEPT} FROM played WHERE table_id = $1 ORDER BY person",  # noqa: S608
            table,
        )
        return [past_game(row) for row in rows]
