"""The tables that a node holds hot, and how it keeps them as they are in the store."""

from __future__ import annotations

import asyncio
import logging
import math
import sys
from abc import ABC, abstractmethod
from collections.abc import Awaitable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

from kuhstall.server.bus import Bus, Hint
from kuhstall.server.clock import Clock
from kuhstall.server.hot import Change, HotTable, Watcher
from kuhstall.server.measures import Measures
from kuhstall.server.record import game_action
from kuhstall.server.store import Store, UnavailableError, UnknownTableError
from kuhstall.server.store.people import People

_log = logging.getLogger(__name__)

_TURN: Final = 0.001
"""Seconds for which a bot that thinks may keep the loop from running."""

_AT_ONCE: Final = 200
"""Steps of a log that are folded before others have their turn."""


class HotTables(ABC):
    """Reads tables, catches up with other nodes, tells who watches, and sets alarms."""

    def __init__(  # noqa: PLR0913 -- all that comes in from outside
        self,
        store: Store,
        people: People,
        bus: Bus,
        clock: Clock,
        *,
        tempo: float = 1.0,
        alarms: bool = True,
        measures: Measures | None = None,
    ) -> None:
        self.store = store
        self.people = people
        self.bus = bus
        self.clock = clock
        self.tempo = tempo
        self._alarms = alarms
        self.measures = measures or Measures()
        self.tables: dict[str, HotTable] = {}
        self._loading: dict[str, asyncio.Task[HotTable]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        # One thread, that gives way soon: the loop must not wait for its turn.
        self._thinker = ThreadPoolExecutor(1, "bots", sys.setswitchinterval, (_TURN,))

    async def hot(self, table: str) -> HotTable:
        """Return the table, read from the store if this node has not got it."""
        hot = self.tables.get(table)
        if hot is None:
            loading = self._loading.get(table)
            if loading is None:
                loading = self._loading[table] = asyncio.create_task(self._load(table))
                loading.add_done_callback(lambda _: self._loading.pop(table, None))
            hot = await asyncio.shield(loading)
        hot.used = self.clock.now()
        return hot

    async def _load(self, table: str) -> HotTable:
        kept = await self.store.kept(table)
        hot = HotTable(table, kept.code, await self.store.secret(table))
        for step in await self.store.steps(table):
            hot.read(step)
            if hot.seq % _AT_ONCE == 0:
                await asyncio.sleep(0)  # a long log must not hold up other tables
        if hot.seq == 0:
            raise UnknownTableError(table)
        await self._complete(hot)
        self.tables[table] = hot
        self._arm(hot)
        return hot

    async def _complete(self, hot: HotTable) -> None:
        """Fetch what is not in the steps: names, and actions that are still sealed."""
        if unknown := hot.missing():
            hot.names |= dict.fromkeys(unknown, "") | await self.people.names(unknown)
        if hot.game.phase.sealed and hot.party.stage == "playing":
            held = await self.store.sealed(hot.id, hot.game.moment)
            hot.held = {
                sealed.seat: game_action(sealed.action, hot.game.edition.key) for sealed in held
            }

    def cool(self, idle: float) -> None:
        """Forget tables that nobody here has looked at for a while; the store has them."""
        oldest = self.clock.now() - idle
        for hot in list(self.tables.values()):
            if not hot.watchers and hot.used < oldest and not hot.lock.locked():
                self._disarm(hot)
                del self.tables[hot.id]

    # News

    async def catch_up(self, table: str) -> None:
        """Read what other nodes have written."""
        hot = self.tables.get(table)
        if hot is not None:
            async with hot.lock:
                await self._catch_up(hot)

    async def fresh(self, table: str) -> HotTable:
        """Return the table as it is in the store at this moment."""
        hot = await self.hot(table)
        async with hot.lock:
            await self._catch_up(hot)
        return hot

    async def _catch_up(self, hot: HotTable) -> None:
        for step in await self.store.steps(hot.id, after=hot.seq):
            change = hot.read(step)
            await self._told(hot, change)
        await self._complete(hot)
        hot.doubtful = False

    async def _told(self, hot: HotTable, change: Change) -> None:
        """Tell of a step, whatever else fails: who watches must not miss one."""
        try:
            if change.party_events or hot.game.phase.sealed:
                await self._complete(hot)
        except UnavailableError:
            hot.doubtful = True
        self.measures.steps.inc()
        for watcher in tuple(hot.watchers):
            watcher.stepped(hot, change)
        self._arm(hot)

    def heard(self, hint: Hint) -> None:
        """Take a hint from the bus."""
        hot = self.tables.get(hint.table)
        if hot is not None and hint.seq > hot.seq:
            self.spawn(self.catch_up(hint.table))
        if hot is not None and hint.renamed:
            hot.names.pop(hint.renamed, None)  # looked up anew with the next step
        if hot is not None and hint.line > hot.chatted:
            self.spawn(self._pass_on(hot, hint))

    async def renamed(self, person: str) -> None:
        """Let every node forget a name that has changed."""
        for listed in await self.store.tables_of(person, 100):
            hint = Hint(listed.table, 0, 0, person)
            self.heard(hint)
            await self.bus.publish(hint)

    async def chatted(self, hint: Hint) -> None:
        """Pass on what was said here."""
        await self._pass_on(await self.hot(hint.table), hint)
        await self.bus.publish(hint)

    async def _pass_on(self, hot: HotTable, hint: Hint) -> None:
        async with hot.talk:
            if hint.line <= hot.chatted:
                return
            lines = await self.people.said(hot.id, hot.chatted or hint.line - 1)
            names = await self.people.names({said.person for said in lines})
            for said in lines:
                hot.chatted = said.id
                for watcher in tuple(hot.watchers):
                    watcher.said(said, names.get(said.person, ""))

    async def look(self) -> None:
        """Compare all hot tables with the store: the net under a bus that may lose hints."""
        heads = await self.store.heads(list(self.tables))
        for table, head in heads.items():
            hot = self.tables.get(table)
            if hot is not None and (head > hot.seq or hot.doubtful):
                self.spawn(self.catch_up(table))

    def _arm(self, hot: HotTable) -> None:
        """Set the alarm of this node. Every node sweeps as well, so a lost alarm is only late."""
        if not self._alarms:
            return
        rings = hot.rings
        loop = asyncio.get_running_loop()
        wait = max(0.0, (math.inf if rings is None else rings) - self.clock.now())
        at = loop.time() + wait + 0.001
        # What uvloop does at once has no time: it rings before any other.
        if hot.alarm is not None and getattr(hot.alarm, "when", loop.time)() <= at:
            return  # it rings early, and is set anew then: few bids wait for their call
        self._disarm(hot)
        if rings is not None:
            hot.alarm = loop.call_at(at, self._ring, hot)

    @staticmethod
    def _disarm(hot: HotTable) -> None:
        if hot.alarm is not None:
            hot.alarm.cancel()
            hot.alarm = None

    def _ring(self, hot: HotTable) -> None:
        hot.alarm = None
        if self.tables.get(hot.id) is not hot:
            return
        rings = hot.rings
        if rings is not None and rings <= self.clock.now():
            self.spawn(self.fire(hot.id))
        else:
            self._arm(hot)

    @abstractmethod
    async def fire(self, table: str) -> None:
        """Do what is due on a table, if it still is."""

    def watch(self, hot: HotTable, watcher: Watcher) -> None:
        hot.watchers.add(watcher)

    def unwatch(self, hot: HotTable, watcher: Watcher) -> None:
        hot.watchers.discard(watcher)
        hot.used = self.clock.now()

    def spawn(self, work: Awaitable[None]) -> None:
        """Run something beside; a store that is away is no news, it is tried again."""
        task = asyncio.ensure_future(_quiet(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def hush(self) -> None:
        """Let no alarm ring any more: what comes due is for others, or for the next start."""
        self._alarms = False
        for hot in self.tables.values():
            self._disarm(hot)

    async def finished(self) -> None:
        """Wait for what runs beside."""
        while self._tasks:
            await asyncio.gather(*self._tasks, return_exceptions=True)


async def _quiet(work: Awaitable[None]) -> None:
    try:
        await work
    except UnavailableError as error:
        _log.warning("the store is away: %s", error)
