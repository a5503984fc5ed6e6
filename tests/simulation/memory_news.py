"""The news of the store in memory: the cell's half, and home's."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from msgspec import Struct

from kuhstall.server.store import Position, Step, mark_of
from kuhstall.server.store.news import PieceOfNews, Wait, WaitingTable
from kuhstall.server.store.past import PastGame
from tests.simulation.memory_past import MemoryPast


class KeptNews(Struct, frozen=True):
    piece: PieceOfNews
    claimed: float | None = None


class KeptWait(Struct, frozen=True):
    moment: int
    until: float | None
    answered: bool = False
    fresh: bool = True
    since: float = 0.0


class MemoryNews:
    clock: Callable[[], float]
    news: dict[str, KeptNews]

    def _write_news(self, step: Step, body: bytes | None) -> None:
        if body is not None:
            position = Position(step.seq, mark_of(step))
            self.news[step.table] = KeptNews(PieceOfNews(step.table, position, body, self.clock()))

    async def claim_news(self, lease: float, limit: int) -> Sequence[PieceOfNews]:
        now = self.clock()
        free = [
            kept.piece
            for kept in self.news.values()
            if kept.claimed is None or not now <= kept.claimed <= now + lease
        ]
        free = sorted(free, key=lambda piece: piece.at)[:limit]
        self.news |= {piece.table: KeptNews(piece, now + lease) for piece in free}
        return free

    async def drop_news(self, table: str, position: Position) -> bool:
        kept = self.news.get(table)
        if kept is None or kept.piece.position != position:
            return False
        del self.news[table]
        return True


class MemoryHearing(MemoryPast):
    """`begun` is for the judge: how often a wait began here, by table, step and person."""

    def __init__(self) -> None:
        super().__init__()
        self.heard: dict[str, tuple[Position, float]] = {}
        self.waits: dict[tuple[str, str], KeptWait] = {}
        self.begun: Counter[tuple[str, int, str]] = Counter()

    clock: Callable[[], float]

    def _knows(self, person: str) -> bool:
        raise NotImplementedError

    async def hear(
        self,
        table: str,
        position: Position,
        moment: int,
        waits: Sequence[Wait],
        past: Sequence[PastGame] = (),
    ) -> Position | None:
        before = self.heard.get(table)
        if before is not None and not _is_newer(position, before[0]):
            return before[0]
        self.heard[table] = position, self.clock()
        asked = {wait.person for wait in waits}
        for (person, where), kept in list(self.waits.items()):
            if where == table and person not in asked and kept.moment <= moment:
                del self.waits[person, where]
        for wait in waits:
            self._wait(table, position.seq, moment, wait)
        self._keep_past(past)
        return None

    def _wait(self, table: str, seq: int, moment: int, wait: Wait) -> None:
        kept = self.waits.get((wait.person, table))
        if not self._knows(wait.person) or (kept is not None and kept.moment > moment):
            return
        goes_on = kept is not None and kept.moment == moment
        if not goes_on:
            self.begun[table, seq, wait.person] += 1
        answered = kept is not None and goes_on and kept.answered
        fresh = kept is None or not goes_on or kept.fresh
        since = kept.since if kept is not None and goes_on else self.clock()
        self.waits[wait.person, table] = KeptWait(moment, wait.until, answered, fresh, since)

    async def unhear(self, table: str, position: Position) -> None:
        if table in self.heard and self.heard[table][0] == position:
            del self.heard[table]
            self._forget_past(table=table)
            for person, where in list(self.waits):
                if where == table:
                    del self.waits[person, where]

    async def note_answer(self, table: str, person: str, moment: int) -> None:
        kept = self.waits.get((person, table))
        if self._knows(person) and (kept is None or kept.moment <= moment):
            until = None if kept is None else kept.until
            self.waits[person, table] = KeptWait(moment, until, answered=True)

    async def waiting_tables(self, person: str) -> Sequence[WaitingTable]:
        found = [
            WaitingTable(table, kept.until)
            for (who, table), kept in self.waits.items()
            if who == person and not kept.answered
        ]
        return sorted(found, key=lambda one: (one.until is None, one.until or 0.0, one.table))

    def forget_waits(self, person: str) -> None:
        self.waits = {key: kept for key, kept in self.waits.items() if key[0] != person}

    def purge(self, oldest: float, limit: int) -> int:
        busy = {table for _, table in self.waits}
        old = [table for table, (_, at) in self.heard.items() if at < oldest and table not in busy][
            :limit
        ]
        for table in old:
            del self.heard[table]
        return len(old)


def _is_newer(position: Position, heard: Position) -> bool:
    return position.seq > heard.seq
