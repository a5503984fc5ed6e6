"""The store of a simulated club: it remembers what no store has to, for the judge."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kuhstall.engine.values import CLOCK
from kuhstall.server.store import Position, Step, mark_of
from kuhstall.server.store.news import PieceOfNews
from tests.simulation.memory_store import Backup, KeptTable, MemoryStore

EARLY = 0.1
"""By how many seconds something may be done before it is due."""


class WatchedStore(MemoryStore):
    def __init__(self, clock: Callable[[], float]) -> None:
        super().__init__(clock)
        self.lost: set[tuple[str, str]] = set()
        self.early: list[str] = []
        self.steady = True  # as long as nobody has set the clock, which makes due dates wrong
        self.written = 0
        self.unheard: list[str] = []
        self.on_claim: Callable[[], None] | None = None

    def _write(self, kept: KeptTable, step: Step) -> None:
        ticking = step.actor == CLOCK and step.command.isdigit()
        if ticking and self.steady and (kept.due is None or kept.due > self.clock() + EARLY):
            self.early.append(f"{step.table}: {step.seq} at {self.clock()}, due at {kept.due}")
        super()._write(kept, step)
        self.written += 1

    async def claim_news(self, lease: float, limit: int) -> Sequence[PieceOfNews]:
        pieces = await super().claim_news(lease, limit)
        if pieces and self.on_claim is not None:
            tripped, self.on_claim = self.on_claim, None
            tripped()
        return pieces

    async def drop_news(self, table: str, position: Position) -> bool:
        """Note what is dropped before home has heard of it, or of something that never was."""
        dropped = await super().drop_news(table, position)
        heard = self.people.heard.get(table, (Position(0, b""), 0.0))[0]
        steps = self.kept[table].steps if table in self.kept else []
        known = 0 < heard.seq <= len(steps) and mark_of(steps[heard.seq - 1]) == heard.mark
        if dropped and not (known and heard.seq >= position.seq):
            self.unheard.append(f"{table}: {position.seq}, and home is at {heard.seq}")
        return dropped

    def set_back(self, backup: Backup) -> int:
        """Go back to a backup, and note which commands are lost with it; return how many steps."""
        now = {table: commands(kept) for table, kept in self.kept.items()}
        steps = sum(len(kept.steps) for kept in self.kept.values())
        self.restore(backup)
        for table, known in now.items():
            left = commands(self.kept[table]) if table in self.kept else set()
            self.lost |= {(table, command) for command in known - left}
        return steps - sum(len(kept.steps) for kept in self.kept.values())


def commands(kept: KeptTable) -> set[str]:
    """Name all commands that were accepted at a table, the sealed ones too."""
    held = {one.command for sealed in kept.sealed.values() for one in sealed}
    opened = {one.command for sealed in kept.opened.values() for _, one in sealed}
    return {step.command for step in kept.steps} | held | opened
