"""The tables that a node holds in memory, and how they are kept equal to the store."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress
from operator import methodcaller
from typing import Final

from kuhstall.server.table.alarms import Alarms
from kuhstall.server.table.broadcast import tell_all
from kuhstall.server.table.bus import Bus
from kuhstall.server.table.chat_log import HISTORY
from kuhstall.server.table.clock import Clock
from kuhstall.server.table.counters import Counters
from kuhstall.server.table.live_table import Change, Chat, LiveTable, Watcher
from kuhstall.server.table.log import Step, TableLog, UnavailableError, UnknownTableError, mark_of
from kuhstall.server.table.people import TablePeople

_log = logging.getLogger(__name__)

_AT_ONCE: Final = 200
"""Steps of a log that are folded before other tasks may run."""

STUCK: Final = 10.0
"""Seconds for which a table may differ from the store before its node reports itself unhealthy."""


class TableCache:
    """Reads tables, catches up with other nodes, and shows new steps to the watchers."""

    def __init__(  # noqa: PLR0913, PLR0917 -- all dependencies
        self,
        store: TableLog,
        people: TablePeople,
        bus: Bus,
        clock: Clock,
        alarms: Alarms,
        metrics: Counters,
    ) -> None:
        self._store = store
        self._people = people
        self._bus = bus
        self._clock = clock
        self._alarms = alarms
        self._metrics = metrics
        self.tables: dict[str, LiveTable] = {}
        self.listings = 0  # counts the changes of the lobby's list that this node knows of
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
        """Return the table as it is in the store now; wait for its lock on the person's behalf."""
        live = await self.live_table(table)
        async with live.lock_for(person):
            await self.catch_up(live)
        return live

    async def current_table(self, table: str, person: str | None) -> LiveTable:
        """Return the table as it is in the store; lock it only if another node wrote to it."""
        live = await self.live_table(table)
        before = live.position
        found = await self._store.positions([table])
        # This node may have written a step while it asked the store.
        if live.doubtful or found.get(table) not in {before, live.position}:
            return await self.fresh_table(table, person)
        return live

    async def _load(self, table: str) -> LiveTable:
        """Read a table. Subscribe to its hints first, so that no step is missed in between."""
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
        """Fetch what steps do not contain: names, and actions that are still sealed."""
        if unknown := live.unknown_people():
            live.names |= dict.fromkeys(unknown, "") | await self._people.names(unknown)
        if live.state.phase.sealed and live.party.stage == "playing":
            position = live.position
            rows = await self._store.sealed_actions(live.id, live.state.moment)
            if live.position == position:
                live.note_sealed(rows)

    async def drop_idle(self, idle: float) -> None:
        """Drop tables that have no watchers and were not used here for a while."""
        oldest = self._clock.now() - idle
        for live in list(self.tables.values()):
            idle_here = not live.watchers and live.used_at < oldest and not live.lock.locked()
            if idle_here and self.tables.get(live.id) is live:
                self._alarms.cancel(live)
                del self.tables[live.id]
                await self._bus.leave(live.id)

    # Steps of other nodes, and of this one

    async def catch_up_with(self, table: str) -> None:
        """Read the steps of other nodes, if this node holds the table."""
        live = self.tables.get(table)
        if live is not None:
            async with live.lock:
                with suppress(UnknownTableError):  # its watchers have been told
                    await self.catch_up(live)

    async def catch_up(self, live: LiveTable) -> None:
        """Read the steps of other nodes. The caller holds the lock."""
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
        """Catch up if the table differs from the store; return whether it did."""
        found = await self._store.positions([live.id])
        behind = found.get(live.id) != live.position
        if behind:
            await self.catch_up(live)
        return behind

    async def _go_back(self, live: LiveTable) -> None:
        """Start over from the store, which has another history than the one shown here.

        It was restored from a backup, or a lagging standby has become the primary. Nothing that
        was derived from the lost steps may stay, neither here nor in the clients.
        """
        live.doubtful = True
        steps = await self._store.steps(live.id)
        try:
            stored = await self._fold(live.id, steps)
            lines = await self._store.lines(live.id, 0, HISTORY)
            chat = Chat(lines, await self._people.names({line.person for line in lines}))
        except UnavailableError:
            raise
        except UnknownTableError:
            await self._let_go(live, "no_such_table")
            raise
        except Exception as error:
            await self._let_go(live, "unavailable")
            _log.exception("table %s was set back and cannot be read", live.id)
            raise UnavailableError(live.id) from error
        last, before = live.last_in(steps), live.seq
        _log.warning(
            "table %s was set back from step %d to %d, now at %d", live.id, before, last, stored.seq
        )
        self._metrics.set_backs.inc()
        self._metrics.lost_steps.inc(before - last)
        live.start_over(stored, last)
        for watcher in tuple(live.watchers):
            watcher.show_set_back(live, chat, before - last)
        self._alarms.cancel(live)
        self._alarms.set(live)

    async def compare_seals(self, table: str) -> None:
        """Ask players again whose sealed answers the store has lost.

        These answers are in no step, so a lost one does not show in the table's position. Compare
        without the lock: a command that had to wait for it would reveal that a player has answered.
        """
        live = self.tables.get(table)
        if live is None:
            return
        position, known = live.position, dict(live.sealed)
        found = live.read_sealed(await self._store.sealed_actions(table, live.state.moment))
        lost = {
            seat
            for seat, one in known.items()
            if seat not in found or (found[seat].revision <= one.revision and found[seat] != one)
        }
        # Check the position afterwards: then no other node had opened the answers before.
        if not lost or (await self._store.positions([table])).get(table) != position:
            return
        async with live.lock:
            if live.position != position:
                return
            lines = await self._store.lines(table, 0, HISTORY)
            chat = Chat(lines, await self._people.names({line.person for line in lines}))
            _log.warning("table %s was set back: sealed answers are lost", table)
            self._metrics.set_backs.inc()
            kept = {seat: one for seat, one in live.sealed.items() if seat not in lost}
            live.set_sealed(kept | {seat: found[seat] for seat in lost & found.keys()})
            # Only these players are told: the others must not learn who had answered.
            for watcher in tuple(live.watchers):
                if live.party.seat(watcher.person) in lost:
                    watcher.show_set_back(live, chat, 1)
            self._alarms.set(live)

    async def _let_go(self, live: LiveTable, code: str) -> None:
        """Drop a table that cannot be read any more, and close its sessions with a code."""
        self._alarms.cancel(live)
        if self.tables.get(live.id) is live:
            del self.tables[live.id]
            await self._bus.leave(live.id)
        for watcher in tuple(live.watchers):
            watcher.let_go(code)

    def note_astray(self, live: LiveTable) -> None:
        """Note since when a table is known to differ from the store."""
        if live.astray is None:
            live.astray = self._clock.steady()

    def any_doubt(self) -> bool:
        """Return whether a table may differ from the store, as far as this node knows."""
        return any(live.doubtful or live.astray is not None for live in self.tables.values())

    def stuck_tables(self) -> list[str]:
        """List the tables that have differed from the store for too long."""
        oldest = self._clock.steady() - STUCK
        astray = [(live.id, live.astray) for live in self.tables.values()]
        return [table for table, since in astray if since is not None and since < oldest]

    async def tell(self, live: LiveTable, change: Change) -> None:
        """Show a step to all watchers. None may miss one, so no error here prevents it."""
        try:
            if change.party_events or live.state.phase.sealed:
                await self.complete(live)
        except UnavailableError:
            live.doubtful = True
        self._metrics.steps.inc()
        if change.party_events and live.party.public:
            self.listings += 1
        await tell_all(live, methodcaller("show_step", live, change))
        self._alarms.set(live)

    # Watchers

    def watch(self, live: LiveTable, watcher: Watcher) -> None:
        live.watchers.add(watcher)

    def unwatch(self, live: LiveTable, watcher: Watcher) -> None:
        live.watchers.discard(watcher)
        live.used_at = self._clock.now()
