"""What nodes tell each other: that a table has moved on, that somebody spoke or has a new name."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from kuhstall.server.hosting.background import Background
from kuhstall.server.hosting.bus import Bus, Hint
from kuhstall.server.hosting.live_table import LiveTable, Watcher
from kuhstall.server.hosting.metrics import Metrics
from kuhstall.server.hosting.table_cache import TableCache
from kuhstall.server.hosting.telling import tell_all
from kuhstall.server.store import Store
from kuhstall.server.store.people import People, StoredLine


def _show_line(line: StoredLine, name: str, watcher: Watcher) -> None:
    watcher.show_line(line, name)


class News:
    """Takes hints and gives them. One that is lost only makes its news late."""

    def __init__(  # noqa: PLR0913, PLR0917 -- all that comes in from outside
        self,
        store: Store,
        people: People,
        bus: Bus,
        cache: TableCache,
        background: Background,
        metrics: Metrics,
    ) -> None:
        self._store = store
        self._people = people
        self._bus = bus
        self._cache = cache
        self._background = background
        self._metrics = metrics

    def hear(self, hint: Hint) -> None:
        """Take a hint from the bus."""
        self._metrics.hints.inc()
        self._take(hint)

    def _take(self, hint: Hint) -> None:
        live = self._cache.tables.get(hint.table)
        if live is None:
            return
        if hint.seq > live.seq or self._is_another(hint, live):
            self._background.spawn(self._cache.catch_up_with(hint.table))
        if hint.renamed:
            live.names.pop(hint.renamed, None)  # looked up anew with the next step
        if hint.line > live.latest_line:
            self._background.spawn(self._pass_on(live, hint))

    @staticmethod
    def _is_another(hint: Hint, live: LiveTable) -> bool:
        """Whether the hint is about a step that has another one's number here."""
        told = next((one for one in reversed(live.recent) if one.seq == hint.seq), None)
        return bool(hint.mark) and told is not None and told.mark.hex() != hint.mark

    async def announce_new_name(self, person: str) -> None:
        """Let every node forget a name that has changed."""
        listed = await self._store.tables_of(person, 100)
        await self.announce_name(person, [one.table for one in listed])

    async def announce_name(self, person: str, tables: Iterable[str]) -> None:
        """Let every node forget what somebody was called at these tables."""
        for table in tables:
            hint = Hint(table, 0, 0, person)
            self._take(hint)
            await self._bus.publish(hint)

    async def announce_line(self, hint: Hint) -> None:
        """Pass on what was said here."""
        await self._pass_on(await self._cache.live_table(hint.table), hint)
        await self._bus.publish(hint)

    async def _pass_on(self, live: LiveTable, hint: Hint) -> None:
        async with live.talk:
            if hint.line <= live.latest_line:
                return
            lines = await self._people.lines(live.id, live.latest_line or hint.line - 1)
            names = await self._people.names({line.person for line in lines})
            for line in lines:
                live.latest_line = line.id
                name = names.get(line.person, "")
                await tell_all(live, partial(_show_line, line, name))

    async def compare_with_store(self) -> None:
        """Look for steps that no hint told of, and for tables that have been set back.

        It is the net under a bus that may lose hints, and under tables where nobody acts. A table
        that has moved meanwhile is left out: whatever moves compares by itself.
        """
        before = {table: live.position for table, live in self._cache.tables.items()}
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
            # Where this node knows of no answer, none can be lost to it: nothing to ask for.
            if live.held and live.state.phase.sealed:
                self._background.spawn(self._cache.compare_seals(table))
