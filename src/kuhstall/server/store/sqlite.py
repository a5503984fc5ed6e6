"""The store in one SQLite file: for a laptop, a LAN party, a test."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Collection, Sequence

import aiosqlite
from msgspec.structs import astuple

from kuhstall.engine.values import Actor
from kuhstall.server.store.sqlite_archive import SqliteArchive, packed_answer, with_packed_steps
from kuhstall.server.store.sqlite_db import SqliteDatabase
from kuhstall.server.store.sqlite_file import SqliteFile
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
    SealedAction,
    Step,
    TakenError,
    UnknownTableError,
    in_the_way,
    mark_of,
)

_WRITE_OUTBOX = """
INSERT INTO news (table_id, seq, mark, body, at) VALUES (?, ?, ?, ?, ?)
ON CONFLICT (table_id) DO UPDATE SET seq = excluded.seq, mark = excluded.mark,
    body = excluded.body, claimed = NULL, at = excluded.at
"""

_HAND_IN = """
INSERT INTO sealed (table_id, moment, seat, command, action)
SELECT table_id, ?4, ?5, ?6, ?7 FROM orders WHERE table_id = ?1 AND person = ?2 AND body = ?3
"""

_SEALED = "SELECT 1 FROM sealed WHERE table_id = ? AND seat = ? AND command = ?"

_PURGE_REFUSALS = """
DELETE FROM steps WHERE rowid IN (
    SELECT rowid FROM steps WHERE table_id IN (SELECT value FROM json_each(?1))
        AND seq IS NULL AND at < ?2 LIMIT ?3)
"""


class SqliteStore(TableQueries, SqliteArchive):
    def __init__(self, file: SqliteFile) -> None:
        self._file = file
        self.db = SqliteDatabase(file)

    @classmethod
    async def connect(cls, path: str, *, newer: bool = False) -> SqliteStore:
        return cls(await SqliteFile.open(path, newer=newer))

    async def close(self) -> None:
        await self._file.close()

    async def now(self) -> float:
        return time.time()

    async def check_writable(self) -> None:
        await self._file.check_writable()

    def connections(self) -> tuple[int, int]:
        return 0, 0

    async def leads(self) -> bool:
        return True  # a file has one node

    async def open_table(self, opening: Opening, first: Step) -> None:
        try:
            async with self._file.writing() as connection:
                await connection.execute(
                    "INSERT INTO tables (id, code, head, due, public, listing, opened)"
                    " VALUES (?, ?, ?, ?, ?, ?, ?)",
                    (
                        opening.table,
                        opening.code,
                        first.seq,
                        first.due,
                        opening.public,
                        opening.listing,
                        time.time(),
                    ),
                )
                await _insert(connection, first)
                await _seat(connection, opening.table, opening.people)
                await connection.execute(
                    "INSERT INTO secrets VALUES (?, ?)", (opening.table, opening.secret)
                )
                if opening.outbox is not None:
                    await _write_outbox(connection, first, opening.outbox)
        except sqlite3.IntegrityError as error:
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
        async with self._file.writing() as connection:
            answer = await _answer(connection, step.table, step.actor, step.command)
            if answer is not None:
                return answer
            head = await _head(connection, step.table)
            if head != step.seq - 1 or not await _is_at(connection, step.table, head, step.follows):
                return Behind(head)
            if opens is not None:
                if len(await _sealed_actions(connection, step.table, opens)) != opened:
                    return Behind(head)
                await connection.execute(
                    "UPDATE sealed SET opened = ?, action = x'', salt = x''"
                    " WHERE table_id = ? AND moment = ? AND opened IS NULL",
                    (step.seq, step.table, opens),
                )
            await _insert(connection, step)
            await connection.execute(
                "UPDATE tables SET head = ?, due = ?, claimed = NULL WHERE id = ?",
                (step.seq, step.due, step.table),
            )
            if listing is not None:
                await _list(connection, step.table, listing)
            if outbox is not None:
                await _write_outbox(connection, step, outbox)
            await _hand_in(connection, step.table, ordered)
        return Accepted(step.seq)

    async def refuse(self, table: str, actor: Actor, command: str, code: str) -> Answer:
        async with self._file.writing() as connection:
            head = await _head(connection, table)
            answer = await _answer(connection, table, actor, command)
            if answer is not None:
                return answer
            sealed = await connection.execute_fetchall(_SEALED, (table, actor, command))
            if sealed:
                return Accepted(head, known=True)
            await connection.execute(
                "INSERT INTO steps (table_id, actor, command, refusal, at) VALUES (?, ?, ?, ?, ?)",
                (table, actor, command, code, time.time()),
            )
        return Rejected(code)

    async def answer(self, table: str, actor: Actor, command: str) -> Answer | None:
        async with self._file.reading() as connection:
            return await _answer(connection, table, actor, command)

    async def head(self, table: str) -> int:
        async with self._file.reading() as connection:
            return await _head(connection, table)

    async def positions(self, tables: Collection[str]) -> dict[str, Position]:
        rows = await self._file.rows(
            "SELECT table_id, seq, actor, command, events"
            " FROM tables JOIN steps ON table_id = id AND seq = head"
            " WHERE id IN (SELECT value FROM json_each(?))",
            json.dumps(list(tables)),
        )
        return {row[0]: Position(row[1], mark_of(Step(*row))) for row in rows}

    async def steps(self, table: str, after: int = 0, limit: int | None = None) -> Sequence[Step]:
        async with self._file.reading() as connection:
            rows = await connection.execute_fetchall(
                "SELECT table_id, seq, actor, command, events, due FROM steps"
                " WHERE table_id = ? AND seq > ? ORDER BY seq LIMIT ?",
                (table, after, -1 if limit is None else limit),
            )
            found = [Step(*row) for row in rows]
            if found and found[0].seq == after + 1:
                return found
            return await with_packed_steps(connection, table, after, limit, found)

    async def seal(  # noqa: PLR0913 -- like `append`, without a step number
        self,
        table: str,
        seq: int,
        moment: int,
        sealed: SealedAction,
        *,
        follows: bytes | None = None,
        due: float | None = None,
    ) -> SealedAction | Behind | Rejected:
        async with self._file.writing() as connection:
            head = await _head(connection, table)
            held = await _sealed_actions(connection, table, moment)
            first = in_the_way(held, sealed)
            if first is not None:
                return first
            known = await _answer(connection, table, sealed.seat, sealed.command)
            if isinstance(known, Rejected):
                return known
            if head != seq or not await _is_at(connection, table, head, follows):
                return Behind(head)
            if sealed.revision != 1 + sum(one.seat == sealed.seat for one in held):
                return Behind(head)
            await connection.execute(
                "INSERT INTO sealed (table_id, moment, seat, command, action, revision, salt)"
                " VALUES (?, ?, ?, ?, ?, ?, ?)",
                (table, moment, *astuple(sealed)),
            )
            await connection.execute(
                "UPDATE tables SET due = coalesce(?, due) WHERE id = ?", (due, table)
            )
        return sealed

    async def sealed_actions(self, table: str, moment: int) -> Sequence[SealedAction]:
        async with self._file.reading() as connection:
            return await _sealed_actions(connection, table, moment)

    async def claim_overdue(self, late: float, lease: float, limit: int) -> Sequence[Overdue]:
        now = time.time()
        async with self._file.writing() as connection:
            cursor = await connection.execute(
                "UPDATE tables SET claimed = ? WHERE id IN (SELECT id FROM tables"
                " WHERE due < ? AND (claimed IS NULL OR claimed < ?) ORDER BY due LIMIT ?)"
                " RETURNING id, head, due",
                (now + lease, now - late, now, limit),
            )
            return [Overdue(*row) for row in await cursor.fetchall()]

    async def postpone(self, table: str, seq: int, was: float, due: float) -> None:
        await self._file.run(
            "UPDATE tables SET due = ? WHERE id = ? AND head = ? AND due = ?", due, table, seq, was
        )

    async def confirm(self) -> None:
        """Do nothing: all that can be read is on disk."""

    async def purge_refusals(self, tables: Collection[str], age: float, limit: int) -> int:
        oldest = time.time() - age
        async with self._file.writing() as connection:
            values = (json.dumps(list(tables)), oldest, limit)
            removed = (await connection.execute(_PURGE_REFUSALS, values)).rowcount
        if removed == limit:
            return removed
        return removed + await self.purge_packed_refusals(tables, oldest, limit)


async def _insert(connection: aiosqlite.Connection, step: Step) -> None:
    await connection.execute(
        "INSERT INTO steps (table_id, seq, actor, command, events, due, at)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)",
        (step.table, step.seq, step.actor, step.command, step.events, step.due, time.time()),
    )


async def _list(connection: aiosqlite.Connection, table: str, listing: Listing) -> None:
    await connection.execute(
        "UPDATE tables SET public = ?, open = ?, closed = ?, listing = ? WHERE id = ?",
        (listing.public, listing.open, listing.closed, listing.text, table),
    )
    await connection.execute("DELETE FROM members WHERE table_id = ?", (table,))
    await _seat(connection, table, () if listing.closed else listing.people)
    await _add_finishers(connection, table, listing.finishers)


async def _write_outbox(connection: aiosqlite.Connection, step: Step, body: bytes) -> None:
    """Write the outbox entry of a step."""
    values = (step.table, step.seq, mark_of(step), body, time.time())
    await connection.execute(_WRITE_OUTBOX, values)


async def _hand_in(
    connection: aiosqlite.Connection, table: str, ordered: Sequence[OrderedAction]
) -> None:
    """Seal the actions that follow from standing orders, unless an order has changed since."""
    for one in ordered:
        held = one.sealed
        what = (one.moment, held.seat, held.command, held.action)
        await connection.execute(_HAND_IN, (table, one.person, one.orders, *what))


async def _add_finishers(
    connection: aiosqlite.Connection, table: str, people: Collection[str]
) -> None:
    """Record who finished a game, with its last step. Delete its orders: no decision is left."""
    if people:
        await connection.execute("DELETE FROM orders WHERE table_id = ?", (table,))
    await connection.executemany(
        "INSERT OR IGNORE INTO finishers (table_id, person, at) VALUES (?, ?, ?)",
        [(table, person, time.time()) for person in people],
    )


async def _seat(connection: aiosqlite.Connection, table: str, people: tuple[str, ...]) -> None:
    await connection.executemany(
        "INSERT INTO members (table_id, person) VALUES (?, ?)",
        [(table, person) for person in set(people)],
    )


async def _sealed_actions(
    connection: aiosqlite.Connection, table: str, moment: int
) -> list[SealedAction]:
    rows = await connection.execute_fetchall(
        "SELECT seat, command, action, revision, salt FROM sealed"
        " WHERE table_id = ? AND moment = ? AND opened IS NULL ORDER BY seat, revision",
        (table, moment),
    )
    return [SealedAction(*row) for row in rows]


async def _head(connection: aiosqlite.Connection, table: str) -> int:
    cursor = await connection.execute("SELECT head FROM tables WHERE id = ?", (table,))
    row = await cursor.fetchone()
    if row is None:
        raise UnknownTableError(table)
    head: int = row[0]
    return head


async def _is_at(
    connection: aiosqlite.Connection, table: str, head: int, mark: bytes | None
) -> bool:
    """Return whether the newest step has this mark; None matches any step."""
    if mark is None:
        return True
    cursor = await connection.execute(
        "SELECT table_id, seq, actor, command, events FROM steps WHERE table_id = ? AND seq = ?",
        (table, head),
    )
    row = await cursor.fetchone()
    return row is not None and mark_of(Step(*row)) == mark


async def _answer(
    connection: aiosqlite.Connection, table: str, actor: Actor, command: str
) -> Answer | None:
    cursor = await connection.execute(
        "SELECT seq, refusal FROM steps WHERE table_id = ?1 AND actor = ?2 AND command = ?3"
        " UNION ALL SELECT opened, NULL FROM sealed WHERE table_id = ?1 AND seat = ?2"
        " AND command = ?3 AND opened IS NOT NULL"
        " UNION ALL SELECT NULL, NULL FROM archive WHERE table_id = ?1",
        (table, actor, command),
    )
    row = await cursor.fetchone()
    if row is None:
        return None
    if row[0] is None and row[1] is None:  # only the archive is left to search
        return await packed_answer(connection, table, actor, command)
    return Accepted(row[0], known=True) if row[1] is None else Rejected(row[1])
