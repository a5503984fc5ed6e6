"""Who is connected to which table, told to the tables when players come and go."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from typing import Final

from kuhstall.server.table.log import TableLog
from kuhstall.server.table.people import TablePeople
from kuhstall.server.table.service import Service
from kuhstall.server.wire.session import Session

PARTED: Final = 5.0
"""Seconds: a player who is back within this time, say after a reload, never counts as gone."""


class Presence:
    """The open sessions of a node."""

    def __init__(
        self, service: Service[TableLog, TablePeople], is_ready: Callable[[], bool]
    ) -> None:
        self.sessions: dict[Session, None] = {}  # in order of arrival
        self.count: Counter[tuple[str, str]] = Counter()
        self._service = service
        self._is_ready = is_ready

    def mark_present(self, session: Session) -> None:
        """Register a session that looks at its table, and note the presence of a seated player."""
        if session not in self.sessions:
            self.sessions[session] = None
            if (who := session.person or session.screen) is not None:
                self.count[session.table, who] += 1
        live, person = session.live, session.person
        if live is not None and session.screen is not None:
            if session.screen not in live.party.screens:
                self._note_screen(session.table, session.screen, on=True)
            return
        seat = None if live is None else live.party.seat(person)
        if live is None or person is None or seat is None:
            return
        place = live.party.places[seat]
        if not place.here or place.away:
            self._service.background.spawn(self._service.note_arrival(session.table, person))

    def mark_absent(self, session: Session) -> None:
        self.sessions.pop(session, None)
        who = session.person or session.screen
        if who is None:
            return
        self.count[session.table, who] -= 1
        if not self.count[session.table, who]:
            del self.count[session.table, who]
            loop = asyncio.get_running_loop()
            wait = PARTED * self._service.tempo
            loop.call_later(wait, self._note_departure, session.table, who, session.screen)

    def _note_departure(self, table: str, who: str, screen: str | None) -> None:
        if not self._is_ready() or self.count[table, who]:
            return
        if screen is not None:
            self._note_screen(table, screen, on=False)
        else:
            self._service.background.spawn(self._service.note_departure(table, who))

    def _note_screen(self, table: str, screen: str, *, on: bool) -> None:
        self._service.background.spawn(self._service.note_screen(table, screen, on=on))
