"""Services for tests: several of them on one store, with a clock that is set by hand."""

from __future__ import annotations

import itertools
import random
from typing import Any, Final
from weakref import WeakKeyDictionary

import msgspec

from kuhstall.engine.kernel import options
from kuhstall.server.features.accounts.person_queries import Person
from kuhstall.server.ops.bot_thread import BotThread
from kuhstall.server.store import Store
from kuhstall.server.table.bus import Bus, LocalBus
from kuhstall.server.table.chat_log import StoredLine
from kuhstall.server.table.clock import Clock
from kuhstall.server.table.live_table import Change, Chat, LiveTable
from kuhstall.server.table.log import Answer
from kuhstall.server.table.party.opening import Wish
from kuhstall.server.table.party.requests import Join, Request, Start, rights
from kuhstall.server.table.random_source import RandomSource
from kuhstall.server.table.service import Service
from kuhstall.server.wire.views import StepFrames
from tests.server.accounts import people_of
from tests.server.choosing import chosen
from tests.simulation.seeded_random import SeededRandomSource


class SetClock(Clock):
    """Stands still until it is set."""

    def __init__(self, now: float) -> None:
        self.time = now
        super().__init__(lambda: self.time)

    def now(self) -> float:
        return self.time


class DeafBus(LocalBus):
    """Loses every hint."""

    async def publish(self, hint: Any) -> None: ...


class Watching:
    """Keeps what somebody is shown."""

    def __init__(self, person: str | None) -> None:
        self.person = person
        self.screen: str | None = None
        self.frames: list[dict[str, Any]] = []
        self.lines: list[StoredLine] = []
        self.set_backs: list[tuple[int, int]] = []
        self.named: list[dict[str, str]] = []
        self.left = ""

    def show_step(self, hot: LiveTable, change: Change) -> None:
        viewer, may = hot.party.seat(self.person), rights(hot.party, self.person)
        self.frames.append(msgspec.json.decode(StepFrames(hot, change).step(viewer, may)))

    def show_line(self, line: StoredLine, name: str) -> None:
        self.lines.append(line)

    def show_names(self, hot: LiveTable, chat: Chat) -> None:
        self.named.append(dict(hot.names))

    def show_set_back(self, hot: LiveTable, chat: Chat, lost: int) -> None:
        self.set_backs.append((hot.seq, lost))
        self.lines = list(chat.lines)

    def let_go(self, code: str) -> None:
        self.left = code


_RANDOM_SOURCES: Final[WeakKeyDictionary[Store, RandomSource]] = WeakKeyDictionary()


def _random_source_of(store: Store) -> RandomSource:
    """Shuffle the tables of a store the same way in every run.

    A deal by chance would now and then put a donkey on top, and the beat after its payout
    would fail a test that is about something else.
    """
    return _RANDOM_SOURCES.setdefault(store, SeededRandomSource(random.Random(1)))


class House:
    """A service and the people who use it."""

    def __init__(
        self,
        store: Store,
        bus: Bus | None = None,
        clock: SetClock | None = None,
        random_source: RandomSource | None = None,
    ) -> None:
        self.clock = clock or SetClock(1_800_000_000.0)
        people: Any = people_of(store)
        self.bus = bus or LocalBus()
        # Time passes when a test says so.
        self.service = Service(
            store,
            people,
            self.bus,
            self.clock,
            alarms=False,
            random_source=random_source or _random_source_of(store),
            bots=BotThread(),
        )
        self._cids = itertools.count()

    async def open(self, people: tuple[str, ...], **wish: Any) -> str:
        """Open a table at which these people sit."""
        for person in people:
            if await self.service.people.person(person) is None:
                await self.service.people.add_person(Person(person, person.title()))
        opened = await self.service.open_table(
            people[0], Wish(**{"seats": len(people) + len(wish.get("bots", ())), **wish})
        )
        for person in people[1:]:
            await self.ask(opened.table, person, Join())
        return opened.table

    async def start(self, people: tuple[str, ...], **wish: Any) -> LiveTable:
        table = await self.open(people, **wish)
        await self.ask(table, people[0], Start())
        return await self.service.cache.live_table(table)

    async def ask(self, table: str, person: str | None, request: Request) -> Answer:
        return await self.service.ask(table, person, f"c{next(self._cids)}", request)

    async def play(
        self, table: str, person: str | None, action: Any, cid: str = "", moment: int | None = None
    ) -> Answer:
        if moment is None:
            moment = (await self.service.cache.live_table(table)).state.moment
        raw = None if action is None else msgspec.json.encode(action)
        return await self.service.play(table, person, cid or f"c{next(self._cids)}", moment, raw)

    async def tick(self, table: str, seconds: float) -> None:
        """Let time pass, and do what is due."""
        self.clock.time += seconds
        await self.service.fire(table)

    async def run_out(self, table: str, limit: int = 20_000) -> LiveTable:
        """Let the clock and the bots do everything until nothing is left to do."""
        hot = await self.service.cache.live_table(table)
        for _ in range(limit):
            due = hot.rings(self.clock.time)
            if due is None or hot.party.stage not in {"playing", "revealing"}:
                return hot
            self.clock.time = max(self.clock.time, due)
            await self.service.fire(table)
        raise AssertionError("the game does not end")

    async def play_to(self, table: str, phase: str | None, seed: int = 1) -> LiveTable:
        """Let people act by chance, and time pass, until a phase, or None for the end."""
        hot, chance = await self.service.cache.live_table(table), random.Random(seed)
        for _ in range(5_000):
            game = hot.state
            # Nobody acts while a result is shown.
            self.clock.time = max(self.clock.time, hot.timers.begins or 0)
            actors = game.phase.actors(game)
            if type(game.phase).__name__ == phase or (phase is None and not actors):
                return hot
            actor = next((one for one in actors if one not in hot.held), -1)
            person = None if actor < 0 else hot.party.places[actor].person
            if person is None:
                self.clock.time = max(self.clock.time, hot.rings(self.clock.time) or 0)
                await self.service.fire(table)
                continue
            offered = msgspec.to_builtins(options(game, actor))
            await self.play(table, person, chosen(offered, chance))
        raise AssertionError(f"the game does not get to {phase}")
