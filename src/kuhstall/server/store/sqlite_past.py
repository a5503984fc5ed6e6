"""The games that people have finished, in the file of the SQLite store."""

from __future__ import annotations

from collections.abc import Sequence

import aiosqlite

from kuhstall.server.store.past import PastGame, PastSearch, past_game, row_of
from kuhstall.server.store.sqlite_file import SqliteFile

_FORGET = "DELETE FROM played WHERE table_id = ?"

_KEEP = """
INSERT INTO played (person, table_id, at, game, edition, place, points, won, figures, players)
SELECT id, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10
FROM people WHERE id = ?1 AND name <> ''
ON CONFLICT (person, table_id) DO UPDATE SET at = excluded.at, game = excluded.game,
    edition = excluded.edition, place = excluded.place, points = excluded.points,
    won = excluded.won, figures = excluded.figures, players = excluded.players
"""

_SEARCH = """
SELECT * FROM played
WHERE person = ?1
    AND (?2 IS NULL OR game = ?2)
    AND (?3 IS NULL OR EXISTS (SELECT 1 FROM played AS theirs
        WHERE theirs.person = ?3 AND theirs.table_id = played.table_id))
    AND (?4 IS NULL OR won = ?4)
    AND at >= coalesce(?5, 0)
    AND (at, table_id) < (?6, ?7)
ORDER BY at DESC, table_id DESC LIMIT ?8
"""


async def forget_past(connection: aiosqlite.Connection, table: str) -> None:
    """Forget what is kept of a table."""
    await connection.execute(_FORGET, (table,))


async def keep_past(connection: aiosqlite.Connection, games: Sequence[PastGame]) -> None:
    """Keep how a game ended, together with the news of it."""
    await connection.executemany(_KEEP, [row_of(one) for one in games])


class SqlitePast:
    _file: SqliteFile

    async def past_games(self, person: str, search: PastSearch, limit: int) -> Sequence[PastGame]:
        rows = await self._file.rows(
            _SEARCH,
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
        async with self._file.writing() as connection:
            await forget_past(connection, table)
            await keep_past(connection, games)

    async def past_of(self, table: str) -> Sequence[PastGame]:
        rows = await self._file.rows(
            "SELECT * FROM played WHERE table_id = ? ORDER BY person", table
        )
        return [past_game(row) for row in rows]
