"""The queries of the blocklist and of mutes. Only the player who blocks or mutes knows about it."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from msgspec import Struct

from kuhstall.server.store.db import Database
from kuhstall.server.table.people import MOST_BLOCKED

# An existing row stays as it is. Two concurrent inserts may exceed the limit by one, which is fine.
_BLOCK = """
INSERT INTO blocks (person, other, at)
SELECT CAST(:person AS text), id, now() FROM people
WHERE id = :other AND (SELECT count(*) FROM blocks WHERE person = :person) < :most
ON CONFLICT (person, other) DO NOTHING
"""

_LIST = """
SELECT blocks.id, name, epoch(at) FROM blocks JOIN people ON people.id = other
WHERE person = :person AND name <> '' ORDER BY blocks.id DESC
"""


class BlockedPerson(Struct, frozen=True):
    """A person whom the player has blocked, with their current name."""

    id: int
    name: str
    at: float


class BlocklistQueries:
    db: Database

    async def block(self, person: str, other: str, most: int = MOST_BLOCKED) -> bool:
        """Block someone; return whether they are blocked now, and not too many others."""
        await self.db.execute(_BLOCK, person=person, other=other, most=most)
        found = await self.db.value(
            "SELECT 1 FROM blocks WHERE person = :person AND other = :other",
            person=person,
            other=other,
        )
        return found is not None

    async def unblock(self, person: str, block: int) -> str | None:
        """Remove a block of this person; return the person it was against."""
        other: str | None = await self.db.value(
            "DELETE FROM blocks WHERE person = :person AND id = :block RETURNING other",
            person=person,
            block=block,
        )
        return other

    async def blocks(self, person: str) -> Sequence[BlockedPerson]:
        """List whom a person has blocked, latest first, without erased people."""
        return [BlockedPerson(*row) for row in await self.db.fetch(_LIST, person=person)]

    async def blocked_people(self, person: str) -> set[str]:
        """Return the people whom a person has blocked."""
        sql = "SELECT other FROM blocks WHERE person = :person"
        return set(await self.db.column(sql, person=person))

    async def blocks_among(self, people: Collection[str]) -> set[tuple[str, str]]:
        """Return the pairs of these people of whom the first has blocked the second."""
        rows = await self.db.fetch(
            "SELECT person, other FROM blocks WHERE person = ANY(:people) AND other = ANY(:people)",
            people=people,
        )
        return {(person, other) for person, other in rows}

    async def mute(self, person: str, other: str) -> None:
        sql = "INSERT INTO mutes (person, other) VALUES (:person, :other) ON CONFLICT DO NOTHING"
        await self.db.execute(sql, person=person, other=other)

    async def unmute(self, person: str, other: str) -> None:
        sql = "DELETE FROM mutes WHERE person = :person AND other = :other"
        await self.db.execute(sql, person=person, other=other)

    async def muted_people(self, person: str) -> set[str]:
        sql = "SELECT other FROM mutes WHERE person = :person"
        return set(await self.db.column(sql, person=person))
