"""Whom the server knows: people, their sessions and tickets, and what they say to each other."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final, Protocol

from msgspec import Struct

from kuhstall.engine.values import Seat
from kuhstall.server.store.blocks import Blocks
from kuhstall.server.store.keys import Keys
from kuhstall.server.store.mails import Mails
from kuhstall.server.store.news import Hearing
from kuhstall.server.store.past import Past
from kuhstall.server.store.taps import Taps

IDLE: Final = 30 * 86400.0  # a session that was not used for this long has ended
OLDEST: Final = 180 * 86400.0  # and so has one that is as old as this
SEEN: Final = 3600.0  # the use of a session is written down at most once in this time
REMEMBERED: Final = 3600.0  # for so long it is known which sessions were ended
SWEPT: Final = 4  # expired tickets that a new one takes with it: more than are given


class Person(Struct, frozen=True):
    """The name is empty once it is forgotten."""

    id: str
    name: str


class Holder(Struct, frozen=True):
    """To whom a ticket opens a table; a spectator may be nobody in particular."""

    table: str
    person: str | None
    session: bytes | None


class StoredLine(Struct, frozen=True):
    """A line of chat. The store gives it its id and its time."""

    table: str
    command: str
    person: str
    seat: Seat | None
    body: bytes
    id: int = 0
    at: float = 0


class UnknownPersonError(Exception):
    """There is no such person."""


class People(Hearing, Past, Taps, Mails, Keys, Blocks, Protocol):
    """Tokens and tickets come here as hashes: what is stored must not open anything."""

    async def add_person(self, person: Person) -> None: ...

    async def person(self, person: str) -> Person | None: ...

    async def rename(self, person: str, name: str) -> None: ...

    async def names(self, people: Collection[str]) -> dict[str, str]:
        """Return the names of those who are known."""
        ...

    async def forget(self, *people: str) -> None:
        """Erase all but the ids, which logs refer to: name, sessions, keys, mail, waits, games.

        What they have left at tables is the cell's: see `Traces`.
        """
        ...

    async def open_session(self, token: bytes, person: str) -> None: ...

    async def session(self, token: bytes) -> Person | None:
        """Return whose session it is, if it is still valid."""
        ...

    async def close_session(self, token: bytes) -> None: ...

    async def alive(self, tokens: Collection[bytes]) -> set[bytes]:
        """Return those that are still valid, with one question for all of them."""
        ...

    async def revoked(self, within: float) -> set[bytes]:
        """Return those that were ended within so many seconds, by the clock of the store."""
        ...

    async def ban(self, person: str) -> bool:
        """Ban a person and end the sessions. Nobody is banned whom nobody knows."""
        ...

    async def unban(self, person: str) -> None: ...

    async def banned_people(self) -> Sequence[Person]:
        """List those who are banned, the latest first."""
        ...

    async def give_ticket(self, ticket: bytes, holder: Holder, lasts: float) -> None: ...

    async def take_ticket(self, ticket: bytes) -> Holder | None:
        """Use up a ticket. Of two who bring the same one, one gets in."""
        ...

    async def say(self, line: StoredLine) -> StoredLine:
        """Keep a line; if the person has sent that command before, return the first."""
        ...

    async def lines(self, table: str, after: int = 0, limit: int = 50) -> Sequence[StoredLine]:
        """Return the newest lines after an id, oldest first. None turns up late behind it."""
        ...

    async def line(self, table: str, number: int) -> StoredLine | None:
        """Return one line of a table."""
        ...

    async def mute(self, person: str, other: str) -> None: ...

    async def unmute(self, person: str, other: str) -> None: ...

    async def muted_people(self, person: str) -> set[str]: ...
