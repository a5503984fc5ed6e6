"""The blocks of the store in memory."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from kuhstall.server.store.blocks import MOST, BlockedPerson


class MemoryBlocks:
    clock: Callable[[], float]
    blocking: dict[int, tuple[str, str, float]]

    def _name(self, person: str) -> str:
        raise NotImplementedError

    def _opened(self, person: str) -> float | None:
        raise NotImplementedError

    async def block(self, person: str, other: str, most: int = MOST) -> bool:
        blocked = await self.blocked_people(person)
        if other not in blocked and self._name(other) and len(blocked) < most:
            self.blocking[max(self.blocking, default=0) + 1] = person, other, self.clock()
            return True
        return other in blocked

    async def unblock(self, person: str, block: int) -> str | None:
        if self.blocking.get(block, ("",))[0] != person:
            return None
        return self.blocking.pop(block)[1]

    async def blocks(self, person: str) -> Sequence[BlockedPerson]:
        return [
            BlockedPerson(number, self._name(other), at)
            for number, (one, other, at) in sorted(self.blocking.items(), reverse=True)
            if one == person and self._name(other)
        ]

    async def blocked_people(self, person: str) -> set[str]:
        return {other for one, other, _ in self.blocking.values() if one == person}

    async def blocks_among(self, people: Collection[str]) -> set[tuple[str, str]]:
        pairs = {(one, other) for one, other, _ in self.blocking.values()}
        return {pair for pair in pairs if set(pair) <= set(people)}

    async def known_since(self, person: str) -> float | None:
        return self._opened(person)

    def _forget_blocks(self, person: str, *, gone: bool = False) -> None:
        self.blocking = {
            number: row
            for number, row in self.blocking.items()
            if row[0] != person and not (gone and row[1] == person)
        }
