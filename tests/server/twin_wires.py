"""Twin worlds behind two servers: the same case in both, and every frame that one viewer gets.

The cases are those of the engine's twins: two games that the viewer is not entitled to tell apart,
though decks, purses, payments and offers differ. Here they are played through a service each, and
a session of the viewer writes to a wire that is kept. In Kuhhandel Master others slap, or plan to,
in one world and not in the other.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections import Counter
from typing import Any

import msgspec
import pytest
from msgspec import Struct

from kuhstall.engine.values import CLOCK, Action, Actor, Event, Seat
from kuhstall.games.kuhhandel.edition import KuhTable
from kuhstall.games.kuhhandel.master.actions import Wait
from kuhstall.games.kuhhandel.master.house_rules import MasterRules
from kuhstall.server.features.accounts.person_queries import Person
from kuhstall.server.ops.node import Node
from kuhstall.server.store.sqlite import SqliteStore
from kuhstall.server.table.bus import Hint
from kuhstall.server.table.chat_log import Holder
from kuhstall.server.table.live_table import LiveTable
from kuhstall.server.table.party import decide
from kuhstall.server.table.party.opening import Drawn, Wish
from kuhstall.server.table.party.requests import Join, SeatBot, Start
from kuhstall.server.table.party.timers import next_due, store_timers
from kuhstall.server.table.random_source import RandomSource
from kuhstall.server.wire import chat, views
from kuhstall.server.wire.frames import EMOTES, Say
from kuhstall.server.wire.session import Session
from kuhstall.server.wire.tickets import make_ticket
from tests.server.houses import House
from tests.server.twin_stories import Answers, Move, Probe, Return, Story, Told

PEOPLE = ("ada", "ben", "cleo", "dora", "emil", "finn")
WATCHER = "zoe"
NOW = 1_800_000_000.0


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
        self.hot: LiveTable
        self.is_screen = False
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
        self.hot = await self.service.cache.live_table(table)
        self.session = await self.look(None)
        await self.house.ask(table, PEOPLE[0], Start())
        await self._settle()

    async def look(self, last_seq: int | None) -> Session:
        """Open a socket of the viewer; every other spectator is a screen of the players."""
        text, stored = make_ticket(screen="television" if self.is_screen else None)
        holder = Holder(self.hot.id, None if self.is_screen else self._person, None)
        await self.service.store.give_ticket(stored, holder, 30)
        session = Session(self.node, self.wire, self.hot.id)
        self._send(session, {"type": "hello", "ticket": text, "last_seq": last_seq})
        await self._settle()
        return session

    async def happen(self, told: Told) -> None:
        match told:
            case Answers(held, _, _, after):
                await self._answer(told, held[self.which])
                await self._settle()
                assert self.hot.state.world == after[self.which].world
                assert self.hot.state.phase == after[self.which].phase
            case Move(actor, actions, after):
                await self._move(actor, actions[self.which])
                await self._settle()
                assert self.hot.state.world == after[self.which].world
            case Probe(action, late):
                self._command(action, self.hot.state.moment - late)
            case Return(unseen):
                await self._emote()
                again = await self.look(max(1, self.hot.seq - unseen))
                again.end()
                self._send(self.session, {"type": "resume", "last_seq": self.hot.seq - unseen})
        await self._settle()

    async def end(self) -> None:
        """Look back, as a client over HTTP would."""
        lines = views.lines(self.hot, self.hot.party.seat(self._person))
        self.wire.send(msgspec.json.encode(lines))
        self.session.end()
        self.service.cache.tables.clear()

    async def _move(self, actor: Actor, action: Action) -> None:
        timers = self.hot.timers
        due = store_timers(timers).get(actor)
        calls = timers.hush is not None and actor == self.hot.state.phase.caller(self.hot.state)
        if calls:  # not before the others could speak
            self.house.clock.time = max(timers.hush or 0.0, self.house.clock.time)
        if calls and timers.clock == next_due(timers) and self.hot.seq % 2:
            self.house.clock.time = max(timers.clock or 0.0, self.house.clock.time)
            await self.service.fire(self.hot.id)  # in the stead of whoever stays silent
        elif actor == self.story.viewer:
            self._command(action, self.hot.state.moment)
        elif actor != CLOCK and actor not in self.story.bots:
            await self.house.play(self.hot.id, PEOPLE[actor], action, f"m{self.hot.seq}")
        elif due is not None and due == next_due(timers):
            self.hot.prepare_choice = lambda seat: lambda: action  # type: ignore[method-assign]
            self.house.clock.time = max(due, self.house.clock.time)
            await self.service.fire(self.hot.id)
        else:  # somebody else's time would be up first: it acts a little sooner
            await self.service._answer(
                self.hot.id,
                actor,
                f"soon/{self.hot.seq}",
                lambda hot: decide._act(hot.situation, [], actor, action),
            )

    async def _answer(self, told: Answers, held: list[tuple[Seat, Action]]) -> None:
        """Hand in what is to be sealed. Who is shown something of it, before it is open?"""
        moment, seen = self.hot.state.moment, len(self.wire.frames)
        answers = dict(held)
        self.hot.prepare_choice = lambda seat: lambda: answers.get(seat, Wait())  # type: ignore[method-assign]
        for place, (seat, action) in enumerate(held, start=1):
            if told.looks and not told.by_clock and place == len(held):
                await self._look_again()
                seen = len(self.wire.frames)
            if seat in self.story.bots:
                await self._bot_answers(seat)
            elif seat == self.story.viewer:
                self._command(action, moment)
                await self._settle()
                seen = len(self.wire.frames)  # it was told that it has answered
            else:
                await self.house.play(self.hot.id, PEOPLE[seat], action, f"h{self.hot.seq}")
                await self._settle()
            if self.hot.state.moment == moment:
                assert len(self.wire.frames) == seen, "somebody's answer was shown to another"
        if told.looks and told.by_clock:
            await self._look_again()
        while told.by_clock and self.hot.state.moment == moment:
            self.house.clock.time = max(self.house.clock.time, self._next_due())
            await self.service.fire(self.hot.id)

    async def _emote(self) -> None:
        """Let somebody show a face: the only thing in a chat that comes by one tap."""
        say = Say(f"e{self.hot.seq}", text=EMOTES[self.hot.seq % len(EMOTES)])
        kept = await self.service.store.say(chat.compose(self.hot, PEOPLE[0], say))
        await self.service.hints.announce_line(Hint(self.hot.id, self.hot.seq, kept.id))
        await self._settle()

    async def _look_again(self) -> None:
        again = await self.look(None)
        again.end()
        await self._settle()

    async def _bot_answers(self, seat: Seat) -> None:
        """Let a bot answer now. When it would have, is its own secret."""
        action = self.hot.think(seat)
        await self.service._seal(self.hot, seat, f"bot/{self.hot.seq}", action)

    def _next_due(self) -> float:
        return min(
            due
            for actor, due in store_timers(self.hot.timers).items()
            if actor not in self.hot.held
        )

    def _command(self, action: Action, moment: int) -> None:
        self._count += 1
        frame = {"type": "cmd", "cid": f"c{self._count}", "moment": moment, "action": action}
        self._send(self.session, frame)

    @staticmethod
    def _send(session: Session, frame: dict[str, Any]) -> None:
        session.receive(msgspec.json.encode(frame))

    async def _settle(self) -> None:
        while self.node._tasks or self.service.background._tasks:
            await asyncio.gather(*self.node._tasks, *self.service.background._tasks)


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

    async def compare(self, seed: int, kind: type[Story] = Story) -> Difference | None:
        """Play a case in both worlds; None if the viewer gets the same bytes in both."""
        story = kind(seed)
        story.tell()
        self._fix(seed)
        table = f"{seed:026d}".translate(str.maketrans("01", "ab"))
        is_screen = story.viewer is None and self.seen["spectator"] % 2 == 0
        self.seen["screen"] += is_screen
        for world in self.worlds:
            world.is_screen = is_screen
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

    def _count(self, told: Told) -> None:
        self.seen[type(told).__name__] += 1
        if isinstance(told, Move | Answers):
            one, other = told.after
            self.seen["apart"] += (one.world, one.phase) != (other.world, other.phase)
        if isinstance(told, Answers):
            self.seen["by clock" if told.by_clock else "by the last answer"] += 1
            self.seen["answers apart"] += set(told.held[0]) != set(told.held[1])

    def _difference(self, seed: int, step: int) -> Difference | None:
        one, other = (world.wire.frames for world in self.worlds)
        self.seen["frames"] += len(one)
        self.seen["emotes"] += sum(frame.startswith(b'{"type":"chat"') for frame in one)
        if one != other:
            return Difference(seed, step, list(one), list(other))
        one.clear()
        other.clear()
        return None

    def _fix(self, seed: int) -> None:
        """Take chance out of all that both worlds show: the code, the secret and its promise."""
        secret = hashlib.sha256(b"%d" % seed).digest()
        code = f"{seed:07d}"
        self._patch.setattr(RandomSource, "letters", lambda *_: code)
        self._patch.setattr(RandomSource, "table", lambda _: Drawn(code, secret))
        for world in self.worlds:
            self._patch.setattr(world.service.store.db, "_clock", lambda: NOW)
            world.house.clock.time = NOW

    def _deal(self, story: Story, which: int) -> None:
        def begin(edition: Any, seats: int, chance: Any) -> tuple[KuhTable, list[Event]]:
            assert story.dealt is not None
            return story.dealt[which], [edition.opened(seats), *story.logs[which]]

        self._patch.setattr(decide, "begin", begin)


def _told_apart(told: Told) -> bool:
    """Whether a game ends by comparing or counting money, which everybody is told."""
    if not isinstance(told, Move):
        return False
    table = told.after[0]
    rules = table.edition.rules
    counted = isinstance(rules, MasterRules) and rules.kassensturz
    return not table.phase.actors(table) and (counted or rules.tie_break == "money")
