"""That somebody has acted unseen shows in nobody else's answers, not even in when they come.

On virtual time this is exact: two worlds differ in one sealed action, and every frame of everybody
else has the same time in both.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from hashlib import sha256
from typing import Any, Final
from unittest.mock import patch

import msgspec

from kuhstall.engine.kernel import options
from kuhstall.server.ops.node import Node
from kuhstall.server.store.memory.store import MemoryStore
from kuhstall.server.table.bus import LocalBus
from kuhstall.server.table.chat_log import Holder
from kuhstall.server.table.clock import Clock
from kuhstall.server.table.live_table import LiveTable
from kuhstall.server.table.service import Service
from kuhstall.server.wire.session import Session
from tests.server.accounts import people_of
from tests.server.choosing import chosen
from tests.server.houses import House, SetClock
from tests.simulation.seeded_random import SeededRandomSource
from tests.simulation.virtual_loop import VirtualLoop

EPOCH: Final = 1_800_000_000.0
PEOPLE: Final = ("anna", "ben", "carl")
WATCHERS: Final = 16
WAY: Final = 0.01
"""Seconds to the store and as many back: what is awaited under a lock can be seen for twenty ms."""
EVERY: Final = 0.003


class DistantStore:
    """A store at a distance that is always the same."""

    def __init__(self, store: Any) -> None:
        self._store = store

    def __getattr__(self, name: str) -> Any:
        method = getattr(self._store, name)

        async def call(*args: Any, **named: Any) -> Any:
            await asyncio.sleep(WAY)
            result = await method(*args, **named)
            await asyncio.sleep(WAY)
            return result

        return call


class Ear:
    """The near end of a socket: it notes when something comes."""

    def __init__(self, loop: VirtualLoop) -> None:
        self._loop = loop
        self.heard: list[tuple[float, bytes]] = []

    def send(self, frame: bytes) -> None:
        self.heard.append((round(self._loop.time(), 9), frame))

    def close(self, code: int, reason: str) -> None:
        raise AssertionError(f"closed: {reason}")


class Room:
    """A table in a sealed phase, and many who look on."""

    def __init__(self) -> None:
        self.loop = VirtualLoop()
        self.store = MemoryStore(lambda: EPOCH + self.loop.time())
        self.ears: list[Ear] = []

    async def story(self, *, acts: bool) -> None:
        house = House(
            self.store, clock=SetClock(EPOCH), random_source=SeededRandomSource(random.Random(2))
        )
        live = await house.start(PEOPLE, edition="master")
        await house.play_to(live.id, "Countdown")
        distant: Any = DistantStore(self.store)
        people: Any = DistantStore(people_of(self.store))
        source = SeededRandomSource(random.Random(1))
        service = Service(
            distant, people, LocalBus(), Clock(self.loop.time), alarms=False, random_source=source
        )
        await service.clock.set_by(self.store)
        live = await service.cache.live_table(live.id)
        node = Node(service, origins=[], ease=0)
        sessions = [await self._watch(node, live.id, number) for number in range(WATCHERS)]
        for ear in self.ears:
            ear.heard.clear()
        if acts:
            self.loop.call_later(0.02, self._act, service, live)
        for place, session in enumerate(sessions):
            again = msgspec.json.encode({"type": "resume", "last_seq": live.seq})
            self.loop.call_later(EVERY * place, session.receive, again)
        await asyncio.sleep(0.5)

    async def _watch(self, node: Node, table: str, number: int) -> Session:
        ticket = f"ticket{number}"
        holder = Holder(table, None, None)
        await self.store.give_ticket(sha256(ticket.encode()).digest(), holder, 30)
        ear = Ear(self.loop)
        session = Session(node, ear, table)
        session.receive(msgspec.json.encode({"type": "hello", "ticket": ticket}))
        await asyncio.sleep(0.2)
        self.ears.append(ear)
        return session

    def _act(self, service: Service[Any, Any], live: LiveTable) -> None:
        """Let the first who may do something do it."""
        seat = next(seat for seat in live.state.phase.actors(live.state) if seat >= 0)
        offered = msgspec.to_builtins(options(live.state, seat))
        action = msgspec.json.encode(chosen(offered, random.Random(1)))
        moment, person = live.state.moment, live.party.places[seat].person
        self.loop.create_task(service.play(live.id, person, "c1", moment, action))


def told(*, acts: bool) -> list[list[tuple[float, bytes]]]:
    """Return what everybody who looks on has heard, and when."""
    room = Room()
    room.loop.run(room.story(acts=acts), 100)
    kept = next(iter(room.store.kept.values()))
    assert sum(map(len, kept.sealed.values())) == int(acts)
    return [ear.heard for ear in room.ears]


def test_nobody_sees_by_the_time_of_an_answer_that_somebody_has_acted() -> None:
    quiet, acted = told(acts=False), told(acts=True)
    assert all(quiet)
    assert quiet == acted


def test_an_action_that_is_sealed_under_the_lock_is_seen() -> None:
    """As it was once. Whoever wanted to look had to wait until it was written."""
    seal: Callable[..., Any] = Service._seal

    async def locked(self: Service[Any, Any], live: LiveTable, *args: Any) -> Any:
        async with live.lock:
            return await seal(self, live, *args)

    quiet = told(acts=False)
    with patch.object(Service, "_seal", locked):
        acted = told(acts=True)
    assert quiet != acted
