"""A store in memory, held to the same promises as the others by the same tests.

It does each thing at once and whole. What a real one adds, `wires.py` adds: it is far away, it is
away, and what it has written may never be told.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Sequence

from msgspec import Struct
from msgspec.structs import replace

from kuhstall.engine.values import Actor
from kuhstall.server.store import (
    Accepted,
    Answer,
    Behind,
    ListedTable,
    Listing,
    Opening,
    Overdue,
    Position,
    Rejected,
    SealedAction,
    Step,
    TableRow,
    TakenError,
    UnknownTableError,
    mark_of,
)
from kuhstall.server.store.orders import OrderedAction
from kuhstall.server.store.people import StoredLine
from kuhstall.server.store.reports import StoredReport
from tests.simulation.memory_archive import MemoryArchive
from tests.simulation.memory_hooks import KeptHook, MemoryHooks
from tests.simulation.memory_news import KeptNews, KeptWait, MemoryNews
from tests.simulation.memory_people import MemoryPeople
from tests.simulation.memory_reports import MemoryReports
from tests.simulation.memory_traces import MemoryTraces
from tests.simulation.memory_upkeep import MemoryUpkeep


class KeptTable(Struct):
    """All rows of a table."""

    opening: Opening
    listing: Listing
    since: float
    steps: list[Step]
    due: float | None = None
    claimed: float | None = None
    answers: dict[tuple[Actor, str], Answer] = {}
    sealed: dict[int, list[SealedAction]] = {}
    opened: dict[int, list[tuple[int, SealedAction]]] = {}
    latest: float = 0.0
    refused: dict[tuple[Actor, str], float] = {}
    finished: float | None = None
    finishers: frozenset[str] = frozenset()
    packed: int = 0
    orders: dict[str, bytes] = {}


class Backup(Struct, frozen=True):
    tables: dict[str, KeptTable]
    lines: list[StoredLine]
    news: dict[str, KeptNews]
    heard: dict[str, tuple[Position, float]]
    waits: dict[tuple[str, str], KeptWait]
    hooks: dict[str, KeptHook]


class MemoryStore(
    MemoryUpkeep, MemoryArchive, MemoryReports, MemoryNews, MemoryHooks, MemoryTraces
):
    def __init__(self, clock: Callable[[], float] = time.time) -> None:
        self.clock = clock
        self.kept: dict[str, KeptTable] = {}
        self.people = MemoryPeople(clock, self.kept.__contains__)
        self.backups: dict[str, Backup] = {}
        self.chores: dict[str, tuple[str, float]] = {}
        self.absences: dict[str, float] = {}
        self.reported: list[StoredReport] = []
        self.news: dict[str, KeptNews] = {}
        self.hooks: dict[str, KeptHook] = {}

    def _code(self, table: str) -> str | None:
        return self.kept[table].opening.code if table in self.kept else None

    async def close(self) -> None: ...

    # Set-backs

    def backup(self) -> Backup:
        """Copy what there is of the tables. Rows are values: only what holds them is copied."""
        people = self.people
        return Backup(
            _copied(self.kept),
            list(people.said),
            dict(self.news),
            dict(people.heard),
            dict(people.waits),
            dict(self.hooks),
        )

    def restore(self, backup: Backup) -> None:
        """Go back to what there was. Tables that were opened since are gone."""
        self.kept.clear()
        self.kept.update(_copied(backup.tables))
        self.people.said[:] = backup.lines
        self.news, self.hooks = dict(backup.news), dict(backup.hooks)
        self.people.heard, self.people.waits = dict(backup.heard), dict(backup.waits)
        self.people.latest = max((line.id for line in backup.lines), default=0)

    # Store

    async def now(self) -> float:
        return self.clock()

    async def check_writable(self) -> None:
        """Memory always is."""

    def _find(self, table: str) -> KeptTable:
        try:
            return self.kept[table]
        except KeyError:
            raise UnknownTableError(table) from None

    async def open_table(self, opening: Opening, first: Step) -> None:
        codes = {kept.opening.code for kept in self.kept.values()}
        if opening.table in self.kept or opening.code in codes:
            raise TakenError(opening.table)
        listing = Listing(opening.public, True, opening.listing, opening.people)
        kept = KeptTable(opening, listing, self.clock(), [], first.due)
        self.kept[opening.table] = kept
        self._write(kept, first)
        self._write_news(first, opening.news)

    def _write(self, kept: KeptTable, step: Step) -> None:
        kept.steps.append(replace(step, follows=None))
        kept.answers[step.actor, step.command] = Accepted(step.seq, known=True)
        kept.due, kept.claimed, kept.latest = step.due, None, self.clock()

    async def append(
        self,
        step: Step,
        *,
        opens: int | None = None,
        opened: int = 0,
        listing: Listing | None = None,
        news: bytes | None = None,
        ordered: Sequence[OrderedAction] = (),
    ) -> Answer | Behind:
        kept = self._find(step.table)
        known = self._answer(kept, step.actor, step.command)
        if known is not None:
            return known
        if not _is_at(kept, step.seq - 1, step.follows):
            return Behind(len(kept.steps))
        if opens is not None:
            held = kept.sealed.get(opens, [])
            if len(held) != opened:
                return Behind(len(kept.steps))
            kept.opened.setdefault(opens, []).extend((step.seq, one) for one in held)
            kept.sealed.pop(opens, None)
        self._write(kept, step)
        self._write_news(step, news)
        for one in ordered:
            if kept.orders.get(one.person) == one.orders:
                held = kept.sealed.setdefault(one.moment, [])
                held[:] = sorted([*held, one.sealed], key=lambda other: other.seat)
        if listing is not None:
            kept.listing = listing
            if listing.finishers and kept.finished is None:
                kept.finished, kept.finishers = self.clock(), frozenset(listing.finishers)
        return Accepted(step.seq)

    async def refuse(self, table: str, actor: Actor, command: str, code: str) -> Answer:
        kept = self._find(table)
        known = self._answer(kept, actor, command)
        if known is not None:
            return known
        kept.answers[actor, command] = Rejected(code)
        kept.refused[actor, command] = self.clock()
        return Rejected(code)

    @staticmethod
    def _answer(kept: KeptTable, actor: Actor, command: str) -> Answer | None:
        known = kept.answers.get((actor, command))
        if known is not None:
            return known
        for held in kept.opened.values():
            for seq, one in held:
                if (one.seat, one.command) == (actor, command):
                    return Accepted(seq, known=True)
        return None

    async def answer(self, table: str, actor: Actor, command: str) -> Answer | None:
        kept = self.kept.get(table)
        return None if kept is None else self._answer(kept, actor, command)

    async def head(self, table: str) -> int:
        return len(self._find(table).steps)

    async def positions(self, tables: Collection[str]) -> dict[str, Position]:
        return {
            table: Position(len(kept.steps), mark_of(kept.steps[-1]))
            for table in tables
            if (kept := self.kept.get(table)) is not None
        }

    async def steps(self, table: str, after: int = 0, limit: int | None = None) -> Sequence[Step]:
        kept = self.kept.get(table)
        found = [] if kept is None else kept.steps[after:]
        return found if limit is None else found[:limit]

    async def seal(
        self,
        table: str,
        seq: int,
        moment: int,
        sealed: SealedAction,
        *,
        follows: bytes | None = None,
        due: float | None = None,
    ) -> SealedAction | Behind | Rejected:
        kept = self._find(table)
        held = kept.sealed.get(moment, [])
        first = next((one for one in held if one.seat == sealed.seat), None)
        if first is not None:
            return first
        known = self._answer(kept, sealed.seat, sealed.command)
        if isinstance(known, Rejected):
            return known
        if not _is_at(kept, seq, follows):
            return Behind(len(kept.steps))
        kept.sealed[moment] = sorted([*held, sealed], key=lambda one: one.seat)
        kept.due = kept.due if due is None else due
        return sealed

    async def sealed_actions(self, table: str, moment: int) -> Sequence[SealedAction]:
        kept = self.kept.get(table)
        return [] if kept is None else list(kept.sealed.get(moment, []))

    async def place_orders(self, table: str, seq: int, person: str, orders: bytes) -> bool:
        kept = self._find(table)
        if len(kept.steps) != seq:
            return False
        kept.orders[person] = orders
        return True

    async def placed_orders(self, table: str) -> dict[str, bytes]:
        return dict(self._find(table).orders)

    async def claim_overdue(self, late: float, lease: float, limit: int) -> Sequence[Overdue]:
        now = self.clock()
        overdue = sorted(
            (kept.due, table)
            for table, kept in self.kept.items()
            if kept.due is not None
            and kept.due < now - late
            and (kept.claimed is None or kept.claimed < now)
        )[:limit]
        for _, table in overdue:
            self.kept[table].claimed = now + lease
        return [Overdue(table, len(self.kept[table].steps), due) for due, table in overdue]

    async def postpone(self, table: str, seq: int, was: float, due: float) -> None:
        kept = self.kept.get(table)
        if kept is not None and len(kept.steps) == seq and kept.due == was:
            kept.due = due

    async def confirm(self) -> None:
        """There is nothing else that would have to have it."""

    async def find(self, code: str) -> str | None:
        found = (table for table, kept in self.kept.items() if kept.opening.code == code)
        return next(found, None)

    def _newest(self, limit: int, wanted: Callable[[Listing], bool]) -> list[KeptTable]:
        found = [kept for kept in self.kept.values() if wanted(kept.listing)]
        return sorted(found, key=lambda kept: (-kept.since, kept.opening.table))[:limit]

    async def lobby(self, limit: int) -> Sequence[ListedTable]:
        return [
            _listed(kept)
            for kept in self._newest(limit, lambda one: one.public and one.open and not one.closed)
        ]

    async def tables_with(self, people: Collection[str]) -> set[str]:
        return {
            table
            for table, kept in self.kept.items()
            if not set(people).isdisjoint(kept.listing.people)
        }

    async def tables_of(self, person: str, limit: int) -> Sequence[ListedTable]:
        return [
            _listed(kept)
            for kept in self._newest(limit, lambda one: not one.closed and person in one.people)
        ]

    async def tables(self, limit: int) -> Sequence[TableRow]:
        return [_row(kept) for kept in self._newest(limit, lambda one: not one.closed)]

    async def ids(self, after: str, limit: int) -> Sequence[str]:
        return sorted(table for table in self.kept if table > after)[:limit]

    async def table_row(self, table: str) -> TableRow:
        return _row(self._find(table))

    async def secret(self, table: str) -> bytes:
        return self._find(table).opening.secret


def _copied(tables: dict[str, KeptTable]) -> dict[str, KeptTable]:
    return {
        table: replace(
            kept,
            steps=list(kept.steps),
            answers=dict(kept.answers),
            refused=dict(kept.refused),
            sealed={moment: list(held) for moment, held in kept.sealed.items()},
            opened={moment: list(held) for moment, held in kept.opened.items()},
            orders=dict(kept.orders),
        )
        for table, kept in tables.items()
    }


def _is_at(kept: KeptTable, seq: int, mark: bytes | None) -> bool:
    return len(kept.steps) == seq and mark in {None, mark_of(kept.steps[-1])}


def _listed(kept: KeptTable) -> ListedTable:
    return ListedTable(kept.opening.table, kept.opening.code, kept.listing.text)


def _row(kept: KeptTable) -> TableRow:
    return TableRow(
        kept.opening.table,
        kept.opening.code,
        len(kept.steps),
        kept.due,
        kept.since,
        kept.listing.public,
        kept.listing.open,
        kept.listing.text,
    )
