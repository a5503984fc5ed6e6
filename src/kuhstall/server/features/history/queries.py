"""The queries of the history: the games that a person has finished.

They are in the accounts database, in the table `played`, and can be rebuilt from the logs. The
outbox relay fills them: `hear` in notifications/waiting_queries.py calls `keep_games`. A row says
how one game ended for one person. The other players are stored by id and place; names are looked up
when the history is displayed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import msgspec
from msgspec import Struct

from kuhstall.server.store.db import Database, Queries, Row

COUNTED: Final = 1000
"""The most games that go into statistics: the newest ones."""
_NEVER: Final = 1e11
"""A time after any game."""

_COLUMNS = "person, table_id, epoch(at), game, edition, place, points, won, figures, players"

_KEEP = """
INSERT INTO played (person, table_id, at, game, edition, place, points, won, figures, players)
SELECT id, :table, timestamp(:at), :game, :edition, :place, :points, :won, :figures, :players
FROM people WHERE id = :person AND name <> ''
ON CONFLICT (person, table_id) DO UPDATE SET at = excluded.at, game = excluded.game,
    edition = excluded.edition, place = excluded.place, points = excluded.points,
    won = excluded.won, figures = excluded.figures, players = excluded.players
"""

SEARCH: Final = f"""
SELECT {_COLUMNS} FROM played
WHERE person = :person
    AND (CAST(:game AS text) IS NULL OR game = :game)
    AND (CAST(:other AS text) IS NULL OR EXISTS (SELECT 1 FROM played AS theirs
        WHERE theirs.person = :other AND theirs.table_id = played.table_id))
    AND (CAST(:won AS boolean) IS NULL OR won = :won)
    AND at >= timestamp(coalesce(CAST(:since AS float8), 0))
    AND (at, table_id) < (timestamp(:end_at), :end_table)
ORDER BY at DESC, table_id DESC LIMIT :most
"""  # noqa: S608 -- only constants are interpolated


class Player(Struct, frozen=True, omit_defaults=True):
    """A player of a finished game. Bots have only a name, for that game; people have an id."""

    place: int
    person: str | None = None
    bot: str = ""


class PlayedGame(Struct, frozen=True):
    """How a game ended for one person. `game` is the tag of its views; `at` is when it ended."""

    person: str
    table: str
    at: float
    game: str
    edition: str
    place: int
    points: int
    won: bool
    figures: dict[str, int]
    players: tuple[Player, ...]


class HistorySearch(Struct, frozen=True):
    """A filter for finished games; a field that is None matches all.

    `before` is the last game of the previous page: the next page continues after it.
    """

    game: str | None = None
    other: str | None = None
    won: bool | None = None
    since: float | None = None
    before: tuple[float, str] | None = None

    @property
    def end(self) -> tuple[float, str]:
        """Return the key that all found games must be less than."""
        return self.before or (_NEVER, "")


class HistoryQueries:
    db: Database

    async def played_games(
        self, person: str, search: HistorySearch, limit: int
    ) -> Sequence[PlayedGame]:
        """List the games that the person has finished, newest first."""
        end_at, end_table = search.end
        rows = await self.db.fetch(
            SEARCH,
            person=person,
            game=search.game,
            other=search.other,
            won=search.won,
            since=search.since,
            end_at=end_at,
            end_table=end_table,
            most=limit,
        )
        return [_game(row) for row in rows]

    async def rewrite_history(self, table: str, games: Sequence[PlayedGame]) -> None:
        """Replace all history rows of a table with these, which were rebuilt from its log."""
        people = [one.person for one in games]
        async with self.db.transaction() as transaction:
            # Wait for an erasure that is under way, so that no row of an erased person is written.
            sql = "SELECT 1 FROM people WHERE id = ANY(:people) ORDER BY id FOR NO KEY UPDATE"
            await transaction.fetch(sql, people=people)
            await transaction.execute("DELETE FROM played WHERE table_id = :table", table=table)
            await keep_games(transaction, games)

    async def history_of(self, table: str) -> Sequence[PlayedGame]:
        """Return all history rows of a table, ordered by person."""
        return await history_of(self.db, table)


async def history_of(queries: Queries, table: str) -> Sequence[PlayedGame]:
    """Return all history rows of a table, ordered by person."""
    rows = await queries.fetch(
        f"SELECT {_COLUMNS} FROM played WHERE table_id = :table ORDER BY person",  # noqa: S608
        table=table,
    )
    return [_game(row) for row in rows]


async def keep_games(queries: Queries, games: Sequence[PlayedGame]) -> None:
    """Store how a game ended, in the transaction that records its outbox entry."""
    await queries.execute_many(_KEEP, [values_of(one) for one in games])


def values_of(one: PlayedGame) -> dict[str, Any]:
    return {
        "person": one.person,
        "table": one.table,
        "at": one.at,
        "game": one.game,
        "edition": one.edition,
        "place": one.place,
        "points": one.points,
        "won": one.won,
        "figures": msgspec.json.encode(one.figures),
        "players": msgspec.json.encode(one.players),
    }


def _game(row: Row) -> PlayedGame:
    person, table, at, game, edition, place, points, won, figures, players = row
    return PlayedGame(
        person,
        table,
        at,
        game,
        edition,
        place,
        points,
        bool(won),
        msgspec.json.decode(figures, type=dict[str, int]),
        msgspec.json.decode(players, type=tuple[Player, ...]),
    )
