"""For whom tables wait, as the accounts database has heard from the outbox of the tables database.

A summary is of a whole table as of a step: one that is late or repeated changes nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from kuhstall.server.features.history.queries import keep_games
from kuhstall.server.features.notifications.delivery_queries import (
    clear_due,
    lock_deliveries,
    lock_people,
)
from kuhstall.server.store.db import Database, Queries
from kuhstall.server.table.log import Position

if TYPE_CHECKING:
    from kuhstall.server.features.history.queries import PlayedGame
    from kuhstall.server.table.log import Wait

_RECORD: Final = """
INSERT INTO heard (table_id, seq, mark, at) VALUES (:table, :seq, :mark, now())
ON CONFLICT (table_id) DO UPDATE SET seq = excluded.seq, mark = excluded.mark, at = excluded.at
WHERE heard.seq < excluded.seq
"""

# A wait for a later moment stays: its player answered before the summary arrived.
_OTHERS: Final = """
DELETE FROM waits WHERE table_id = :table AND moment <= :moment AND person <> ALL(:people)
"""

_WAIT: Final = """
INSERT INTO waits (person, table_id, moment, until, since)
SELECT id, :table, :moment, timestamp(:until), now() FROM people WHERE id = :person
ON CONFLICT (person, table_id) DO UPDATE
    SET moment = excluded.moment, until = excluded.until,
        answered = waits.answered AND waits.moment = excluded.moment,
        revision = CASE WHEN waits.moment < excluded.moment THEN 0 ELSE waits.revision END,
        fresh = waits.fresh OR waits.moment < excluded.moment,
        since = CASE WHEN waits.moment < excluded.moment THEN excluded.since ELSE waits.since END
    WHERE waits.moment <= excluded.moment
"""

# What is withdrawn is waited for again, and that is no news.
_ANSWER: Final = """
INSERT INTO waits (person, table_id, moment, answered, fresh, revision, since)
SELECT id, :table, :moment, :answered, false, :revision, now() FROM people WHERE id = :person
ON CONFLICT (person, table_id) DO UPDATE
    SET answered = excluded.answered, moment = excluded.moment, revision = excluded.revision,
        fresh = waits.fresh AND excluded.answered
    WHERE waits.moment < excluded.moment
        OR waits.moment = excluded.moment AND waits.revision < excluded.revision
"""

# So that no wait begins while a summary is recorded.
_LOCK_SUMMARY: Final = "SELECT 1 FROM heard WHERE table_id = :table FOR SHARE"

_WAITING: Final = """
SELECT table_id, epoch(until) FROM waits
WHERE person = :person AND NOT answered ORDER BY until IS NULL, until, table_id
"""

_FORGET: Final = (
    "DELETE FROM waits WHERE table_id = :table",
    "DELETE FROM played WHERE table_id = :table",
)

_SET_BACK: Final = """
UPDATE webhooks SET moment = -1, delivered_moment = -1, body = :nothing WHERE table_id = :table
"""

_PURGE: Final = """
DELETE FROM heard WHERE table_id IN (
    WITH old AS MATERIALIZED (
        SELECT table_id FROM heard WHERE at < now() - seconds(:age)
            AND NOT EXISTS (SELECT 1 FROM waits WHERE waits.table_id = heard.table_id)
        LIMIT :most FOR UPDATE SKIP LOCKED)
    SELECT table_id FROM old)
"""


class WaitingTable(Struct, frozen=True):
    table: str
    until: float | None


class WaitingQueries:
    def __init__(self, db: Database) -> None:
        self.db = db

    async def record_summary(
        self,
        table: str,
        position: Position,
        moment: int,
        waits: Sequence[Wait],
        games: Sequence[PlayedGame] = (),
    ) -> Position | None:
        """Replace the list of people that a table waits for, at a moment of its game.

        `games` is how the game ended for each person, once it has ended.

        If the position is no newer than the recorded one, change nothing and return the recorded
        one.
        """
        people = [wait.person for wait in waits]
        async with self.db.transaction() as transaction:
            at = {"table": table, "seq": position.seq, "mark": position.mark}
            if await transaction.execute(_RECORD, **at):
                players = [one.person for one in games]
                everybody = await _lock_waiting(transaction, table, [*people, *players])
                await lock_deliveries(transaction, ["push", "mail"], everybody)
                await transaction.execute(_OTHERS, table=table, moment=moment, people=people)
                rows = [
                    {"table": table, "moment": moment, "person": one.person, "until": one.until}
                    for one in sorted(waits, key=lambda one: one.person)
                ]
                await transaction.execute_many(_WAIT, rows)
                await keep_games(transaction, games)
                return None
        await self.db.confirm()
        row = await self.db.row("SELECT seq, mark FROM heard WHERE table_id = :table", table=table)
        return position if row is None else Position(*row)

    async def forget_summary(self, table: str, position: Position) -> None:
        """Delete all about a table, if its recorded position is this one, which never existed."""
        async with self.db.transaction() as transaction:
            gone = await transaction.execute(
                "DELETE FROM heard WHERE table_id = :table AND seq = :seq AND mark = :mark",
                table=table,
                seq=position.seq,
                mark=position.mark,
            )
            if gone:
                people = await _lock_waiting(transaction, table)
                if await transaction.execute(_SET_BACK, table=table, nothing=b""):
                    await clear_due(transaction, "webhook", table)
                await lock_deliveries(transaction, ["push", "mail"], people)
                for statement in _FORGET:
                    await transaction.execute(statement, table=table)
        if not gone:
            await self.db.confirm()

    async def note_answer(
        self, table: str, person: str, moment: int, revision: int = 1, *, answered: bool = True
    ) -> None:
        """Note that a person has answered a table at a moment of its game, or withdrawn that."""
        async with self.db.transaction() as transaction:
            await transaction.fetch(_LOCK_SUMMARY, table=table)
            await lock_people(transaction, [person])
            await lock_deliveries(transaction, ["push", "mail"], [person])
            noted = await transaction.execute(
                _ANSWER,
                table=table,
                person=person,
                moment=moment,
                revision=revision,
                answered=answered,
            )
        if not noted:
            await self.db.confirm()

    async def waiting_tables(self, person: str) -> Sequence[WaitingTable]:
        """List the tables that wait for the person, most urgent first."""
        return [WaitingTable(*row) for row in await self.db.fetch(_WAITING, person=person)]

    async def purge_heard(self, age: float, limit: int) -> int:
        """Delete summaries of tables that wait for no one and are unchanged for `age` seconds."""
        async with self.db.transaction() as transaction:
            return await transaction.execute(_PURGE, age=age, most=limit)


async def _lock_waiting(
    transaction: Queries, table: str, people: Sequence[str] = ()
) -> Sequence[str]:
    """Lock these people and those for whom a table waits, and return them all."""
    sql = "SELECT person FROM waits WHERE table_id = :table"
    everybody = sorted({*people, *await transaction.column(sql, table=table)})
    await lock_people(transaction, everybody)
    return everybody
