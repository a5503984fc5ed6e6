"""Hints between nodes: a table has a new step, a new line of chat, or a player with a new name."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from kuhstall.server.table.background import Background
from kuhstall.server.table.broadcast import tell_all
from kuhstall.server.table.bus import Bus, Hint
from kuhstall.server.table.cache import TableCache
from kuhstall.server.table.chat_log import HISTORY, StoredLine
from kuhstall.server.table.counters import Counters
from kuhstall.server.table.live_table import Chat, LiveTable, Watcher
from kuhstall.server.table.log import TableLog
from kuhstall.server.table.people import TablePeople


def _show_line(line: StoredLine, name: str, watcher: Watcher) -> None:
    watcher.show_line(line, name)


class HintListener:
    """Handles hints of other nodes and publishes hints. A lost hint only causes a delay."""

    def __init__(  # noqa: PLR0913, PLR0917 -- all dependencies
        self,
        store: TableLog,
        people: TablePeople,
        bus: Bus,
        cache: TableCache,
        background: Background,
        metrics: Counters,
    ) -> None:
        self._store = store
        self._people = people
        self._bus = bus
        self._cache = cache
        self._background = background
        self._metrics = metrics
        self._compared: str | None = None
        self._renamed: dict[str, set[str]] = {}

    def hear(self, hint: Hint) -> None:
        """Handle a hint from the bus."""
        self._metrics.hints.inc()
        self._take(hint)

    def _take(self, hint: Hint) -> None:
        live = self._cache.tables.get(hint.table)
        if live is None:
            return
        if hint.seq > live.seq or self._is_another(hint, live):
            self._background.spawn(self._cache.catch_up_with(hint.table))
        if hint.renamed:
            self._forget_name(live, hint.renamed)
        if hint.line > live.latest_line:
            self._background.spawn(self._pass_on(live, hint))

    def _forget_name(self, live: LiveTable, person: str) -> None:
        """Look a name up again: at once in the waiting room, later with the next step."""
        if live.party.stage != "open" or not live.watchers:
            live.names.pop(person, None)
        elif live.id in self._renamed:
            self._renamed[live.id].add(person)
        else:
            self._renamed[live.id] = {person}
            self._background.spawn(self._show_names(live))

    async def _show_names(self, live: LiveTable) -> None:
        try:
            async with live.lock:
                lines = await self._store.lines(live.id, 0, HISTORY)
                chat = Chat(lines, await self._people.names({line.person for line in lines}))
                # Who is renamed from now on is shown by the next run.
                for person in self._renamed.pop(live.id):
                    live.names.pop(person, None)
                await self._cache.complete(live)
                await tell_all(live, lambda watcher: watcher.show_names(live, chat))
        except BaseException:
            for person in self._renamed.pop(live.id, ()):
                live.names.pop(person, None)
            raise

    @staticmethod
    def _is_another(hint: Hint, live: LiveTable) -> bool:
        """Return whether this node has another step under the hint's number."""
        told = next((one for one in reversed(live.recent) if one.seq == hint.seq), None)
        return bool(hint.mark) and told is not None and told.mark.hex() != hint.mark

    async def announce_new_name(self, person: str) -> None:
        """Make every node look up a player's name again."""
        listed = await self._store.tables_of(person, 100)
        await self.announce_name(person, [one.table for one in listed])

    async def announce_name(self, person: str, tables: Iterable[str]) -> None:
        """Make every node look up a player's name again at these tables."""
        for table in tables:
            hint = Hint(table, 0, 0, person)
            self._take(hint)
            await self._bus.publish(hint)

    async def announce_line(self, hint: Hint) -> None:
        """Show a line of chat that was written on this node, and publish the hint."""
        await self._pass_on(await self._cache.live_table(hint.table), hint)
        await self._bus.publish(hint)

    async def _pass_on(self, live: LiveTable, hint: Hint) -> None:
        async with live.talk:
            if hint.line <= live.latest_line:
                return
            lines = await self._store.lines(live.id, live.latest_line or hint.line - 1)
            names = await self._people.names({line.person for line in lines})
            for line in lines:
                live.latest_line = line.id
                name = names.get(line.person, "")
                await tell_all(live, partial(_show_line, line, name))

    async def compare_with_store(self) -> None:
        """Look for steps whose hints were lost, and for tables that were set back.

        The bus may lose hints, and without a command nothing else compares a table with the store.
        A table with a new step is skipped: writing or reading a step compares by itself. If nothing
        was written since the last time, nothing is compared.
        """
        before = {table: live.position for table, live in self._cache.tables.items()}
        if not before:
            return
        mark = await self._store.write_mark()
        if mark is not None and mark == self._compared and not self._cache.any_doubt():
            return
        self._compared = None
        found = await self._store.positions(before)
        for table, position in before.items():
            live = self._cache.tables.get(table)
            if live is None or live.position != position:
                continue
            if found.get(table) != position or live.doubtful:
                self._cache.note_astray(live)
                self._background.spawn(self._cache.catch_up_with(table))
                continue
            live.astray = None
            # If this node knows of no sealed answer or withdrawal, it cannot have lost one.
            if live.sealed and live.state.phase.sealed:
                self._background.spawn(self._compare_seals(table))
        self._compared = mark

    async def _compare_seals(self, table: str) -> None:
        try:
            await self._cache.compare_seals(table)
        except BaseException:
            self._compared = None  # try again, even if nothing is written
            raise
