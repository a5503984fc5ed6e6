"""Keys, codes and links in the file of the SQLite store."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Collection, Sequence
from typing import Any

from aiosqlite import Connection

from kuhstall.server.store import TakenError
from kuhstall.server.store.keys import (
    MOST_KEYS,
    MOST_LISTED,
    Arrival,
    Kept,
    OpenSession,
    Passkey,
    PassKind,
    Question,
    UnprovenError,
    Wisher,
)
from kuhstall.server.store.people import IDLE, OLDEST, SWEPT, UnknownPersonError
from kuhstall.server.store.sqlite_file import SqliteFile

_KEYS = "SELECT id, person, public, counter, name, added, used FROM passkeys"

_ADD = "INSERT INTO passkeys (id, person, public, counter, name, added) VALUES (?, ?, ?, ?, ?, ?)"

_NO_LINK = "DELETE FROM passes WHERE person = ? AND kind = 'link'"

_REPLACED = """
SELECT 1 FROM arrivals JOIN sessions USING (token) WHERE replaced = ? AND opened > ?
"""

_UNPROVE = """
UPDATE arrivals SET proven = NULL WHERE token IN (SELECT token FROM sessions WHERE person = ?)
"""

_PROVEN = "SELECT 1 FROM arrivals WHERE token = ? AND proven > ?"

_USE_KEY = """
UPDATE passkeys SET counter = ?2, used = ?3
WHERE id = ?1 AND (counter < ?2 OR (counter = 0 AND ?2 = 0))
"""

_USE_CODE = """
UPDATE recovery_codes SET used = ?3
WHERE code = ?1 AND used IS NULL AND (?2 IS NULL OR person = ?2)
    AND EXISTS (SELECT 1 FROM people WHERE id = person AND banned IS NULL)
RETURNING person
"""

_SWEEP = """
DELETE FROM passes WHERE pass IN (
    SELECT pass FROM passes WHERE expires < ? ORDER BY expires LIMIT ?)
"""

_PROVE = """
INSERT INTO arrivals (token, way, browser, proven) VALUES (?1, 'guest', '', ?2)
ON CONFLICT (token) DO UPDATE SET proven = excluded.proven
"""

_OPEN = """
SELECT token, opened, seen, coalesce(way, 'guest'), coalesce(browser, '')
FROM sessions LEFT JOIN arrivals USING (token)
WHERE person = ? AND seen > ? AND opened > ? ORDER BY seen DESC, token LIMIT ?
"""


class SqliteKeys:
    _file: SqliteFile

    async def add_passkey(self, passkey: Passkey, by: Wisher) -> Kept:
        one, now = passkey, time.time()
        values = (one.id, one.person, one.public, one.counter, one.name, now)
        try:
            async with self._file.writing() as connection:
                many = await _keys_of(connection, one.person, by)
                if many >= MOST_KEYS:
                    return "full"
                if not many:
                    for statement in (
                        "DELETE FROM recovery_codes WHERE person = ?",
                        _NO_LINK,
                        _UNPROVE,
                    ):
                        await connection.execute(statement, (one.person,))
                await connection.execute(_ADD, values)
        except sqlite3.IntegrityError as error:
            raise TakenError(passkey.id.hex()) from error
        return "more" if many else "first"

    async def passkey(self, passkey: bytes) -> Passkey | None:
        rows = await self._file.rows(f"{_KEYS} WHERE id = ?", passkey)
        return Passkey(*rows[0]) if rows else None

    async def passkeys(self, person: str) -> Sequence[Passkey]:
        rows = await self._file.rows(f"{_KEYS} WHERE person = ? ORDER BY added, id", person)
        return [Passkey(*row) for row in rows]

    async def use_passkey(self, passkey: bytes, counter: int) -> bool:
        async with self._file.writing() as connection:
            used = await connection.execute(_USE_KEY, (passkey, counter, time.time()))
            return used.rowcount > 0

    async def name_passkey(self, person: str, passkey: bytes, name: str) -> None:
        await self._file.run(
            "UPDATE passkeys SET name = ? WHERE id = ? AND person = ?", name, passkey, person
        )

    async def remove_passkey(self, person: str, passkey: bytes) -> None:
        await self._file.run("DELETE FROM passkeys WHERE id = ? AND person = ?", passkey, person)

    async def set_codes(self, person: str, codes: Sequence[bytes], by: Wisher) -> None:
        async with self._file.writing() as connection:
            await _keys_of(connection, person, by)
            await connection.execute("DELETE FROM recovery_codes WHERE person = ?", (person,))
            await connection.executemany(
                "INSERT INTO recovery_codes (code, person) VALUES (?, ?)",
                [(code, person) for code in codes],
            )

    async def codes(self, person: str) -> tuple[int, int]:
        rows = await self._file.rows(
            "SELECT count(*) - count(used), count(*) FROM recovery_codes WHERE person = ?", person
        )
        left, made = rows[0]
        return left, made

    async def use_code(self, code: bytes, person: str | None = None) -> str | None:
        async with self._file.writing() as connection:
            cursor = await connection.execute(_USE_CODE, (code, person, time.time()))
            rows = list(await cursor.fetchall())
        return rows[0][0] if rows else None

    async def give_pass(
        self, pass_: bytes, kind: Question, person: str | None, lasts: float
    ) -> None:
        async with self._file.writing() as connection:
            await _give(connection, pass_, kind, person, lasts)

    async def give_link(self, pass_: bytes, person: str, lasts: float, by: Wisher) -> None:
        async with self._file.writing() as connection:
            await _keys_of(connection, person, by)
            await connection.execute(_NO_LINK, (person,))
            await _give(connection, pass_, "link", person, lasts)

    async def look_at_pass(self, pass_: bytes, kind: PassKind) -> str | None:
        rows = await self._file.rows(
            "SELECT person FROM passes WHERE pass = ? AND kind = ? AND expires > ?",
            pass_,
            kind,
            time.time(),
        )
        return rows[0][0] if rows else None

    async def take_pass(self, pass_: bytes, kind: PassKind, person: str | None) -> bool:
        async with self._file.writing() as connection:
            cursor = await connection.execute(
                "DELETE FROM passes WHERE pass = ? AND kind = ? AND person IS ? RETURNING expires",
                (pass_, kind, person),
            )
            rows = list(await cursor.fetchall())
        return bool(rows) and rows[0][0] > time.time()

    async def take_link(self, pass_: bytes) -> str | None:
        async with self._file.writing() as connection:
            cursor = await connection.execute(
                "DELETE FROM passes WHERE pass = ? AND kind = 'link' RETURNING person, expires",
                (pass_,),
            )
            rows = list(await cursor.fetchall())
        return rows[0][0] if rows and rows[0][1] > time.time() else None

    async def arrive(self, token: bytes, person: str, arrival: Arrival) -> bool:
        now = time.time()
        leaves = None if arrival.leaves is None else arrival.leaves.hex()
        replaced = leaves if arrival.replaces else None
        try:
            async with self._file.writing() as connection:
                left = await connection.execute("DELETE FROM sessions WHERE token = ?", (leaves,))
                if arrival.replaces and not left.rowcount:
                    return False
                await connection.execute(
                    "INSERT INTO sessions VALUES (?, ?, ?, ?)", (token.hex(), person, now, now)
                )
                await connection.execute(
                    "INSERT INTO arrivals VALUES (?, ?, ?, ?, ?)",
                    (token.hex(), arrival.way, arrival.browser, now, replaced),
                )
        except sqlite3.IntegrityError as error:
            raise UnknownPersonError(person) from error
        return True

    async def note_browser(self, token: bytes, browser: str) -> None:
        await self._file.run(
            "INSERT OR IGNORE INTO arrivals (token, way, browser) VALUES (?, 'guest', ?)",
            token.hex(),
            browser,
        )

    async def prove(self, token: bytes) -> None:
        await self._file.run(_PROVE, token.hex(), time.time())

    async def is_proven(self, token: bytes, within: float) -> bool:
        return bool(await self._file.rows(_PROVEN, token.hex(), time.time() - within))

    async def open_sessions(self, person: str) -> Sequence[OpenSession]:
        now = time.time()
        rows = await self._file.rows(_OPEN, person, now - IDLE, now - OLDEST, MOST_LISTED)
        return [OpenSession(bytes.fromhex(token), *rest) for token, *rest in rows]

    async def end_sessions(self, person: str, tokens: Collection[bytes]) -> None:
        await self._file.run(
            "DELETE FROM sessions WHERE person = ? AND token IN (SELECT value FROM json_each(?))",
            person,
            json.dumps([token.hex() for token in tokens]),
        )

    async def replaced(self, tokens: Collection[bytes]) -> set[bytes]:
        rows = await self._file.rows(
            "SELECT replaced FROM arrivals WHERE replaced IN (SELECT value FROM json_each(?))",
            json.dumps([token.hex() for token in tokens]),
        )
        return {bytes.fromhex(token) for (token,) in rows}

    async def was_replaced(self, token: bytes, within: float) -> bool:
        return bool(await self._file.rows(_REPLACED, token.hex(), time.time() - within))


async def _give(
    connection: Connection, pass_: bytes, kind: PassKind, person: str | None, lasts: float
) -> None:
    now = time.time()
    await connection.execute(_SWEEP, (now, SWEPT))
    await connection.execute(
        "INSERT INTO passes VALUES (?, ?, ?, ?)", (pass_, kind, person, now + lasts)
    )


async def _keys_of(connection: Connection, person: str, by: Wisher) -> int:
    """Count somebody's keys, once they may change what lets them in; nobody else writes."""

    async def first(statement: str, *values: object) -> Any:
        return next(iter(await connection.execute_fetchall(statement, values)), None)

    session = by.session.hex()
    if not await first("SELECT 1 FROM sessions WHERE token = ? AND person = ?", session, person):
        raise UnknownPersonError(person)
    (many,) = await first("SELECT count(*) FROM passkeys WHERE person = ?", person)
    if many and not await first(_PROVEN, session, time.time() - by.within):
        raise UnprovenError
    return int(many)
