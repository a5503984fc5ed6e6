"""News: what a cell tells home of its tables. A step writes it, any node passes it on.

A piece of news says all that there is to say of a table as of a step. So the newest is enough, and
whatever comes late or twice changes nothing. `News` is kept by the store that has the tables,
`Hearing` by the one that has the people; no statement and no key is about both.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from msgspec import Struct

if TYPE_CHECKING:
    from kuhstall.server.store import Position
    from kuhstall.server.store.past import PastGame


class PieceOfNews(Struct, frozen=True):
    """What is new of a table as of a step, encoded, and when it was written."""

    table: str
    position: Position
    body: bytes
    at: float = 0.0


class Wait(Struct, frozen=True):
    """Somebody for whom a table waits, and until when."""

    person: str
    until: float | None = None


class WaitingTable(Struct, frozen=True):
    table: str
    until: float | None


class News(Protocol):
    async def claim_news(self, lease: float, limit: int) -> Sequence[PieceOfNews]:
        """Claim news that is to be passed on, the oldest first.

        Nobody else gets it while the lease lasts. A later step of the table ends the claim: what it
        says is more than what was claimed.
        """
        ...

    async def drop_news(self, table: str, position: Position) -> bool:
        """Remove news that was passed on; False if it is not there, or there is newer."""
        ...


class Hearing(Protocol):
    async def hear(
        self,
        table: str,
        position: Position,
        moment: int,
        waits: Sequence[Wait],
        past: Sequence[PastGame] = (),
    ) -> Position | None:
        """Take news of a table: for whom it waits at a moment of its game, and for nobody else.

        `past` is how its game ended for everybody, once it has.

        If it is no newer than what was heard before, nothing changes, and that is returned.
        """
        ...

    async def unhear(self, table: str, position: Position) -> None:
        """Forget all about a table that was heard up to a position which never was."""
        ...

    async def note_answer(self, table: str, person: str, moment: int) -> None:
        """Note that somebody is not awaited any more at a moment, whatever news says of it."""
        ...

    async def waiting_tables(self, person: str) -> Sequence[WaitingTable]:
        """List the tables that wait for somebody, the most urgent first."""
        ...
