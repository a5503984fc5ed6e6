"""The people of the store in memory."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from msgspec import Struct
from msgspec.structs import replace

from kuhstall.server.store import TakenError, UnknownTableError
from kuhstall.server.store.people import (
    IDLE,
    OLDEST,
    SEEN,
    Holder,
    Person,
    StoredLine,
    UnknownPersonError,
)
from tests.simulation.memory_blocks import MemoryBlocks
from tests.simulation.memory_keys import KeptSession, MemoryKeys
from tests.simulation.memory_mails import MemoryMails
from tests.simulation.memory_news import MemoryHearing
from tests.simulation.memory_taps import MemoryTaps


class _Kept(Struct):
    name: str
    banned: float | None = None


class MemoryPeople(MemoryHearing, MemoryTaps, MemoryMails, MemoryKeys, MemoryBlocks):
    def __init__(self, clock: Callable[[], float], knows_table: Callable[[str], bool]) -> None:
        self.clock = clock
        self._knows_table = knows_table
        self.known: dict[str, _Kept] = {}
        MemoryHearing.__init__(self)
        MemoryTaps.__init__(self)
        MemoryMails.__init__(self)
        MemoryKeys.__init__(self)
        self.sessions: dict[bytes, KeptSession] = {}
        self._ended: list[tuple[float, bytes]] = []
        self._tickets: dict[bytes, tuple[float, Holder]] = {}
        self.said: list[StoredLine] = []
        self.latest = 0
        self._mutes: set[tuple[str, str]] = set()
        self.blocking: dict[int, tuple[str, str, float]] = {}

    def _knows(self, person: str) -> bool:
        return person in self.known

    def _name(self, person: str) -> str:
        return self.known[person].name if person in self.known else ""

    def _opened(self, person: str) -> float | None:
        return min(
            (one.since for one in self.sessions.values() if one.person == person), default=None
        )

    def _is_named(self, person: str) -> bool:
        return person in self.known and self.known[person].name != ""

    def _is_banned(self, person: str) -> bool:
        return self.known[person].banned is not None

    async def add_person(self, person: Person) -> None:
        if person.id in self.known:
            raise TakenError(person.id)
        self.known[person.id] = _Kept(person.name)

    async def person(self, person: str) -> Person | None:
        kept = self.known.get(person)
        return None if kept is None else Person(person, kept.name)

    async def rename(self, person: str, name: str) -> None:
        if person in self.known:
            self.known[person].name = name

    async def names(self, people: Collection[str]) -> dict[str, str]:
        return {one: self.known[one].name for one in people if one in self.known}

    async def forget(self, *people: str) -> None:
        for person in people:
            await self.rename(person, "")
            self._end_sessions(person)
            self._forget_taps(person)
            self._forget_past(person=person)
            self.forget_keys(person)
            self._forget_blocks(person, gone=True)
            self._mutes = {pair for pair in self._mutes if person not in pair}

    def drop_tickets(self, people: Collection[str]) -> None:
        self._tickets = {
            one: kept for one, kept in self._tickets.items() if kept[1].person not in people
        }

    def _forget_taps(self, person: str) -> None:
        self.forget_waits(person)
        self.taps.pop(person, None)
        self.mails.pop(person, None)

    def _end_sessions(self, person: str) -> None:
        ended = [token for token, one in self.sessions.items() if one.person == person]
        for token in ended:
            self.end_session(token)

    def end_session(self, token: bytes) -> None:
        if self.sessions.pop(token, None) is not None:
            self._ended.append((self.clock(), token))

    async def revoked(self, within: float) -> set[bytes]:
        return {token for at, token in self._ended if at > self.clock() - within}

    async def open_session(self, token: bytes, person: str) -> None:
        if person not in self.known:
            raise UnknownPersonError(person)
        self.sessions[token] = KeptSession(person, self.clock(), self.clock())

    def _is_alive(self, token: bytes) -> bool:
        session, now = self.sessions.get(token), self.clock()
        return (
            session is not None
            and session.seen > now - IDLE
            and session.since > now - OLDEST
            and self.known[session.person].banned is None
        )

    async def session(self, token: bytes) -> Person | None:
        if not self._is_alive(token):
            return None
        session = self.sessions[token]
        if session.seen < self.clock() - SEEN:
            session.seen = self.clock()
        return Person(session.person, self.known[session.person].name)

    async def close_session(self, token: bytes) -> None:
        self.end_session(token)

    async def alive(self, tokens: Collection[bytes]) -> set[bytes]:
        return {token for token in tokens if self._is_alive(token)}

    async def ban(self, person: str) -> bool:
        kept = self.known.get(person)
        if kept is None:
            return False
        kept.banned = self.clock() if kept.banned is None else kept.banned
        self._end_sessions(person)
        return True

    async def unban(self, person: str) -> None:
        if person in self.known:
            self.known[person].banned = None

    async def banned_people(self) -> Sequence[Person]:
        banned = [(-one.banned, id_) for id_, one in self.known.items() if one.banned is not None]
        return [Person(id_, self.known[id_].name) for _, id_ in sorted(banned)]

    async def give_ticket(self, ticket: bytes, holder: Holder, lasts: float) -> None:
        now = self.clock()
        self._tickets = {one: kept for one, kept in self._tickets.items() if kept[0] >= now}
        self._tickets[ticket] = now + lasts, holder

    async def take_ticket(self, ticket: bytes) -> Holder | None:
        expires, holder = self._tickets.pop(ticket, (0.0, None))
        return holder if expires > self.clock() else None

    async def say(self, line: StoredLine) -> StoredLine:
        if not self._knows_table(line.table):
            raise UnknownTableError(line.table)
        for kept in self.said:
            if (kept.table, kept.person, kept.command) == (line.table, line.person, line.command):
                return kept
        self.latest += 1
        self.said.append(replace(line, id=self.latest, at=self.clock()))
        return self.said[-1]

    async def lines(self, table: str, after: int = 0, limit: int = 50) -> Sequence[StoredLine]:
        return [one for one in self.said if one.table == table and one.id > after][-limit:]

    async def line(self, table: str, number: int) -> StoredLine | None:
        return next((one for one in self.said if (one.table, one.id) == (table, number)), None)

    async def mute(self, person: str, other: str) -> None:
        self._mutes.add((person, other))

    async def unmute(self, person: str, other: str) -> None:
        self._mutes.discard((person, other))

    async def muted_people(self, person: str) -> set[str]:
        return {other for one, other in self._mutes if one == person}

    def remove(self, person: str) -> None:
        del self.known[person]
        self._forget_taps(person)
        self._forget_past(person=person)
        self.forget_keys(person)
        self._forget_blocks(person, gone=True)
        self._mutes = {pair for pair in self._mutes if person not in pair}
