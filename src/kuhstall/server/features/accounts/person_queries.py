"""The accounts: people, their names, and bans."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from msgspec import Struct

from kuhstall.server.store.db import ConflictError, Database
from kuhstall.server.table.log import TakenError


class Person(Struct, frozen=True):
    """A person. The name is empty once the person is erased."""

    id: str
    name: str


class UnknownPersonError(Exception):
    """The id belongs to no person, or the session is not theirs."""


class PersonQueries:
    def __init__(self, db: Database) -> None:
        self.db = db

    async def add_person(self, person: Person) -> None:
        """Add a person; TakenError if the id is in use."""
        try:
            await self.db.execute(
                "INSERT INTO people (id, name) VALUES (:person, :name)",
                person=person.id,
                name=person.name,
            )
        except ConflictError as error:
            raise TakenError(person.id) from error

    async def person(self, person: str) -> Person | None:
        row = await self.db.row("SELECT id, name FROM people WHERE id = :person", person=person)
        return None if row is None else Person(*row)

    async def rename(self, person: str, name: str) -> None:
        await self.db.execute(
            "UPDATE people SET name = :name WHERE id = :person", person=person, name=name
        )

    async def names(self, people: Collection[str]) -> dict[str, str]:
        """Return the names of those who are known."""
        rows = await self.db.fetch(
            "SELECT id, name FROM people WHERE id = ANY(:people)", people=people
        )
        return {row[0]: row[1] for row in rows}

    async def ban(self, person: str) -> bool:
        """Ban a person and end their sessions; False if the person is unknown."""
        async with self.db.transaction() as transaction:
            known = await transaction.execute(
                "UPDATE people SET banned = coalesce(banned, now()) WHERE id = :person",
                person=person,
            )
            await transaction.execute("DELETE FROM sessions WHERE person = :person", person=person)
        return known > 0

    async def unban(self, person: str) -> None:
        await self.db.execute("UPDATE people SET banned = NULL WHERE id = :person", person=person)

    async def banned_people(self) -> Sequence[Person]:
        """List banned people, latest first."""
        rows = await self.db.fetch(
            "SELECT id, name FROM people WHERE banned IS NOT NULL ORDER BY banned DESC, id"
        )
        return [Person(*row) for row in rows]
