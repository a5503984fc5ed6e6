"""The queries of the tables database that no step depends on, for PostgreSQL and SQLite.

Steps refer to people by id only. So a person can be erased without touching any log, and every game
still replays to the same result.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, Final

from kuhstall.server.store.db import Database, NoParentError, Row
from kuhstall.server.store.rows import FARTHEST, OutboxEntry, PlacedOrders, Said, TableState
from kuhstall.server.table.chat_log import Holder, StoredLine
from kuhstall.server.table.log import ListedTable, Position, TableRow, UnknownTableError

_SWEPT = 4
"""Expired tickets that are deleted with each new one: more than are issued."""

_ROW = "id, code, head, epoch(due), epoch(opened), public, open, listing"

IDS = 'SELECT id FROM tables WHERE id COLLATE "C" > :after ORDER BY id COLLATE "C" LIMIT :most'

# The lock blocks new steps meanwhile, so the orders only apply to what is still to come.
_PLACE = """
WITH locked AS (SELECT id FROM tables WHERE id = :table AND head = :seq FOR SHARE)
INSERT INTO orders (table_id, person, body) SELECT id, :person, :body FROM locked WHERE true
ON CONFLICT (table_id, person) DO UPDATE SET body = excluded.body RETURNING person
"""

_LINE = "table_id, command, person, seat, body, id, epoch(at)"

_SAY = f"""
INSERT INTO chat (table_id, person, command, seat, body, at)
VALUES (:table, :person, :command, :seat, :body, now())
ON CONFLICT (table_id, person, command) DO NOTHING RETURNING {_LINE}
"""  # noqa: S608 -- only constants

_EXPIRED = """
DELETE FROM tickets WHERE ticket IN (
    SELECT ticket FROM tickets WHERE expires < now()
    ORDER BY expires LIMIT :most FOR UPDATE SKIP LOCKED)
"""

_TICKET = """
INSERT INTO tickets (ticket, table_id, person, session, expires)
VALUES (:ticket, :table, :person, :session, now() + seconds(:lasts))
"""

_TAKE = """
DELETE FROM tickets WHERE ticket = :ticket RETURNING table_id, person, session, expires > now()
"""

# A claim that ends later than any lease could was made before the clock was set back.
_CLAIM_OUTBOX = """
UPDATE news SET claimed = now() + seconds(:lease)
WHERE table_id IN (
    SELECT table_id FROM news
    WHERE claimed IS NULL OR claimed < now() OR claimed > now() + seconds(:lease)
    ORDER BY at LIMIT :most FOR UPDATE SKIP LOCKED)
RETURNING table_id, seq, mark, body, epoch(at)
"""

_DROP_OUTBOX = "DELETE FROM news WHERE table_id = :table AND seq = :seq AND mark = :mark"

_CLAIM_CHORE = """
INSERT INTO chores AS known (name, holder, until)
VALUES (:chore, :holder, now() + seconds(:lease))
ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until
WHERE known.holder = excluded.holder OR known.until < now()
    OR known.until > now() + seconds(:farthest)
RETURNING name
"""

_END_CHORE = """
UPDATE chores SET holder = '', until = now() + seconds(:pause)
WHERE name = :chore AND holder = :holder
"""

# Select the page first, then the details per table: this costs the same wherever the page is.
STATES: Final = """
SELECT id, head, closed, due IS NOT NULL,
    EXISTS (SELECT 1 FROM finishers WHERE table_id = id),
    coalesce(epoch(now()) - (SELECT epoch(at) FROM steps WHERE table_id = id AND seq = head), 0)
FROM (SELECT * FROM tables WHERE NOT tidied AND id > :after ORDER BY id LIMIT :most) AS page
ORDER BY id
"""

_LOCK_TABLES = "SELECT id FROM tables WHERE id = ANY(:tables) ORDER BY id FOR UPDATE"

_TIDIED = """
UPDATE tables SET tidied = true WHERE id = ANY(:tables) AND NOT tidied
    AND EXISTS (SELECT 1 FROM finishers WHERE finishers.table_id = tables.id)
    AND NOT EXISTS (SELECT 1 FROM chat WHERE chat.table_id = tables.id)
    AND NOT EXISTS (SELECT 1 FROM steps WHERE steps.table_id = tables.id AND seq IS NULL)
    AND NOT EXISTS (
        SELECT 1 FROM archive WHERE archive.table_id = tables.id AND refused IS NOT NULL)
"""

_FINISHED = """
INSERT INTO finishers (table_id, person, at)
SELECT id, CAST(:person AS text), at FROM tables JOIN steps ON table_id = id AND seq = head
WHERE id = :table ON CONFLICT DO NOTHING
"""

# A concurrent step is waited for, and then the head does not match any more.
_REMOVE = """
DELETE FROM tables WHERE id = :table AND head = :head
    AND NOT EXISTS (SELECT 1 FROM finishers WHERE table_id = :table)
"""

_PURGE_CHAT = """
DELETE FROM chat WHERE id IN (
    WITH old AS MATERIALIZED (
        SELECT id FROM chat
        WHERE table_id = ANY(:tables) AND at < now() - seconds(:age) LIMIT :most)
    SELECT id FROM old)
"""

_SAT = """
SELECT table_id FROM members WHERE person = :person
UNION SELECT table_id FROM finishers WHERE person = :person LIMIT :most
"""

_BOUND = """
SELECT person FROM members JOIN tables ON tables.id = members.table_id
WHERE person = ANY(:people) AND NOT closed
    AND NOT EXISTS (SELECT 1 FROM finishers WHERE finishers.table_id = tables.id)
UNION SELECT person FROM finishers WHERE person = ANY(:people) AND at > now() - seconds(:played)
"""

_SAID = """
SELECT table_id, body, epoch(at) FROM chat WHERE person = :person ORDER BY id DESC LIMIT :most
"""

_OF_PERSON = tuple(
    f"DELETE FROM {table} WHERE person = ANY(:people)"  # noqa: S608 -- only constants
    for table in ("chat", "orders", "tickets")
)


class TableQueries:
    db: Database

    async def write_mark(self) -> str | None:
        return await self.db.write_mark()

    # Lists

    async def find(self, code: str) -> str | None:
        table: str | None = await self.db.value(
            "SELECT id FROM tables WHERE code = :code", code=code
        )
        return table

    async def lobby(self, limit: int) -> Sequence[ListedTable]:
        rows = await self.db.fetch(
            "SELECT id, code, listing FROM tables WHERE public AND open AND NOT closed"
            " ORDER BY opened DESC, id LIMIT :most",
            most=limit,
        )
        return [ListedTable(*row) for row in rows]

    async def tables_with(self, people: Collection[str]) -> set[str]:
        sql = "SELECT DISTINCT table_id FROM members WHERE person = ANY(:people)"
        return set(await self.db.column(sql, people=people))

    async def tables_of(self, person: str, limit: int) -> Sequence[ListedTable]:
        rows = await self.db.fetch(
            "SELECT id, code, listing FROM members JOIN tables ON id = table_id"
            " WHERE person = :person ORDER BY opened DESC, id LIMIT :most",
            person=person,
            most=limit,
        )
        return [ListedTable(*row) for row in rows]

    async def tables(self, limit: int) -> Sequence[TableRow]:
        rows = await self.db.fetch(
            f"SELECT {_ROW} FROM tables WHERE NOT closed"  # noqa: S608 -- only constants
            " ORDER BY opened DESC, id LIMIT :most",
            most=limit,
        )
        return [_table_row(row) for row in rows]

    async def ids(self, after: str, limit: int) -> Sequence[str]:
        return await self.db.column(IDS, after=after, most=limit)

    async def table_row(self, table: str) -> TableRow:
        row = await self.db.row(f"SELECT {_ROW} FROM tables WHERE id = :table", table=table)  # noqa: S608
        if row is None:
            raise UnknownTableError(table)
        return _table_row(row)

    async def secret(self, table: str) -> bytes:
        sql = "SELECT secret FROM secrets WHERE table_id = :table"
        secret: bytes | None = await self.db.value(sql, table=table)
        if secret is None:
            raise UnknownTableError(table)
        return secret

    # Standing orders

    async def place_orders(self, table: str, seq: int, person: str, orders: bytes) -> bool:
        values = {"table": table, "seq": seq, "person": person, "body": orders}
        return await self.db.value(_PLACE, **values) is not None

    async def placed_orders(self, table: str) -> dict[str, bytes]:
        sql = "SELECT person, body FROM orders WHERE table_id = :table"
        return dict(await self.db.fetch(sql, table=table))

    # Chat and tickets

    async def say(self, line: StoredLine) -> StoredLine:
        key = {"table": line.table, "person": line.person, "command": line.command}
        try:
            async with self.db.transaction() as transaction:
                # An id is assigned before its line is committed. If lines were written at the same
                # time, one could appear behind a greater id that was already read, and the reader
                # would never ask for it.
                await transaction.serialize(line.table)
                row = await transaction.row(_SAY, **key, seat=line.seat, body=line.body)
        except NoParentError as error:
            raise UnknownTableError(line.table) from error
        if row is None:
            await self.db.confirm()
            row = await self.db.row(
                f"SELECT {_LINE} FROM chat"  # noqa: S608 -- only constants
                " WHERE table_id = :table AND person = :person AND command = :command",
                **key,
            )
        return StoredLine(*(row or ()))

    async def lines(self, table: str, after: int = 0, limit: int = 50) -> Sequence[StoredLine]:
        rows = await self.db.fetch(
            f"SELECT {_LINE} FROM chat"  # noqa: S608 -- only constants
            " WHERE table_id = :table AND id > :after ORDER BY id DESC LIMIT :most",
            table=table,
            after=after,
            most=limit,
        )
        return [StoredLine(*row) for row in reversed(rows)]

    async def line(self, table: str, number: int) -> StoredLine | None:
        sql = f"SELECT {_LINE} FROM chat WHERE table_id = :table AND id = :number"  # noqa: S608
        row = await self.db.row(sql, table=table, number=number)
        return None if row is None else StoredLine(*row)

    async def purge_chat(self, tables: Collection[str], age: float, limit: int) -> int:
        return await self.db.execute(_PURGE_CHAT, tables=tables, age=age, most=limit)

    async def give_ticket(self, ticket: bytes, holder: Holder, lasts: float) -> None:
        async with self.db.transaction() as transaction:
            await transaction.execute(_EXPIRED, most=_SWEPT)
            await transaction.execute(
                _TICKET,
                ticket=ticket,
                table=holder.table,
                person=holder.person,
                session=holder.session,
                lasts=lasts,
            )

    async def take_ticket(self, ticket: bytes) -> Holder | None:
        row = await self.db.row(_TAKE, ticket=ticket)
        if row is None:
            return None
        table, person, session, valid = row
        return Holder(table, person, session) if valid else None

    # The outbox

    async def claim_outbox(self, lease: float, limit: int) -> Sequence[OutboxEntry]:
        if await self.db.value("SELECT 1 FROM news LIMIT 1") is None:
            return ()
        rows = await self.db.fetch(_CLAIM_OUTBOX, lease=lease, most=limit)
        return [
            OutboxEntry(table, Position(seq, mark), body, at)
            for table, seq, mark, body, at in sorted(rows, key=lambda row: float(row[-1]))
        ]

    async def drop_outbox(self, table: str, position: Position) -> bool:
        values: dict[str, Any] = {"table": table, "seq": position.seq, "mark": position.mark}
        return await self.db.execute(_DROP_OUTBOX, **values) > 0

    async def outbox_age(self) -> float:
        sql = "SELECT epoch(now()) - epoch(at) FROM news ORDER BY at LIMIT 1"
        return max(0.0, await self.db.value(sql) or 0.0)

    # Chores and retention

    async def claim_chore(self, chore: str, holder: str, lease: float) -> bool:
        found = await self.db.value(
            _CLAIM_CHORE, chore=chore, holder=holder, lease=lease, farthest=FARTHEST
        )
        return found is not None

    async def end_chore(self, chore: str, holder: str, pause: float) -> None:
        await self.db.execute(_END_CHORE, chore=chore, holder=holder, pause=pause)

    async def table_states(self, after: str, limit: int) -> Sequence[TableState]:
        return [
            TableState(table, head, bool(closed), bool(ticking), bool(finished), age)
            for table, head, closed, ticking, finished, age in await self.db.fetch(
                STATES, after=after, most=limit
            )
        ]

    async def note_tidied(self, tables: Collection[str]) -> None:
        async with self.db.transaction() as transaction:
            # Whoever has written a row that refers to a table keeps this waiting until it is there.
            await transaction.fetch(_LOCK_TABLES, tables=tables)
            await transaction.execute(_TIDIED, tables=tables)

    async def note_finished(self, table: str, people: Collection[str]) -> None:
        rows = [{"table": table, "person": person} for person in people]
        await self.db.execute_many(_FINISHED, rows)

    async def remove_table(self, table: str, head: int) -> bool:
        return await self.db.execute(_REMOVE, table=table, head=head) > 0

    # People at tables

    async def bound_people(self, people: Collection[str], played: float) -> set[str]:
        return set(await self.db.column(_BOUND, people=people, played=played))

    async def seats_of(self, people: Collection[str]) -> Sequence[tuple[str, str]]:
        rows = await self.db.fetch(
            "SELECT person, table_id FROM members WHERE person = ANY(:people)"
            " ORDER BY person, table_id",
            people=people,
        )
        return [(person, table) for person, table in rows]

    async def tables_sat_at(self, person: str, limit: int) -> Sequence[str]:
        return await self.db.column(_SAT, person=person, most=limit)

    async def lines_by(self, person: str, limit: int) -> Sequence[Said]:
        return [Said(*row) for row in await self.db.fetch(_SAID, person=person, most=limit)]

    async def orders_by(self, person: str) -> Sequence[PlacedOrders]:
        sql = "SELECT table_id, body FROM orders WHERE person = :person ORDER BY table_id"
        return [
            PlacedOrders(table, body.decode())
            for table, body in await self.db.fetch(sql, person=person)
        ]

    async def erase_people(self, people: Collection[str]) -> None:
        async with self.db.transaction() as transaction:
            for sql in _OF_PERSON:
                await transaction.execute(sql, people=people)


def _table_row(row: Row) -> TableRow:
    table, code, head, due, opened, public, is_open, text = row
    return TableRow(table, code, head, due, opened, bool(public), bool(is_open), text)
