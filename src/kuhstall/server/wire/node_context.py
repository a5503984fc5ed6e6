"""The interfaces that a session needs: its socket (`Link`), and its node (`NodeContext`)."""

from __future__ import annotations

from collections.abc import Coroutine
from enum import Enum, auto
from typing import Any, Protocol, TypeVar

from kuhstall.server.limits.rates import Limiter
from kuhstall.server.table.log import TableLog
from kuhstall.server.table.people import TablePeople
from kuhstall.server.table.service import Service
from kuhstall.server.wire.overload import Admission

S_contra = TypeVar("S_contra", contravariant=True)


class State(Enum):
    """The state of a session."""

    NEW = auto()  # no frame yet
    GREETED = auto()  # a hello has come, and its ticket is being checked
    OPEN = auto()  # at the table
    CLOSED = auto()


class Link(Protocol):
    """The socket, as a session needs it."""

    def send(self, frame: bytes) -> None: ...

    def close(self, code: int, reason: str) -> None: ...


class NodeContext(Protocol[S_contra]):
    """What a node does for its sessions."""

    @property
    def service(self) -> Service[TableLog, TablePeople]: ...

    admission: Admission
    ease: float
    limiter: Limiter

    def admits_command(self, table: str, person: str | None, address: str) -> bool: ...

    def mark_present(self, session: S_contra) -> None: ...

    def mark_absent(self, session: S_contra) -> None: ...

    def spawn(self, work: Coroutine[Any, Any, None]) -> None: ...
