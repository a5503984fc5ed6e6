"""What the tables database tells about a table, beside its steps."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from kuhstall.server.table.log import Position

FARTHEST: Final = 2 * 86400.0
"""Longer than any chore is postponed or leased: a later time means that a clock was wrong."""


class OutboxEntry(Struct, frozen=True):
    """The encoded summary of a table as of a step, and when it was written."""

    table: str
    position: Position
    body: bytes
    at: float = 0.0


class TableState(Struct, frozen=True):
    """What matters for the removal of a table.

    `ticking`: the server has to act on it at some time. `age`: seconds since its newest step.
    """

    table: str
    head: int
    closed: bool
    ticking: bool
    finished: bool
    age: float

    @property
    def is_over(self) -> bool:
        return self.closed or self.finished


class PlacedOrders(Struct, frozen=True):
    """The standing orders of a person at a table."""

    table: str
    text: str


class Said(Struct, frozen=True):
    """An encoded chat line of a person."""

    table: str
    body: bytes
    at: float
