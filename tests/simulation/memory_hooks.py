"""The addresses that tables of the store in memory tell."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from kuhstall.server.store import Position
from kuhstall.server.store.hooks import Call
from kuhstall.server.store.taps import LONGEST
from tests.simulation.memory_news import KeptNews


class KeptHook(Struct, frozen=True):
    address: str
    person: str = ""
    moment: int = -1
    told: int = -1
    body: bytes = b""
    claimed: float | None = None
    attempts: int = 0


class MemoryHooks:
    clock: Callable[[], float]
    hooks: dict[str, KeptHook]
    news: dict[str, KeptNews]

    def _code(self, table: str) -> str | None:
        raise NotImplementedError

    async def set_hook(self, table: str, address: str, person: str = "") -> None:
        if not address:
            self.hooks.pop(table, None)
        elif self._code(table) is not None:
            kept = self.hooks.get(table, KeptHook(address))
            self.hooks[table] = replace(
                kept, address=address, person=person, claimed=None, attempts=0
            )

    async def hook(self, table: str) -> str:
        return self.hooks[table].address if table in self.hooks else ""

    async def note_moment(
        self, table: str, position: Position, moment: int, body: bytes | None
    ) -> None:
        kept, news = self.hooks.get(table), self.news.get(table)
        known = news is not None and news.piece.position == position
        if kept is not None and known and kept.moment < moment:
            told = moment if body is None else kept.told
            self.hooks[table] = KeptHook(kept.address, kept.person, moment, told, body or b"")

    async def claim_calls(self, lease: float, limit: int) -> Sequence[Call]:
        now = self.clock()
        found = [
            Call(
                table, self._code(table) or "", kept.address, kept.moment, kept.attempts, kept.body
            )
            for table, kept in self.hooks.items()
            if kept.told < kept.moment
            and (kept.claimed is None or not now <= kept.claimed <= now + LONGEST)
        ][:limit]
        for call in found:
            self.hooks[call.table] = replace(self.hooks[call.table], claimed=now + lease)
        return found

    async def note_called(self, table: str, moment: int) -> None:
        kept = self.hooks.get(table)
        if kept is not None and kept.moment == moment:
            self.hooks[table] = replace(kept, told=moment, claimed=None, attempts=0)

    async def put_off_call(self, table: str, seconds: float, attempts: int) -> None:
        kept = self.hooks.get(table)
        if kept is not None:
            until = self.clock() + seconds
            self.hooks[table] = replace(kept, claimed=until, attempts=attempts)

    async def drop_hook(self, table: str, address: str) -> None:
        if table in self.hooks and self.hooks[table].address == address:
            del self.hooks[table]
