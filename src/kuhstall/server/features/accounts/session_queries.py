"""Sessions, and how they were opened. Tokens are stored as hashes only."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from kuhstall.server.features.accounts.person_queries import Person, UnknownPersonError
from kuhstall.server.store.db import Database, NoParentError, Queries

IDLE: Final = 30 * 86400.0  # seconds without use after which a session ends
OLDEST: Final = 180 * 86400.0  # the age at which a session ends in any case
SEEN: Final = 3600.0  # the last use of a session is written at most once in this time
REMEMBERED: Final = 3600.0  # how long ended sessions are remembered
MOST_LISTED: Final = 100

AuthMethod: TypeAlias = Literal["guest", "key", "link", "code"]
"""How a session was opened."""

_OPEN: Final = """
INSERT INTO sessions (token, person, opened, seen) VALUES (:token, :person, now(), now())
"""

_ARRIVE: Final = """
INSERT INTO arrivals (token, way, browser, proven, replaced)
VALUES (:token, :way, :browser, now(), :replaced)
"""

_SESSION: Final = """
SELECT id, name, seen < now() - seconds(:seen) FROM sessions JOIN people ON people.id = person
WHERE token = :token AND banned IS NULL
    AND seen > now() - seconds(:idle) AND opened > now() - seconds(:oldest)
"""

_ALIVE: Final = """
SELECT token FROM sessions JOIN people ON people.id = person
WHERE token = ANY(:tokens) AND banned IS NULL
    AND seen > now() - seconds(:idle) AND opened > now() - seconds(:oldest)
"""

_LIST: Final = """
SELECT token, epoch(opened), epoch(seen), coalesce(way, 'guest'), coalesce(browser, '')
FROM sessions LEFT JOIN arrivals USING (token)
WHERE person = :person AND seen > now() - seconds(:idle) AND opened > now() - seconds(:oldest)
ORDER BY seen DESC, token LIMIT :most
"""

# As a subquery without WITH, some plans run it again for each row, and exceed the limit.
_PURGE: Final = """
DELETE FROM sessions WHERE token IN (
    WITH ended AS MATERIALIZED (
        SELECT token FROM sessions
        WHERE seen < now() - seconds(:idle) OR opened < now() - seconds(:oldest)
        LIMIT :most FOR UPDATE SKIP LOCKED)
    SELECT token FROM ended)
"""

_NOTE: Final = """
INSERT INTO arrivals (token, way, browser)
SELECT token, 'guest', :browser FROM sessions WHERE token = :token ON CONFLICT DO NOTHING
"""

_PROVE: Final = """
INSERT INTO arrivals (token, way, browser, proven)
SELECT token, 'guest', '', now() FROM sessions WHERE token = :token
ON CONFLICT (token) DO UPDATE SET proven = excluded.proven
"""

_PROVEN: Final = "SELECT proven > now() - seconds(:within) FROM arrivals WHERE token = :token"

_USE_CODE: Final = """
UPDATE recovery_codes SET used = now()
WHERE code = :code AND used IS NULL AND person = :person
    AND EXISTS (SELECT 1 FROM people WHERE id = person AND banned IS NULL)
RETURNING code
"""

_TAKE: Final = """
DELETE FROM passes
WHERE pass = :token AND kind = :kind AND person IS NOT DISTINCT FROM :person
RETURNING expires > now()
"""


class SignIn(Struct, frozen=True):
    """How a person signed in.

    `leaves`: the browser's previous session, which ends. `replaces`: that session belonged to the
    same person, so its sockets should reconnect instead of being told that they are logged out.
    `used`: the link or recovery code, which is used up.
    """

    way: AuthMethod
    browser: str
    leaves: bytes | None = None
    replaces: bool = False
    used: bytes | None = None


class OpenSession(Struct, frozen=True):
    """A session that has not ended. Times are seconds since 1970."""

    token: bytes
    opened: float
    seen: float
    way: AuthMethod
    browser: str


class SessionQueries:
    def __init__(self, db: Database) -> None:
        self.db = db

    async def open_session(self, token: bytes, person: str) -> None:
        """Open a guest session; UnknownPersonError if there is no such person."""
        try:
            await self.db.execute(_OPEN, token=token, person=person)
        except NoParentError as error:
            raise UnknownPersonError(person) from error

    async def session(self, token: bytes) -> Person | None:
        """Return the owner of a session, if it is still valid."""
        row = await self.db.row(_SESSION, token=token, seen=SEEN, idle=IDLE, oldest=OLDEST)
        if row is None:
            return None
        person, name, unseen = row
        if unseen:
            await self.db.execute(
                "UPDATE sessions SET seen = now() WHERE token = :token", token=token
            )
        return Person(person, name)

    async def close_session(self, token: bytes) -> None:
        await self.db.execute("DELETE FROM sessions WHERE token = :token", token=token)

    async def alive(self, tokens: Collection[bytes]) -> set[bytes]:
        """Return which of these sessions are still valid, with one query for all."""
        return set(await self.db.column(_ALIVE, tokens=tokens, idle=IDLE, oldest=OLDEST))

    async def revoked_sessions(self, within: float) -> set[bytes]:
        """Return the sessions that ended within so many seconds, by the database's clock."""
        return set(
            await self.db.column(
                "SELECT token FROM revocations WHERE at > now() - seconds(:within)", within=within
            )
        )

    async def replaced_sessions(self, tokens: Collection[bytes]) -> set[bytes]:
        """Return which of these sessions were replaced by one of the same person and browser."""
        return set(
            await self.db.column(
                "SELECT replaced FROM arrivals WHERE replaced = ANY(:tokens)", tokens=tokens
            )
        )

    async def known_since(self, person: str) -> float | None:
        """Return since when a person has had a session, by the database's clock."""
        since: float | None = await self.db.value(
            "SELECT epoch(min(opened)) FROM sessions WHERE person = :person", person=person
        )
        return since

    async def open_sessions(self, person: str) -> Sequence[OpenSession]:
        """List the person's sessions, most recently used first."""
        rows = await self.db.fetch(_LIST, person=person, idle=IDLE, oldest=OLDEST, most=MOST_LISTED)
        return [OpenSession(*row) for row in rows]

    async def end_sessions(self, person: str, tokens: Collection[bytes]) -> None:
        """End these sessions, if they belong to the person."""
        await self.db.execute(
            "DELETE FROM sessions WHERE person = :person AND token = ANY(:tokens)",
            person=person,
            tokens=tokens,
        )

    async def purge_sessions(self, idle: float, limit: int) -> int:
        """Delete sessions that have ended, or were not used for `idle` seconds."""
        return await self.db.execute(_PURGE, idle=idle, oldest=OLDEST, most=limit)

    async def arrive(self, token: bytes, person: str, arrival: SignIn) -> bool:
        """Open an authenticated session, and end the previous one of this browser.

        Return False if it was to replace a session that has ended, or if the link or code is not
        valid: of two callers with the same one, one succeeds. It is used up in the transaction that
        opens the session, so adding a first passkey ends either the link or the session that it
        opened.
        """
        replaced = arrival.leaves if arrival.replaces else None
        try:
            async with self.db.transaction() as transaction:
                # Wait for a first passkey that is just being added.
                await transaction.fetch(
                    "SELECT id FROM people WHERE id = :person FOR SHARE", person=person
                )
                if not await _use_up(transaction, person, arrival):
                    return False
                if arrival.leaves is not None:
                    left = await transaction.execute(
                        "DELETE FROM sessions WHERE token = :token", token=arrival.leaves
                    )
                    if arrival.replaces and not left:
                        return False
                await open_authenticated(
                    transaction, token, person, arrival.way, arrival.browser, replaced
                )
        except NoParentError as error:
            raise UnknownPersonError(person) from error
        return True

    async def note_browser(self, token: bytes, browser: str) -> None:
        """Record the browser of a guest session, before there are others to tell it from."""
        await self.db.execute(_NOTE, token=token, browser=browser)

    async def prove(self, token: bytes) -> None:
        """Note that this session was just reauthenticated with a passkey or a code."""
        await self.db.execute(_PROVE, token=token)

    async def is_recently_authenticated(self, token: bytes, within: float) -> bool:
        return await was_authenticated(self.db, token, within)


async def require_session(queries: Queries, person: str, session: bytes | None) -> None:
    """Lock a session so that it outlives the transaction; raise if it has ended."""
    if session is None:
        return
    held = await queries.value(
        "SELECT 1 FROM sessions WHERE token = :session AND person = :person FOR KEY SHARE",
        session=session,
        person=person,
    )
    if not held:
        raise UnknownPersonError(person)


async def was_authenticated(queries: Queries, session: bytes, within: float) -> bool:
    """Return whether a session was reauthenticated within so many seconds."""
    return bool(await queries.value(_PROVEN, token=session, within=within))


async def open_authenticated(  # noqa: PLR0913, PLR0917 -- all that is known of a session
    transaction: Queries,
    token: bytes,
    person: str,
    way: AuthMethod,
    browser: str,
    replaced: bytes | None,
) -> None:
    await transaction.execute(_OPEN, token=token, person=person)
    await transaction.execute(_ARRIVE, token=token, way=way, browser=browser, replaced=replaced)


async def use_up_code(queries: Queries, code: bytes, person: str) -> bool:
    """Use up a recovery code; False if the person has no such code, or it is used."""
    return await queries.row(_USE_CODE, code=code, person=person) is not None


async def use_up_token(queries: Queries, token: bytes, kind: str, person: str | None) -> bool:
    """Use up a one-time token of this person, or of none; False if there is none, or it expired."""
    return bool(await queries.value(_TAKE, token=token, kind=kind, person=person))


async def _use_up(transaction: Queries, person: str, arrival: SignIn) -> bool:
    if arrival.used is None:
        return True
    if arrival.way == "code":
        return await use_up_code(transaction, arrival.used, person)
    return await use_up_token(transaction, arrival.used, "link", person)
