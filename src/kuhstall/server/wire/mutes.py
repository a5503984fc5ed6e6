"""Mutes of a session: lines of muted and blocked people are not sent to it."""

from __future__ import annotations

from kuhstall.engine.values import Illegal
from kuhstall.server.limits.rates import BLOCKS, Limiter
from kuhstall.server.table.chat_log import StoredLine
from kuhstall.server.table.live_table import Chat, LiveTable
from kuhstall.server.table.people import TablePeople
from kuhstall.server.wire import chat
from kuhstall.server.wire.frames import Block, ChatLine, Mute


class Mutes:
    def __init__(self, people: TablePeople) -> None:
        self._people = people
        self._muted: set[str] = set()
        self._authors: dict[int, str] = {}  # of the lines shown, to know whom to mute

    async def load(self, person: str | None) -> None:
        """Load the people whom a person has muted or blocked."""
        if person is not None:
            self._muted = await self._people.muted_people(person)
            self._muted |= await self._people.blocked_people(person)

    def forget(self) -> None:
        self._authors.clear()

    def hears(self, line: StoredLine) -> bool:
        """Note the author of a line; return whether the session is sent the line."""
        self._authors[line.id] = line.person
        return line.person not in self._muted

    def heard(self, said: Chat) -> list[ChatLine]:
        names = said.names
        return [chat.line(one, names.get(one.person, "")) for one in said.lines if self.hears(one)]

    async def mute(self, person: str | None, frame: Mute) -> None:
        if person is None:
            raise Illegal("no_session")
        author = self._author(frame.line)
        if frame.on:
            await self._people.mute(person, author)
            self._muted.add(author)
        else:
            await self._people.unmute(person, author)
            self._muted -= {author} - await self._people.blocked_people(person)

    async def block(
        self, person: str | None, frame: Block, live: LiveTable, limiter: Limiter, now: float
    ) -> None:
        """Block the author of a line or the person on a seat. They are not told."""
        if person is None:
            raise Illegal("no_session")
        other = self._meant(frame, live)
        if other == person:
            raise Illegal("yourself")
        if not limiter.admits(BLOCKS, person, now):
            raise Illegal("slow_down")
        if not await self._people.block(person, other):
            raise Illegal("too_many_blocks")
        self._muted.add(other)

    def _author(self, line: int) -> str:
        author = self._authors.get(line)
        if author is None:
            raise Illegal("no_such_line")
        return author

    def _meant(self, frame: Block, live: LiveTable) -> str:
        if frame.line is not None:
            return self._author(frame.line)
        places = live.party.places
        seat = len(places) if frame.seat is None else frame.seat
        person = places[seat].person if seat < len(places) else None
        if person is None:
            raise Illegal("no_person")
        return person
