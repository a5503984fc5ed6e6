"""What a session needs around it: the wire below, and the desk of the node that it belongs to."""

from __future__ import annotations

from collections.abc import Coroutine
from enum import Enum, auto
from typing import Any, Protocol, TypeVar

from kuhstall.server.hosting.admission import Admission
from kuhstall.server.hosting.service import Service
from kuhstall.server.limits.rates import Limiter

S_contra = TypeVar("S_contra", contravariant=True)


class State(Enum):
    """How far a session has got."""

    NEW = auto()  # nothing was said yet
    GREETED = auto()  # a hello has come, and its ticket is being looked at
    OPEN = auto()  # at the table
    CLOSED = auto()


class Link(Protocol):
    """The wire, as a session needs it."""

    def send(self, frame: bytes) -> None: ...

    def close(self, code: int, reason: str) -> None: ...


class Desk(Protocol[S_contra]):
    """What a node does for its sessions, whatever they are."""

    service: Service
    admission: Admission
    ease: float
    limiter: Limiter

    def admits_command(self, table: str, person: str | None, address: str) -> bool: ...

    def mark_present(self, session: S_contra) -> None: ...

    def mark_absent(self, session: S_contra) -> None: ...

    def spawn(self, work: Coroutine[Any, Any, None]) -> None: ...
