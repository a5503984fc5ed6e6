"""Whom people do not want to sit with. That is known to the one who blocks, and to nobody else."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final, Protocol

from msgspec import Struct

MOST: Final = 100
"""People whom one person may block."""


class BlockedPerson(Struct, frozen=True):
    """One that somebody has blocked, by the name of today."""

    id: int
    name: str
    at: float


class Blocks(Protocol):
    async def block(self, person: str, other: str, most: int = MOST) -> bool:
        """Keep somebody away from a person; say whether that is so, or these are too many."""
        ...

    async def unblock(self, person: str, block: int) -> str | None:
        """End a block of a person; return whom it was about."""
        ...

    async def blocks(self, person: str) -> Sequence[BlockedPerson]:
        """List whom a person has blocked, the latest first, without those who are forgotten."""
        ...

    async def blocked_people(self, person: str) -> set[str]:
        """Return whom a person has blocked."""
        ...

    async def blocks_among(self, people: Collection[str]) -> set[tuple[str, str]]:
        """Return who of these has blocked whom of these."""
        ...

    async def known_since(self, person: str) -> float | None:
        """Tell since when a person has had a session, by the clock of the store."""
        ...
