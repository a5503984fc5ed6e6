"""The tables that a node holds in memory, and how it keeps them as they are in the store."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from kuhstall.server.hosting.alarms import Alarms
from kuhstall.server.hosting.bus import Bus
from kuhstall.server.hosting.chat import HISTORY
from kuhstall.server.hosting.clock import Clock
from kuhstall.server.hosting.live_table import Change, Chat, LiveTable, Watcher
from kuhstall.server.hosting.metrics import Metrics
from kuhstall.server.hosting.telling import tell_all
from kuhstall.server.party.record import game_action
from kuhstall.server.store import Step, Store, UnavailableError, UnknownTableError, mark_of
from kuhstall.server.store.people import People

_log = logging.getLogger(__name__)

_AT_ONCE: Final = 200
"""Steps of a log that are folded before others have their turn."""

STUCK: Final = 10.0
"""Seconds for which a table may differ from what is stored, before its node is not well."""


class TableCache:
    """Reads tables, catches up with other nodes, and tells whoever watches."""

    def __init__(  # noqa: PLR0913, PLR0917 -- all that comes in from outside
        self,
        store: Store,
        people: People,
        bus: Bus,
        clock: Clock,
        alarms: Alarms,
        metrics: Metrics,
    ) -> None:
        self._store = store
        self._people = people
        self._bus = bus
        self._clock = clock
        self._alarms = alarms
        self._metrics = metrics
        self.tables: dict[str, LiveTable] = {}
        self.listings = 0  # changes of what the lobby shows, as far as this node knows
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}

    async def live_table(self, table: str) -> LiveTable:
        """Return the table, read from the store if this node does not hold it."""
        live = self.tables.get(table)
        if live is None:
            loading = self._loading.get(table)
            if loading is None:
                loading = self._loading[table] = asyncio.create_task(self._load(table))
                loading.add_done_callback(lambda _: self._loading.pop(table, None))
            live = await asyncio.shield(loading)
        live.used_at = self._clock.now()
        return live

    async def fresh_table(self, table: str, person: str | None = None) -> LiveTable:
        """Return the table as it is in the store at this moment, for somebody who wants it."""
        live = await self.live_table(table)
        async with live.turn(person):
            await self.catch_up(live)
        return live

    async def current_table(self, table: str, person: str | None) -> LiveTable:
        """Return the table as it is in the store, without its lock if no other node has gone on."""
        live = await self.live_table(table)
        before = live.position
        found = await self._store.positions([table])
        # It may have gone on here while the store was asked.
        if live.doubtful or found.get(table) not in {before, live.position}:
            return await self.fresh_table(table, person)
        return live

    async def _load(self, table: str) -> LiveTable:
        """Read a table. It is followed before, so that no step falls in between."""
        await self._bus.follow(table)
        try:
            live = await self._fold(table, await self._store.steps(table))
        except BaseException:
            await self._bus.leave(table)
            raise
        self.tables[table] = live
        self._alarms.set(live)
        return live

    async def _fold(self, table: str, steps: Sequence[Step]) -> LiveTable:
        row = await self._store.table_row(table)
        live = LiveTable(table, row.code, await self._store.secret(table))
        for step in steps:
            live.read(step)
            if live.seq % _AT_ONCE == 0:
                await asyncio.sleep(0)  # a long log must not hold up other tables
        if live.seq == 0:
            raise UnknownTableError(table)
        await self.complete(live)
        return live

    async def complete(self, live: LiveTable) -> None:
        """Fetch what is not in the steps: names, and actions that are still sealed."""
        if unknown := live.unknown_people():
            live.names |= dict.fromkeys(unknown, "") | await self._people.names(unknown)
        if live.state.phase.sealed and live.party.stage == "playing":
            position, edition = live.position, live.state.edition.key
            held = await self._store.sealed_actions(live.id, live.state.moment)
            if live.position == position:
                # Others may have asked later and heard sooner: what is held is never taken back.
                live.held |= {one.seat: game_action(one.action, edition) for one in held}

    async def drop_idle(self, idle: float) -> None:
        """Forget tables that nobody here has looked at for a while; the store has them."""
        oldest = self._clock.now() - idle
        for live in list(self.tables.values()):
            idle_here = not live.watchers and live.used_at < oldest and not live.lock.locked()
            if idle_here and self.tables.get(live.id) is live:
                self._alarms.cancel(live)
                del self.tables[live.id]
                await self._bus.leave(live.id)

    # Steps of other nodes, and of this one

    async def catch_up_with(self, table: str) -> None:
        """Read what other nodes have written, if this node holds the table."""
        live = self.tables.get(table)
        if live is not None:
            async with live.lock:
                with suppress(UnknownTableError):  # who watched it has been told
                    await self.catch_up(live)

    async def catch_up(self, live: LiveTable) -> None:
        """Read what other nodes have written. The caller holds the lock."""
        steps = await self._store.steps(live.id, after=live.seq - 1)
        if not steps or mark_of(steps[0]) != live.mark:
            await self._go_back(live)
            return
        for step in steps[1:]:
            change = live.read(step)
            await self.tell(live, change)
        await self.complete(live)
        live.doubtful, live.astray = False, None

    async def catch_up_if_behind(self, live: LiveTable) -> bool:
        """Do so unless the table is as in the store; tell whether it had to be done."""
        found = await self._store.positions([live.id])
        behind = found.get(live.id) != live.position
        if behind:
            await self.catch_up(live)
        return behind

    async def _go_back(self, live: LiveTable) -> None:
        """Take over what is stored, if it is not what was told: the store has been set back.

        It was restored, or a standby that lagged has become the primary. Nothing that was made
        of the lost steps may stay, neither here nor with those who watch.
        """
        live.doubtful = True
        steps = await self._store.steps(live.id)
        try:
            stored = await self._fold(live.id, steps)
            lines = await self._people.lines(live.id, 0, HISTORY)
            chat = Chat(lines, await self._people.names({line.person for line in lines}))
        except UnavailableError:
            raise
        except UnknownTableError:
            await self._let_go(live, "no_such_table")
            raise
        except Exception as error:
            await self._let_go(live, "unavailable")
            _log.exception("%s was set back, and cannot be read", live.id)
            raise UnavailableError(live.id) from error
        last, before = live.last_in(steps), live.seq
        _log.warning("%s was set back: from %d to %d, now %d", live.id, before, last, stored.seq)
        self._metrics.set_backs.inc()
        self._metrics.lost_steps.inc(before - last)
        live.start_over(stored, last)
        for watcher in tuple(live.watchers):
            watcher.show_set_back(live, chat, before - last)
        self._alarms.cancel(live)
        self._alarms.set(live)

    async def compare_seals(self, table: str) -> None:
        """Ask those anew whose sealed actions the store has lost.

        No step told of these actions, so the table's position does not tell that it went back. It
        is asked without the lock: that somebody had to wait would tell that somebody has acted.
        """
        live = self.tables.get(table)
        if live is None:
            return
        position, held = live.position, set(live.held)
        found = await self._store.sealed_actions(table, live.state.moment)
        lost = held - {one.seat for one in found}
        # Asked after that: no other node had opened them when they were looked for.
        if not lost or (await self._store.positions([table])).get(table) != position:
            return
        async with live.lock:
            if live.position != position:
                return
            lines = await self._people.lines(table, 0, HISTORY)
            chat = Chat(lines, await self._people.names({line.person for line in lines}))
            _log.warning("%s was set back: sealed actions are gone", table)
            self._metrics.set_backs.inc()
            for seat in lost:
                live.held.pop(seat, None)
            # The others are not told: that somebody had acted is no business of theirs.
            for watcher in tuple(live.watchers):
                if live.party.seat(watcher.person) in lost:
                    watcher.show_set_back(live, chat, 1)
            self._alarms.set(live)

    async def _let_go(self, live: LiveTable, code: str) -> None:
        """Hold a table no longer that cannot be read any more; whoever comes back finds out why."""
        self._alarms.cancel(live)
        if self.tables.get(live.id) is live:
            del self.tables[live.id]
            await self._bus.leave(live.id)
        for watcher in tuple(live.watchers):
            watcher.let_go(code)

    def note_astray(self, live: LiveTable) -> None:
        """Note that a table is not as in the store, if nobody has yet."""
        if live.astray is None:
            live.astray = self._clock.steady()

    def stuck_tables(self) -> list[str]:
        """List the tables that have not been as in the store for too long."""
        oldest = self._clock.steady() - STUCK
        astray = [(live.id, live.astray) for live in self.tables.values()]
        return [table for table, since in astray if since is not None and since < oldest]

    async def tell(self, live: LiveTable, change: Change) -> None:
        """Tell of a step, whatever else fails: whoever watches must not miss one."""
        try:
            if change.party_events or live.state.phase.sealed:
                await self.complete(live)
        except UnavailableError:
            live.doubtful = True
        self._metrics.steps.inc()
        if change.party_events and live.party.public:
            self.listings += 1
        await tell_all(live, lambda watcher: watcher.show_step(live, change))
        self._alarms.set(live)

    # Watchers

    def watch(self, live: LiveTable, watcher: Watcher) -> None:
        live.watchers.add(watcher)

    def unwatch(self, live: LiveTable, watcher: Watcher) -> None:
        live.watchers.discard(watcher)
        live.used_at = self._clock.now()
