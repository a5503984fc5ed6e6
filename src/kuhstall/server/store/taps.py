"""Who wants a tap on the shoulder when a table waits for them, and on which of their devices.

All of it is home's. Nothing here is a list of what to send: whether somebody has to be told follows
from the tables that wait for them, so whoever dies on the way leaves nothing undone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol

from msgspec import Struct

MOST_DEVICES: Final = 10
"""Of one person: a new one then takes the place of the oldest."""
LONGEST: Final = 2 * 86400.0
"""No claim lasts as long as this: if one does, somebody's clock was wrong."""


class Device(Struct, frozen=True):
    """A browser: its address at a push service, and the keys with which only it can read."""

    endpoint: str
    public: bytes
    auth: bytes


class Quiet(Struct, frozen=True):
    """From which minute of the day (UTC) to which nobody is to be told; the same twice: never."""

    begins: int = 0
    ends: int = 0


class Tap(Struct, frozen=True):
    """Somebody who is to be told that a table waits, or that none does any more."""

    person: str
    waits: bool
    attempts: int
    quiet: Quiet
    devices: tuple[Device, ...]


class Taps(Protocol):
    async def add_device(self, person: str, device: Device, quiet: Quiet) -> None:
        """Tell somebody on this device too, and nobody else on it."""
        ...

    async def remove_device(self, endpoint: str, person: str | None = None) -> None:
        """Tell nobody there any more; if a person is named, only if it is theirs."""
        ...

    async def devices(self, person: str) -> tuple[Quiet, Sequence[Device]] | None:
        """Return how somebody wants to be told; None if not at all."""
        ...

    async def note_look(self, person: str) -> None:
        """Note that somebody has seen what waits for them: they may be told of what comes next."""
        ...

    async def claim_taps(self, lease: float, limit: int) -> Sequence[Tap]:
        """Claim people to whom something is to be told, once until they have looked.

        Nobody else gets them while the lease lasts. Who is to hear that nothing waits any more
        counts as somebody who has looked: the message may arrive though nobody learns of it, and
        then nothing would tell them of the next table.
        """
        ...

    async def note_told(self, person: str, *, waits: bool) -> None:
        """Note that somebody was told."""
        ...

    async def put_off(self, person: str, seconds: float, attempts: int) -> None:
        """Try again later."""
        ...

    async def key(self, name: str, new: bytes) -> bytes:
        """Return a key of the server; if there is none, the new one is it from then on."""
        ...
