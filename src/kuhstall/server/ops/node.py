"""A node: one process that serves tables, and its periodic jobs."""

from __future__ import annotations

import asyncio
import itertools
import logging
import re
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine, Iterator, Sequence
from functools import partial
from typing import Any, Final
from weakref import WeakValueDictionary

from kuhstall.server.features.browser_errors.error_log import ErrorLog
from kuhstall.server.features.coach.coach import Coach
from kuhstall.server.features.feature import Job
from kuhstall.server.features.moderation.address_bans import CODE, AddressBans
from kuhstall.server.features.notifications.delivery_job import DeliveryJob
from kuhstall.server.features.people import People
from kuhstall.server.limits.abuse_log import AbuseLog
from kuhstall.server.limits.callers import NO_PROXIES, Proxies, tiers
from kuhstall.server.limits.rates import COMMANDS, VISITS, Limiter
from kuhstall.server.ops.archive_job import ArchiveJob
from kuhstall.server.ops.coach_process import CoachProcess
from kuhstall.server.ops.lead import Lead
from kuhstall.server.ops.metrics import Metrics
from kuhstall.server.ops.outbox_relay import OutboxRelay
from kuhstall.server.ops.queue_ages import QUEUES, QueueAges
from kuhstall.server.ops.retention import Retention
from kuhstall.server.ops.revocations import Revocations
from kuhstall.server.store import Store
from kuhstall.server.table.log import UnavailableError
from kuhstall.server.table.service import Service
from kuhstall.server.wire.overload import Admission
from kuhstall.server.wire.presence import Presence
from kuhstall.server.wire.session import GOING_AWAY, POLICY, Session

_log = logging.getLogger(__name__)

LEAD: Final = 1.0
PING: Final = 2.5
LOOK: Final = 2.0
SWEEP: Final = 0.5
RELAY: Final = 1.0
DELIVER: Final = 2.0
SESSIONS: Final = 4.0
SET_CLOCK: Final = 5.0
QUEUE_AGES: Final = 15.0
COOL: Final = 60.0
TIDY: Final = 60.0


class Node:
    def __init__(  # noqa: PLR0913 -- all dependencies from outside
        self,
        service: Service[Store, People],
        *,
        metrics: Metrics | None = None,
        origins: Sequence[str | re.Pattern[str]],
        proxies: Proxies = NO_PROXIES,
        ease: float = 1.0,
        sockets_per_address: int = 64,
        lag: float = 0.0,
        retention: Retention | None = None,
        archiving: ArchiveJob | None = None,
        deliveries: DeliveryJob | None = None,
        browser_errors: ErrorLog | None = None,
    ) -> None:
        self.service = service
        self.metrics = metrics or Metrics()
        self.origins = list(origins)
        self.proxies = proxies
        self.ease = ease
        self.limiter = Limiter(ease)
        self.abuse = AbuseLog(service.clock.steady)
        self.address_bans = AddressBans(lambda: service.people.db, service.clock.now)
        self.admission = Admission(lag, service.clock, service.metrics)
        self.coach = Coach(CoachProcess())
        self.ready = False
        self.retention = retention
        self.archiving = archiving
        self.browser_errors = browser_errors
        self.deliveries = deliveries or DeliveryJob(service.people)
        self._sockets_per_address = sockets_per_address
        self._addresses: Counter[str] = Counter()
        self.presence = Presence(service, lambda: self.ready)
        self.lead = Lead(service.store)
        self._queues = QueueAges(service.store, self.deliveries, self.lead)
        self._relay = OutboxRelay(
            service.store, service.people, service.cache, service.clock, self.metrics
        )
        self._revocations = Revocations(service.people, service.clock.steady)
        self.locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        """Locks for long work that is done once, however many callers ask for it at once."""
        self._loops: list[asyncio.Task[None]] = []
        self._tasks: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        service = self.service
        self._measure()
        await service.clock.start_by(service.store)
        await self.lead.run()
        await service.bus.subscribe(service.hints.hear)
        for job in self.jobs():
            work = partial(self.lead.run_job, job, self, itertools.count(1))
            self._loops.append(asyncio.create_task(_repeat(job.every, work, job.name)))
        self.ready = True

    def _measure(self) -> None:
        """Let metrics ask for what they show when they are collected."""
        service, metrics = self.service, self.metrics
        metrics.tables.set_function(lambda: len(service.cache.tables))
        metrics.stuck.set_function(lambda: len(service.cache.stuck_tables()))
        metrics.connections.set_function(lambda: service.store.connections()[0])
        metrics.busy_connections.set_function(lambda: service.store.connections()[1])
        metrics.nats_away.set_function(service.bus.is_away)
        metrics.leads.set_function(lambda: self.lead.is_here)
        for name in QUEUES:
            age = partial(self._queues.age, name)
            metrics.queue_age.labels(name).set_function(age)

    def jobs(self) -> Iterator[Job]:
        """Yield the periodic jobs. `tests/server/test_job_costs.py` measures each of them."""
        yield Job("lead", LEAD, lambda _: self.lead.run())
        yield Job("ping", PING, lambda _: self._ping())
        yield Job("compare", LOOK, lambda _: self.service.hints.compare_with_store())
        yield Job("sweep", SWEEP, lambda _: self.service.sweep(), others=10)
        yield Job("relay", RELAY, lambda _: self._relay.run(), others=5)
        yield Job("deliver", DELIVER, lambda _: self.deliveries.run(), others=15)
        yield Job("sessions", SESSIONS, lambda _: self.close_ended_sessions())
        yield Job("clock", SET_CLOCK, lambda _: self._set_clock())
        yield Job("cool", COOL, lambda _: self._cool())
        yield Job("queues", QUEUE_AGES, lambda _: self._queues.run())
        yield Job("retention", TIDY, lambda _: self._tidy(), others=10)
        yield Job("archive", TIDY, lambda _: self._archive(), others=10)
        yield Job("overload", 0, lambda _: self.admission.measure())
        for feature in self.service.people.features:
            yield from feature.jobs

    async def stop(self) -> None:
        """Finish what has started. Stopping loses nothing: the store has it all."""
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
        counted = tiers(address)
        if any(self._addresses[name] >= self._sockets_per_address * n for name, n in counted):
            return False
        self._addresses.update(name for name, _ in counted)
        self.metrics.sockets.inc()
        return True

    def release(self, address: str) -> None:
        for name, _ in tiers(address):
            self._addresses[name] -= 1
            if not self._addresses[name]:
                del self._addresses[name]
        self.metrics.sockets.dec()

    def admits_command(self, table: str, person: str | None, address: str) -> bool:
        """Count a command against the limits: of its person, and of its address for visitors.

        Seated players are not counted by address, as they may share it with an attacker.
        """
        now = self.service.clock.steady()
        live = self.service.cache.tables.get(table)
        visits = live is None or live.party.seat(person) is None
        if visits and not self.limiter.admits(VISITS, address, now, table):
            return False
        return person is None or self.limiter.admits(COMMANDS, person, now)

    def mark_present(self, session: Session) -> None:
        """Note the presence of a player. If the table is slow, the player has looked at it."""
        self.presence.mark_present(session)
        live, person = session.live, session.person
        if live is None or person is None or live.party.seat(person) is None:
            return
        if live.party.is_slow:
            self.service.background.spawn(self.service.people.note_look(person))

    def mark_absent(self, session: Session) -> None:
        self.presence.mark_absent(session)

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # Periodic jobs

    async def _ping(self) -> None:
        """Ping all sessions, spread over time: a thousand pings at once would delay a bid."""
        for count, session in enumerate(tuple(self.presence.sessions)):
            session.ping(self.service.clock.steady())
            if count % 50 == 49:
                await asyncio.sleep(0.01)

    async def close_ended_sessions(self) -> None:
        """Close the sockets of people who have signed out or were banned.

        If the browser has another session of the same person by now, ask it to reconnect.
        """
        ended = await self._revocations.ended_sessions(
            lambda: {one.token for one in self.presence.sessions if one.token is not None}
        )
        sessions = [session for session in self.presence.sessions if session.token in ended]
        if not sessions:
            return
        again = await self.service.people.replaced_sessions(ended)
        for session in sessions:
            if session.token in again:
                session.bye(GOING_AWAY, "reconnect")
            else:
                session.bye(POLICY, "logged_out")

    async def apply_bans(self) -> None:
        """Learn which ranges of addresses are banned, and close their sockets."""
        await self.address_bans.refresh()
        for session in tuple(self.presence.sessions):
            if self.address_bans.end(session.caller) is not None:
                session.bye(POLICY, CODE)

    async def _set_clock(self) -> None:
        if await self.service.clock.set_by(self.service.store):
            self.service.reset_alarms()

    async def _cool(self) -> None:
        await self.service.cache.drop_idle(COOL)

    async def proves(self, address: str, owner: str) -> bool:
        """Check that an address answers a challenge, so that it may be a table's webhook."""
        sender = self.deliveries.webhooks
        return sender is not None and await sender.proves(address, owner)

    async def _tidy(self) -> None:
        if self.retention is not None:
            await self.retention.run_if_due()

    async def _archive(self) -> None:
        if self.archiving is not None:
            await self.archiving.run_if_due()


async def _repeat(every: float, work: Callable[[], Awaitable[None]], name: str = "a job") -> None:
    """Repeat a job for ever, whatever happens to the store."""
    while True:
        try:
            await work()
        except UnavailableError as error:
            _log.warning("the store is away: %s", error)
        except Exception:  # noqa: BLE001 -- the node goes on, and logs it
            _log.exception("%s failed", name)
        await asyncio.sleep(every)
