"""What people leave at tables of the store in memory."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from kuhstall.server.store.traces import Said, Trace

if TYPE_CHECKING:
    from kuhstall.server.store.reports import StoredReport
    from tests.simulation.memory_hooks import KeptHook
    from tests.simulation.memory_people import MemoryPeople
    from tests.simulation.memory_store import KeptTable


class MemoryTraces:
    kept: dict[str, KeptTable]
    hooks: dict[str, KeptHook]
    people: MemoryPeople
    reported: list[StoredReport]

    async def seats_of(self, people: Collection[str]) -> Sequence[tuple[str, str]]:
        return sorted(
            (person, table)
            for table, kept in self.kept.items()
            for person in kept.listing.people
            if person in people and not kept.listing.closed
        )

    async def tables_sat_at(self, person: str, limit: int) -> Sequence[str]:
        return sorted(table for table in self.kept if self._sat(person, table))[:limit]

    def _sat(self, person: str, table: str) -> bool:
        kept = self.kept[table]
        sits = person in kept.listing.people and not kept.listing.closed
        return sits or person in kept.finishers

    async def lines_by(self, person: str, limit: int) -> Sequence[Said]:
        said = [line for line in self.people.said if line.person == person]
        return [Said(line.table, line.body, line.at) for line in said[::-1][:limit]]

    async def orders_by(self, person: str) -> Sequence[Trace]:
        return [
            Trace(table, kept.orders[person].decode())
            for table, kept in sorted(self.kept.items())
            if person in kept.orders
        ]

    async def hooks_by(self, person: str) -> Sequence[Trace]:
        hooks = sorted(self.hooks.items())
        return [Trace(table, kept.address) for table, kept in hooks if kept.person == person]

    async def erase_traces(self, people: Collection[str]) -> None:
        self.people.said[:] = [one for one in self.people.said if one.person not in people]
        self.people.drop_tickets(people)
        self.reported[:] = [one for one in self.reported if one.about not in people]
        for table, hook in list(self.hooks.items()):
            sat = any(self._sat(person, table) for person in people)
            if hook.person in people or (hook.person == "" and sat):
                del self.hooks[table]
        for kept in self.kept.values():
            for person in people:
                kept.orders.pop(person, None)
