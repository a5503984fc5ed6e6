"""The store in one file: a laptop, a LAN party, a test."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Collection, Sequence
from typing import Any

import aiosqlite

from kuhstall.engine.values import Actor
from kuhstall.server.store import (
    Accepted,
    Answer,
    Behind,
    ListedTable,
    Listing,
    Opening,
    Overdue,
    Position,
    Rejected,
    SealedAction,
    Step,
    TableRow,
    TakenError,
    UnknownTableError,
    mark_of,
)
from kuhstall.server.store.orders import OrderedAction
from kuhstall.server.store.sqlite_archive import packed_answer, with_packed_steps
from kuhstall.server.store.sqlite_file import SqliteFile
from kuhstall.server.store.sqlite_hooks import SqliteHooks
from kuhstall.server.store.sqlite_news import SqliteNews, write_news
from kuhstall.server.store.sqlite_orders import SqliteOrders, hand_in
from kuhstall.server.store.sqlite_people import SqlitePeople
from kuhstall.server.store.sqlite_reports import SqliteReports
from kuhstall.server.store.sqlite_traces import SqliteTraces
from kuhstall.server.store.sqlite_upkeep import SqliteUpkeep, add_finishers


class SqliteStore(SqliteUpkeep, SqliteReports, SqliteNews, SqliteOrders, SqliteHooks, SqliteTraces):
    def __init__(self, file: SqliteFile) -> None:
        self._file = file
        self.people = SqlitePeople(file)

    @classmethod
    async def connect(cls, path: str, *, newer: bool = False) -> SqliteStore:
        return cls(await SqliteFile.open(path, newer=newer))

    async def close(self) -> None:
        await self._file.close()

    async def now(self) -> float:
        return time.time()

    async def check_writable(self) -> None:
        await self._file.check_writable()

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
                if opening.news is not None:
                    await write_news(connection, first, opening.news)
        except sqlite3.IntegrityError as error:
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
                    "UPDATE sealed SET opened = ?"
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
            if news is not None:
                await write_news(connection, step, news)
            await hand_in(connection, step.table, ordered)
        return Accepted(step.seq)

    async def refuse(self, table: str, actor: Actor, command: str, code: str) -> Answer:
        async with self._file.writing() as connection:
            await _head(connection, table)
            answer = await _answer(connection, table, actor, command)
            if answer is not None:
                return answer
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

    async def seal(  # noqa: PLR0913 -- a step without a number
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
            first = next((one for one in held if one.seat == sealed.seat), None)
            if first is not None:
                return first
            known = await _answer(connection, table, sealed.seat, sealed.command)
            if isinstance(known, Rejected):
                return known
            if head != seq or not await _is_at(connection, table, head, follows):
                return Behind(head)
            await connection.execute(
                "INSERT INTO sealed (table_id, moment, seat, command, action)"
                " VALUES (?, ?, ?, ?, ?)",
                (table, moment, sealed.seat, sealed.command, sealed.action),
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
        """All that can be read is on the disk."""

    async def find(self, code: str) -> str | None:
        rows = await self._file.rows("SELECT id FROM tables WHERE code = ?", code)
        return rows[0][0] if rows else None

    async def lobby(self, limit: int) -> Sequence[ListedTable]:
        rows = await self._file.rows(
            "SELECT id, code, listing FROM tables WHERE public AND open AND NOT closed"
            " ORDER BY opened DESC, id LIMIT ?",
            limit,
        )
        return [ListedTable(*row) for row in rows]

    async def tables_with(self, people: Collection[str]) -> set[str]:
        rows = await self._file.rows(
            "SELECT DISTINCT table_id FROM members"
            " WHERE person IN (SELECT value FROM json_each(?))",
            json.dumps(list(people)),
        )
        return {table for (table,) in rows}

    async def tables_of(self, person: str, limit: int) -> Sequence[ListedTable]:
        rows = await self._file.rows(
            "SELECT id, code, listing FROM members JOIN tables ON id = table_id"
            " WHERE person = ? ORDER BY opened DESC, id LIMIT ?",
            person,
            limit,
        )
        return [ListedTable(*row) for row in rows]

    async def tables(self, limit: int) -> Sequence[TableRow]:
        rows = await self._file.rows(
            "SELECT id, code, head, due, opened, public, open, listing FROM tables"
            " WHERE NOT closed ORDER BY opened DESC, id LIMIT ?",
            limit,
        )
        return [_table_row(row) for row in rows]

    async def ids(self, after: str, limit: int) -> Sequence[str]:
        rows = await self._file.rows(
            "SELECT id FROM tables WHERE id > ? ORDER BY id LIMIT ?", after, limit
        )
        return [table for (table,) in rows]

    async def table_row(self, table: str) -> TableRow:
        rows = await self._file.rows(
            "SELECT id, code, head, due, opened, public, open, listing FROM tables WHERE id = ?",
            table,
        )
        if not rows:
            raise UnknownTableError(table)
        return _table_row(rows[0])

    async def secret(self, table: str) -> bytes:
        rows = await self._file.rows("SELECT secret FROM secrets WHERE table_id = ?", table)
        if not rows:
            raise UnknownTableError(table)
        secret: bytes = rows[0][0]
        return secret


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
    await add_finishers(connection, table, listing.finishers)


async def _seat(connection: aiosqlite.Connection, table: str, people: tuple[str, ...]) -> None:
    await connection.executemany(
        "INSERT INTO members (table_id, person) VALUES (?, ?)",
        [(table, person) for person in set(people)],
    )


async def _sealed_actions(
    connection: aiosqlite.Connection, table: str, moment: int
) -> list[SealedAction]:
    rows = await connection.execute_fetchall(
        "SELECT seat, command, action FROM sealed"
        " WHERE table_id = ? AND moment = ? AND opened IS NULL ORDER BY seat",
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
    """Whether the newest step has a mark; None is for those who ask for none."""
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
    if row[0] is None and row[1] is None:  # there is nothing but an archive to look into
        return await packed_answer(connection, table, actor, command)
    return Accepted(row[0], known=True) if row[1] is None else Rejected(row[1])


def _table_row(row: Any) -> TableRow:
    table, code, head, due, opened, public, is_open, text = row
    return TableRow(table, code, head, due, opened, bool(public), bool(is_open), text)
