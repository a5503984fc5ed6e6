"""The log of a table: what is stored, and what every store promises to the write path.

A step holds the events of one decision. A table's steps are numbered without a gap, each number is
used once, and each command of an actor is answered once: by the step it became, or by the code of
its refusal. One test suite checks these promises for every store.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from hashlib import sha256
from typing import Protocol, TypeAlias

from msgspec import Struct

from kuhstall.engine.values import Actor, Seat
from kuhstall.server.table.chat_log import ChatLog
from kuhstall.server.table.party.receipts import Receipt


class Step(Struct, frozen=True):
    """The encoded events of one decision, and when the server has to act next on the table.

    `follows` is the mark of the step before it, which the decision was based on. It is not stored.
    """

    table: str
    seq: int
    actor: Actor
    command: str
    events: bytes
    due: float | None = None
    follows: bytes | None = None


class Position(Struct, frozen=True):
    """The number of a table's newest step, and the mark of that step.

    The number alone is not enough: after a restore or a failover to a lagging standby, the table
    goes on with other steps under numbers that were used before.
    """

    seq: int
    mark: bytes


def mark_of(step: Step) -> bytes:
    """Hash a step. Its command and its time make it unique.

    The hash covers secret events, so it must not leave the servers.
    """
    return sha256(f"{step.actor} {step.command} ".encode() + step.events).digest()


class Opening(Struct, frozen=True):
    """A new table. The secret is the server's part of the shuffle; it is shown after the game."""

    table: str
    code: str
    secret: bytes
    public: bool = False
    listing: bytes = b"{}"
    people: tuple[str, ...] = ()
    outbox: bytes | None = None


class Listing(Struct, frozen=True):
    """What lists show of a table; rewritten as a whole when a step changes it.

    `people` are those with a seat. A closed table is in no list. Once the game is finished,
    `finishers` are the players who were dealt in: their histories list the game for a while.
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

    `known`: the step had been written before, maybe by another node and with other events than
    those just decided, so it has to be read. The answer to the command is the same.
    `receipt`: what the command has sealed, where that can be proven later.
    """

    seq: int
    known: bool = False
    receipt: Receipt | None = None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Accepted) and other.seq == self.seq

    def __hash__(self) -> int:
        return hash(self.seq)


class Rejected(Struct, frozen=True):
    """The command was refused for good.

    The detail is not stored: if the command is sent again, it is computed again.
    """

    code: str
    detail: dict[str, str | int] = {}


class Behind(Struct, frozen=True):
    """The table has newer steps than the decision was based on: read them and decide again."""

    head: int


Answer: TypeAlias = Accepted | Rejected


class SealedAction(Struct, frozen=True):
    """A revision of an action that is held until its sealed phase is opened.

    A seat's revisions of a moment are numbered from 1. An empty action withdraws the one before.
    The salt is that of the receipt; without one it is empty.
    """

    seat: Seat
    command: str
    action: bytes
    revision: int = 1
    salt: bytes = b""


def in_the_way(held: Sequence[SealedAction], sealed: SealedAction) -> SealedAction | None:
    """Return the revision with the same command, or else the newest one that has its number."""
    own = [one for one in held if one.seat == sealed.seat]
    same = next((one for one in own if one.command == sealed.command), None)
    newest = own[-1] if own and own[-1].revision >= sealed.revision else None
    return same or newest


class Overdue(Struct, frozen=True):
    table: str
    seq: int
    due: float


class TakenError(Exception):
    """A table id or an invite code that is already in use."""


class UnknownTableError(Exception):
    """There is no such table."""


class UnavailableError(Exception):
    """The store is away. The write may have succeeded or not: send the same command again."""


class OrderedAction(Struct, frozen=True):
    """An answer that follows from a player's standing orders and is written with a step.

    It counts only if the orders are still the same when the step is written.
    """

    moment: int
    sealed: SealedAction
    person: str
    orders: bytes


class Wait(Struct, frozen=True):
    """A player for whom a table waits, and until when."""

    person: str
    until: float | None = None


class TableLog(ChatLog, Protocol):
    """What the write path needs of a store."""

    async def now(self) -> float:
        """Return the time of the store in seconds, the only clock for deadlines."""
        ...

    async def open_table(self, opening: Opening, first: Step) -> None:
        """Write a table with its first step, both or neither."""
        ...

    async def append(  # noqa: PLR0913 -- all that is written with a step
        self,
        step: Step,
        *,
        opens: int | None = None,
        opened: int = 0,
        listing: Listing | None = None,
        outbox: bytes | None = None,
        ordered: Sequence[OrderedAction] = (),
    ) -> Answer | Behind:
        """Write a step if it is the next one and its command has no answer yet.

        If the step has `follows`, the newest stored step must have this mark.

        With `opens`, the step opens the sealed phase of that moment: it answers the commands of
        all revisions sealed there. Their number must be `opened`. If another revision was sealed
        meanwhile, nothing is written: it was acknowledged, so it must not be discarded.

        The listing, the outbox entry (`outbox`) and the ordered answers are written in the same
        transaction.
        """
        ...

    async def refuse(self, table: str, actor: Actor, command: str, code: str) -> Answer:
        """Store a refusal as the answer to a command; if it has an answer already, return that.

        A command that is sealed was acknowledged: it is accepted, as of the newest step.
        """
        ...

    async def answer(self, table: str, actor: Actor, command: str) -> Answer | None: ...

    async def positions(self, tables: Collection[str]) -> dict[str, Position]:
        """Return the positions of the given tables, as far as they exist."""
        ...

    async def write_mark(self) -> str | None:
        """Return a text that stays the same as long as nothing is written; None if unknown."""
        ...

    async def steps(self, table: str, after: int = 0, limit: int | None = None) -> Sequence[Step]:
        """Return the steps after a number, in order and without a gap."""
        ...

    async def seal(  # noqa: PLR0913 -- like a step, but without a number
        self,
        table: str,
        seq: int,
        moment: int,
        sealed: SealedAction,
        *,
        follows: bytes | None = None,
        due: float | None = None,
    ) -> SealedAction | Behind | Rejected:
        """Store a revision if `seq` is the newest step: a later one may have ended the phase.

        With `follows`, that step must have this mark.

        Revisions are only ever added, each right after the one before it. If the command was
        sealed for that moment already, return its revision. Else, if the seat has this revision
        already, return the seat's newest one. If the command was refused before, return the
        refusal. In all these cases nothing is stored. With `due`, the server has to act next on
        the table at that time, no longer at the deadline of this seat.
        """
        ...

    async def sealed_actions(self, table: str, moment: int) -> Sequence[SealedAction]:
        """Return every revision that is sealed for a moment, by seat and number."""
        ...

    async def claim_overdue(self, late: float, lease: float, limit: int) -> Sequence[Overdue]:
        """Claim tables that have been due for more than `late` seconds.

        No other node gets a claimed table while the lease lasts; a new step ends the claim.
        """
        ...

    async def postpone(self, table: str, seq: int, was: float, due: float) -> None:
        """Move the due time of a table from `was` to `due`, unless it has changed meanwhile.

        Nothing changes unless `seq` is still the newest step and the table is due at `was`.
        """
        ...

    async def confirm(self) -> None:
        """Wait until all that was read is durable.

        What `sealed_actions` returns may not have reached a synchronous standby yet.
        """
        ...

    async def tables_of(self, person: str, limit: int) -> Sequence[ListedTable]:
        """List the tables where a person sits, newest first."""
        ...

    async def table_row(self, table: str) -> TableRow: ...

    async def secret(self, table: str) -> bytes: ...

    async def place_orders(self, table: str, seq: int, person: str, orders: bytes) -> bool:
        """Replace a player's orders and return True; return False if there is a later step."""
        ...

    async def placed_orders(self, table: str) -> dict[str, bytes]:
        """Return the orders of all players at a table."""
        ...
