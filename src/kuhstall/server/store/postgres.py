"""The store on PostgreSQL, for clusters."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any

import asyncpg

from kuhstall.engine.values import Actor
from kuhstall.server.store.postgres_archive import (
    LOCK,
    REFUSE,
    PostgresArchive,
    note_unpacked,
    packed_answer,
    packed_steps,
)
from kuhstall.server.store.postgres_db import PostgresDatabase
from kuhstall.server.store.postgres_leader import PostgresLeader
from kuhstall.server.store.postgres_pool import PostgresPool
from kuhstall.server.store.postgres_schema import migrate, refuse_the_forgetful
from kuhstall.server.store.postgres_seals import PostgresSeals, count_sealed, open_sealed
from kuhstall.server.store.postgres_steps import MARK, GroupCommit, write_one
from kuhstall.server.store.table_queries import TableQueries
from kuhstall.server.table.log import (
    Accepted,
    Answer,
    Behind,
    Listing,
    Opening,
    OrderedAction,
    Overdue,
    Position,
    Rejected,
    Step,
    TakenError,
    UnavailableError,
    UnknownTableError,
    mark_of,
)

# Not a join: if that is planned on an empty table, it scans all steps from then on.
_POSITIONS = f"""
SELECT id, head, (SELECT {MARK} FROM steps WHERE table_id = id AND seq = head)
FROM tables WHERE id = ANY($1)
"""  # noqa: S608 -- only constants are interpolated


# `now()`, not `clock_timestamp()`: that can change within the statement, so no index could be used.
CLAIM = """
UPDATE tables SET claimed = now() + make_interval(secs => $2)
WHERE id IN (
    SELECT id FROM tables
    WHERE ticking AND slot <= now() AND due < now() - make_interval(secs => $1)
        AND (claimed IS NULL OR claimed < now())
    ORDER BY due LIMIT $3 FOR UPDATE SKIP LOCKED)
RETURNING id, head, due
"""

# A concurrent writer of `due` holds the row: this waits, sees the new value, and leaves it alone.
_POSTPONE = """
UPDATE tables SET due = to_timestamp($4)
WHERE id = $1 AND head = $2 AND due = to_timestamp($3)
"""

_WRITE_OUTBOX = """
INSERT INTO news (table_id, seq, mark, body) VALUES ($1, $2, $3, $4)
ON CONFLICT (table_id) DO UPDATE SET seq = excluded.seq, mark = excluded.mark,
    body = excluded.body, claimed = NULL, at = clock_timestamp()
"""

_HAND_IN = """
INSERT INTO sealed (table_id, moment, seat, command, action)
SELECT table_id, $4, $5, $6, $7 FROM orders WHERE table_id = $1 AND person = $2 AND body = $3
"""

# Refusals have no number, so the index on step numbers finds them without an index of their own.
_PURGE_REFUSALS = """
DELETE FROM steps WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM steps WHERE table_id = ANY($1) AND seq IS NULL
        AND at < clock_timestamp() - make_interval(secs => $2) LIMIT $3))
"""


class PostgresStore(TableQueries, PostgresArchive, PostgresSeals):
    """A store whose promises are all kept by constraints and row locks, none by this process."""

    def __init__(self, pool: PostgresPool, leader: PostgresLeader, *, writers: int = 1) -> None:
        self._pool = pool
        self._leader = leader
        self._steps = GroupCommit(pool, writers)
        self.db = PostgresDatabase(pool)

    @classmethod
    async def connect(
        cls, address: str, *, connections: int = 8, writers: int = 1, newer: bool = False
    ) -> PostgresStore:
        """Connect, refuse a database with unsafe settings, and migrate the schema."""
        connection = await asyncpg.connect(address)  # no timeout: a migration may take long
        try:
            await refuse_the_forgetful(connection)
            await migrate(connection, newer=newer)
        finally:
            await connection.close()
        pool = await PostgresPool.open(address, connections)
        return cls(pool, PostgresLeader(address), writers=writers)

    async def close(self) -> None:
        """Finish the pending steps, then disconnect."""
        await self._steps.close()
        await self._leader.close()
        await self._pool.close()

    async def now(self) -> float:
        now: datetime = await self._pool.fetchval("SELECT clock_timestamp()")
        return now.timestamp()

    async def check_writable(self) -> None:
        # A standby is read-only, too. If the disk of its log is full, PostgreSQL does not answer at
        # all.
        if await self._pool.fetchval("SELECT current_setting('transaction_read_only')") == "on":
            raise UnavailableError("the database only reads")

    def connections(self) -> tuple[int, int]:
        return self._pool.connections()

    async def leads(self) -> bool:
        return await self._leader.leads()

    async def open_table(self, opening: Opening, first: Step) -> None:
        try:
            async with self._pool.transaction() as connection:
                await _open(connection, opening, first)
        except asyncpg.UniqueViolationError as error:
            await self._pool.replicate()  # the existing row may be this very table
            raise TakenError(opening.table) from error

    async def append(  # noqa: PLR0913 -- everything that is written with a step
        self,
        step: Step,
        *,
        opens: int | None = None,
        opened: int = 0,
        listing: Listing | None = None,
        outbox: bytes | None = None,
        ordered: Sequence[OrderedAction] = (),
    ) -> Answer | Behind:
        if opens is None and listing is None and outbox is None and not ordered:
            written = await self._steps.write(step)
        else:
            written = await self._write_with(step, opens, opened, listing, outbox, ordered)
        if written:
            return Accepted(step.seq)
        answer = await self.answer(step.table, step.actor, step.command)
        if answer is not None:
            return answer
        head, packed = await self._progress(step.table)
        if packed and head == step.seq - 1:  # a packed game needs the lock
            if await self._write_with(step, opens, opened, listing, outbox, ordered):
                return Accepted(step.seq)
            answer = await self.answer(step.table, step.actor, step.command)
        return answer or Behind(head)

    async def _write_with(  # noqa: PLR0913, PLR0917 -- everything that is written with a step
        self,
        step: Step,
        opens: int | None,
        opened: int,
        listing: Listing | None,
        outbox: bytes | None,
        ordered: Sequence[OrderedAction],
    ) -> bool:
        """Write a step together with what belongs to it.

        A statement sees the rows as of its start, even if it then waits for a lock. So take the
        lock first: the statements after it see the current state, and no other writer can change
        it.
        """
        try:
            async with self._pool.transaction() as connection:
                packed = await connection.fetchval(LOCK, step.table)
                if packed:
                    if await packed_answer(connection, step.table, step.actor, step.command):
                        return False
                    await note_unpacked(connection, step.table)
                if opens is not None and opened != await count_sealed(
                    connection, step.table, opens
                ):
                    return False
                if not await write_one(connection, step, packed=bool(packed)):
                    return False
                if opens is not None:
                    await open_sealed(connection, step, opens)
                if listing is not None:
                    await _list(connection, step.table, listing)
                if outbox is not None:
                    await _write_outbox(connection, step, outbox)
                await _hand_in(connection, step.table, ordered)
        except asyncpg.UniqueViolationError:
            return False  # the command already has an answer
        return True

    async def refuse(self, table: str, actor: Actor, command: str, code: str) -> Answer:
        if await self._pool.fetchval(REFUSE, table, actor, command, code) is not None:
            return Rejected(code)
        return (
            await self.answer(table, actor, command)
            or await self.sealed_answer(table, actor, command)
            or await self._refuse_packed(table, actor, command, code)
            or await self.answer(table, actor, command)
            or Rejected(code)
        )

    async def answer(self, table: str, actor: Actor, command: str) -> Answer | None:
        row = await self._pool.fetchrow(
            "SELECT seq, refusal FROM steps WHERE table_id = $1 AND actor = $2 AND command = $3"
            " UNION ALL SELECT opened, NULL FROM sealed WHERE table_id = $1 AND seat = $2"
            " AND command = $3 AND opened IS NOT NULL",
            table,
            actor,
            command,
        )
        if row is None:
            known = await packed_answer(self._pool, table, actor, command)
        else:
            seq, refusal = row
            known = Accepted(seq, known=True) if refusal is None else Rejected(refusal)
        if known is not None:
            await self._pool.replicate()
        return known

    async def head(self, table: str) -> int:
        return (await self._progress(table))[0]

    async def _progress(self, table: str) -> tuple[int, int]:
        """Return the numbers of the newest step and of the last packed one."""
        row = await self._pool.fetchrow("SELECT head, packed FROM tables WHERE id = $1", table)
        if row is None:
            raise UnknownTableError(table)
        return row["head"], row["packed"]

    async def positions(self, tables: Collection[str]) -> dict[str, Position]:
        rows = await self._pool.fetch(_POSITIONS, list(tables))
        return {table: Position(head, mark) for table, head, mark in rows}

    async def steps(self, table: str, after: int = 0, limit: int | None = None) -> Sequence[Step]:
        rows = await self._rows(table, after, limit)
        if rows and rows[0].seq == after + 1:
            return rows
        found = await packed_steps(self._pool, table, after, limit, rows)
        return await self._rows(table, after, limit) if found is None else found

    async def _rows(self, table: str, after: int, limit: int | None) -> Sequence[Step]:
        rows = await self._pool.fetch(
            "SELECT seq, actor, command, events, due FROM steps"
            " WHERE table_id = $1 AND seq > $2 ORDER BY seq LIMIT $3",
            table,
            after,
            limit,
        )
        return [
            Step(table, row["seq"], row["actor"], row["command"], row["events"], _time(row["due"]))
            for row in rows
        ]

    async def confirm(self) -> None:
        await self._pool.replicate()

    async def claim_overdue(self, late: float, lease: float, limit: int) -> Sequence[Overdue]:
        rows = await self._pool.fetch(CLAIM, late, lease, limit)
        return [Overdue(row["id"], row["head"], row["due"].timestamp()) for row in rows]

    async def postpone(self, table: str, seq: int, was: float, due: float) -> None:
        await self._pool.execute(_POSTPONE, table, seq, was, due)

    async def purge_refusals(self, tables: Collection[str], age: float, limit: int) -> int:
        async with self._pool.connection() as connection:
            done: str = await connection.execute(_PURGE_REFUSALS, list(tables), age, limit)
        removed = int(done.rsplit(maxsplit=1)[-1])
        if removed == limit:
            return removed
        return removed + await self.purge_packed_refusals(tables, age, limit)


async def _list(connection: Any, table: str, listing: Listing) -> None:
    await connection.execute(
        "UPDATE tables SET public = $2, open = $3, closed = $4, listing = $5 WHERE id = $1",
        table,
        listing.public,
        listing.open,
        listing.closed,
        listing.text,
    )
    await connection.execute("DELETE FROM members WHERE table_id = $1", table)
    await _seat(connection, table, () if listing.closed else listing.people)
    await _add_finishers(connection, table, listing.finishers)


async def _open(connection: Any, opening: Opening, first: Step) -> None:
    await connection.execute(
        "INSERT INTO tables (id, code, head, due, public, listing)"
        " VALUES ($1, $2, $3, to_timestamp($4), $5, $6)",
        opening.table,
        opening.code,
        first.seq,
        first.due,
        opening.public,
        opening.listing,
    )
    await connection.execute(
        "INSERT INTO steps (table_id, seq, actor, command, events, due)"
        " VALUES ($1, $2, $3, $4, $5, to_timestamp($6))",
        first.table,
        first.seq,
        first.actor,
        first.command,
        first.events,
        first.due,
    )
    await _seat(connection, opening.table, opening.people)
    await connection.execute("INSERT INTO secrets VALUES ($1, $2)", opening.table, opening.secret)
    if opening.outbox is not None:
        await _write_outbox(connection, first, opening.outbox)


async def _write_outbox(connection: Any, step: Step, body: bytes) -> None:
    """Write the outbox entry of a step."""
    await connection.execute(_WRITE_OUTBOX, step.table, step.seq, mark_of(step), body)


async def _hand_in(connection: Any, table: str, ordered: Sequence[OrderedAction]) -> None:
    """Seal the actions that follow from standing orders, unless an order has changed since."""
    for one in ordered:
        held = one.sealed
        what = (one.moment, held.seat, held.command, held.action)
        await connection.execute(_HAND_IN, table, one.person, one.orders, *what)


async def _add_finishers(connection: Any, table: str, people: Collection[str]) -> None:
    """Record who finished a game, with its last step. Delete its orders: no decision is left."""
    if people:
        await connection.execute("DELETE FROM orders WHERE table_id = $1", table)
        await connection.execute(
            "INSERT INTO finishers (table_id, person) SELECT $1, unnest($2::text[])"
            " ON CONFLICT DO NOTHING",
            table,
            list(people),
        )


async def _seat(connection: Any, table: str, people: tuple[str, ...]) -> None:
    await connection.execute(
        "INSERT INTO members (table_id, person) SELECT $1, unnest($2::text[])",
        table,
        list(set(people)),
    )


def _time(moment: datetime | None) -> float | None:
    return None if moment is None else moment.timestamp()
