"""What tables and sessions need to know about people."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final, Protocol

MOST_BLOCKED: Final = 100
"""How many people one person may block."""


class TablePeople(Protocol):
    """Tokens come here as hashes: what is stored must not open anything."""

    async def names(self, people: Collection[str]) -> dict[str, str]:
        """Return the names of the people who are known."""
        ...

    async def alive(self, tokens: Collection[bytes]) -> set[bytes]:
        """Return the tokens that are still valid, with one query for all of them."""
        ...

    async def mute(self, person: str, other: str) -> None: ...

    async def unmute(self, person: str, other: str) -> None: ...

    async def muted_people(self, person: str) -> set[str]: ...

    async def replaced_sessions(self, tokens: Collection[bytes]) -> set[bytes]:
        """Return the tokens whose browser has a newer session of the same person."""
        ...

    async def block(self, person: str, other: str, most: int = MOST_BLOCKED) -> bool:
        """Block another person; return False if the person has blocked too many already."""
        ...

    async def blocked_people(self, person: str) -> set[str]:
        """Return the people whom a person has blocked."""
        ...

    async def blocks_among(self, people: Collection[str]) -> set[tuple[str, str]]:
        """Return the pairs (blocker, blocked) among these people."""
        ...

    async def known_since(self, person: str) -> float | None:
        """Return when a person had their first session, by the store's clock."""
        ...

    async def note_answer(
        self, table: str, person: str, moment: int, revision: int = 1, *, answered: bool = True
    ) -> None:
        """Note whether a person has answered a table at a moment, whatever summaries say.

        An older revision than the one noted last changes nothing.
        """
        ...
