"""Keys, codes and links on PostgreSQL."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import asyncpg

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
from kuhstall.server.store.postgres_pool import PostgresPool

_KEYS = """
SELECT id, person, public, counter, name, extract(epoch FROM added)::float8,
    extract(epoch FROM used)::float8
FROM passkeys
"""

# Not FOR UPDATE, which waits for whoever opens a session of that person, and they for us.
_ALONE = "SELECT id FROM people WHERE id = $1 FOR NO KEY UPDATE"

_PROVEN = """
SELECT proven > clock_timestamp() - make_interval(secs => $2) FROM arrivals WHERE token = $1
"""

_NO_LINK = "DELETE FROM passes WHERE person = $1 AND kind = 'link'"

_REPLACED = """
SELECT 1 FROM arrivals JOIN sessions USING (token)
WHERE replaced = $1 AND opened > clock_timestamp() - make_interval(secs => $2)
"""

_UNPROVE = """
UPDATE arrivals SET proven = NULL WHERE token IN (SELECT token FROM sessions WHERE person = $1)
"""

_USE_KEY = """
UPDATE passkeys SET counter = $2, used = clock_timestamp()
WHERE id = $1 AND (counter < $2 OR (counter = 0 AND $2 = 0)) RETURNING id
"""

_USE_CODE = """
UPDATE recovery_codes SET used = clock_timestamp()
WHERE code = $1 AND used IS NULL AND ($2::text IS NULL OR person = $2)
    AND EXISTS (SELECT FROM people WHERE id = person AND banned IS NULL)
RETURNING person
"""

_GIVE = """
WITH swept AS (
    DELETE FROM passes WHERE pass IN (
        SELECT pass FROM passes WHERE expires < clock_timestamp()
        ORDER BY expires LIMIT $5 FOR UPDATE SKIP LOCKED)
)
INSERT INTO passes (pass, kind, person, expires)
VALUES ($1, $2, $3, clock_timestamp() + make_interval(secs => $4))
"""

_TAKE = """
DELETE FROM passes WHERE pass = $1 AND kind = $2 AND person IS NOT DISTINCT FROM $3
RETURNING expires > clock_timestamp()
"""

_TAKE_LINK = """
DELETE FROM passes WHERE pass = $1 AND kind = 'link'
RETURNING CASE WHEN expires > clock_timestamp() THEN person END
"""

_LEAVE = "DELETE FROM sessions WHERE token = $1 RETURNING person"

_ARRIVE = """
INSERT INTO arrivals (token, way, browser, proven, replaced)
VALUES ($1, $2, $3, clock_timestamp(), $4)
"""

_NOTE = """
INSERT INTO arrivals (token, way, browser) VALUES ($1, 'guest', $2) ON CONFLICT DO NOTHING
"""

_PROVE = """
INSERT INTO arrivals (token, way, browser, proven) VALUES ($1, 'guest', '', clock_timestamp())
ON CONFLICT (token) DO UPDATE SET proven = excluded.proven
"""

_OPEN = """
SELECT token, extract(epoch FROM opened)::float8, extract(epoch FROM seen)::float8,
    coalesce(way, 'guest'), coalesce(browser, '')
FROM sessions LEFT JOIN arrivals USING (token)
WHERE person = $1 AND seen > clock_timestamp() - make_interval(secs => $2)
    AND opened > clock_timestamp() - make_interval(secs => $3)
ORDER BY seen DESC, token LIMIT $4
"""


class PostgresKeys:
    _pool: PostgresPool

    async def add_passkey(self, passkey: Passkey, by: Wisher) -> Kept:
        person = passkey.person
        try:
            async with self._pool.transaction() as connection:
                many = await _keys_of(connection, person, by)
                if many >= MOST_KEYS:
                    return "full"
                if not many:
                    await connection.execute("DELETE FROM recovery_codes WHERE person = $1", person)
                    await connection.execute(_NO_LINK, person)
                    await connection.execute(_UNPROVE, person)
                await connection.execute(
                    "INSERT INTO passkeys (id, person, public, counter, name)"
                    " VALUES ($1, $2, $3, $4, $5)",
                    passkey.id,
                    person,
                    passkey.public,
                    passkey.counter,
                    passkey.name,
                )
        except asyncpg.UniqueViolationError as error:
            raise TakenError(passkey.id.hex()) from error
        return "more" if many else "first"

    async def passkey(self, passkey: bytes) -> Passkey | None:
        row = await self._pool.fetchrow(f"{_KEYS} WHERE id = $1", passkey)
        return None if row is None else Passkey(*row)

    async def passkeys(self, person: str) -> Sequence[Passkey]:
        rows = await self._pool.fetch(f"{_KEYS} WHERE person = $1 ORDER BY added, id", person)
        return [Passkey(*row) for row in rows]

    async def use_passkey(self, passkey: bytes, counter: int) -> bool:
        return await self._pool.fetchval(_USE_KEY, passkey, counter) is not None

    async def name_passkey(self, person: str, passkey: bytes, name: str) -> None:
        await self._pool.execute(
            "UPDATE passkeys SET name = $3 WHERE id = $2 AND person = $1", person, passkey, name
        )

    async def remove_passkey(self, person: str, passkey: bytes) -> None:
        await self._pool.execute(
            "DELETE FROM passkeys WHERE id = $2 AND person = $1", person, passkey
        )

    async def set_codes(self, person: str, codes: Sequence[bytes], by: Wisher) -> None:
        async with self._pool.transaction() as connection:
            await _keys_of(connection, person, by)
            await connection.execute("DELETE FROM recovery_codes WHERE person = $1", person)
            await connection.execute(
                "INSERT INTO recovery_codes (code, person) SELECT unnest($2::bytea[]), $1",
                person,
                list(codes),
            )

    async def codes(self, person: str) -> tuple[int, int]:
        row: Any = await self._pool.fetchrow(
            "SELECT count(*) FILTER (WHERE used IS NULL), count(*) FROM recovery_codes"
            " WHERE person = $1",
            person,
        )
        return int(row[0]), int(row[1])

    async def use_code(self, code: bytes, person: str | None = None) -> str | None:
        found: str | None = await self._pool.fetchval(_USE_CODE, code, person)
        return found

    async def give_pass(
        self, pass_: bytes, kind: Question, person: str | None, lasts: float
    ) -> None:
        await self._pool.execute(_GIVE, pass_, kind, person, lasts, SWEPT)

    async def give_link(self, pass_: bytes, person: str, lasts: float, by: Wisher) -> None:
        async with self._pool.transaction() as connection:
            await _keys_of(connection, person, by)
            await connection.execute(_NO_LINK, person)
            await connection.execute(_GIVE, pass_, "link", person, lasts, SWEPT)

    async def look_at_pass(self, pass_: bytes, kind: PassKind) -> str | None:
        person: str | None = await self._pool.fetchval(
            "SELECT person FROM passes WHERE pass = $1 AND kind = $2"
            " AND expires > clock_timestamp()",
            pass_,
            kind,
        )
        return person

    async def take_pass(self, pass_: bytes, kind: PassKind, person: str | None) -> bool:
        return bool(await self._pool.fetchval(_TAKE, pass_, kind, person))

    async def take_link(self, pass_: bytes) -> str | None:
        person: str | None = await self._pool.fetchval(_TAKE_LINK, pass_)
        return person

    async def arrive(self, token: bytes, person: str, arrival: Arrival) -> bool:
        replaced = arrival.leaves if arrival.replaces else None
        try:
            async with self._pool.transaction() as connection:
                if arrival.leaves is not None:
                    left = await connection.fetchval(_LEAVE, arrival.leaves)
                    if arrival.replaces and left is None:
                        return False
                await connection.execute(
                    "INSERT INTO sessions (token, person) VALUES ($1, $2)", token, person
                )
                await connection.execute(_ARRIVE, token, arrival.way, arrival.browser, replaced)
        except asyncpg.ForeignKeyViolationError as error:
            raise UnknownPersonError(person) from error
        return True

    async def note_browser(self, token: bytes, browser: str) -> None:
        await self._pool.execute(_NOTE, token, browser)

    async def prove(self, token: bytes) -> None:
        await self._pool.execute(_PROVE, token)

    async def is_proven(self, token: bytes, within: float) -> bool:
        return bool(await self._pool.fetchval(_PROVEN, token, within))

    async def open_sessions(self, person: str) -> Sequence[OpenSession]:
        rows = await self._pool.fetch(_OPEN, person, IDLE, OLDEST, MOST_LISTED)
        return [OpenSession(*row) for row in rows]

    async def end_sessions(self, person: str, tokens: Collection[bytes]) -> None:
        await self._pool.execute(
            "DELETE FROM sessions WHERE person = $1 AND token = ANY($2)", person, list(tokens)
        )

    async def replaced(self, tokens: Collection[bytes]) -> set[bytes]:
        rows = await self._pool.fetch(
            "SELECT replaced FROM arrivals WHERE replaced = ANY($1)", list(tokens)
        )
        return {row["replaced"] for row in rows}

    async def was_replaced(self, token: bytes, within: float) -> bool:
        return await self._pool.fetchval(_REPLACED, token, within) is not None


async def _keys_of(connection: Any, person: str, by: Wisher) -> int:
    """Count somebody's keys, once they may change what lets them in and no other device can."""
    await connection.fetchval(_ALONE, person)
    owner = await connection.fetchval(
        "SELECT person FROM sessions WHERE token = $1 FOR SHARE", by.session
    )
    if owner != person:
        raise UnknownPersonError(person)
    many = await connection.fetchval("SELECT count(*) FROM passkeys WHERE person = $1", person)
    if many and not await connection.fetchval(_PROVEN, by.session, by.within):
        raise UnprovenError
    return int(many)
