"""The only truth: what a store keeps, and what every store promises.

A step is the events of one decision. A table's steps are numbered without a gap, each number is
given once, and each command of an actor is answered once and for all: by the step it became, or
by the code of its refusal. Two adapters keep these promises, PostgreSQL and SQLite, and one
suite of tests holds both to them.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from hashlib import sha256
from typing import Protocol, TypeAlias

from msgspec import Struct

from kuhstall.engine.values import Actor, Seat
from kuhstall.server.store.archive import Archive
from kuhstall.server.store.hooks import Hooks
from kuhstall.server.store.news import News
from kuhstall.server.store.orders import OrderedAction, Orders
from kuhstall.server.store.reports import Reports
from kuhstall.server.store.traces import Traces
from kuhstall.server.store.upkeep import Upkeep


class Step(Struct, frozen=True):
    """The events of one decision, encoded, and when the server has to act next on the table.

    `follows` is the mark of the step that it was decided after. No store keeps it.
    """

    table: str
    seq: int
    actor: Actor
    command: str
    events: bytes
    due: float | None = None
    follows: bytes | None = None


class Position(Struct, frozen=True):
    """How far a table is: the number of its newest step, and the mark of that step.

    The number alone does not tell histories apart: a standby that lagged, or a backup, goes on
    with other steps under numbers that were given before.
    """

    seq: int
    mark: bytes


def mark_of(step: Step) -> bytes:
    """Digest a step: with its command and its time, no two are alike.

    It is made of secrets, so it must not leave the servers.
    """
    return sha256(f"{step.actor} {step.command} ".encode() + step.events).digest()


class Opening(Struct, frozen=True):
    """A new table. The secret is the server's share of the shuffle; it stays here to the end."""

    table: str
    code: str
    secret: bytes
    public: bool = False
    listing: bytes = b"{}"
    people: tuple[str, ...] = ()
    news: bytes | None = None


class Listing(Struct, frozen=True):
    """What lists show of a table; rewritten as a whole when a step changes it.

    The people are those who sit there. A closed table is in no list. Once the game is finished,
    the finishers are those who were dealt in: the table is kept for ever, and they for a while.
    """

    public: bool
    open: bool
    text: bytes
    people: tuple[str, ...] = ()
    closed: bool = False
    finishers: tuple[str, ...] = ()


class ListedTable(Struct, frozen=True):
    table: str
    code: str
    text: bytes


class TableRow(Struct, frozen=True):
    """A table as the operator sees it."""

    table: str
    code: str
    head: int
    due: float | None
    opened: float
    public: bool
    open: bool
    text: bytes


class Accepted(Struct, frozen=True, eq=False):
    """The command became this step.

    If it was `known`, the step had been written before, maybe by another node, and with other
    events than the ones just decided: read it. As answers to the command both are the same.
    """

    seq: int
    known: bool = False

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Accepted) and other.seq == self.seq

    def __hash__(self) -> int:
        return hash(self.seq)


class Rejected(Struct, frozen=True):
    """The command was refused, and stays so.

    No store keeps the detail: whoever sends a command again gets it worked out again.
    """

    code: str
    detail: dict[str, str | int] = {}


class Behind(Struct, frozen=True):
    """The table is not as it was when this was decided: read on, and decide again."""

    head: int


Answer: TypeAlias = Accepted | Rejected


class SealedAction(Struct, frozen=True):
    """An action that is held until its phase is unsealed."""

    seat: Seat
    command: str
    action: bytes


class Overdue(Struct, frozen=True):
    table: str
    seq: int
    due: float


class TakenError(Exception):
    """A table id or an invite code that is already in use."""


class UnknownTableError(Exception):
    """There is no such table."""


class UnavailableError(Exception):
    """The store is away. What was sent may be written or not: send the same command again."""


class Store(Upkeep, Archive, Reports, News, Orders, Hooks, Traces, Protocol):
    async def close(self) -> None: ...

    async def now(self) -> float:
        """Tell the time of the store, the only clock that deadlines go by (seconds)."""
        ...

    async def check_writable(self) -> None:
        """Raise `UnavailableError` if nothing can be written just now: no room, or a standby."""
        ...

    async def open_table(self, opening: Opening, first: Step) -> None:
        """Write a table with its first step, both or neither."""
        ...

    async def append(  # noqa: PLR0913 -- all that may hang on a step
        self,
        step: Step,
        *,
        opens: int | None = None,
        opened: int = 0,
        listing: Listing | None = None,
        news: bytes | None = None,
        ordered: Sequence[OrderedAction] = (),
    ) -> Answer | Behind:
        """Write a step if it is the next one and its command has no answer yet.

        If it says which step it follows, the newest one must be that, and not another with the
        same number.

        With `opens`, the actions sealed for that moment become part of the step in the same
        transaction, if they are as many as the step accounts for: it answers their commands. If
        another one was sealed meanwhile, nothing is written: what was acknowledged must not be
        discarded.

        The listing, the news and what it hands in by order are written with the step, or not at
        all.
        """
        ...

    async def refuse(self, table: str, actor: Actor, command: str, code: str) -> Answer:
        """Answer a command with a refusal, unless it has an answer already: then return that."""
        ...

    async def answer(self, table: str, actor: Actor, command: str) -> Answer | None: ...

    async def head(self, table: str) -> int:
        """Return the number of the newest step."""
        ...

    async def positions(self, tables: Collection[str]) -> dict[str, Position]:
        """Return the positions of those tables that exist."""
        ...

    async def steps(self, table: str, after: int = 0, limit: int | None = None) -> Sequence[Step]:
        """Return the steps after a number, in order and without a gap."""
        ...

    async def seal(  # noqa: PLR0913 -- a step without a number
        self,
        table: str,
        seq: int,
        moment: int,
        sealed: SealedAction,
        *,
        follows: bytes | None = None,
        due: float | None = None,
    ) -> SealedAction | Behind | Rejected:
        """Hold an action while `seq` is the newest step: a later one may have ended the moment.

        With `follows`, that step must have this mark.

        If the seat has sealed one for that moment, return the first. If the command was refused
        before, that is its answer: nothing is held. With `due`, the server has
        to act next on the table at that time, and not for this seat.
        """
        ...

    async def sealed_actions(self, table: str, moment: int) -> Sequence[SealedAction]: ...

    async def claim_overdue(self, late: float, lease: float, limit: int) -> Sequence[Overdue]:
        """Claim tables that should have been acted on more than `late` seconds ago.

        Nobody else gets a claimed table while the lease lasts; a step ends the claim.
        """
        ...

    async def postpone(self, table: str, seq: int, was: float, due: float) -> None:
        """Say that nobody has to act before a time, if nobody has said anything else meanwhile.

        `seq` has to be the newest step, and the table due at the time that it `was`.
        """
        ...

    async def confirm(self) -> None:
        """Wait until all that was read is kept wherever an answer promises it to be.

        What `sealed_actions` lists may not have got as far as a synchronous standby.
        """
        ...

    async def find(self, code: str) -> str | None:
        """Return the table with this invite code."""
        ...

    async def lobby(self, limit: int) -> Sequence[ListedTable]:
        """List the public tables that are open, newest first."""
        ...

    async def tables_with(self, people: Collection[str]) -> set[str]:
        """Return the tables at which any of these people sits."""
        ...

    async def tables_of(self, person: str, limit: int) -> Sequence[ListedTable]:
        """List the tables where a person sits, newest first."""
        ...

    async def tables(self, limit: int) -> Sequence[TableRow]:
        """List all tables that are not closed, newest first."""
        ...

    async def ids(self, after: str, limit: int) -> Sequence[str]:
        """List the ids of all tables, the closed ones too, in their order and from one on."""
        ...

    async def table_row(self, table: str) -> TableRow: ...

    async def secret(self, table: str) -> bytes: ...
