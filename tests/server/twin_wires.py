"""Twin worlds behind two servers: the same case in both, and every frame that one viewer gets.

The cases are those of the engine's twins: two games that the viewer is not entitled to tell apart,
though decks, purses, payments and offers differ. Here they are played through a service each, and
a session of the viewer writes to a wire that is kept.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections import Counter
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from msgspec import Struct

from kuhstall.engine.values import CLOCK, Action, Actor, Event
from kuhstall.games.kuhhandel.edition import KuhTable
from kuhstall.server import deciding, opening, showing
from kuhstall.server.accounts import ticket
from kuhstall.server.hot import HotTable
from kuhstall.server.node import Node
from kuhstall.server.opening import Wish
from kuhstall.server.requests import Join, SeatBot, Start
from kuhstall.server.session import Session
from kuhstall.server.store.people import Holder, Person
from kuhstall.server.store.sqlite import SqliteStore
from tests.games.twin import lockstep
from tests.games.twin.mutant import REAL
from tests.server.houses import House

MOST_STEPS = 40
BOTS = 0.4
RETURNS = 0.1
PEOPLE = ("ada", "ben", "cleo", "dora", "emil")
WATCHER = "zoe"


class Move(Struct, frozen=True):
    """What happens in the one world and in the other, and where it leads."""

    actor: Actor
    actions: tuple[Action, Action]
    after: tuple[KuhTable, KuhTable]


class Probe(Struct, frozen=True):
    """Something that the viewer tries, and that is refused."""

    action: Action
    late: int


class Return(Struct, frozen=True):
    """The viewer opens another socket, having seen all but some of the steps."""

    unseen: int


class Story(lockstep.Twins):
    """A case of the engine's, told as a list of what happens."""

    def __init__(self, seed: int) -> None:
        self.script: list[Move | Probe | Return] = []
        self.logs: tuple[list[Event], list[Event]] = ([], [])
        super().__init__(seed, REAL)
        self.dealt = (self.one, self.other)
        others = [seat for seat in range(1, self.seats) if seat != self.viewer]
        self.bots = [seat for seat in others if self.random.random() < BOTS]
        self.playable = self.one.edition.rules.gavel == "clock"

    def tell(self) -> None:
        """Go through the case as far as it is told here."""
        while self.case.steps < MOST_STEPS:
            if self.viewer is not None and self.random.random() < lockstep.PROBES:
                self._probe(self.viewer)
            if self.random.random() < RETURNS:
                self.script.append(Return(self.random.randint(0, 12)))
            chosen = self._choose()
            if chosen is None:
                break
            self._step(*chosen)
            self.script.append(Move(chosen[0], chosen[1:], (self.one, self.other)))
            if not self.one.phase.actors(self.one):
                break

    def _probe(self, seat: int) -> None:
        action = lockstep._probe(self.one, seat, self.random, self.seats)
        late = self.random.choice((0, 0, 0, 1))
        codes = [REAL.refused(table, seat, action) for table in (self.one, self.other)]
        if late or any(codes):
            self.script.append(Probe(action, late))

    def _heard(
        self, one: KuhTable, other: KuhTable, log: list[Event], twin_log: list[Event]
    ) -> None:
        if not self.script:
            self.logs = log, twin_log


class Wire:
    """Keeps what a session sends."""

    def __init__(self) -> None:
        self.frames: list[bytes] = []

    def send(self, frame: bytes) -> None:
        self.frames.append(frame)

    def close(self, code: int, reason: str) -> None:
        self.frames.append(f"{code} {reason}".encode())


class World:
    """One of the two servers, with a table at which the viewer looks."""

    def __init__(self, store: SqliteStore, which: int) -> None:
        self.which = which
        self.house = House(store)
        self.service = self.house.service
        self.node = Node(self.service, origins=[], ease=0)
        self.wire = Wire()
        self.session: Session
        self.story: Story
        self.hot: HotTable
        self._count = 0

    @property
    def _person(self) -> str:
        seat = self.story.viewer
        return WATCHER if seat is None else PEOPLE[seat]

    async def enter(self) -> None:
        for person in (*PEOPLE, WATCHER):
            await self.service.people.add_person(Person(person, person.title()))

    async def begin(self, story: Story, table: str) -> None:
        """Seat everybody, let the viewer look, and start."""
        self.story, self.wire, self._count = story, Wire(), 0
        edition = story.one.edition
        wish = Wish(
            edition=edition.key,
            rules=msgspec.to_builtins(edition.rules),
            seats=story.seats,
            table=table,
        )
        await self.service.open_table(PEOPLE[0], wish)
        for seat in range(1, story.seats):
            if seat in story.bots:
                await self.house.ask(table, PEOPLE[0], SeatBot(seat))
            else:
                await self.house.ask(table, PEOPLE[seat], Join(seat))
        self.hot = await self.service.hot(table)
        self.session = await self.look(None)
        await self.house.ask(table, PEOPLE[0], Start())
        await self._settle()

    async def look(self, last_seq: int | None) -> Session:
        """Open a socket of the viewer."""
        text, stored = ticket()
        holder = Holder(self.hot.id, self._person, None)
        await self.service.people.give_ticket(stored, holder, 30)
        session = Session(self.node, self.wire, self.hot.id)
        self._send(session, {"type": "hello", "ticket": text, "last_seq": last_seq})
        await self._settle()
        return session

    async def happen(self, told: Move | Probe | Return) -> None:
        match told:
            case Move(actor, actions, after):
                await self._move(actor, actions[self.which])
                await self._settle()
                assert self.hot.game.world == after[self.which].world
            case Probe(action, late):
                self._command(action, self.hot.game.moment - late)
            case Return(unseen):
                again = await self.look(max(1, self.hot.seq - unseen))
                again.lost()
                self._send(self.session, {"type": "resume", "last_seq": self.hot.seq - unseen})
        await self._settle()

    async def end(self) -> None:
        """Look back, as a client over HTTP would."""
        lines = showing.lines(self.hot, self.hot.party.seat(self._person))
        self.wire.send(msgspec.json.encode(lines))
        self.session.lost()
        self.service.tables.clear()

    async def _move(self, actor: Actor, action: Action) -> None:
        due = self.hot.timers.get(actor)
        if actor == self.story.viewer:
            self._command(action, self.hot.game.moment)
        elif actor != CLOCK and actor not in self.story.bots:
            await self.house.play(self.hot.id, PEOPLE[actor], action, f"m{self.hot.seq}")
        elif due is not None and due == min(self.hot.timers.values()):
            self.hot.think = lambda seat: action  # type: ignore[method-assign]
            self.house.clock.time = max(due, self.house.clock.time)
            await self.service.fire(self.hot.id)
        else:  # somebody else's time would be up first: it acts a little sooner
            await self.service._command(
                self.hot.id,
                actor,
                f"soon/{self.hot.seq}",
                lambda hot: deciding._acted(hot.situation, [], actor, action),
            )

    def _command(self, action: Action, moment: int) -> None:
        self._count += 1
        frame = {"type": "cmd", "cid": f"c{self._count}", "moment": moment, "action": action}
        self._send(self.session, frame)

    @staticmethod
    def _send(session: Session, frame: dict[str, Any]) -> None:
        session.received(msgspec.json.encode(frame))

    async def _settle(self) -> None:
        while self.node._tasks or self.service._tasks:
            await asyncio.gather(*self.node._tasks, *self.service._tasks)


class Difference(Struct, frozen=True):
    """What the viewer could tell the worlds apart by."""

    seed: int
    step: int
    one: list[bytes]
    other: list[bytes]


class Twins:
    """Two servers that go through case after case."""

    def __init__(self, one: SqliteStore, other: SqliteStore, patch: pytest.MonkeyPatch) -> None:
        self.worlds = World(one, 0), World(other, 1)
        self.seen: Counter[str] = Counter()
        self._patch = patch

    async def enter(self) -> None:
        for world in self.worlds:
            await world.enter()

    async def compare(self, seed: int) -> Difference | None:
        """Play a case in both worlds; None if the viewer gets the same bytes in both."""
        story = Story(seed)
        if not story.playable:
            return None
        story.tell()
        self._fix(seed)
        table = f"{seed:026d}".translate(str.maketrans("01", "ab"))
        for world in self.worlds:
            self._deal(story, world.which)
            await world.begin(story, table)
        self.seen["cases"] += 1
        self.seen["spectator" if story.viewer is None else f"seat {story.viewer}"] += 1
        for step, told in enumerate(story.script):
            found = self._difference(seed, step)
            if found is not None:
                return found
            if _told_apart(told):
                break
            for world in self.worlds:
                await world.happen(told)
            self._count(told)
        for world in self.worlds:
            await world.end()
        return self._difference(seed, len(story.script))

    def _count(self, told: Move | Probe | Return) -> None:
        self.seen[type(told).__name__] += 1
        if isinstance(told, Move):
            self.seen["apart"] += told.after[0].world != told.after[1].world

    def _difference(self, seed: int, step: int) -> Difference | None:
        one, other = (world.wire.frames for world in self.worlds)
        self.seen["frames"] += len(one)
        if one != other:
            return Difference(seed, step, list(one), list(other))
        one.clear()
        other.clear()
        return None

    def _fix(self, seed: int) -> None:
        """Take chance out of all that both worlds show: the code, the secret and its promise."""
        secret = hashlib.sha256(b"%d" % seed).digest()
        code = f"{seed:07d}"
        self._patch.setattr(opening, "letters", lambda _: code)
        self._patch.setattr(opening, "secrets", SimpleNamespace(token_bytes=lambda _: secret))
        for world in self.worlds:
            world.house.clock.time = 1_800_000_000.0

    def _deal(self, story: Story, which: int) -> None:
        def begin(edition: Any, seats: int, chance: Any) -> tuple[KuhTable, list[Event]]:
            return story.dealt[which], [edition.opened(seats), *story.logs[which]]

        self._patch.setattr(deciding, "begin", begin)


def _told_apart(told: Move | Probe | Return) -> bool:
    """Whether a game ends by comparing money, which everybody is told."""
    if not isinstance(told, Move):
        return False
    table = told.after[0]
    return not table.phase.actors(table) and table.edition.rules.tie_break == "money"
