"""The queries of groups' results, in the accounts database.

Finished games come through the outbox, or are entered from paper. With each of them, sums are
updated in the same transaction, so that no page has to read all games.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any, Final, Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from kuhstall.server.features.groups.standings import (
    Meeting,
    Placed,
    Result,
    Score,
    meetings_of,
    result_of,
    scores_of,
    without,
)
from kuhstall.server.features.history.queries import PlayedGame, history_of
from kuhstall.server.store.db import Database, Queries

DISPUTABLE: Final = 7 * 86_400.0
"""Seconds for which the players of a sheet can dispute it, and its author can remove it."""

Mark: TypeAlias = Literal["entered", "disputed"]
Cursor: TypeAlias = tuple[float, str]
"""The time and the id of the last game of a page."""

_AFTER_ALL: Final[Cursor] = (1e11, "")

_COLUMNS: Final = "id, game, edition, epoch(at), seats, last, people, paper, counted"

NEWEST: Final = f"""
SELECT {_COLUMNS}, epoch(now()) - epoch(noted) FROM group_results
WHERE group_id = :group_id AND (at, id) < (timestamp(:at), :id)
ORDER BY at DESC, id DESC LIMIT :most
"""  # noqa: S608 -- only constants are interpolated

_AFTER: Final = f"""
SELECT {_COLUMNS}, epoch(now()) - epoch(noted) FROM group_results
WHERE group_id = :group_id AND (at, id) > (timestamp(:at), :id)
ORDER BY at, id LIMIT :most
"""  # noqa: S608 -- only constants are interpolated

# Whoever rates games at this moment begins again; from the start, if this game has been rated.
_TELL_RATINGS: Final = """
UPDATE group_rated SET version = version + 1,
    restart = CASE WHEN (at, result_id) >= (timestamp(:at), :id) THEN true ELSE restart END
WHERE group_id = :group_id
"""

_PLACED: Final = """
SELECT result_id, seat, place, person, bot, points FROM group_players
WHERE result_id = ANY(:results) ORDER BY result_id, seat
"""

_ADD: Final = """
INSERT INTO group_results
    (id, group_id, game, edition, at, noted, seats, last, people, paper, counted)
VALUES (:id, :group_id, :game, :edition, timestamp(:at), now(), :seats, :last, :people, :paper,
    :counted)
"""

_ADD_PLACED: Final = """
INSERT INTO group_players (result_id, seat, person, bot, place, points)
VALUES (:result, :seat, :person, :bot, :place, :points)
"""

_ADD_SCORE: Final = """
INSERT INTO group_scores (group_id, season, person, games, won, points)
VALUES (:group_id, :season, :person, :games, :won, :points)
ON CONFLICT (group_id, season, person) DO UPDATE SET games = group_scores.games + excluded.games,
    won = group_scores.won + excluded.won, points = group_scores.points + excluded.points
"""

_ADD_MEETING: Final = """
INSERT INTO group_meetings (group_id, person, rival, games, ahead, behind)
VALUES (:group_id, :person, :rival, :games, :ahead, :behind)
ON CONFLICT (group_id, person, rival) DO UPDATE SET games = group_meetings.games + excluded.games,
    ahead = group_meetings.ahead + excluded.ahead, behind = group_meetings.behind + excluded.behind
"""

_SCORES: Final = """
SELECT season, score.person, games, won, points FROM group_scores AS score
JOIN group_members AS member ON member.group_id = score.group_id AND member.person = score.person
WHERE score.group_id = :group_id AND season = :season AND member.role <> 'removed'
"""

_MEETINGS: Final = """
SELECT meeting.person, rival, games, ahead, behind FROM group_meetings AS meeting
JOIN group_members AS member ON member.group_id = meeting.group_id AND member.person = rival
WHERE meeting.group_id = :group_id AND meeting.person = :person AND member.role <> 'removed'
"""


class Sheet(Struct, frozen=True):
    """A result, with what is known of it if it is from paper. `age`: seconds since it came."""

    result: Result
    age: float
    entered: str | None = None
    disputed: str | None = None

    @property
    def is_open(self) -> bool:
        """Whether its players can dispute it, and its author can remove it."""
        return self.result.paper and self.age < DISPUTABLE


class ResultQueries:
    def __init__(self, db: Database) -> None:
        self._db = db

    async def newest(self, group: str, most: int, before: Cursor = _AFTER_ALL) -> Sequence[Sheet]:
        """List games, the newest first; only those before a cursor, if there is one."""
        return await _newest(self._db, group, most, before)

    async def after(self, group: str, cursor: Cursor, most: int = 500) -> Sequence[Result]:
        """List games after a cursor in the order in which they were played."""
        rows = await self._db.fetch(_AFTER, group_id=group, at=cursor[0], id=cursor[1], most=most)
        return [one.result for one in await _sheets(self._db, rows)]

    async def scores(self, group: str, season: int) -> Sequence[Score]:
        """Return a season's scores of those who are members now."""
        rows = await self._db.fetch(_SCORES, group_id=group, season=season)
        return [Score(*row) for row in rows]

    async def meetings(self, group: str, person: str) -> Sequence[Meeting]:
        """Return a person's balance with those who are members now."""
        rows = await self._db.fetch(_MEETINGS, group_id=group, person=person)
        return [Meeting(*row) for row in rows]

    async def first_at(self, group: str) -> float | None:
        """Return the time of the oldest game."""
        rows = await self._db.fetch(
            "SELECT epoch(at) FROM group_results WHERE group_id = :group_id"
            " ORDER BY at, id LIMIT 1",
            group_id=group,
        )
        return float(rows[0][0]) if rows else None

    async def enter(self, group: str, result: Result, person: str) -> bool:
        """Store a sheet; return False if its id is taken by another group's."""
        async with self._db.transaction() as transaction:
            owner = await transaction.value(
                "SELECT group_id FROM group_results WHERE id = :id", id=result.id
            )
            if owner is not None:  # sent twice
                return bool(owner == group)
            if await keep_result(transaction, group, result):
                await _add_mark(transaction, result.id, "entered", person)
        return True

    async def sheet(self, group: str, key: str) -> Sheet | None:
        return await _sheet(self._db, group, key)

    async def dispute(self, group: str, key: str, person: str) -> None:
        """Take a sheet out of the standings, if it still counts."""
        async with self._db.transaction() as transaction:
            found = await _locked(transaction, group, key)
            if found is not None and found.result.counted:
                await _set_counted(transaction, group, found.result, counted=False)
                await _add_mark(transaction, key, "disputed", person)

    async def settle(self, group: str, key: str, only: str | None = None) -> bool:
        """Count a sheet again that was disputed.

        With `only`, a person, do so only if they dispute it; return False if somebody else does.
        """
        async with self._db.transaction() as transaction:
            found = await _locked(transaction, group, key)
            if found is None or found.result.counted:
                return True
            if only not in {None, found.disputed}:
                return False
            await _set_counted(transaction, group, found.result, counted=True)
            await transaction.execute(
                "DELETE FROM group_marks WHERE result_id = :id AND mark = 'disputed'", id=key
            )
        return True

    async def remove(self, group: str, key: str) -> None:
        """Remove a sheet for good."""
        async with self._db.transaction() as transaction:
            await lock_group(transaction, group)
            await drop_result(transaction, group, key)

    # All of a group, to compare it with the logs

    async def all_results(self, group: str) -> Sequence[Result]:
        return await all_results(self._db, group)

    async def all_scores(self, group: str) -> Sequence[Score]:
        rows = await self._db.fetch(
            "SELECT season, person, games, won, points FROM group_scores"
            " WHERE group_id = :group_id",
            group_id=group,
        )
        return [Score(*row) for row in rows]

    async def all_meetings(self, group: str) -> Sequence[Meeting]:
        rows = await self._db.fetch(
            "SELECT person, rival, games, ahead, behind FROM group_meetings"
            " WHERE group_id = :group_id",
            group_id=group,
        )
        return [Meeting(*row) for row in rows]


async def all_results(queries: Queries, group: str) -> Sequence[Result]:
    found: list[Result] = []
    before = _AFTER_ALL
    while page := await _newest(queries, group, 500, before):
        found += [one.result for one in page]
        before = (page[-1].result.at, page[-1].result.id)
    return found


def result_of_table(rows: Sequence[PlayedGame]) -> Result:
    """Return the result of a table from the rows of its history; there is at least one."""
    first, points = rows[0], {one.person: one.points for one in rows}
    return result_of(
        first.table,
        first.game,
        first.edition,
        first.at,
        (
            Placed(seat, one.place, one.person, one.bot, points.get(one.person or ""))
            for seat, one in enumerate(first.players)
        ),
    )


async def note_result(db: Database, table: str) -> str | None:
    """Note how the game of a table has ended, if it is the table of a group; return the group."""
    group = await db.value("SELECT group_id FROM group_tables WHERE table_id = :table", table=table)
    if group is None:
        return None
    rows = await history_of(db, table)
    if rows:  # none: it was broken off, or none of its players is here any more
        async with db.transaction() as transaction:
            await keep_result(transaction, group, result_of_table(rows))
    return str(group)


async def drop_result(transaction: Queries, group: str, key: str) -> None:
    """Drop a result that is no longer true. The group is locked."""
    found = await _sheet(transaction, group, key)
    if found is not None:
        await _drop(transaction, group, found.result)


async def keep_result(transaction: Queries, group: str, result: Result) -> bool:
    """Store a result, in place of the one that is stored of this game; erased people stay away.

    Return False if there is nothing to do.
    """
    # It locks the group, so that nothing is added to sums twice.
    if not await lock_group(transaction, group):
        return False
    told = without(result, _people(result) - await lock_known(transaction, [result]))
    before = await _sheet(transaction, group, result.id)
    if before is not None:
        if before.result == told:
            return False
        await _drop(transaction, group, before.result)
    await transaction.execute(
        _ADD,
        id=told.id,
        group_id=group,
        game=told.game,
        edition=told.edition,
        at=told.at,
        seats=told.seats,
        last=told.last,
        people=told.people,
        paper=told.paper,
        counted=told.counted,
    )
    await transaction.execute_many(
        _ADD_PLACED,
        [
            {
                "result": told.id,
                "seat": one.seat,
                "person": one.person,
                "bot": one.bot,
                "place": one.place,
                "points": one.points,
            }
            for one in told.placed
        ],
    )
    await add_to_sums(transaction, group, told, 1)
    return True


async def lock_group(transaction: Queries, group: str) -> bool:
    """Lock a group until the end of the transaction; return False if there is none."""
    sql = "UPDATE groups SET joined = joined WHERE id = :group_id"
    return await transaction.execute(sql, group_id=group) > 0


async def lock_known(transaction: Queries, results: Iterable[Result]) -> set[str]:
    """Return the people of results who were not erased; they are not until the end, either."""
    known = await transaction.column(
        "SELECT id FROM people WHERE id = ANY(:people) AND name <> '' ORDER BY id FOR SHARE",
        people=sorted(set().union(*map(_people, results))),
    )
    return set(known)


def _people(result: Result) -> set[str]:
    return {one.person for one in result.placed if one.person is not None}


async def _locked(transaction: Queries, group: str, key: str) -> Sheet | None:
    """Return a sheet as it is now, and lock its group."""
    await lock_group(transaction, group)
    return await _sheet(transaction, group, key)


async def _sheet(queries: Queries, group: str, key: str) -> Sheet | None:
    rows = await queries.fetch(
        f"SELECT {_COLUMNS}, epoch(now()) - epoch(noted) FROM group_results"  # noqa: S608
        " WHERE id = :id AND group_id = :group_id",
        id=key,
        group_id=group,
    )
    found = await _sheets(queries, rows)
    return found[0] if found else None


async def _newest(queries: Queries, group: str, most: int, before: Cursor) -> Sequence[Sheet]:
    at, key = before
    rows = await queries.fetch(NEWEST, group_id=group, at=at, id=key, most=most)
    return await _sheets(queries, rows)


async def _sheets(queries: Queries, rows: Sequence[tuple[Any, ...]]) -> Sequence[Sheet]:
    keys = [row[0] for row in rows]
    seats = await queries.fetch(_PLACED, results=keys)
    placed = {
        key: tuple(Placed(*row[1:]) for row in own)
        for key, own in groupby(seats, key=lambda row: row[0])
    }
    marks: dict[tuple[str, Mark], str] = {
        (key, mark): person
        for key, mark, person in await queries.fetch(
            "SELECT result_id, mark, person FROM group_marks WHERE result_id = ANY(:results)",
            results=keys,
        )
    }
    found = []
    for key, game, edition, at, seats_of, last, people, paper, counted, age in rows:
        result = Result(
            key,
            game,
            edition,
            round(float(at), 3),
            seats_of,
            last,
            people,
            placed.get(key, ()),
            bool(paper),
            bool(counted),
        )
        entered, disputed = marks.get((key, "entered")), marks.get((key, "disputed"))
        found.append(Sheet(result, float(age), entered, disputed))
    return found


async def _add_mark(transaction: Queries, key: str, mark: Mark, person: str) -> None:
    await transaction.execute(
        "INSERT INTO group_marks (result_id, mark, person) SELECT :id, :mark, people.id FROM people"
        " WHERE people.id = :person AND name <> '' FOR SHARE",
        id=key,
        mark=mark,
        person=person,
    )


async def _set_counted(transaction: Queries, group: str, result: Result, *, counted: bool) -> None:
    await transaction.execute(
        "UPDATE group_results SET counted = :counted WHERE id = :id",
        counted=counted,
        id=result.id,
    )
    await add_to_sums(transaction, group, replace(result, counted=True), 1 if counted else -1)


async def _drop(transaction: Queries, group: str, result: Result) -> None:
    await transaction.execute("DELETE FROM group_results WHERE id = :id", id=result.id)
    await add_to_sums(transaction, group, result, -1)


async def add_to_sums(transaction: Queries, group: str, result: Result, sign: int) -> None:
    """Add a game to all sums, or subtract it."""
    scores = sorted(scores_of(result), key=lambda one: one.person)
    meetings = sorted(meetings_of(result), key=lambda one: (one.person, one.rival))
    await transaction.execute_many(_ADD_SCORE, _signed(group, scores, sign))
    await transaction.execute_many(_ADD_MEETING, _signed(group, meetings, sign))
    if sign < 0:
        for sql in (
            "DELETE FROM group_scores WHERE group_id = :group_id AND games = 0",
            "DELETE FROM group_meetings WHERE group_id = :group_id AND games = 0",
        ):
            await transaction.execute(sql, group_id=group)
    await transaction.execute(_TELL_RATINGS, group_id=group, at=result.at, id=result.id)


_SUMS: Final = frozenset({"games", "won", "points", "ahead", "behind"})


def _signed(group: str, parts: Iterable[Score | Meeting], sign: int) -> list[dict[str, Any]]:
    return [
        {"group_id": group}
        | {
            field: getattr(one, field) * (sign if field in _SUMS else 1)
            for field in one.__struct_fields__
        }
        for one in parts
    ]
