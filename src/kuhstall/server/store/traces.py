"""What somebody leaves at tables beside the steps: chat, orders, addresses, tickets, reports.

It is the cell's. Steps know people by their ids alone, so nothing has to be taken out of a log for
somebody to be forgotten, and every game replays to the same as before.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Protocol

from msgspec import Struct


class Trace(Struct, frozen=True):
    """What somebody has left at a table: orders, or the address that it tells."""

    table: str
    text: str


class Said(Struct, frozen=True):
    """A line of chat of somebody, encoded."""

    table: str
    body: bytes
    at: float


class Traces(Protocol):
    async def seats_of(self, people: Collection[str]) -> Sequence[tuple[str, str]]:
        """List who of them sits at which table that is not closed: the person, and the table."""
        ...

    async def tables_sat_at(self, person: str, limit: int) -> Sequence[str]:
        """List tables where somebody sits, or finished a game."""
        ...

    async def lines_by(self, person: str, limit: int) -> Sequence[Said]:
        """Return the newest lines that somebody has said anywhere, the newest first."""
        ...

    async def orders_by(self, person: str) -> Sequence[Trace]: ...

    async def hooks_by(self, person: str) -> Sequence[Trace]: ...

    async def erase_traces(self, people: Collection[str]) -> None:
        """Remove all that these people have left at tables. The steps stay as they are.

        An address of which nobody knows who gave it goes from every table where they sit or sat.
        """
        ...
