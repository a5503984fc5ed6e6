"""Standing orders, kept beside sealed actions: a step that asks for one hands it in with itself.

They belong to the cell. Whose they are is an id that the cell knows from its steps; no statement
asks home who that is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from msgspec import Struct

if TYPE_CHECKING:
    from kuhstall.server.store import SealedAction


class OrderedAction(Struct, frozen=True):
    """An action that a step hands in for somebody, by what they have ordered.

    It counts only if that is still what they have ordered when the step is written.
    """

    moment: int
    sealed: SealedAction
    person: str
    orders: bytes


class Orders(Protocol):
    async def place_orders(self, table: str, seq: int, person: str, orders: bytes) -> bool:
        """Keep somebody's orders in the place of those before; not if there is a later step."""
        ...

    async def placed_orders(self, table: str) -> dict[str, bytes]:
        """Return the orders of everybody at a table."""
        ...
