"""Limits how many of the shared connections one host, or one person, can occupy."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from msgspec import Struct

FAILURES: Final = 3
"""After this many failures in a row, a host gets no messages for a while."""
REST: Final = 60.0
_HOSTS: Final = 1000
_PATIENCE: Final = 1.0


class BusyError(OSError):
    """Too many messages are in flight to the same place."""


class _Failed(Struct):
    failures: int = 0
    until: float = 0.0


class Breaker:
    """A circuit breaker for each host. Any answer closes it, whatever its status."""

    def __init__(self) -> None:
        self._failed: OrderedDict[str, _Failed] = OrderedDict()

    def check(self, host: str) -> None:
        """Raise BusyError if a host has failed too often."""
        failed = self._failed.get(host)
        if failed is not None and failed.until > asyncio.get_running_loop().time():
            raise BusyError(f"{host} has failed too often")

    def note_failure(self, host: str, failures: int = 1) -> None:
        failed = self._failed.setdefault(host, _Failed())
        self._failed.move_to_end(host)
        failed.failures += failures
        if failed.failures >= FAILURES:
            failed.until = asyncio.get_running_loop().time() + REST
        if len(self._failed) > _HOSTS:
            self._failed.popitem(last=False)

    def note_answer(self, host: str) -> None:
        self._failed.pop(host, None)


class Quota:
    """Allows a number of concurrent uses for each name; others wait, but only briefly."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._places: dict[str, asyncio.Semaphore] = {}
        self._users: dict[str, int] = {}

    @asynccontextmanager
    async def place(self, name: str) -> AsyncIterator[None]:
        places = self._places.setdefault(name, asyncio.Semaphore(self._most))
        self._users[name] = self._users.get(name, 0) + 1
        try:
            try:
                async with asyncio.timeout(_PATIENCE):
                    await places.acquire()
            except TimeoutError:
                raise BusyError("too many at the same time") from None
            try:
                yield
            finally:
                places.release()
        finally:
            self._users[name] -= 1
            if not self._users[name]:
                del self._users[name], self._places[name]
