"""Retention in memory: delete what is no longer kept."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING

from kuhstall.server.store.rows import FARTHEST, TableState

if TYPE_CHECKING:
    from kuhstall.server.store.memory.store import KeptEntry, KeptTable
    from kuhstall.server.table.chat_log import StoredLine


class MemoryUpkeep:
    clock: Callable[[], float]
    kept: dict[str, KeptTable]
    chores: dict[str, tuple[str, float]]
    outbox: dict[str, KeptEntry]
    said: list[StoredLine]

    async def outbox_age(self) -> float:
        return max((self.clock() - one.entry.at for one in self.outbox.values()), default=0.0)

    async def claim_chore(self, chore: str, holder: str, lease: float) -> bool:
        now = self.clock()
        held, until = self.chores.get(chore, ("", 0.0))
        if held != holder and now <= until <= now + FARTHEST:
            return False
        self.chores[chore] = holder, now + lease
        return True

    async def end_chore(self, chore: str, holder: str, pause: float) -> None:
        if self.chores.get(chore, ("", 0.0))[0] == holder:
            self.chores[chore] = "", self.clock() + pause

    async def table_states(self, after: str, limit: int) -> Sequence[TableState]:
        left = (table for table, kept in self.kept.items() if table > after and not kept.tidied)
        page = sorted(left)[:limit]
        return [_state(self.kept[table], self.clock()) for table in page]

    async def note_tidied(self, tables: Collection[str]) -> None:
        talked = {line.table for line in self.said}
        for table in tables:
            kept = self.kept.get(table)
            if kept is not None and kept.finished is not None:
                kept.tidied = not kept.refused and table not in talked

    async def note_finished(self, table: str, people: Collection[str]) -> None:
        kept = self.kept.get(table)
        if kept is not None and kept.finished is None and people:
            kept.finished, kept.finishers = kept.latest, frozenset(people)

    async def remove_table(self, table: str, head: int) -> bool:
        kept = self.kept.get(table)
        if kept is None or len(kept.steps) != head or kept.finished is not None:
            return False
        del self.kept[table]
        self.outbox.pop(table, None)
        self.said[:] = [line for line in self.said if line.table != table]
        return True

    async def purge_refusals(self, tables: Collection[str], age: float, limit: int) -> int:
        oldest = self.clock() - age
        old = [
            (kept, command)
            for kept in map(self.kept.get, tables)
            if kept is not None
            for command, at in kept.refused.items()
            if at < oldest
        ][:limit]
        for kept, command in old:
            del kept.refused[command], kept.answers[command]
        return len(old)

    async def purge_chat(self, tables: Collection[str], age: float, limit: int) -> int:
        oldest, said = self.clock() - age, self.said
        old = {line.id for line in said if line.table in tables and line.at < oldest}
        gone = sorted(old)[:limit]
        said[:] = [line for line in said if line.id not in gone]
        return len(gone)

    async def bound_people(self, people: Collection[str], played: float) -> set[str]:
        since = self.clock() - played
        return {
            person
            for person in people
            if any(_binds(kept, person, since) for kept in self.kept.values())
        }


def _state(kept: KeptTable, now: float) -> TableState:
    return TableState(
        kept.opening.table,
        len(kept.steps),
        kept.listing.closed,
        kept.due is not None,
        kept.finished is not None,
        now - kept.latest,
    )


def _binds(kept: KeptTable, person: str, since: float) -> bool:
    """Return whether a person must stay known because of a table."""
    if kept.finished is not None:
        return person in kept.finishers and kept.finished > since
    return person in kept.listing.people and not kept.listing.closed
