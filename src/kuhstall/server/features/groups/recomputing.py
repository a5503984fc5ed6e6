"""The results of groups, computed anew from the logs of their tables and from their sheets."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from kuhstall.server.features.groups.rating_queries import RatingQueries
from kuhstall.server.features.groups.ratings import all_ratings, ratings_digest
from kuhstall.server.features.groups.result_queries import (
    ResultQueries,
    add_to_sums,
    all_results,
    keep_result,
    lock_group,
    lock_known,
    result_of_table,
)
from kuhstall.server.features.groups.standings import Result, digest, recomputed, without
from kuhstall.server.features.history.finished_games import rebuilt_games
from kuhstall.server.features.people import People
from kuhstall.server.store import Store
from kuhstall.server.table.log import UnknownTableError

if TYPE_CHECKING:
    from kuhstall.server.store.db import Queries


class ComparedGroup(Struct, frozen=True):
    """The checksum of a group's results as stored, and as computed from logs and sheets.

    `results` are the computed ones, `stored` those that were stored then.
    """

    group: str
    games: int
    kept: str
    computed: str
    results: Sequence[Result]
    stored: Sequence[Result] = ()


async def compare_results(store: Store, people: People) -> AsyncIterator[ComparedGroup]:
    """Compare the results of all groups, in the order of their ids."""
    queries, ratings = ResultQueries(people.db), RatingQueries(people.db)
    for group in await people.db.column("SELECT id FROM groups ORDER BY id"):
        stored = await queries.all_results(group)
        tables = await people.db.column(
            "SELECT table_id FROM group_tables WHERE group_id = :group_id ORDER BY table_id",
            group_id=group,
        )
        online = [await _result(store, people, table) for table in tables]
        played = [one for one in stored if one.paper] + [one for one in online if one is not None]
        scores = await queries.all_scores(group)
        meetings = await queries.all_meetings(group)
        kept, computed = digest(stored, scores, meetings), recomputed(played)
        if await ratings.is_on(group):
            await ratings.catch_up(group)
            kept += ratings_digest(await ratings.ratings(group))
            computed += ratings_digest(all_ratings(played))
        yield ComparedGroup(group, len(played), kept, computed, played, stored)


async def rewrite_results(people: People, group: ComparedGroup) -> None:
    """Store the results of a group as they were computed, and all sums anew.

    What has changed since the comparison stays as it is now: games may end, and sheets be disputed,
    while a running server is compared.
    """
    async with people.db.transaction() as transaction:
        if not await lock_group(transaction, group.group):  # deleted meanwhile
            return
        now = await _stored_now(transaction, group)
        final = _merged(now, group)
        for statement in (
            "DELETE FROM group_scores WHERE group_id = :group_id",
            "DELETE FROM group_meetings WHERE group_id = :group_id",
        ):
            await transaction.execute(statement, group_id=group.group)
        wrong = [key for key, one in now.items() if final.get(key) != one]
        await transaction.execute("DELETE FROM group_results WHERE id = ANY(:wrong)", wrong=wrong)
        for key, result in final.items():
            if now.get(key) == result:
                await add_to_sums(transaction, group.group, result, 1)
            else:
                await keep_result(transaction, group.group, result)
    ratings = RatingQueries(people.db)
    await ratings.restart(group.group)
    await ratings.catch_up(group.group)


async def _stored_now(transaction: Queries, group: ComparedGroup) -> dict[str, Result]:
    """Return what is stored by now, by id. Nobody in it can be erased until the end."""
    await lock_known(transaction, [*group.results, *await all_results(transaction, group.group)])
    return {one.id: one for one in await all_results(transaction, group.group)}


def _merged(now: dict[str, Result], group: ComparedGroup) -> dict[str, Result]:
    """Return each result as it was computed; but as it is now if it has changed meanwhile."""
    before = {one.id: one for one in group.stored}
    computed = {one.id: one for one in group.results if not one.paper}
    final = {key: one for key, one in now.items() if one.paper or one != before.get(key)}
    unchanged = {key: one for key, one in computed.items() if now.get(key) == before.get(key)}
    return final | unchanged


async def _result(store: Store, people: People, table: str) -> Result | None:
    """Return what the log of a table says; None if its game was broken off, or is not over."""
    try:
        rows = await rebuilt_games(store, people, table)
    except UnknownTableError:
        return None
    if not rows:
        return None
    result = result_of_table(rows)
    persons = {one.person for one in result.placed if one.person is not None}
    names = await people.names(persons)
    return without(result, {one for one in persons if not names.get(one)})
