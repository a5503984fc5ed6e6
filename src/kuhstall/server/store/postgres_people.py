"""The people on PostgreSQL."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import asyncpg

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
from kuhstall.server.store.postgres_blocks import PostgresBlocks
from kuhstall.server.store.postgres_keys import PostgresKeys
from kuhstall.server.store.postgres_mails import PostgresMails
from kuhstall.server.store.postgres_news import PostgresHearing
from kuhstall.server.store.postgres_past import PostgresPast
from kuhstall.server.store.postgres_pool import PostgresPool
from kuhstall.server.store.postgres_taps import PostgresTaps

_SESSION = """
SELECT id, name, seen < clock_timestamp() - make_interval(secs => $4) AS unseen
FROM sessions JOIN people ON people.id = person
WHERE token = $1 AND banned IS NULL
    AND seen > clock_timestamp() - make_interval(secs => $2)
    AND opened > clock_timestamp() - make_interval(secs => $3)
"""

_ALIVE = """
SELECT token FROM sessions JOIN people ON people.id = person
WHERE token = ANY($1) AND banned IS NULL
    AND seen > clock_timestamp() - make_interval(secs => $2)
    AND opened > clock_timestamp() - make_interval(secs => $3)
"""

_REVOKED = "SELECT token FROM revocations WHERE at > now() - make_interval(secs => $1)"

_BAN = """
WITH struck AS (
    UPDATE people SET banned = coalesce(banned, clock_timestamp()) WHERE id = $1 RETURNING id
), ended AS (
    DELETE FROM sessions USING struck WHERE person = struck.id
)
SELECT EXISTS (SELECT FROM struck)
"""

_FORGET = """
WITH ended AS (DELETE FROM sessions WHERE person = ANY($1)),
    untold AS (DELETE FROM taps WHERE person = ANY($1)),
    unwritten AS (DELETE FROM mails WHERE person = ANY($1)),
    unplayed AS (DELETE FROM played WHERE person = ANY($1)),
    unasked AS (DELETE FROM waits WHERE person = ANY($1)),
    locked AS (DELETE FROM passkeys WHERE person = ANY($1)),
    lost AS (DELETE FROM recovery_codes WHERE person = ANY($1)),
    unlinked AS (DELETE FROM passes WHERE person = ANY($1)),
    unblocked AS (DELETE FROM blocks WHERE person = ANY($1) OR other = ANY($1)),
    unmuted AS (DELETE FROM mutes WHERE person = ANY($1) OR other = ANY($1))
UPDATE people SET name = '' WHERE id = ANY($1)
"""

_GIVE = """
WITH swept AS (
    DELETE FROM tickets WHERE ticket IN (
        SELECT ticket FROM tickets WHERE expires < clock_timestamp()
        ORDER BY expires LIMIT $6 FOR UPDATE SKIP LOCKED)
)
INSERT INTO tickets (ticket, table_id, person, session, expires)
VALUES ($1, $2, $3, $4, clock_timestamp() + make_interval(secs => $5))
"""

_TAKE = """
DELETE FROM tickets WHERE ticket = $1
RETURNING table_id, person, session, expires > clock_timestamp() AS valid
"""

# An id is drawn before its line is committed. Without the lock, a line could turn up behind one
# that has a greater id and was read already, and the reader would never ask for it.
_SAY = """
WITH turn AS (SELECT pg_advisory_xact_lock($6, hashtext($1)))
INSERT INTO chat (table_id, person, command, seat, body)
SELECT $1, $2, $3, $4, $5 FROM turn
ON CONFLICT (table_id, person, command) DO NOTHING
RETURNING table_id, command, person, seat, body, id, at
"""
_CHAT_LOCK = 0x43686174  # "Chat"


class PostgresPeople(
    PostgresHearing, PostgresPast, PostgresTaps, PostgresMails, PostgresKeys, PostgresBlocks
):
    def __init__(self, pool: PostgresPool) -> None:
        self._pool = pool

    async def add_person(self, person: Person) -> None:
        try:
            await self._pool.execute(
                "INSERT INTO people (id, name) VALUES ($1, $2)", person.id, person.name
            )
        except asyncpg.UniqueViolationError as error:
            raise TakenError(person.id) from error

    async def person(self, person: str) -> Person | None:
        row = await self._pool.fetchrow("SELECT id, name FROM people WHERE id = $1", person)
        return None if row is None else Person(*row)

    async def rename(self, person: str, name: str) -> None:
        await self._pool.execute("UPDATE people SET name = $2 WHERE id = $1", person, name)

    async def names(self, people: Collection[str]) -> dict[str, str]:
        rows = await self._pool.fetch(
            "SELECT id, name FROM people WHERE id = ANY($1)", list(people)
        )
        return {row["id"]: row["name"] for row in rows}

    async def forget(self, *people: str) -> None:
        await self._pool.execute(_FORGET, people)

    async def open_session(self, token: bytes, person: str) -> None:
        try:
            await self._pool.execute(
                "INSERT INTO sessions (token, person) VALUES ($1, $2)", token, person
            )
        except asyncpg.ForeignKeyViolationError as error:
            raise UnknownPersonError(person) from error

    async def session(self, token: bytes) -> Person | None:
        row = await self._pool.fetchrow(_SESSION, token, IDLE, OLDEST, SEEN)
        if row is None:
            return None
        if row["unseen"]:
            await self._pool.execute(
                "UPDATE sessions SET seen = clock_timestamp() WHERE token = $1", token
            )
        return Person(row["id"], row["name"])

    async def close_session(self, token: bytes) -> None:
        await self._pool.execute("DELETE FROM sessions WHERE token = $1", token)

    async def alive(self, tokens: Collection[bytes]) -> set[bytes]:
        rows = await self._pool.fetch(_ALIVE, list(tokens), IDLE, OLDEST)
        return {row["token"] for row in rows}

    async def revoked(self, within: float) -> set[bytes]:
        rows = await self._pool.fetch(_REVOKED, within)
        return {row["token"] for row in rows}

    async def ban(self, person: str) -> bool:
        known: bool = await self._pool.fetchval(_BAN, person)
        return known

    async def unban(self, person: str) -> None:
        await self._pool.execute("UPDATE people SET banned = NULL WHERE id = $1", person)

    async def banned_people(self) -> Sequence[Person]:
        rows = await self._pool.fetch(
            "SELECT id, name FROM people WHERE banned IS NOT NULL ORDER BY banned DESC, id"
        )
        return [Person(*row) for row in rows]

    async def give_ticket(self, ticket: bytes, holder: Holder, lasts: float) -> None:
        await self._pool.execute(
            _GIVE, ticket, holder.table, holder.person, holder.session, lasts, SWEPT
        )

    async def take_ticket(self, ticket: bytes) -> Holder | None:
        row = await self._pool.fetchrow(_TAKE, ticket)
        if row is None or not row["valid"]:
            return None
        return Holder(row["table_id"], row["person"], row["session"])

    async def say(self, line: StoredLine) -> StoredLine:
        try:
            row = await self._pool.fetchrow(
                _SAY, line.table, line.person, line.command, line.seat, line.body, _CHAT_LOCK
            )
        except asyncpg.ForeignKeyViolationError as error:
            raise UnknownTableError(line.table) from error
        if row is None:
            await self._pool.replicate()
            row = await self._pool.fetchrow(
                "SELECT table_id, command, person, seat, body, id, at FROM chat"
                " WHERE table_id = $1 AND person = $2 AND command = $3",
                line.table,
                line.person,
                line.command,
            )
        return _stored_line(row)

    async def lines(self, table: str, after: int = 0, limit: int = 50) -> Sequence[StoredLine]:
        rows = await self._pool.fetch(
            "SELECT table_id, command, person, seat, body, id, at FROM chat"
            " WHERE table_id = $1 AND id > $2 ORDER BY id DESC LIMIT $3",
            table,
            after,
            limit,
        )
        return [_stored_line(row) for row in reversed(rows)]

    async def line(self, table: str, number: int) -> StoredLine | None:
        row = await self._pool.fetchrow(
            "SELECT table_id, command, person, seat, body, id, at FROM chat"
            " WHERE table_id = $1 AND id = $2",
            table,
            number,
        )
        return None if row is None else _stored_line(row)

    async def mute(self, person: str, other: str) -> None:
        await self._pool.execute(
            "INSERT INTO mutes VALUES ($1, $2) ON CONFLICT DO NOTHING", person, other
        )

    async def unmute(self, person: str, other: str) -> None:
        await self._pool.execute(
            "DELETE FROM mutes WHERE person = $1 AND other = $2", person, other
        )

    async def muted_people(self, person: str) -> set[str]:
        rows = await self._pool.fetch("SELECT other FROM mutes WHERE person = $1", person)
        return {row["other"] for row in rows}


def _stored_line(row: Any) -> StoredLine:
    table, command, person, seat, body, number, at = row
    return StoredLine(table, command, person, seat, body, number, at.timestamp())
