"""A node: one process that serves tables, and what it does from time to time by itself."""

from __future__ import annotations

import asyncio
import logging
import re
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import Any, Final

from kuhstall.server.hosting.admission import Admission
from kuhstall.server.hosting.archiving import Archiving
from kuhstall.server.hosting.coach import Coach
from kuhstall.server.hosting.relay import Relay
from kuhstall.server.hosting.retention import Retention
from kuhstall.server.hosting.service import Service
from kuhstall.server.limits.callers import NO_PROXIES, Proxies
from kuhstall.server.limits.rates import COMMANDS, VISITS, Limiter
from kuhstall.server.mail.mailing import Mailing
from kuhstall.server.push.calling import Calling
from kuhstall.server.push.tapping import Tapping
from kuhstall.server.store import UnavailableError
from kuhstall.server.ws.revocations import Revocations
from kuhstall.server.ws.session import GOING_AWAY, POLICY, Session

_log = logging.getLogger(__name__)

PING: Final = 2.5
LOOK: Final = 2.0
SWEEP: Final = 0.5
RELAY: Final = 1.0
TAP: Final = 2.0
MAIL: Final = 30.0
RECHECK: Final = 4.0
SET_CLOCK: Final = 5.0
COOL: Final = 60.0
TIDY: Final = 60.0
PARTED: Final = 5.0
"""Whoever is back within this time, after a reload say, was never gone."""


class Node:
    def __init__(  # noqa: PLR0913 -- all that comes in from outside
        self,
        service: Service,
        *,
        origins: Sequence[str | re.Pattern[str]],
        proxies: Proxies = NO_PROXIES,
        ease: float = 1.0,
        sockets_per_address: int = 64,
        lag: float = 0.0,
        retention: Retention | None = None,
        archiving: Archiving | None = None,
        tapping: Tapping | None = None,
        mailing: Mailing | None = None,
        calling: Calling | None = None,
    ) -> None:
        self.service = service
        self.origins = list(origins)
        self.proxies = proxies
        self.ease = ease
        self.limiter = Limiter(ease)
        self.admission = Admission(lag, service.clock, service.metrics)
        self.coach = Coach()
        self.ready = False
        self.retention = retention
        self.archiving = archiving
        self.tapping = tapping
        self.mailing = mailing
        self._calling = calling
        self._sockets_per_address = sockets_per_address
        self._addresses: Counter[str] = Counter()
        self._sessions: dict[Session, None] = {}  # in the order in which they came
        self._relay = Relay(
            service.store, service.people, service.cache, service.clock, service.metrics
        )
        self._revocations = Revocations(service.people, service.clock.steady)
        self._present: Counter[tuple[str, str]] = Counter()
        self._loops: list[asyncio.Task[None]] = []
        self._tasks: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        service = self.service
        service.metrics.tables.set_function(lambda: len(service.cache.tables))
        service.metrics.stuck.set_function(lambda: len(service.cache.stuck_tables()))
        await service.clock.start_by(service.store)
        await service.bus.subscribe(service.news.hear)
        for every, work in (
            (PING, self._ping),
            (LOOK, service.news.compare_with_store),
            (SWEEP, service.sweep),
            (RELAY, self._relay.run),
            (TAP, self._tap),
            (TAP, self._call),
            (MAIL, self._mail),
            (RECHECK, self._recheck),
            (SET_CLOCK, self._set_clock),
            (COOL, self._cool),
            (TIDY, self._tidy),
            (TIDY, self._archive),
        ):
            self._loops.append(asyncio.create_task(_repeat(every, work)))
        self._loops.append(asyncio.create_task(_repeat(0, self.admission.measure)))
        self.ready = True

    async def stop(self) -> None:
        """Finish what has begun. Nothing is lost by stopping: the store has it all."""
        self.ready = False
        self.service.silence()
        for loop in self._loops:
            loop.cancel()
        await asyncio.gather(*self._loops, return_exceptions=True)
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=5)
        await self.service.background.finish()
        self.coach.close()

    # Sockets

    def admit(self, address: str) -> bool:
        if self._addresses[address] >= self._sockets_per_address:
            return False
        self._addresses[address] += 1
        self.service.metrics.sockets.inc()
        return True

    def release(self, address: str) -> None:
        self._addresses[address] -= 1
        if not self._addresses[address]:
            del self._addresses[address]
        self.service.metrics.sockets.dec()

    def admits_command(self, table: str, person: str | None, address: str) -> bool:
        """Count a command: for its person, and for where it comes from unless they sit there.

        Those who sit there may share their address with somebody who does not mean well.
        """
        now = self.service.clock.steady()
        live = self.service.cache.tables.get(table)
        visits = live is None or live.party.seat(person) is None
        if visits and not self.limiter.admits(VISITS, f"{address}/{table}", now):
            return False
        return person is None or self.limiter.admits(COMMANDS, person, now)

    def mark_present(self, session: Session) -> None:
        """A session looks at its table: if the person sits there, all may know it."""
        if session not in self._sessions:
            self._sessions[session] = None
            if session.person is not None:
                self._present[session.table, session.person] += 1
        live, person = session.live, session.person
        seat = None if live is None else live.party.seat(person)
        if live is None or person is None or seat is None:
            return
        if live.party.is_slow:
            self.service.background.spawn(self.service.people.note_look(person))
        place = live.party.places[seat]
        if not place.here or place.away:
            self.service.background.spawn(self.service.note_arrival(session.table, person))

    def mark_absent(self, session: Session) -> None:
        self._sessions.pop(session, None)
        if session.person is None:
            return
        self._present[session.table, session.person] -= 1
        if not self._present[session.table, session.person]:
            del self._present[session.table, session.person]
            loop = asyncio.get_running_loop()
            wait = PARTED * self.service.tempo
            loop.call_later(wait, self._note_departure, session.table, session.person)

    def _note_departure(self, table: str, person: str) -> None:
        if self.ready and not self._present[table, person]:
            self.service.background.spawn(self.service.note_departure(table, person))

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # What is done from time to time

    async def _ping(self) -> None:
        """Spread the pings: a thousand at once would hold up a bid."""
        for count, session in enumerate(tuple(self._sessions)):
            session.ping(self.service.clock.steady())
            if count % 50 == 49:
                await asyncio.sleep(0.01)

    async def _recheck(self) -> None:
        """Close the sockets of those who have logged out or were banned.

        Whose browser has another session of the same person by now is asked to come again.
        """
        ended = await self._revocations.ended(
            lambda: {session.token for session in self._sessions if session.token is not None}
        )
        sessions = [session for session in self._sessions if session.token in ended]
        if not sessions:
            return
        again = await self.service.people.replaced(ended)
        for session in sessions:
            if session.token in again:
                session.bye(GOING_AWAY, "reconnect")
            else:
                session.bye(POLICY, "logged_out")

    async def _set_clock(self) -> None:
        if await self.service.clock.set_by(self.service.store):
            self.service.reset_alarms()

    async def _cool(self) -> None:
        await self.service.cache.drop_idle(COOL)

    async def _tap(self) -> None:
        if self.tapping is not None:
            await self.tapping.run()

    async def _call(self) -> None:
        if self._calling is not None:
            await self._calling.run()

    async def _mail(self) -> None:
        if self.mailing is not None:
            await self.mailing.run()

    async def _tidy(self) -> None:
        if self.retention is not None:
            await self.retention.run_if_due()

    async def _archive(self) -> None:
        if self.archiving is not None:
            await self.archiving.run_if_due()


async def _repeat(every: float, work: Callable[[], Awaitable[None]]) -> None:
    """Do something again and again, whatever happens to the store."""
    while True:
        try:
            await work()
        except UnavailableError as error:
            _log.warning("the store is away: %s", error)
        except Exception:  # noqa: BLE001 -- the node goes on, and tells
            _log.exception("%s failed", getattr(work, "__name__", work))
        await asyncio.sleep(every)
