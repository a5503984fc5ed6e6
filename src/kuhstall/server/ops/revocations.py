"""Finds sessions that were ended or banned, so that their sockets are closed on every node.

It asks the store for the sessions that have ended recently, not for every open one. Now and then it
checks all sessions anyway: one may have expired, or a store that was set back may never have known
it.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable, Collection, Iterable, Sequence
from itertools import islice
from typing import Final

from kuhstall.server.features.accounts.session_queries import REMEMBERED
from kuhstall.server.features.people import People

OVERLAP: Final = 60.0
"""Seconds of overlap between two queries: for writes in progress, and tickets in flight."""
EVERYBODY: Final = 600.0
"""Seconds between two checks of all sessions."""
SLICE: Final = 500
_PAUSE: Final = 0.05


class Revocations:
    def __init__(self, people: People, steady: Callable[[], float]) -> None:
        self._people = people
        self._steady = steady
        self._asked = -math.inf
        self._looked = -math.inf
        self._mark: str | None = None

    async def ended_sessions(self, tokens: Callable[[], Collection[bytes]]) -> set[bytes]:
        """Return those of the tokens whose sessions have ended."""
        now = self._steady()
        if not tokens():
            self._looked = self._asked = now
            return set()
        if now - self._looked >= EVERYBODY or now - self._asked + OVERLAP > REMEMBERED:
            ended = await self._not_alive(tokens())
            self._looked = self._asked = now
            return ended
        mark = await self._people.db.write_mark()
        if mark is not None and mark == self._mark:
            return set()  # no session can have ended since
        self._mark = None
        revoked = await self._people.revoked_sessions(now - self._asked + OVERLAP)
        self._asked, self._mark = now, mark
        return revoked & set(tokens())

    async def _not_alive(self, tokens: Iterable[bytes]) -> set[bytes]:
        """Check all sessions, a slice at a time."""
        left, ended = iter(tuple(tokens)), set[bytes]()
        while slice_ := _some(left):
            ended |= set(slice_) - await self._people.alive(slice_)
            if len(slice_) == SLICE:
                await asyncio.sleep(_PAUSE)
        return ended


def _some(left: Iterable[bytes]) -> Sequence[bytes]:
    return list(islice(left, SLICE))
