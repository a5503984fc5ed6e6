"""Who has logged out or was banned: their sockets are closed, wherever they are.

The store is asked for the sessions that have ended of late, and not for every one that is open.
Now and then all are looked at all the same: one may have grown too old, or a store that was set
back may never have known it.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable, Collection, Iterable, Sequence
from itertools import islice
from typing import Final

from kuhstall.server.store.people import REMEMBERED, People

OVERLAP: Final = 60.0
"""Seconds that are asked for twice: what was being written, and tickets on their way."""
EVERYBODY: Final = 600.0
"""Seconds between two looks at all sessions."""
SLICE: Final = 500
_PAUSE: Final = 0.05


class Revocations:
    def __init__(self, people: People, steady: Callable[[], float]) -> None:
        self._people = people
        self._steady = steady
        self._asked = -math.inf
        self._looked = -math.inf

    async def ended(self, tokens: Callable[[], Collection[bytes]]) -> set[bytes]:
        """Return those of the tokens whose sessions have ended."""
        now = self._steady()
        if not tokens():
            self._looked = self._asked = now
            return set()
        if now - self._looked >= EVERYBODY or now - self._asked + OVERLAP > REMEMBERED:
            ended = await self._not_alive(tokens())
            self._looked = self._asked = now
            return ended
        revoked = await self._people.revoked(now - self._asked + OVERLAP)
        self._asked = now
        return revoked & set(tokens())

    async def _not_alive(self, tokens: Iterable[bytes]) -> set[bytes]:
        """Look at all, a slice at a time."""
        left, ended = iter(tuple(tokens)), set[bytes]()
        while slice_ := _some(left):
            ended |= set(slice_) - await self._people.alive(slice_)
            if len(slice_) == SLICE:
                await asyncio.sleep(_PAUSE)
        return ended


def _some(left: Iterable[bytes]) -> Sequence[bytes]:
    return list(islice(left, SLICE))
