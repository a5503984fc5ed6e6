"""The only truth: what a store keeps, and what every store promises.

A step is the events of one decision. A table's steps are numbered without a gap, each number is
given once, and each command of an actor is answered once and for all: by the step it became, or
by the code of its refusal. Two adapters keep these promises, PostgreSQL and SQLite, and one
suite of tests holds both to them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeAlias

from msgspec import Struct

from kuhstall.engine.values import Actor, Seat


class Step(Struct, frozen=True):
    """The events of one decision, encoded, and when the server has to act next on the table."""

    table: str
    seq: int
    actor: Actor
    command: str
    events: bytes
    due: float | None = None


class Opening(Struct, frozen=True):
    """A new table. The secret is the server's share of the shuffle; it stays here to the end."""

    table: str
    code: str
    secret: bytes
    public: bool = False
    listing: bytes = b"{}"


class Listing(Struct, frozen=True):
    """What the lobby shows of a table; rewritten when a step changes it."""

    public: bool
    open: bool
    text: bytes


class Listed(Struct, frozen=True):
    table: str
    code: str
    text: bytes


class Accepted(Struct, frozen=True):
    """The command became this step."""

    seq: int


class Refused(Struct, frozen=True):
    """The command was refused, and stays so."""

    code: str


class Behind(Struct, frozen=True):
    """Somebody else has written that step: read on, and decide again."""

    head: int


Answer: TypeAlias = Accepted | Refused


class Sealed(Struct, frozen=True):
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


class Store(Protocol):
    async def close(self) -> None: ...

    async def now(self) -> float:
        """Tell the time of the store, the only clock that deadlines go by (seconds)."""
        ...

    async def open_table(self, opening: Opening, first: Step) -> None:
        """Write a table with its first step, both or neither."""
        ...

    async def append(
        self, step: Step, *, opens: int | None = None, listing: Listing | None = None
    ) -> Answer | Behind:
        """Write a step if it is the next one and its command has no answer yet.

        With `opens`, the actions sealed for that moment are removed in the same transaction.
        """
        ...

    async def refuse(self, table: str, actor: Actor, command: str, code: str) -> Answer:
        """Answer a command with a refusal, unless it has an answer already: then return that."""
        ...

    async def answer(self, table: str, actor: Actor, command: str) -> Answer | None: ...

    async def head(self, table: str) -> int:
        """Return the number of the newest step."""
        ...

    async def steps(self, table: str, after: int = 0, limit: int | None = None) -> Sequence[Step]:
        """Return the steps after a number, in order and without a gap."""
        ...

    async def seal(self, table: str, moment: int, sealed: Sealed) -> Sealed:
        """Hold an action; if the seat has sealed one for that moment, return the first."""
        ...

    async def sealed(self, table: str, moment: int) -> Sequence[Sealed]: ...

    async def claim_overdue(self, late: float, lease: float, limit: int) -> Sequence[Overdue]:
        """Claim tables that should have been acted on more than `late` seconds ago.

        Nobody else gets a claimed table while the lease lasts; a step ends the claim.
        """
        ...

    async def find(self, code: str) -> str | None:
        """Return the table with this invite code."""
        ...

    async def lobby(self, limit: int) -> Sequence[Listed]:
        """List the public tables that are open, newest first."""
        ...

    async def secret(self, table: str) -> bytes: ...
