"""The contract of the stores: the log of the tables, and what the tables database has beside it.

PostgreSQL, SQLite and the store in memory implement it; one test suite runs against all of them.
Features do not add to it: they write their queries once, with `db`.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Protocol

from kuhstall.server.store.archive import Archive
from kuhstall.server.store.db import Database
from kuhstall.server.store.rows import OutboxEntry, PlacedOrders, Said, TableState
from kuhstall.server.table.log import ListedTable, Position, TableLog, TableRow


class Store(TableLog, Archive, Protocol):
    @property
    def db(self) -> Database:
        """The tables database, for the queries of features."""
        ...

    async def close(self) -> None: ...

    async def check_writable(self) -> None:
        """Raise `UnavailableError` if the store cannot be written to: disk full, or a standby."""
        ...

    def connections(self) -> tuple[int, int]:
        """Return how many connections to a database server there are, and how many are in use."""
        ...

    async def leads(self) -> bool:
        """Return whether this node is to look for the work that one node can do for all.

        Two nodes may be told so for a moment, or none: it spares work, and protects nothing.
        """
        ...

    async def head(self, table: str) -> int:
        """Return the number of the newest step."""
        ...

    async def find(self, code: str) -> str | None:
        """Return the id of the table with this invite code."""
        ...

    async def lobby(self, limit: int) -> Sequence[ListedTable]:
        """List the public tables that are open, newest first."""
        ...

    async def tables_with(self, people: Collection[str]) -> set[str]:
        """Return the tables where any of these people sits."""
        ...

    async def tables(self, limit: int) -> Sequence[TableRow]:
        """List all tables that are not closed, newest first."""
        ...

    async def ids(self, after: str, limit: int) -> Sequence[str]:
        """List table ids in ascending order after `after`, including closed tables."""
        ...

    # The outbox: an entry is the complete summary of a table as of a step. The newest one is
    # enough, and one that is late or repeated changes nothing. Any node passes it on.

    async def claim_outbox(self, lease: float, limit: int) -> Sequence[OutboxEntry]:
        """Claim entries to pass on, oldest first.

        No other node gets them while the lease lasts. A later step of the table ends the claim,
        because its entry replaces the claimed one.
        """
        ...

    async def drop_outbox(self, table: str, position: Position) -> bool:
        """Delete an entry that was passed on; False if it is gone or replaced by a newer one."""
        ...

    async def outbox_age(self) -> float:
        """Return how many seconds ago the oldest entry was written; 0 if there is none."""
        ...

    # Retention. In any case a store keeps every game that it knows to be finished.

    async def claim_chore(self, chore: str, holder: str, lease: float) -> bool:
        """Claim a chore that one node does for all, or extend the claim; False if it is not due.

        No other node gets it while the lease lasts.
        """
        ...

    async def end_chore(self, chore: str, holder: str, pause: float) -> None:
        """Release a finished chore; no node gets it for `pause` seconds."""
        ...

    async def table_states(self, after: str, limit: int) -> Sequence[TableState]:
        """List up to `limit` tables after `after` that are not tidied, in any stable order."""
        ...

    async def note_tidied(self, tables: Collection[str]) -> None:
        """Mark those of these tables that are finished, with no refusal and no chat line left.

        A new refusal or line ends the mark.
        """
        ...

    async def note_finished(self, table: str, people: Collection[str]) -> None:
        """Record a game that finished before such records existed, as of its newest step."""
        ...

    async def remove_table(self, table: str, head: int) -> bool:
        """Delete a table with all its rows, unless it has moved on or its game is finished."""
        ...

    async def purge_refusals(self, tables: Collection[str], age: float, limit: int) -> int:
        """Delete refusals at these tables that are older than `age` seconds."""
        ...

    async def purge_chat(self, tables: Collection[str], age: float, limit: int) -> int:
        """Delete chat lines at these tables that are older than `age` seconds."""
        ...

    # People at tables

    async def bound_people(self, people: Collection[str], played: float) -> set[str]:
        """Return which of these people must stay known because of a table.

        They sit at an unfinished one, or have finished a game within `played` seconds.
        """
        ...

    async def seats_of(self, people: Collection[str]) -> Sequence[tuple[str, str]]:
        """List the (person, table) pairs of these people at tables that are not closed."""
        ...

    async def tables_sat_at(self, person: str, limit: int) -> Sequence[str]:
        """List the tables where the person sits or finished a game."""
        ...

    async def lines_by(self, person: str, limit: int) -> Sequence[Said]:
        """Return the person's newest chat lines at any table, newest first."""
        ...

    async def orders_by(self, person: str) -> Sequence[PlacedOrders]: ...

    async def erase_people(self, people: Collection[str]) -> None:
        """Delete what these people left at tables. The steps stay as they are."""
        ...
