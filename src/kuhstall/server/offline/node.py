"""A node for the one player of a device: no sweep, no relay, no limits, and no work when idle."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, Final

from kuhstall.bots.coaching import Coaching, Played
from kuhstall.bots.worker import WorkerError, review
from kuhstall.server.features.coach.coach import Coach
from kuhstall.server.limits.rates import Limiter
from kuhstall.server.offline.saved_log import SavedLog
from kuhstall.server.store.memory.people import MemoryPeople
from kuhstall.server.table.counters import NoCounters
from kuhstall.server.table.service import Service
from kuhstall.server.wire.overload import Admission
from kuhstall.server.wire.presence import PARTED
from kuhstall.server.wire.session import Session

PING: Final = 5.0
"""Seconds between pings. A client takes a socket for dead that has been silent for nine."""


class InlineReviewer:
    """Reviews finished games here and now: a worker has no other process."""

    thread = None

    def ask(self, game: Played) -> Coaching:
        answer = review(game)
        if answer.coaching is None:
            raise WorkerError(answer.fault)
        return answer.coaching

    def close(self) -> None: ...


class OfflineNode:
    ease = 0.0

    def __init__(self, service: Service[SavedLog, MemoryPeople]) -> None:
        self.service = service
        self.limiter = Limiter(self.ease)
        self.admission = Admission(0.0, service.clock, NoCounters())
        self.coach = Coach(InlineReviewer())
        self._sessions: dict[Session, None] = {}  # in order of arrival
        self._tasks: set[asyncio.Task[None]] = set()
        self._pings: asyncio.TimerHandle | None = None

    def admits_command(self, table: str, person: str | None, address: str) -> bool:
        return True

    def mark_present(self, session: Session) -> None:
        """Register a session. All players of its table share this device."""
        self._sessions[session] = None
        self.service.background.spawn(self._note_all(session.table, self.service.note_arrival))
        if self._pings is None:
            self._ping_later()

    def mark_absent(self, session: Session) -> None:
        self._sessions.pop(session, None)
        asyncio.get_running_loop().call_later(PARTED, self._note_departure, session.table)

    def _note_departure(self, table: str) -> None:
        if all(session.table != table for session in self._sessions):
            self.service.background.spawn(self._note_all(table, self.service.note_departure))

    async def _note_all(self, table: str, note: Callable[[str, str], Awaitable[None]]) -> None:
        live = await self.service.cache.live_table(table)
        for person in live.party.people:
            await note(table, person)

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _ping_later(self) -> None:
        self._pings = asyncio.get_running_loop().call_later(PING, self._ping)

    def _ping(self) -> None:
        """Ping all sessions. With none left, the next one begins again."""
        self._pings = None
        for session in tuple(self._sessions):
            session.ping(self.service.clock.steady())
        if self._sessions:
            self._ping_later()
