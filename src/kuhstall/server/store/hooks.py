"""Where else a table tells that it waits: one address a table, which its host has given.

It is the cell's: it goes with its table, and is set back with it. What is to be said stands in the
row until it was said, so whoever dies on the way leaves nothing undone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from msgspec import Struct

if TYPE_CHECKING:
    from kuhstall.server.store import Position


class Call(Struct, frozen=True):
    """What an address is to be told: that its table waits, as of a moment of the game."""

    table: str
    code: str
    address: str
    moment: int
    attempts: int
    body: bytes


class Hooks(Protocol):
    async def set_hook(self, table: str, address: str, person: str = "") -> None:
        """Tell an address that somebody gives from now on, and no other; an empty one is none."""
        ...

    async def hook(self, table: str) -> str:
        """Return the address of a table; empty if it has none."""
        ...

    async def note_moment(
        self, table: str, position: Position, moment: int, body: bytes | None
    ) -> None:
        """Let the address of a table be told of a moment, once; of none if there is nothing to say.

        An earlier moment that nobody has told of yet is over, and is not told any more. Nor is one
        of which the news is not there any more: there is newer, or it never was.
        """
        ...

    async def claim_calls(self, lease: float, limit: int) -> Sequence[Call]:
        """Claim what is to be told. Nobody else gets it while the lease lasts."""
        ...

    async def note_called(self, table: str, moment: int) -> None: ...

    async def put_off_call(self, table: str, seconds: float, attempts: int) -> None:
        """Try again later."""
        ...

    async def drop_hook(self, table: str, address: str) -> None:
        """Forget an address that nobody is at, unless the table has another one by now."""
        ...
