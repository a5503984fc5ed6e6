"""A store in memory, held to the same contract as the others by the same tests.

Every call is immediate and atomic. The simulation's `wires.py` adds what a real store brings:
delays, outages, and writes whose answer is lost.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Sequence
from functools import cached_property

from msgspec import Struct
from msgspec.structs import replace

from kuhstall.engine.values import Actor, Seat
from kuhstall.server.store.db import Database
from kuhstall.server.store.memory.archive import MemoryArchive
from kuhstall.server.store.memory.upkeep import MemoryUpkeep
from kuhstall.server.store.rows import OutboxEntry, PlacedOrders, Said
from kuhstall.server.table.chat_log import Holder, StoredLine
from kuhstall.server.table.log import (
    Accepted,
    Answer,
    Behind,
    ListedTable,
    Listing,
    Opening,
    OrderedAction,
    Overdue,
    Position,
    Rejected,
    SealedAction,
    Step,
    TableRow,
    TakenError,
    UnknownTableError,
    in_the_way,
    mark_of,
)


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
    tidied: bool = False


class KeptEntry(Struct, frozen=True):
    entry: OutboxEntry
    claimed: float | None = None


class Backup(Struct, frozen=True):
    tables: dict[str, KeptTable]
    lines: list[StoredLine]
    outbox: dict[str, KeptEntry]


class MemoryStore(MemoryUpkeep, MemoryArchive):
    def __init__(self, clock: Callable[[], float] = time.time) -> None:
        self.clock = clock
        self.kept: dict[str, KeptTable] = {}
        self.said: list[StoredLine] = []
        self.latest = 0
        self.tickets: dict[bytes, tuple[float, Holder]] = {}
        self.outbox: dict[str, KeptEntry] = {}
        self.backups: dict[str, Backup] = {}
        self.chores: dict[str, tuple[str, float]] = {}

    @cached_property
    def db(self) -> Database:
        """An SQLite database in memory for the queries of features. It has no rows of tables."""
        from kuhstall.server.store.sqlite_db import InlineSqlite  # noqa: PLC0415 -- few need it

        return InlineSqlite(lambda: self.clock())  # noqa: PLW0108 -- tests replace the clock

    async def close(self) -> None: ...

    # Backup and restore

    def backup(self) -> Backup:
        """Copy the rows of the tables. Rows are immutable, so only their containers are copied."""
        return Backup(_copy_tables(self.kept), list(self.said), dict(self.outbox))

    def restore(self, backup: Backup) -> None:
        """Go back to a backup. Tables that were opened since are gone."""
        self.kept.clear()
        self.kept.update(_copy_tables(backup.tables))
        self.said[:] = backup.lines
        self.outbox = dict(backup.outbox)
        self.latest = max((line.id for line in backup.lines), default=0)

    # Store

    async def now(self) -> float:
        return self.clock()

    async def check_writable(self) -> None:
        """Do nothing: memory is always writable."""

    async def write_mark(self) -> None:
        """Return None: unknown."""

    def connections(self) -> tuple[int, int]:
        return 0, 0

    async def leads(self) -> bool:
        return True

    def _find(self, table: str) -> KeptTable:
        try:
            return self.kept[table]
        except KeyError:
            raise UnknownTableError(table) from None

    async def open_table(self, opening: Opening, first: Step) -> None:
        codes = {kept.opening.code for kept in self.kept.values()}
        if opening.table in self.kept or opening.code in codes:
            raise TakenError(opening.table)
        listing = Listing(opening.public, open=True, text=opening.listing, people=opening.people)
        kept = KeptTable(opening, listing, self.clock(), [], first.due)
        self.kept[opening.table] = kept
        self._write(kept, first)
        self._write_outbox(first, opening.outbox)

    def _write(self, kept: KeptTable, step: Step) -> None:
        kept.steps.append(replace(step, follows=None))
        kept.answers[step.actor, step.command] = Accepted(step.seq, known=True)
        kept.due, kept.claimed, kept.latest = step.due, None, self.clock()

    async def append(  # noqa: PLR0913 -- the contract of the log
        self,
        step: Step,
        *,
        opens: int | None = None,
        opened: int = 0,
        listing: Listing | None = None,
        outbox: bytes | None = None,
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
            blank = [replace(one, action=b"", salt=b"") for one in held]
            kept.opened.setdefault(opens, []).extend((step.seq, one) for one in blank)
            kept.sealed.pop(opens, None)
        self._write(kept, step)
        self._write_outbox(step, outbox)
        for one in ordered:
            if kept.orders.get(one.person) == one.orders:
                held = kept.sealed.setdefault(one.moment, [])
                held[:] = sorted([*held, one.sealed], key=_place)
        if listing is not None:
            kept.listing = listing
            if listing.finishers and kept.finished is None:
                kept.finished, kept.finishers = self.clock(), frozenset(listing.finishers)
                kept.orders.clear()
        return Accepted(step.seq)

    async def refuse(self, table: str, actor: Actor, command: str, code: str) -> Answer:
        kept = self._find(table)
        known = self._answer(kept, actor, command)
        if known is not None:
            return known
        sealed = (one for held in kept.sealed.values() for one in held)
        if any((one.seat, one.command) == (actor, command) for one in sealed):
            return Accepted(len(kept.steps), known=True)
        kept.answers[actor, command] = Rejected(code)
        kept.refused[actor, command] = self.clock()
        kept.tidied = False
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

    async def seal(  # noqa: PLR0913 -- the contract of the log
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
        first = in_the_way(held, sealed)
        if first is not None:
            return first
        known = self._answer(kept, sealed.seat, sealed.command)
        if isinstance(known, Rejected):
            return known
        if not _is_at(kept, seq, follows):
            return Behind(len(kept.steps))
        if sealed.revision != 1 + sum(one.seat == sealed.seat for one in held):
            return Behind(len(kept.steps))
        kept.sealed[moment] = sorted([*held, sealed], key=_place)
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
        """Do nothing: there is no replica to wait for."""

    # Chat and tickets

    async def say(self, line: StoredLine) -> StoredLine:
        table = self._find(line.table)
        for kept in self.said:
            if (kept.table, kept.person, kept.command) == (line.table, line.person, line.command):
                return kept
        table.tidied = False
        self.latest += 1
        self.said.append(replace(line, id=self.latest, at=self.clock()))
        return self.said[-1]

    async def lines(self, table: str, after: int = 0, limit: int = 50) -> Sequence[StoredLine]:
        return [one for one in self.said if one.table == table and one.id > after][-limit:]

    async def line(self, table: str, number: int) -> StoredLine | None:
        return next((one for one in self.said if (one.table, one.id) == (table, number)), None)

    async def give_ticket(self, ticket: bytes, holder: Holder, lasts: float) -> None:
        now = self.clock()
        self.tickets = {one: kept for one, kept in self.tickets.items() if kept[0] >= now}
        self.tickets[ticket] = now + lasts, holder

    async def take_ticket(self, ticket: bytes) -> Holder | None:
        expires, holder = self.tickets.pop(ticket, (0.0, None))
        return holder if expires > self.clock() else None

    # The outbox

    def _write_outbox(self, step: Step, body: bytes | None) -> None:
        if body is not None:
            position = Position(step.seq, mark_of(step))
            entry = OutboxEntry(step.table, position, body, self.clock())
            self.outbox[step.table] = KeptEntry(entry)

    async def claim_outbox(self, lease: float, limit: int) -> Sequence[OutboxEntry]:
        now = self.clock()
        free = [
            kept.entry
            for kept in self.outbox.values()
            if kept.claimed is None or not now <= kept.claimed <= now + lease
        ]
        free = sorted(free, key=lambda entry: entry.at)[:limit]
        self.outbox |= {entry.table: KeptEntry(entry, now + lease) for entry in free}
        return free

    async def drop_outbox(self, table: str, position: Position) -> bool:
        kept = self.outbox.get(table)
        if kept is None or kept.entry.position != position:
            return False
        del self.outbox[table]
        return True

    # People at tables

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
        said = [line for line in self.said if line.person == person]
        return [Said(line.table, line.body, line.at) for line in said[::-1][:limit]]

    async def orders_by(self, person: str) -> Sequence[PlacedOrders]:
        return [
            PlacedOrders(table, kept.orders[person].decode())
            for table, kept in sorted(self.kept.items())
            if person in kept.orders
        ]

    async def erase_people(self, people: Collection[str]) -> None:
        self.said[:] = [one for one in self.said if one.person not in people]
        self.tickets = {
            one: kept for one, kept in self.tickets.items() if kept[1].person not in people
        }
        for kept in self.kept.values():
            for person in people:
                kept.orders.pop(person, None)

    # Lists

    async def find(self, code: str) -> str | None:
        found = (table for table, kept in self.kept.items() if kept.opening.code == code)
        return next(found, None)

    def _newest(self, limit: int, wanted: Callable[[Listing], bool]) -> list[KeptTable]:
        found = [kept for kept in self.kept.values() if wanted(kept.listing)]
        return sorted(found, key=lambda kept: (-kept.since, kept.opening.table))[:limit]

    async def lobby(self, limit: int) -> Sequence[ListedTable]:
        return [
            _listed_table(kept)
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
            _listed_table(kept)
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


def _copy_tables(tables: dict[str, KeptTable]) -> dict[str, KeptTable]:
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


def _place(sealed: SealedAction) -> tuple[Seat, int]:
    return sealed.seat, sealed.revision


def _is_at(kept: KeptTable, seq: int, mark: bytes | None) -> bool:
    return len(kept.steps) == seq and mark in {None, mark_of(kept.steps[-1])}


def _listed_table(kept: KeptTable) -> ListedTable:
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
