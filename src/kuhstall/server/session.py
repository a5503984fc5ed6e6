"""A session: one socket of one person at one table, from hello to bye. It knows no rules."""

from __future__ import annotations

import logging
import secrets
import time
from collections.abc import Coroutine, Sequence
from hashlib import sha256
from typing import Any, Final, Protocol

from kuhstall.engine.values import Illegal, Refused, Viewer
from kuhstall.server import chat, frames
from kuhstall.server.bus import Hint
from kuhstall.server.credit import Reach, RoundTrips
from kuhstall.server.frames import (
    Ack,
    Ask,
    Bye,
    ChatLine,
    Cmd,
    Hello,
    Mute,
    Nack,
    Pong,
    Resume,
    Say,
)
from kuhstall.server.hot import Change, HotTable
from kuhstall.server.limits import FRAMES, Credits
from kuhstall.server.party import Disconnected, Party
from kuhstall.server.requests import Arrange, rights
from kuhstall.server.service import Service
from kuhstall.server.showing import Showing, snapshot
from kuhstall.server.store import Accepted, Answer, UnavailableError, UnknownTableError
from kuhstall.server.store.people import Said
from kuhstall.server.talkative import Talkative

_log = logging.getLogger(__name__)

DEAD: Final = 9.0
"""A socket that has not answered a ping for so long is closed."""

POLICY, TRY_AGAIN, GOING_AWAY, BAD_DATA = 1008, 1013, 1001, 1007


class Link(Protocol):
    """The wire, as a session needs it."""

    def send(self, frame: bytes) -> None: ...

    def close(self, code: int, reason: str) -> None: ...


class Desk(Protocol):
    """What a node does for its sessions."""

    service: Service
    ease: float

    def joined(self, session: Session) -> None: ...

    def parted(self, session: Session) -> None: ...

    def spawn(self, work: Coroutine[Any, Any, None]) -> None: ...


class Session:
    def __init__(self, desk: Desk, link: Link, table: str) -> None:
        self.table = table
        self.person: str | None = None
        self.token: bytes | None = None
        self.hot: HotTable | None = None
        self.closed = False
        self._desk = desk
        self._service = desk.service
        self._link = link
        self._greeted = False
        self._muted: set[str] = set()
        self._authors: dict[int, str] = {}  # of the lines that were shown, to be muted by
        self._credits = Credits(FRAMES, time.monotonic(), desk.ease or 1.0)
        self._nonce = 0
        self._pinged = 0.0
        self._ponged = time.monotonic()
        self._trips = RoundTrips()
        self._party: Party | None = None
        self._standing: tuple[Viewer, tuple[str, ...]] = None, ()

    # In

    def counted(self) -> bool:
        """Count a frame, whatever it is. Pings and pieces cost, too: both are answered or kept."""
        if self._desk.ease and not self._credits.take(time.monotonic()):
            self.close(POLICY, "slow_down")
            return False
        return True

    def received(self, data: bytes) -> None:
        """Take a message of the client."""
        if not self.counted():
            return
        now, arrived = time.monotonic(), self._service.clock.now()
        try:
            frame = frames.read(data)
        except frames.MalformedError:
            self.close(BAD_DATA, "malformed")
            return
        if self.hot is None:
            self._greet(frame)
            return
        match frame:
            case Cmd() | Ask() | Say() | Mute():
                self._desk.spawn(self._answer(frame, arrived))
            case Pong(nonce):
                self._pong(nonce, now)
            case Resume(last_seq):
                self._desk.spawn(self._show(self.hot, last_seq))
            case Hello():
                self.close(POLICY, "hello_twice")

    def _greet(self, frame: frames.Inbound) -> None:
        if not isinstance(frame, Hello) or self._greeted:
            self.close(POLICY, "hello_first")
            return
        self._greeted = True
        self._desk.spawn(self._welcome(frame))

    async def _welcome(self, hello: Hello) -> None:
        """Let the holder of a ticket in: what is shown first is what the next step follows on."""
        try:
            holder = await self._service.people.take_ticket(sha256(hello.ticket.encode()).digest())
            if holder is None or holder.table != self.table:
                self.close(POLICY, "ticket")
                return
            hot = await self._service.fresh(self.table)
            self.person, self.token = holder.person, holder.session
            if self.person is not None:
                self._muted = await self._service.people.muted(self.person)
            await self._show(hot, hello.last_seq, welcome=True)
        except UnknownTableError:
            self.close(POLICY, "no_such_table")
        except Refused as refused:  # a table of newer rules than this node knows
            self.close(TRY_AGAIN, refused.code)
        except UnavailableError:
            self.close(TRY_AGAIN, "unavailable")

    async def _show(self, hot: HotTable, last_seq: int | None, *, welcome: bool = False) -> None:
        said = await self._service.people.said(hot.id, 0, chat.HISTORY)
        names = await self._service.people.names({one.person for one in said}) if said else {}
        self._authors |= {one.id: one.person for one in said}
        lines = [
            chat.line(one, names.get(one.person, ""))
            for one in said
            if one.person not in self._muted
        ]
        async with hot.lock:  # between two steps: a step that is being told would be told twice
            self._shown(hot, lines, last_seq, welcome=welcome)

    def _shown(
        self, hot: HotTable, lines: Sequence[ChatLine], last_seq: int | None, *, welcome: bool
    ) -> None:
        if self.closed:
            return
        if self.person in hot.party.kicked:
            self.bye(POLICY, "kicked")
            return
        if welcome:
            you = hot.party.seat(self.person)
            self.send(frames.Welcome(frames.PROTOCOL, you, hot.seq, self._now()))
            self._service.watch(hot, self)
            self.hot = hot
            self._desk.joined(self)
        self.send(snapshot(hot, self.person, lines, last_seq))

    async def _answer(self, frame: Cmd | Ask | Say | Mute, arrived: float) -> None:
        """Answer a command, always: with a step, a refusal, or that it is not decided yet."""
        started = time.perf_counter()
        try:
            answer = await self._decided(frame, Reach(arrived, self._trips.believed))
        except Illegal as illegal:
            self._nack(frame.cid, illegal.code)
        except UnavailableError:
            self._nack(frame.cid, "unavailable")
        except Exception:  # noqa: BLE001 -- whatever happens, a command gets its answer
            _log.exception("a command at %s failed", self.table)
            self._nack(frame.cid, "unavailable")
        else:
            if isinstance(answer, Accepted):
                self._service.measures.commands.labels("ack").inc()
                self.send(Ack(frame.cid, answer.seq))
            else:
                self._nack(frame.cid, answer.code, answer.detail)
        self._service.measures.waited.observe(time.perf_counter() - started)

    async def _decided(self, frame: Cmd | Ask | Say | Mute, reach: Reach) -> Answer:
        service = self._service
        match frame:
            case Cmd(cid, moment, action):
                wanted = bytes(action)
                return await service.play(self.table, self.person, cid, moment, wanted, reach)
            case Ask(request=Arrange(cards=str(text))) if text:
                raise Illegal("too_large")  # it takes a while to read, and HTTP counts how often
            case Ask(cid, request):
                return await service.ask(self.table, self.person, cid, request)
            case Say():
                return await self._say(frame)
            case Mute(_, line, on):
                return await self._mute(line, on=on)

    async def _say(self, say: Say) -> Answer:
        hot = await self._service.hot(self.table)
        said = chat.composed(hot, self.person, say)
        talker = hot.talkers.setdefault(said.person, Talkative())
        talker.admit(say, time.monotonic())
        try:
            kept = await self._service.people.say(said)
        except UnavailableError:
            talker.forget(say)
            raise
        await self._service.chatted(Hint(hot.id, hot.seq, kept.id))
        return Accepted(hot.seq)

    async def _mute(self, line: int, *, on: bool) -> Answer:
        if self.person is None:
            raise Illegal("no_session")
        people = self._service.people
        author = self._authors.get(line)
        if author is None:
            raise Illegal("no_such_line")
        if on:
            await people.mute(self.person, author)
            self._muted.add(author)
        else:
            await people.unmute(self.person, author)
            self._muted.discard(author)
        hot = await self._service.hot(self.table)
        return Accepted(hot.seq)

    def _nack(self, cid: str, code: str, detail: dict[str, str | int] | None = None) -> None:
        self._service.measures.commands.labels("nack").inc()
        self.send(Nack(cid, code, self.hot.seq if self.hot else 0, detail or {}))

    # Out

    def send(self, frame: frames.Outbound) -> None:
        if not self.closed:
            self._link.send(frames.written(frame))

    def stepped(self, hot: HotTable, change: Change) -> None:
        """Show a step, as soon as it is written."""
        if self.closed:
            return
        if self.person in hot.party.kicked:
            self.bye(POLICY, "kicked")
            return
        showing = hot.showing
        if showing is None or showing.change is not change:
            showing = hot.showing = Showing(hot, change)
        if self._party is not hot.party:
            # A party is a value: as long as it is the same one, so is what a person is in it.
            self._party = hot.party
            self._standing = hot.party.seat(self.person), rights(hot.party, self.person)
        self._link.send(showing.step(*self._standing))
        for event in change.party_events:
            if isinstance(event, Disconnected) and event.seat == hot.party.seat(self.person):
                self._desk.joined(self)  # another node has seen them go; here they are

    def said(self, said: Said, name: str) -> None:
        self._authors[said.id] = said.person
        if said.person not in self._muted:
            self.send(frames.Chat(chat.line(said, name)))

    def ping(self, now: float) -> None:
        """Ask for a sign of life; a nonce that nobody can guess makes the round trip honest."""
        if now - self._ponged > DEAD:
            self.close(GOING_AWAY, "dead")
            return
        if self.hot is None or self._nonce:
            return  # a slow wire still has the last one
        self._nonce = secrets.randbits(48)
        self._pinged = now
        rtt = None if self._trips.usual is None else int(self._trips.usual)
        self.send(frames.Ping(self._nonce, self._now(), rtt))

    def _pong(self, nonce: int, now: float) -> None:
        if nonce != self._nonce or self._nonce == 0:
            return
        self._nonce = 0
        self._ponged = now
        self._trips.measured((now - self._pinged) * 1000)

    def _now(self) -> int:
        return int(self._service.clock.now() * 1000)

    def bye(self, code: int, reason: str) -> None:
        """Say why, and close."""
        self.send(Bye(reason))
        self.close(code, reason)

    def close(self, code: int, reason: str) -> None:
        if not self.closed:
            self._service.measures.cut.labels(reason).inc()
            self._link.close(code, reason)
            self.lost()

    def lost(self) -> None:
        """The wire is gone."""
        if self.closed:
            return
        self.closed = True
        if self.hot is not None:
            self._service.unwatch(self.hot, self)
            self._desk.parted(self)
