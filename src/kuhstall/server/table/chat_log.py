"""Chat lines and tickets, which the log of the tables keeps beside the steps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol

from msgspec import Struct

from kuhstall.engine.values import Seat

HISTORY: Final = 50
"""How many lines of chat a client gets at once."""


class Holder(Struct, frozen=True):
    """To whom a ticket opens a table; a spectator may have neither person nor session."""

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


class ChatLog(Protocol):
    """Tickets come here as hashes: what is stored must not open anything."""

    async def say(self, line: StoredLine) -> StoredLine:
        """Store a line; if the person has sent that command before, return the first one."""
        ...

    async def lines(self, table: str, after: int = 0, limit: int = HISTORY) -> Sequence[StoredLine]:
        """Return the newest lines after an id, oldest first. None appears behind it later."""
        ...

    async def line(self, table: str, number: int) -> StoredLine | None:
        """Return one line of a table."""
        ...

    async def give_ticket(self, ticket: bytes, holder: Holder, lasts: float) -> None:
        """Store a ticket, which is valid for so many seconds."""
        ...

    async def take_ticket(self, ticket: bytes) -> Holder | None:
        """Use up a ticket. Of two clients that bring the same one, one gets in."""
        ...
