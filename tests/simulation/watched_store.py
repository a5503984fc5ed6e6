"""The store of a simulated club: it remembers what no store has to, for the judge."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct

from kuhstall.engine.values import CLOCK
from kuhstall.server.features.people import People
from kuhstall.server.features.registry import FEATURES
from kuhstall.server.store.memory.store import Backup, KeptTable, MemoryStore
from kuhstall.server.store.rows import OutboxEntry
from kuhstall.server.store.sqlite_db import InlineSqlite
from kuhstall.server.table.log import Position, Step, mark_of

EARLY = 0.1
"""By how many seconds something may be done before it is due."""

# What a backup of the tables brings back of the accounts, which are in the same database. Browsers
# and addresses keep what they were told.
_RESTORED = ("heard", "waits")

# Counts how often a wait began, for each step that was heard.
_COUNT = """
CREATE TABLE begun (table_id text, seq integer, person text);
CREATE TRIGGER wait_begun AFTER INSERT ON waits WHEN NOT NEW.answered BEGIN
    INSERT INTO begun SELECT table_id, seq, NEW.person FROM heard WHERE table_id = NEW.table_id;
END;
CREATE TRIGGER wait_began_anew AFTER UPDATE ON waits
WHEN NEW.moment > OLD.moment AND NOT NEW.answered BEGIN
    INSERT INTO begun SELECT table_id, seq, NEW.person FROM heard WHERE table_id = NEW.table_id;
END;
"""


class WholeBackup(Struct, frozen=True):
    tables: Backup
    rows: dict[str, list[tuple[Any, ...]]]
    webhooks: list[tuple[Any, ...]]


class WatchedStore(MemoryStore):
    def __init__(self, clock: Callable[[], float]) -> None:
        super().__init__(clock)
        self.lost: set[tuple[str, str]] = set()
        self.early: list[str] = []
        self.steady = True  # as long as nobody has set the clock, which makes due dates wrong
        self.written = 0
        self.unheard: list[str] = []
        self.on_claim: Callable[[], None] | None = None
        accounts = InlineSqlite(clock)
        self.people = People(accounts, FEATURES)
        self._accounts: sqlite3.Connection = accounts._connection
        self._accounts.executescript(_COUNT)

    def rows(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        """Ask the accounts database, as the judge does."""
        return self._accounts.execute(sql, values).fetchall()

    def _write(self, kept: KeptTable, step: Step) -> None:
        ticking = step.actor == CLOCK and step.command.isdigit()
        if ticking and self.steady and (kept.due is None or kept.due > self.clock() + EARLY):
            self.early.append(f"{step.table}: {step.seq} at {self.clock()}, due at {kept.due}")
        super()._write(kept, step)
        self.written += 1

    async def claim_outbox(self, lease: float, limit: int) -> Sequence[OutboxEntry]:
        pieces = await super().claim_outbox(lease, limit)
        if pieces and self.on_claim is not None:
            tripped, self.on_claim = self.on_claim, None
            tripped()
        return pieces

    async def drop_outbox(self, table: str, position: Position) -> bool:
        """Note what is dropped before home has heard of it, or of something that never was."""
        dropped = await super().drop_outbox(table, position)
        found = self.rows("SELECT seq, mark FROM heard WHERE table_id = ?", table)
        heard = Position(*found[0]) if found else Position(0, b"")
        steps = self.kept[table].steps if table in self.kept else []
        known = 0 < heard.seq <= len(steps) and mark_of(steps[heard.seq - 1]) == heard.mark
        if dropped and not (known and heard.seq >= position.seq):
            self.unheard.append(f"{table}: {position.seq}, and home is at {heard.seq}")
        return dropped

    def whole_backup(self) -> WholeBackup:
        rows = {table: self.rows(f"SELECT * FROM {table}") for table in _RESTORED}  # noqa: S608
        sql = "SELECT address, moment, delivered_moment, body, table_id FROM webhooks"
        return WholeBackup(self.backup(), rows, self.rows(sql))

    def set_back(self, backup: WholeBackup) -> int:
        """Go back to a backup, and note which commands are lost with it; return how many steps."""
        now = {table: commands(kept) for table, kept in self.kept.items()}
        steps = sum(len(kept.steps) for kept in self.kept.values())
        self.restore(backup.tables)
        for table, rows in backup.rows.items():
            self.rows(f"DELETE FROM {table}")  # noqa: S608 -- constants
            for row in rows:
                places = ", ".join("?" * len(row))
                self.rows(f"INSERT INTO {table} VALUES ({places})", *row)  # noqa: S608
        for row in backup.webhooks:
            self.rows(
                "UPDATE webhooks SET address = ?, moment = ?, delivered_moment = ?, body = ?"
                " WHERE table_id = ?",
                *row,
            )
        self.rows("UPDATE deliveries SET generation = generation + 1, due = 0")
        for table, known in now.items():
            left = commands(self.kept[table]) if table in self.kept else set()
            self.lost |= {(table, command) for command in known - left}
        return steps - sum(len(kept.steps) for kept in self.kept.values())


def commands(kept: KeptTable) -> set[str]:
    """Name all commands that were accepted at a table, the sealed ones too."""
    held = {one.command for sealed in kept.sealed.values() for one in sealed}
    opened = {one.command for sealed in kept.opened.values() for _, one in sealed}
    return {step.command for step in kept.steps} | held | opened
