"""Find and remove guests who are gone for good."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from kuhstall.server.store.db import Database

_PRESENT: Final = """
DELETE FROM absences WHERE person = ANY(:people)
    AND EXISTS (SELECT 1 FROM sessions WHERE sessions.person = absences.person)
"""

_ABSENT: Final = """
INSERT INTO absences (person, since)
SELECT id, now() FROM people WHERE id = ANY(:people)
    AND NOT EXISTS (SELECT 1 FROM sessions WHERE sessions.person = people.id)
ON CONFLICT DO NOTHING
"""

_GONE: Final = """
id = ANY(:people) AND banned IS NULL
    AND NOT EXISTS (SELECT 1 FROM sessions WHERE sessions.person = people.id)
    AND NOT EXISTS (SELECT 1 FROM passkeys WHERE passkeys.person = people.id)
    AND NOT EXISTS (
        SELECT 1 FROM recovery_codes AS code WHERE code.person = people.id AND code.used IS NULL)
"""

_FIND: Final = f"""
SELECT id FROM people WHERE {_GONE}
    AND EXISTS (
        SELECT 1 FROM absences
        WHERE absences.person = people.id AND since < now() - seconds(:absent))
ORDER BY id
"""  # noqa: S608 -- only constants are interpolated

_REMOVE: Final = f"""
DELETE FROM people WHERE {_GONE}
    AND EXISTS (SELECT 1 FROM absences WHERE absences.person = people.id)
RETURNING id
"""  # noqa: S608 -- same


class GuestQueries:
    def __init__(self, db: Database) -> None:
        self.db = db

    async def absent_guests(
        self, after: str, limit: int, absent: float
    ) -> tuple[Sequence[str], str | None]:
        """Check up to `limit` people after `after`; return who of them may be removed.

        That is a person who has had no session for `absent` seconds, has no passkey and no recovery
        code to sign in with, and is not banned. Also return the id to continue after; None at the
        end. Whether they still sit at a table or finished a game recently is known to the tables
        database.
        """
        async with self.db.transaction() as transaction:
            page = await transaction.column(
                "SELECT id FROM people WHERE id > :after ORDER BY id LIMIT :most",
                after=after,
                most=limit,
            )
            await transaction.execute(_PRESENT, people=page)
            await transaction.execute(_ABSENT, people=page)
            gone = await transaction.column(_FIND, people=page, absent=absent)
        return gone, page[-1] if len(page) == limit else None

    async def remove_guests(self, people: Collection[str]) -> int:
        """Remove those of these people who still have no way to come back; return how many."""
        async with self.db.transaction() as transaction:
            gone = await transaction.column(_REMOVE, people=people)
            if gone:
                await transaction.execute(
                    "DELETE FROM mutes WHERE person = ANY(:gone) OR other = ANY(:gone)", gone=gone
                )
        return len(gone)
