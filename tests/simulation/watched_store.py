"""The store of a simulated club: it remembers what no store has to, for the judge."""

from __future__ import annotations

from collections.abc import Callable

from kuhstall.engine.values import CLOCK
from kuhstall.server.store import Step
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

    def _write(self, kept: KeptTable, step: Step) -> None:
        ticking = step.actor == CLOCK and step.command.isdigit()
        if ticking and self.steady and (kept.due is None or kept.due > self.clock() + EARLY):
            self.early.append(f"{step.table}: {step.seq} at {self.clock()}, due at {kept.due}")
        super()._write(kept, step)
        self.written += 1

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
