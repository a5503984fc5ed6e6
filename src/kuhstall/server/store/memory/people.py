"""The people at tables that have no accounts: names, and nothing else.

They cannot sign out, block or mute. With the store in memory, this is all that a table
in a single process needs, such as a page that plays without a server.
"""

from __future__ import annotations

from collections.abc import Collection

from kuhstall.server.table.people import MOST_BLOCKED


class MemoryPeople:
    def __init__(self, names: dict[str, str]) -> None:
        self._names = names

    async def names(self, people: Collection[str]) -> dict[str, str]:
        return {one: self._names[one] for one in people if one in self._names}

    async def alive(self, tokens: Collection[bytes]) -> set[bytes]:
        return set(tokens)

    async def replaced_sessions(self, tokens: Collection[bytes]) -> set[bytes]:
        return set()

    async def mute(self, person: str, other: str) -> None: ...

    async def unmute(self, person: str, other: str) -> None: ...

    async def muted_people(self, person: str) -> set[str]:
        return set()

    async def block(self, person: str, other: str, most: int = MOST_BLOCKED) -> bool:
        return False

    async def blocked_people(self, person: str) -> set[str]:
        return set()

    async def blocks_among(self, people: Collection[str]) -> set[tuple[str, str]]:
        return set()

    async def known_since(self, person: str) -> float | None:
        return None

    async def note_answer(
        self, table: str, person: str, moment: int, revision: int = 1, *, answered: bool = True
    ) -> None: ...
