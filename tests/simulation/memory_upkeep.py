"""What the store in memory removes."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING

from kuhstall.server.store import Rejected
from kuhstall.server.store.people import OLDEST
from kuhstall.server.store.upkeep import FARTHEST, TableState, Walk

if TYPE_CHECKING:
    from tests.simulation.memory_hooks import KeptHook
    from tests.simulation.memory_news import KeptNews
    from tests.simulation.memory_people import MemoryPeople
    from tests.simulation.memory_store import KeptTable


class MemoryUpkeep:
    clock: Callable[[], float]
    kept: dict[str, KeptTable]
    people: MemoryPeople
    chores: dict[str, tuple[str, float]]
    absences: dict[str, float]
    news: dict[str, KeptNews]
    hooks: dict[str, KeptHook]

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
        page = sorted(table for table in self.kept if table > after)[:limit]
        return [_state(self.kept[table], self.clock()) for table in page]

    async def note_finished(self, table: str, people: Collection[str]) -> None:
        kept = self.kept.get(table)
        if kept is not None and kept.finished is None and people:
            kept.finished, kept.finishers = kept.latest, frozenset(people)

    async def remove_table(self, table: str, head: int) -> bool:
        kept = self.kept.get(table)
        if kept is None or len(kept.steps) != head or kept.finished is not None:
            return False
        del self.kept[table]
        self.news.pop(table, None)
        self.hooks.pop(table, None)
        self.people.said[:] = [line for line in self.people.said if line.table != table]
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
            assert isinstance(kept.answers[command], Rejected)
            del kept.refused[command], kept.answers[command]
        return len(old)

    async def purge_chat(self, tables: Collection[str], age: float, limit: int) -> int:
        oldest, said = self.clock() - age, self.people.said
        old = {line.id for line in said if line.table in tables and line.at < oldest}
        gone = sorted(old)[:limit]
        said[:] = [line for line in said if line.id not in gone]
        return len(gone)

    async def purge_sessions(self, idle: float, limit: int) -> int:
        now, sessions = self.clock(), self.people.sessions
        gone = [
            token
            for token, one in sessions.items()
            if one.seen < now - idle or one.since < now - OLDEST
        ][:limit]
        for token in gone:
            self.people.end_session(token)
        return len(gone)

    async def purge_heard(self, age: float, limit: int) -> int:
        return self.people.purge(self.clock() - age, limit)

    async def purge_guests(self, after: str, limit: int, absent: float, played: float) -> Walk:
        now = self.clock()
        page = sorted(person for person in self.people.known if person > after)[:limit]
        present = {session.person for session in self.people.sessions.values()}
        for person in page:
            if person in present:
                self.absences.pop(person, None)
            else:
                self.absences.setdefault(person, now)
        gone = [
            person
            for person in page
            if self.absences.get(person, now) < now - absent
            and self.people.known[person].banned is None
            and not self.people.can_come_back(person)
            and not any(_binds(kept, person, now - played) for kept in self.kept.values())
        ]
        for person in gone:
            self.people.remove(person)
            del self.absences[person]
        return Walk(len(gone), page[-1] if len(page) == limit else None)


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
    """Whether somebody must be known because of a table."""
    if kept.finished is not None:
        return person in kept.finishers and kept.finished > since
    return person in kept.listing.people and not kept.listing.closed
