"""What a session needs around it: the wire below, and the desk of the node that it belongs to."""

from __future__ import annotations

from collections.abc import Coroutine
from enum import Enum, auto
from typing import TYPE_CHECKING, Any, Protocol

from kuhstall.server.hosting.admission import Admission
from kuhstall.server.hosting.service import Service

if TYPE_CHECKING:
    from kuhstall.server.ws.session import Session


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


class Desk(Protocol):
    """What a node does for its sessions."""

    service: Service
    admission: Admission
    ease: float

    def admits_command(self, table: str, person: str | None, address: str) -> bool: ...

    def mark_present(self, session: Session) -> None: ...

    def mark_absent(self, session: Session) -> None: ...

    def spawn(self, work: Coroutine[Any, Any, None]) -> None: ...
