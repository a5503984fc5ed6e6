"""What a store removes when it is told to, in pieces that are done soon.

Which of it may go, and when, is decided above. Whatever is decided there, a store keeps every game
that it knows to be finished, and everybody who could come back.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final, Protocol

from msgspec import Struct

FARTHEST: Final = 2 * 86400.0
"""No chore is put off for longer than this: if one is, somebody's clock was wrong."""


class TableState(Struct, frozen=True):
    """A table as far as its end is concerned.

    `ticking`: the server has to act on it some time. `age`: the seconds since its newest step.
    """

    table: str
    head: int
    closed: bool
    ticking: bool
    finished: bool
    age: float

    @property
    def is_over(self) -> bool:
        return self.closed or self.finished


class Walk(Struct, frozen=True):
    """How many rows were removed, and where to go on; None at the end."""

    removed: int
    upto: str | None


class Upkeep(Protocol):
    async def claim_chore(self, chore: str, holder: str, lease: float) -> bool:
        """Claim something that one node does for all, or go on with it; False if it is not due.

        Nobody else gets it while the lease lasts.
        """
        ...

    async def end_chore(self, chore: str, holder: str, pause: float) -> None:
        """Give a chore back that is done: nobody gets it for a while."""
        ...

    async def table_states(self, after: str, limit: int) -> Sequence[TableState]:
        """List so many tables from one on, in any order that stays the same."""
        ...

    async def note_finished(self, table: str, people: Collection[str]) -> None:
        """Note that a game was finished before such notes were made, as of its newest step."""
        ...

    async def remove_table(self, table: str, head: int) -> bool:
        """Remove all of a table, unless it has gone on or its game is known to be finished."""
        ...

    async def purge_refusals(self, tables: Collection[str], age: float, limit: int) -> int:
        """Remove refusals at these tables that are older than so many seconds."""
        ...

    async def purge_chat(self, tables: Collection[str], age: float, limit: int) -> int:
        """Remove lines at these tables that are older than so many seconds."""
        ...

    async def purge_sessions(self, idle: float, limit: int) -> int:
        """Remove sessions that have ended, or were not used for so many seconds."""
        ...

    async def purge_heard(self, age: float, limit: int) -> int:
        """Forget how far tables were heard of that wait for nobody, and were not for so long."""
        ...

    async def purge_guests(self, after: str, limit: int, absent: float, played: float) -> Walk:
        """Look at so many people from one on; remove those who have gone for good.

        That is whoever has had no session for `absent` seconds, has no key and no code to
        come back with, is not banned, sits at no table that is not over, and finished no game
        within `played` seconds.
        """
        ...
