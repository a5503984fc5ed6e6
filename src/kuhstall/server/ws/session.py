"""A session: one socket of one person at one table, from hello to bye. It knows no rules."""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Sequence
from hashlib import sha256
from typing import Final, TypeAlias

from kuhstall.engine.values import Illegal, Refused, Viewer
from kuhstall.server.hosting import chat
from kuhstall.server.hosting.bus import Hint
from kuhstall.server.hosting.chat_limit import ChatLimit
from kuhstall.server.hosting.live_table import Change, Chat, LiveTable
from kuhstall.server.hosting.newcomers import is_new
from kuhstall.server.hosting.views import StepFrames, snapshot
from kuhstall.server.limits.rates import FRAMES, Credits
from kuhstall.server.party.events import Disconnected
from kuhstall.server.party.party import Party
from kuhstall.server.party.reflex import Reach, RoundTrips
from kuhstall.server.party.requests import Arrange, rights
from kuhstall.server.protocol import frames
from kuhstall.server.protocol.frames import (
    Ack,
    Ask,
    Block,
    Busy,
    Bye,
    CatchUp,
    ChatLine,
    Cmd,
    Hello,
    Mute,
    Nack,
    Pong,
    Say,
)
from kuhstall.server.protocol.tickets import is_for_program
from kuhstall.server.store import Accepted, Answer, UnavailableError, UnknownTableError
from kuhstall.server.store.people import StoredLine
from kuhstall.server.ws.desk import Desk, Link, State
from kuhstall.server.ws.lane import Lane
from kuhstall.server.ws.voices import Voices

_log = logging.getLogger(__name__)

DEAD: Final = 9.0
"""A socket that has not answered a ping for this long, in seconds, is closed."""

POLICY, TRY_AGAIN, GOING_AWAY, BAD_DATA = 1008, 1013, 1001, 1007

Command: TypeAlias = Cmd | Ask | Say | Mute | Block


_CLOSED: Final = State.CLOSED  # asked for with every frame, and an enum is slow to look into


class Session:
    def __init__(self, desk: Desk[Session], link: Link, table: str, address: str = "") -> None:
        self.table = table
        self.address = address
        self.person: str | None = None
        self.token: bytes | None = None
        self.live: LiveTable | None = None  # from the welcome on
        self.state = State.NEW
        self.programs_only = False
        self._desk = desk
        self._service = desk.service
        self._link = link
        self._voices = Voices(desk.service.people)
        self._steady = desk.service.clock.steady
        self._credits = Credits(FRAMES, self._steady(), desk.ease or 1.0)
        self._lane: Lane[tuple[Command | CatchUp, float]] = Lane(desk.spawn, self._do)
        self._nonce = 0
        self._pinged = 0.0
        self._ponged = self._steady()
        self._trips = RoundTrips()
        self._party: Party | None = None
        self._standing: tuple[Viewer, tuple[str, ...]] = None, ()

    @property
    def is_closed(self) -> bool:
        return self.state is _CLOSED

    # In

    def count_frame(self) -> bool:
        """Count a frame, whatever it is. Pings and fragments cost something too."""
        if self._desk.ease and not self._credits.take(self._steady()):
            self.close(POLICY, "slow_down")
            return False
        return True

    def receive(self, data: bytes) -> None:
        """Take a message of the client."""
        if not self.count_frame():
            return
        now, arrived = self._steady(), self._service.clock.now()
        try:
            frame = frames.decode_frame(data)
        except frames.MalformedError:
            self.close(BAD_DATA, "malformed")
            return
        if self.live is None:
            self._greet(frame)
            return
        match frame:  # commands first: to ask a struct what it is not is slow
            case Cmd() | Ask() | Say() | Mute() | Block() | CatchUp():
                self._line_up(frame, arrived)
            case Pong(nonce):
                self._pong(nonce, now)
            case Hello():
                self.close(POLICY, "hello_twice")

    def _line_up(self, frame: Command | CatchUp, arrived: float) -> None:
        """Let it wait for what was sent before; whatever is too much is sent back undecided."""
        if not self._desk.admits_command(self.table, self.person, self.address):
            self._slow_down(frame)
            return
        waiting = self._lane.waiting
        if not isinstance(frame, Command):  # one snapshot is enough
            self._lane.drop(lambda one: isinstance(one[0], CatchUp))
        elif waiting and any(frame == other for other, _ in waiting):
            return  # sent again while the store is slow: one answer is enough
        elif (wait := self._desk.admission.refuse_command(seated=self._is_seated())) is not None:
            self.send(Busy(frame.cid, int(wait * 1000)))
            return
        over = self._lane.put((frame, arrived))
        if over is not None:
            self._slow_down(over[0])
            if not isinstance(over[0], CatchUp):
                self._desk.admission.finish_command(math.inf)

    def _is_seated(self) -> bool:
        return self.live is not None and self.live.party.seat(self.person) is not None

    def _slow_down(self, frame: Command | CatchUp) -> None:
        if isinstance(frame, CatchUp):
            self.close(POLICY, "slow_down")
        else:
            self._nack(frame.cid, "slow_down")

    async def _do(self, lined_up: tuple[Command | CatchUp, float]) -> None:
        frame, arrived = lined_up
        if isinstance(frame, Command):
            begun = self._steady()
            try:
                await self._answer(frame, arrived)
            finally:
                self._desk.admission.finish_command(self._steady() - begun)
        elif self.live is not None and self.state is not _CLOSED:
            await self._resume(self.live, frame.last_seq)

    def _greet(self, frame: frames.Inbound) -> None:
        if not isinstance(frame, Hello) or self.state is not State.NEW:
            self.close(POLICY, "hello_first")
            return
        self.state = State.GREETED
        self._desk.spawn(self._welcome(frame))

    async def _welcome(self, hello: Hello) -> None:
        """Let the holder of a ticket in. The next step follows on what is shown first."""
        try:
            holder = await self._service.people.take_ticket(sha256(hello.ticket.encode()).digest())
            foreign = self.programs_only and not is_for_program(hello.ticket)
            if holder is None or holder.table != self.table or foreign:
                self.close(POLICY, "ticket")
                return
            if await self._turn_away(holder.person):
                return
            live = await self._service.cache.fresh_table(self.table, holder.person)
            self.person, self.token = holder.person, holder.session
            await self._voices.load(self.person)
            await self._show(live, hello.last_seq, welcome=True)
        except UnknownTableError:
            self.close(POLICY, "no_such_table")
        except Refused as refused:  # a table with newer rules than this node knows
            self.close(TRY_AGAIN, refused.code)
        except UnavailableError:
            self.close(TRY_AGAIN, "unavailable")

    async def _turn_away(self, person: str | None) -> bool:
        """Refuse whoever only looks on, if the node has too much to do."""
        admission = self._desk.admission
        if not admission.is_refused("visitor"):
            return False
        if person is not None:
            live = await self._service.cache.live_table(self.table)
            if live.party.seat(person) is not None:
                return False
        self.send(Bye("busy", int(admission.refuse("visitor") * 1000)))
        self.close(TRY_AGAIN, "busy")
        return True

    async def _show(self, live: LiveTable, last_seq: int | None, *, welcome: bool = False) -> None:
        said = await self._service.people.lines(live.id, 0, chat.HISTORY)
        names = await self._service.people.names({one.person for one in said}) if said else {}
        lines = self._voices.heard(Chat(said, names))
        # Between two steps: a step that is being told would be told twice.
        async with live.turn(self.person):
            self._send_snapshot(live, lines, last_seq, welcome=welcome)

    async def _resume(self, live: LiveTable, last_seq: int) -> None:
        """Show what was missed. Who has seen more than there is makes the store be asked first."""
        try:
            if last_seq > live.seq:
                await self._service.cache.catch_up_with(live.id)
            await self._show(live, last_seq)
        except UnavailableError:
            self.close(TRY_AGAIN, "unavailable")

    def _send_snapshot(
        self,
        live: LiveTable,
        lines: Sequence[ChatLine],
        last_seq: int | None,
        *,
        welcome: bool = False,
        lost: int = 0,
    ) -> None:
        if self.state is _CLOSED:
            return
        if self.person in live.party.kicked:
            self.bye(POLICY, "kicked")
            return
        if welcome and self._service.cache.tables.get(live.id) is not live:
            self.close(TRY_AGAIN, "unavailable")  # it was let go meanwhile
            return
        if welcome:
            you = live.party.seat(self.person)
            self.send(frames.Welcome(frames.PROTOCOL, you, live.seq, self._now()))
            self._service.cache.watch(live, self)
            self.live, self.state = live, State.OPEN
            self._desk.mark_present(self)
        self.send(snapshot(live, self.person, lines, last_seq, lost))

    async def _answer(self, frame: Command, arrived: float) -> None:
        """Answer a command, always: with a step, a refusal, or that it is not decided yet."""
        started = time.perf_counter()
        try:
            answer = await self._decide(frame, Reach(arrived, self._trips.credit))
        except Illegal as illegal:
            self._nack(frame.cid, illegal.code)
        except UnknownTableError:
            self._nack(frame.cid, "no_such_table")
        except UnavailableError:
            self._nack(frame.cid, "unavailable")
        except Exception:  # noqa: BLE001 -- whatever happens, a command gets its answer
            _log.exception("a command at %s failed", self.table)
            self._nack(frame.cid, "unavailable")
        else:
            if isinstance(answer, Accepted):
                self._service.metrics.acks.inc()
                self.send(Ack(frame.cid, answer.seq))
            else:
                self._nack(frame.cid, answer.code, answer.detail)
        self._service.metrics.command_seconds.observe(time.perf_counter() - started)

    async def _decide(self, frame: Command, reach: Reach) -> Answer:
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
            case Mute():
                await self._voices.mute(self.person, frame)
            case Block():
                live = await service.cache.live_table(self.table)
                limiter, now = self._desk.limiter, self._steady()
                await self._voices.block(self.person, frame, live, limiter, now)
        return Accepted((await service.cache.live_table(self.table)).seq)

    async def _say(self, say: Say) -> Answer:
        live = await self._service.cache.live_table(self.table)
        said = chat.compose(live, self.person, say)
        talker = live.talkers.get(said.person)
        if talker is None:
            new = await is_new(self._service.people, self._service.clock, said.person)
            talker = live.talkers.setdefault(said.person, ChatLimit(new=new))
        talker.admit(say, self._steady())
        try:
            kept = await self._service.people.say(said)
        except UnavailableError:
            talker.forget(say)
            raise
        await self._service.news.announce_line(Hint(live.id, live.seq, kept.id))
        return Accepted(live.seq)

    def _nack(self, cid: str, code: str, detail: dict[str, str | int] | None = None) -> None:
        self._service.metrics.commands.labels("nack").inc()
        self.send(Nack(cid, code, self.live.seq if self.live else 0, detail or {}))

    # Out

    def send(self, frame: frames.Outbound) -> None:
        if self.state is not _CLOSED:
            self._link.send(frames.encode_frame(frame))

    def show_step(self, live: LiveTable, change: Change) -> None:
        """Show a step, as soon as it is written."""
        if self.state is _CLOSED:
            return
        if self._party is not live.party:
            # A party is a value: as long as it is the same one, so is what a person is in it.
            if self.person in live.party.kicked:
                self.bye(POLICY, "kicked")
                return
            self._party = live.party
            self._standing = live.party.seat(self.person), rights(live.party, self.person)
        showing = live.frames
        if showing is None or showing.change is not change:
            showing = live.frames = StepFrames(live, change)
        self._link.send(showing.step(*self._standing))
        for event in change.party_events:
            if isinstance(event, Disconnected) and event.seat == live.party.seat(self.person):
                self._desk.mark_present(self)  # another node has seen them go; here they are

    def show_set_back(self, live: LiveTable, said: Chat, lost: int) -> None:
        """Show all anew. The store may know nothing of it that somebody has come."""
        self._voices.forget()
        self._party = None
        self._send_snapshot(live, self._voices.heard(said), None, lost=lost)
        if self.state is not _CLOSED:
            self._desk.mark_present(self)

    def let_go(self, code: str) -> None:
        self.bye(POLICY if code == "no_such_table" else TRY_AGAIN, code)

    def show_line(self, line: StoredLine, name: str) -> None:
        if self._voices.hears(line):
            self.send(frames.Chat(chat.line(line, name)))

    def ping(self, now: float) -> None:
        """Ask for a sign of life; a nonce that nobody can guess makes the round trip honest."""
        if now - self._ponged > DEAD:
            self.close(GOING_AWAY, "dead")
            return
        if self.live is None or self._nonce:
            return  # a slow wire still has the last one
        self._nonce = self._service.draws.nonce()
        self._pinged = now
        rtt = None if self._trips.usual is None else int(self._trips.usual)
        self.send(frames.Ping(self._nonce, self._now(), rtt))

    def _pong(self, nonce: int, now: float) -> None:
        if nonce != self._nonce or self._nonce == 0:
            return
        self._nonce = 0
        self._ponged = now
        self._trips.add((now - self._pinged) * 1000)

    def _now(self) -> int:
        return int(self._service.clock.now() * 1000)

    def bye(self, code: int, reason: str) -> None:
        """Say why, and close."""
        self.send(Bye(reason))
        self.close(code, reason)

    def close(self, code: int, reason: str) -> None:
        if self.state is not _CLOSED:
            self._service.metrics.cuts.labels(reason).inc()
            self._link.close(code, reason)
            self.end()

    def end(self) -> None:
        """Leave the table: the wire is gone."""
        if self.state is _CLOSED:
            return
        self.state = State.CLOSED
        if self.live is not None:
            self._service.cache.unwatch(self.live, self)
            self._desk.mark_absent(self)
