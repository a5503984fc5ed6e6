"""The people in the file of the SQLite store."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Collection, Sequence

from kuhstall.server.store import TakenError, UnknownTableError
from kuhstall.server.store.people import (
    IDLE,
    OLDEST,
    SEEN,
    SWEPT,
    Holder,
    Person,
    StoredLine,
    UnknownPersonError,
)
from kuhstall.server.store.sqlite_blocks import SqliteBlocks
from kuhstall.server.store.sqlite_file import SqliteFile
from kuhstall.server.store.sqlite_keys import SqliteKeys
from kuhstall.server.store.sqlite_mails import SqliteMails
from kuhstall.server.store.sqlite_news import SqliteHearing
from kuhstall.server.store.sqlite_past import SqlitePast
from kuhstall.server.store.sqlite_taps import SqliteTaps

_OF_A_PERSON = (
    *("sessions", "taps", "mails", "waits", "played"),
    *("passkeys", "recovery_codes", "passes", "mutes", "blocks"),
)
_UNNAME = "UPDATE people SET name = '' WHERE id IN (SELECT value FROM json_each(?))"
_UNMUTE = "DELETE FROM mutes WHERE other IN (SELECT value FROM json_each(?))"
_UNBLOCK = "DELETE FROM blocks WHERE other IN (SELECT value FROM json_each(?))"


class SqlitePeople(SqliteHearing, SqlitePast, SqliteTaps, SqliteMails, SqliteKeys, SqliteBlocks):
    def __init__(self, file: SqliteFile) -> None:
        self._file = file

    async def add_person(self, person: Person) -> None:
        try:
            await self._file.run(
                "INSERT INTO people (id, name) VALUES (?, ?)", person.id, person.name
            )
        except sqlite3.IntegrityError as error:
            raise TakenError(person.id) from error

    async def person(self, person: str) -> Person | None:
        rows = await self._file.rows("SELECT id, name FROM people WHERE id = ?", person)
        return Person(*rows[0]) if rows else None

    async def rename(self, person: str, name: str) -> None:
        await self._file.run("UPDATE people SET name = ? WHERE id = ?", name, person)

    async def names(self, people: Collection[str]) -> dict[str, str]:
        rows = await self._file.rows(
            "SELECT id, name FROM people WHERE id IN (SELECT value FROM json_each(?))",
            json.dumps(list(people)),
        )
        return dict(rows)

    async def forget(self, *people: str) -> None:
        ids = json.dumps(people)
        async with self._file.writing() as connection:
            await connection.execute(_UNNAME, (ids,))
            await connection.execute(_UNMUTE, (ids,))
            await connection.execute(_UNBLOCK, (ids,))
            for table in _OF_A_PERSON:
                these = "person IN (SELECT value FROM json_each(?))"
                sql = f"DELETE FROM {table} WHERE {these}"  # noqa: S608 -- all of it is from here
                await connection.execute(sql, (ids,))
        await self._file.wipe()

    async def open_session(self, token: bytes, person: str) -> None:
        now = time.time()
        try:
            await self._file.run(
                "INSERT INTO sessions VALUES (?, ?, ?, ?)", token.hex(), person, now, now
            )
        except sqlite3.IntegrityError as error:
            raise UnknownPersonError(person) from error

    async def session(self, token: bytes) -> Person | None:
        now = time.time()
        rows = await self._file.rows(
            "SELECT id, name, seen FROM sessions JOIN people ON people.id = person"
            " WHERE token = ? AND banned IS NULL AND seen > ? AND opened > ?",
            token.hex(),
            now - IDLE,
            now - OLDEST,
        )
        if not rows:
            return None
        person, name, seen = rows[0]
        if seen < now - SEEN:
            await self._file.run("UPDATE sessions SET seen = ? WHERE token = ?", now, token.hex())
        return Person(person, name)

    async def close_session(self, token: bytes) -> None:
        await self._file.run("DELETE FROM sessions WHERE token = ?", token.hex())

    async def alive(self, tokens: Collection[bytes]) -> set[bytes]:
        now = time.time()
        rows = await self._file.rows(
            "SELECT token FROM sessions JOIN people ON people.id = person"
            " WHERE token IN (SELECT value FROM json_each(?))"
            " AND banned IS NULL AND seen > ? AND opened > ?",
            json.dumps([token.hex() for token in tokens]),
            now - IDLE,
            now - OLDEST,
        )
        return {bytes.fromhex(token) for (token,) in rows}

    async def revoked(self, within: float) -> set[bytes]:
        rows = await self._file.rows(
            "SELECT token FROM revocations WHERE at > ?", time.time() - within
        )
        return {bytes.fromhex(token) for (token,) in rows}

    async def ban(self, person: str) -> bool:
        async with self._file.writing() as connection:
            struck = await connection.execute(
                "UPDATE people SET banned = coalesce(banned, ?) WHERE id = ?",
                (time.time(), person),
            )
            await connection.execute("DELETE FROM sessions WHERE person = ?", (person,))
            return struck.rowcount > 0

    async def unban(self, person: str) -> None:
        await self._file.run("UPDATE people SET banned = NULL WHERE id = ?", person)

    async def banned_people(self) -> Sequence[Person]:
        rows = await self._file.rows(
            "SELECT id, name FROM people WHERE banned IS NOT NULL ORDER BY banned DESC, id"
        )
        return [Person(*row) for row in rows]

    async def give_ticket(self, ticket: bytes, holder: Holder, lasts: float) -> None:
        now = time.time()
        async with self._file.writing() as connection:
            await connection.execute(
                "DELETE FROM tickets WHERE ticket IN"
                " (SELECT ticket FROM tickets WHERE expires < ? ORDER BY expires LIMIT ?)",
                (now, SWEPT),
            )
            await connection.execute(
                "INSERT INTO tickets VALUES (?, ?, ?, ?, ?)",
                (ticket, holder.table, holder.person, holder.session, now + lasts),
            )

    async def take_ticket(self, ticket: bytes) -> Holder | None:
        async with self._file.writing() as connection:
            rows = list(
                await connection.execute_fetchall(
                    "DELETE FROM tickets WHERE ticket = ?"
                    " RETURNING expires, table_id, person, session",
                    (ticket,),
                )
            )
        if not rows or rows[0][0] <= time.time():
            return None
        return Holder(*rows[0][1:])

    async def say(self, line: StoredLine) -> StoredLine:
        try:
            await self._file.run(
                "INSERT INTO chat (table_id, person, command, seat, body, at)"
                " VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
                line.table,
                line.person,
                line.command,
                line.seat,
                line.body,
                time.time(),
            )
        except sqlite3.IntegrityError as error:
            raise UnknownTableError(line.table) from error
        rows = await self._file.rows(
            "SELECT table_id, command, person, seat, body, id, at FROM chat"
            " WHERE table_id = ? AND person = ? AND command = ?",
            line.table,
            line.person,
            line.command,
        )
        return StoredLine(*rows[0])

    async def lines(self, table: str, after: int = 0, limit: int = 50) -> Sequence[StoredLine]:
        rows = await self._file.rows(
            "SELECT table_id, command, person, seat, body, id, at FROM chat"
            " WHERE table_id = ? AND id > ? ORDER BY id DESC LIMIT ?",
            table,
            after,
            limit,
        )
        return [StoredLine(*row) for row in reversed(rows)]

    async def line(self, table: str, number: int) -> StoredLine | None:
        rows = await self._file.rows(
            "SELECT table_id, command, person, seat, body, id, at FROM chat"
            " WHERE table_id = ? AND id = ?",
            table,
            number,
        )
        return StoredLine(*rows[0]) if rows else None

    async def mute(self, person: str, other: str) -> None:
        await self._file.run(
            "INSERT INTO mutes VALUES (?, ?) ON CONFLICT DO NOTHING", person, other
        )

    async def unmute(self, person: str, other: str) -> None:
        await self._file.run("DELETE FROM mutes WHERE person = ? AND other = ?", person, other)

    async def muted_people(self, person: str) -> set[str]:
        rows = await self._file.rows("SELECT other FROM mutes WHERE person = ?", person)
        return {other for (other,) in rows}
