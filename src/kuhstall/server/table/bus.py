"""The bus carries hints that a table has changed. It may lose some: only the store is reliable."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeAlias

from msgspec import Struct


class Hint(Struct, frozen=True):
    """ "Table T is at step N, its chat at line M." A node that is behind reads the store.

    So does a node that has a step with another mark under that number.
    """

    table: str
    seq: int
    line: int = 0
    renamed: str = ""
    mark: str = ""


Listen: TypeAlias = Callable[[Hint], None]


class Bus(Protocol):
    async def publish(self, hint: Hint) -> None: ...

    async def subscribe(self, listen: Listen) -> None:
        """Call `listen` for every hint that another node publishes about a followed table.

        It may also be called for other tables or for this node's own hints: ignore those.
        """
        ...

    async def follow(self, table: str) -> None:
        """Subscribe to a table's hints. They may start a little later."""
        ...

    async def leave(self, table: str) -> None:
        """Unsubscribe from a table's hints."""
        ...

    def is_away(self) -> bool:
        """Return whether hints are lost because a server is away."""
        ...

    async def close(self) -> None: ...


class LocalBus:
    """A bus for nodes in one process, such as in tests: every node gets every hint."""

    def __init__(self) -> None:
        self._listeners: list[Listen] = []

    async def publish(self, hint: Hint) -> None:
        for listen in tuple(self._listeners):
            listen(hint)

    async def subscribe(self, listen: Listen) -> None:
        self._listeners.append(listen)

    async def follow(self, table: str) -> None: ...

    async def leave(self, table: str) -> None: ...

    def is_away(self) -> bool:
        return False

    async def close(self) -> None:
        self._listeners.clear()
