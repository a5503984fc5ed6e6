"""The queries of groups' ratings, in the accounts database.

A group that has switched ratings on has a row in `group_rated`: the last game that is rated. New
games are rated from there on. What changes an earlier game sets `restart`: then all are rated anew.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from kuhstall.server.features.groups.ratings import Rating, rate
from kuhstall.server.features.groups.result_queries import Cursor, ResultQueries
from kuhstall.server.features.groups.standings import Result
from kuhstall.server.store.db import Database

_TRIES: Final = 20
_AT_ONCE: Final = 20
"""Games that are rated before others have their turn: 2 ms."""
_START: Final[Cursor] = (0.0, "")

_KEEP: Final = """
INSERT INTO group_ratings (group_id, game, person, mu, sigma, games)
VALUES (:group_id, :game, :person, :mu, :sigma, :games)
ON CONFLICT (group_id, game, person) DO UPDATE
    SET mu = excluded.mu, sigma = excluded.sigma, games = excluded.games
"""

_ADVANCE: Final = """
UPDATE group_rated SET version = version + 1, restart = false, at = timestamp(:at),
    result_id = :result_id, rated = :rated
WHERE group_id = :group_id AND version = :version
"""


class _Rated(Struct, frozen=True):
    """How far the games of a group are rated, and how many ratings there were then."""

    version: int
    restart: bool
    last: Cursor
    rated: int


class RatingQueries:
    def __init__(self, db: Database) -> None:
        self._db = db

    async def is_on(self, group: str) -> bool:
        return await self._rated(group) is not None

    async def switch(self, group: str, *, on: bool) -> None:
        """Switch ratings on, or off: then they are deleted."""
        async with self._db.transaction() as transaction:
            if on:
                await transaction.execute(
                    "INSERT INTO group_rated (group_id, version, restart, at, result_id, rated)"
                    " VALUES (:group_id, 0, true, timestamp(:at), :result_id, 0)"
                    " ON CONFLICT (group_id) DO NOTHING",
                    group_id=group,
                    at=_START[0],
                    result_id=_START[1],
                )
            else:
                for sql in (
                    "DELETE FROM group_rated WHERE group_id = :group_id",
                    "DELETE FROM group_ratings WHERE group_id = :group_id",
                ):
                    await transaction.execute(sql, group_id=group)

    async def ratings(self, group: str) -> Sequence[Rating]:
        rows = await self._db.fetch(
            "SELECT game, person, mu, sigma, games FROM group_ratings WHERE group_id = :group_id",
            group_id=group,
        )
        return [Rating(*row) for row in rows]

    async def shown(self, group: str, fewest: int) -> Sequence[Rating]:
        """Return the ratings of those who are members now and have played so many games."""
        rows = await self._db.fetch(
            "SELECT game, rating.person, mu, sigma, games FROM group_ratings AS rating"
            " JOIN group_members AS member ON member.group_id = rating.group_id"
            " AND member.person = rating.person"
            " WHERE rating.group_id = :group_id AND games >= :fewest AND member.role <> 'removed'",
            group_id=group,
            fewest=fewest,
        )
        return [Rating(*row) for row in rows]

    async def restart(self, group: str) -> None:
        await self._db.execute(
            "UPDATE group_rated SET version = version + 1, restart = true"
            " WHERE group_id = :group_id",
            group_id=group,
        )

    async def catch_up(self, group: str) -> None:
        """Rate all games that are not rated yet, if the group wants that."""
        for _ in range(_TRIES):
            if await self._try(group):
                return

    async def _try(self, group: str) -> bool:
        """Rate the games from where they are rated; return False if that has changed meanwhile."""
        rated = await self._rated(group)
        if rated is None:
            return True
        stored = await self.ratings(group)
        # If somebody was erased, so were the games by which they changed the ratings of others.
        anew = rated.restart or len(stored) != rated.rated
        known = {} if anew else {(one.game, one.person): one for one in stored}
        last = _START if anew else rated.last
        results = ResultQueries(self._db)
        new: list[Result] = []
        while page := await results.after(group, last):
            new += page
            last = (page[-1].at, page[-1].id)
        if not new and not anew:
            return True
        before = dict(known)
        for number, result in enumerate(new, 1):
            rate(known, result)
            if number % _AT_ONCE == 0:
                await asyncio.sleep(0)
        changed = [one for key, one in known.items() if before.get(key) != one]
        return await self._store(group, _Rated(rated.version, anew, last, len(known)), changed)

    async def _rated(self, group: str) -> _Rated | None:
        row = await self._db.row(
            "SELECT version, restart, epoch(at), result_id, rated FROM group_rated"
            " WHERE group_id = :group_id",
            group_id=group,
        )
        if row is None:
            return None
        version, restart, at, result, rated = row
        return _Rated(version, bool(restart), (round(float(at), 3), result), rated)

    async def _store(self, group: str, rated: _Rated, changed: Sequence[Rating]) -> bool:
        async with self._db.transaction() as transaction:
            advanced = await transaction.execute(
                _ADVANCE,
                group_id=group,
                version=rated.version,
                at=rated.last[0],
                result_id=rated.last[1],
                rated=rated.rated,
            )
            if not advanced:
                return False
            if rated.restart:
                sql = "DELETE FROM group_ratings WHERE group_id = :group_id"
                await transaction.execute(sql, group_id=group)
            people = sorted({one.person for one in changed})
            # Who was erased meanwhile gets no row: the number of rows tells that at the next game.
            there = await transaction.column(
                "SELECT id FROM people WHERE id = ANY(:people) AND name <> ''"
                " ORDER BY id FOR SHARE",
                people=people,
            )
            rows = [
                {
                    "group_id": group,
                    "game": one.game,
                    "person": one.person,
                    "mu": one.mu,
                    "sigma": one.sigma,
                    "games": one.games,
                }
                for one in sorted(changed, key=lambda one: (one.game, one.person))
                if one.person in there
            ]
            await transaction.execute_many(_KEEP, rows)
        return True
