"""The store on PostgreSQL: the truth of a cluster."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any

import asyncpg

from kuhstall.engine.values import Actor
from kuhstall.server.store import (
    Accepted,
    Answer,
    Behind,
    ListedTable,
    Listing,
    Opening,
    Position,
    Rejected,
    Step,
    TableRow,
    TakenError,
    UnavailableError,
    UnknownTableError,
)
from kuhstall.server.store.orders import OrderedAction
from kuhstall.server.store.postgres_archive import (
    LOCK,
    REFUSE,
    note_unpacked,
    packed_answer,
    packed_steps,
)
from kuhstall.server.store.postgres_due import PostgresDue
from kuhstall.server.store.postgres_hooks import PostgresHooks
from kuhstall.server.store.postgres_news import PostgresNews, write_news
from kuhstall.server.store.postgres_orders import hand_in
from kuhstall.server.store.postgres_people import PostgresPeople
from kuhstall.server.store.postgres_pool import PostgresPool
from kuhstall.server.store.postgres_reports import PostgresReports
from kuhstall.server.store.postgres_schema import migrate, refuse_the_forgetful
from kuhstall.server.store.postgres_seals import PostgresSeals, count_sealed, open_sealed
from kuhstall.server.store.postgres_steps import MARK, GroupCommit, write_one
from kuhstall.server.store.postgres_traces import PostgresTraces
from kuhstall.server.store.postgres_upkeep import PostgresUpkeep, add_finishers

# Not a join: planned on an empty table, that would read all steps for ever.
_POSITIONS = f"""
SELECT id, head, (SELECT {MARK} FROM steps WHERE table_id = id AND seq = head)
FROM tables WHERE id = ANY($1)
"""  # noqa: S608 -- all of it is from here

_IDS = 'SELECT id FROM tables WHERE id COLLATE "C" > $1 ORDER BY id COLLATE "C" LIMIT $2'


class PostgresStore(
    PostgresUpkeep,
    PostgresReports,
    PostgresNews,
    PostgresSeals,
    PostgresDue,
    PostgresHooks,
    PostgresTraces,
):
    """Steps as rows. Every promise is kept by a constraint or a row lock, none by this process."""

    def __init__(self, pool: PostgresPool, *, writers: int = 1) -> None:
        self._pool = pool
        self._steps = GroupCommit(pool, writers)
        self.people = PostgresPeople(pool)

    @classmethod
    async def connect(
        cls, address: str, *, connections: int = 8, writers: int = 1, newer: bool = False
    ) -> PostgresStore:
        """Connect, refuse a database that forgets, and bring the schema up to date."""
        connection = await asyncpg.connect(address)  # one that may take its time to migrate
        try:
            await refuse_the_forgetful(connection)
            await migrate(connection, newer=newer)
        finally:
            await connection.close()
        pool = await PostgresPool.open(address, connections)
        return cls(pool, writers=writers)

    async def close(self) -> None:
        """Finish the steps that are pending, then disconnect."""
        await self._steps.close()
        await self._pool.close()

    async def now(self) -> float:
        now: datetime = await self._pool.fetchval("SELECT clock_timestamp()")
        return now.timestamp()

    async def check_writable(self) -> None:
        # A standby says so too. Without room for its log PostgreSQL does not answer at all.
        if await self._pool.fetchval("SELECT current_setting('transaction_read_only')") == "on":
            raise UnavailableError("the database only reads")

    async def open_table(self, opening: Opening, first: Step) -> None:
        try:
            async with self._pool.transaction() as connection:
                await _open(connection, opening, first)
        except asyncpg.UniqueViolationError as error:
            await self._pool.replicate()  # it may be this very table that is there
            raise TakenError(opening.table) from error

    async def append(  # noqa: PLR0913 -- all that may hang on a step
        self,
        step: Step,
        *,
        opens: int | None = None,
        opened: int = 0,
        listing: Listing | None = None,
        news: bytes | None = None,
        ordered: Sequence[OrderedAction] = (),
    ) -> Answer | Behind:
        if opens is None and listing is None and news is None and not ordered:
            written = await self._steps.write(step)
        else:
            written = await self._write_with(step, opens, opened, listing, news, ordered)
        if written:
            return Accepted(step.seq)
        answer = await self.answer(step.table, step.actor, step.command)
        if answer is not None:
            return answer
        head, packed = await self._progress(step.table)
        if packed and head == step.seq - 1:  # only who holds the lock may go on with it
            if await self._write_with(step, opens, opened, listing, news, ordered):
                return Accepted(step.seq)
            answer = await self.answer(step.table, step.actor, step.command)
        return answer or Behind(head)

    async def _write_with(  # noqa: PLR0913, PLR0917 -- all that may hang on a step
        self,
        step: Step,
        opens: int | None,
        opened: int,
        listing: Listing | None,
        news: bytes | None,
        ordered: Sequence[OrderedAction],
    ) -> bool:
        """Write a step with what hangs on it.

        A statement sees what was there when it began, even if it then waits for a lock. So the
        lock comes first: what the next statements see is all there is, and stays so.
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
                if news is not None:
                    await write_news(connection, step, news)
                await hand_in(connection, step.table, ordered)
        except asyncpg.UniqueViolationError:
            return False  # the command has its answer
        return True

    async def refuse(self, table: str, actor: Actor, command: str, code: str) -> Answer:
        if await self._pool.fetchval(REFUSE, table, actor, command, code) is not None:
            return Rejected(code)
        return (
            await self.answer(table, actor, command)
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
        """Tell the newest step, and the last one that is packed."""
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

    async def find(self, code: str) -> str | None:
        table: str | None = await self._pool.fetchval("SELECT id FROM tables WHERE code = $1", code)
        return table

    async def lobby(self, limit: int) -> Sequence[ListedTable]:
        rows = await self._pool.fetch(
            "SELECT id, code, listing FROM tables WHERE public AND open AND NOT closed"
            " ORDER BY opened DESC, id LIMIT $1",
            limit,
        )
        return [ListedTable(row["id"], row["code"], row["listing"]) for row in rows]

    async def tables_with(self, people: Collection[str]) -> set[str]:
        rows = await self._pool.fetch(
            "SELECT DISTINCT table_id FROM members WHERE person = ANY($1)", list(people)
        )
        return {row["table_id"] for row in rows}

    async def tables_of(self, person: str, limit: int) -> Sequence[ListedTable]:
        rows = await self._pool.fetch(
            "SELECT id, code, listing FROM members JOIN tables ON id = table_id"
            " WHERE person = $1 ORDER BY opened DESC, id LIMIT $2",
            person,
            limit,
        )
        return [ListedTable(*row) for row in rows]

    async def tables(self, limit: int) -> Sequence[TableRow]:
        rows = await self._pool.fetch(
            "SELECT id, code, head, due, opened, public, open, listing FROM tables"
            " WHERE NOT closed ORDER BY opened DESC, id LIMIT $1",
            limit,
        )
        return [_table_row(row) for row in rows]

    async def ids(self, after: str, limit: int) -> Sequence[str]:
        return [row["id"] for row in await self._pool.fetch(_IDS, after, limit)]

    async def table_row(self, table: str) -> TableRow:
        row = await self._pool.fetchrow(
            "SELECT id, code, head, due, opened, public, open, listing FROM tables WHERE id = $1",
            table,
        )
        if row is None:
            raise UnknownTableError(table)
        return _table_row(row)

    async def secret(self, table: str) -> bytes:
        secret: bytes | None = await self._pool.fetchval(
            "SELECT secret FROM secrets WHERE table_id = $1", table
        )
        if secret is None:
            raise UnknownTableError(table)
        return secret


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
    await add_finishers(connection, table, listing.finishers)


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
    if opening.news is not None:
        await write_news(connection, first, opening.news)


async def _seat(connection: Any, table: str, people: tuple[str, ...]) -> None:
    await connection.execute(
        "INSERT INTO members (table_id, person) SELECT $1, unnest($2::text[])",
        table,
        list(set(people)),
    )


def _table_row(row: Any) -> TableRow:
    table, code, head, due, opened, public, is_open, text = row
    return TableRow(table, code, head, _time(due), opened.timestamp(), public, is_open, text)


def _time(moment: datetime | None) -> float | None:
    return None if moment is None else moment.timestamp()
