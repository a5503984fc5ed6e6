"""A session: one socket of one person at one table, from hello to bye. It knows no rules."""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Sequence
from hashlib import sha256
from typing import Final, TypeAlias

from msgspec import UNSET

from kuhstall.engine.values import Illegal, Refused, Viewer
from kuhstall.server.limits.rates import FRAMES, Credits
from kuhstall.server.table.bus import Hint
from kuhstall.server.table.chat_limit import ChatLimit
from kuhstall.server.table.chat_log import HISTORY, StoredLine
from kuhstall.server.table.live_table import Change, Chat, LiveTable
from kuhstall.server.table.log import Accepted, Answer, UnavailableError, UnknownTableError
from kuhstall.server.table.newcomers import is_new
from kuhstall.server.table.party.events import Disconnected, ScreenDisconnected
from kuhstall.server.table.party.party import Party
from kuhstall.server.table.party.reflex import Reach, RoundTrips
from kuhstall.server.table.party.requests import Arrange, rights
from kuhstall.server.wire import chat, frames
from kuhstall.server.wire.command_queue import CommandQueue
from kuhstall.server.wire.frames import (
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
    Withdraw,
)
from kuhstall.server.wire.mutes import Mutes
from kuhstall.server.wire.node_context import Link, NodeContext, State
from kuhstall.server.wire.tickets import is_for_program, screen_of
from kuhstall.server.wire.views import StepFrames, snapshot

_log = logging.getLogger(__name__)

DEAD: Final = 9.0
"""A socket that has not answered a ping for this long, in seconds, is closed."""

POLICY, TRY_AGAIN, GOING_AWAY, BAD_DATA = 1008, 1013, 1001, 1007

Command: TypeAlias = Cmd | Withdraw | Ask | Say | Mute | Block


_CLOSED: Final = State.CLOSED  # used with every frame, and enum lookups are slow


class Session:
    def __init__(
        self, context: NodeContext[Session], link: Link, table: str, address: str = ""
    ) -> None:
        self.table = table
        self.address = address
        self.caller = ""  # the whole address, where the other one may be a network
        self.person: str | None = None
        self.token: bytes | None = None
        self.screen: str | None = None  # a spectator that players have paired with their table
        self.live: LiveTable | None = None  # from the welcome on
        self.state = State.NEW
        self.programs_only = False
        self._context = context
        self._service = context.service
        self._link = link
        self._mutes = Mutes(context.service.people)
        self._steady = context.service.clock.steady
        self._credits = Credits(FRAMES, self._steady(), context.ease or 1.0)
        self._queue: CommandQueue[tuple[Command | CatchUp, float]] = CommandQueue(
            context.spawn, self._do
        )
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
        """Count any frame against the rate limit: pings and fragments cost something, too."""
        if self._context.ease and not self._credits.take(self._steady()):
            self.close(POLICY, "slow_down")
            return False
        return True

    def receive(self, data: bytes) -> None:
        """Handle a message of the client."""
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
        match frame:  # commands first, because a failed class pattern is slow
            case Cmd() | Withdraw() | Ask() | Say() | Mute() | Block() | CatchUp():
                self._line_up(frame, arrived)
            case Pong(nonce):
                self._pong(nonce, now)
            case Hello():
                self.close(POLICY, "hello_twice")

    def _line_up(self, frame: Command | CatchUp, arrived: float) -> None:
        """Queue a frame behind earlier ones; send back undecided what exceeds a limit."""
        if not self._context.admits_command(self.table, self.person, self.address):
            self._slow_down(frame)
            return
        waiting = self._queue.waiting
        if not isinstance(frame, Command):  # one snapshot answers all of them
            self._queue.drop(lambda one: isinstance(one[0], CatchUp))
        elif waiting and any(frame == other for other, _ in waiting):
            return  # a repeated command: one answer is enough
        elif (wait := self._context.admission.refuse_command(seated=self._is_seated())) is not None:
            self.send(Busy(frame.cid, int(wait * 1000)))
            return
        over = self._queue.put((frame, arrived))
        if over is not None:
            self._slow_down(over[0])
            if not isinstance(over[0], CatchUp):
                self._context.admission.finish_command(math.inf)

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
                self._context.admission.finish_command(self._steady() - begun)
        elif self.live is not None and self.state is not _CLOSED:
            await self._resume(self.live, frame.last_seq)

    def _greet(self, frame: frames.Inbound) -> None:
        if not isinstance(frame, Hello) or self.state is not State.NEW:
            self.close(POLICY, "hello_first")
            return
        self.state = State.GREETED
        self._context.spawn(self._welcome(frame))

    async def _welcome(self, hello: Hello) -> None:
        """Let the holder of a ticket in, and show them the table."""
        try:
            people = self._service.people
            holder = await self._service.store.take_ticket(sha256(hello.ticket.encode()).digest())
            foreign = self.programs_only and not is_for_program(hello.ticket)
            if holder is None or holder.table != self.table or foreign:
                self.close(POLICY, "ticket")
                return
            if holder.session is not None and not await people.alive([holder.session]):
                again = await people.replaced_sessions([holder.session])
                self.bye(*((GOING_AWAY, "reconnect") if again else (POLICY, "logged_out")))
                return
            self.screen = screen_of(hello.ticket)
            if self.screen is None and await self._turn_away(holder.person):
                return
            live = await self._service.cache.fresh_table(self.table, holder.person)
            self.person, self.token = holder.person, holder.session
            await self._mutes.load(self.person)
            await self._show(live, hello.last_seq, welcome=True)
        except UnknownTableError:
            self.close(POLICY, "no_such_table")
        except Refused as refused:  # a table with newer rules than this node knows
            self.close(TRY_AGAIN, refused.code)
        except UnavailableError:
            self.close(TRY_AGAIN, "unavailable")

    async def _turn_away(self, person: str | None) -> bool:
        """Refuse a spectator if the node is overloaded; return whether it did."""
        admission = self._context.admission
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
        said = await self._service.store.lines(live.id, 0, HISTORY)
        names = await self._service.people.names({one.person for one in said}) if said else {}
        lines = self._mutes.heard(Chat(said, names))
        # With the lock, so between two broadcasts: a step must not be shown twice.
        async with live.lock_for(self.person):
            self._send_snapshot(live, lines, last_seq, welcome=welcome)

    async def _resume(self, live: LiveTable, last_seq: int) -> None:
        """Show what the client has missed. If it has seen newer steps, read the store first."""
        try:
            if last_seq > live.seq:
                await self._service.cache.catch_up_with(live.id)
            elif self._is_seated():  # their answer may have been sealed at another node
                await self._service.cache.complete(live)
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
        if self._is_kicked(live):
            self.bye(POLICY, "kicked")
            return
        if welcome and self._service.cache.tables.get(live.id) is not live:
            self.close(TRY_AGAIN, "unavailable")  # the cache has dropped it meanwhile
            return
        if welcome:
            you = live.party.seat(self.person)
            self.send(frames.Welcome(frames.PROTOCOL, you, live.seq, self._now()))
            self._service.cache.watch(live, self)
            self.live, self.state = live, State.OPEN
            self._context.mark_present(self)
        self.send(snapshot(live, self.person, lines, last_seq, lost))

    async def _answer(self, frame: Command, arrived: float) -> None:
        """Answer a command, always: with a step, a refusal, or that it is undecided."""
        started = time.perf_counter()
        try:
            answer = await self._decide(frame, Reach(arrived, self._trips.credit))
        except Illegal as illegal:
            self._nack(frame.cid, illegal.code)
        except UnknownTableError:
            self._nack(frame.cid, "no_such_table")
        except UnavailableError:
            self._nack(frame.cid, "unavailable")
        except Exception:  # noqa: BLE001 -- a command gets an answer in any case
            _log.exception("a command at table %s failed", self.table)
            self._nack(frame.cid, "unavailable")
        else:
            if isinstance(answer, Accepted):
                self._service.metrics.acks.inc()
                self.send(Ack(frame.cid, answer.seq, answer.receipt or UNSET))
            else:
                self._nack(frame.cid, answer.code, answer.detail)
        self._service.metrics.command_seconds.observe(time.perf_counter() - started)

    async def _decide(self, frame: Command, reach: Reach) -> Answer:
        service = self._service
        match frame:
            case Cmd(cid, moment, action):
                wanted = bytes(action)
                return await service.play(self.table, self.person, cid, moment, wanted, reach)
            case Withdraw(cid, moment):
                return await service.play(self.table, self.person, cid, moment, None, reach)
            case Ask(request=Arrange(cards=str(text))) if text:
                raise Illegal("too_large")  # card files are slow to parse: only HTTP limits them
            case Ask(cid, request):
                return await service.ask(self.table, self.person, cid, request)
            case Say():
                return await self._say(frame)
            case Mute():
                await self._mutes.mute(self.person, frame)
            case Block():
                live = await service.cache.live_table(self.table)
                limiter, now = self._context.limiter, self._steady()
                await self._mutes.block(self.person, frame, live, limiter, now)
        return Accepted((await service.cache.live_table(self.table)).seq)

    async def _say(self, say: Say) -> Answer:
        live = await self._service.cache.live_table(self.table)
        said = chat.compose(live, self.person, say)
        talker = live.talkers.get(said.person)
        if talker is None:
            new = await is_new(self._service.people, self._service.clock, said.person)
            talker = live.talkers.setdefault(said.person, ChatLimit(new=new))
        talker.admit(say, chat.free_text(say), self._steady())
        try:
            kept = await self._service.store.say(said)
        except UnavailableError:
            talker.forget(say)
            raise
        await self._service.hints.announce_line(Hint(live.id, live.seq, kept.id))
        return Accepted(live.seq)

    def _nack(self, cid: str, code: str, detail: dict[str, str | int] | None = None) -> None:
        self._service.metrics.commands.labels("failed" if code == "unavailable" else "nack").inc()
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
            # A party is a value: as long as it is the same object, seats and rights are the same.
            if self._is_kicked(live):
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
                # The person has left another node, but is still connected here.
                self._context.mark_present(self)
            if isinstance(event, ScreenDisconnected) and event.screen == self.screen:
                self._context.mark_present(self)

    def _is_kicked(self, live: LiveTable) -> bool:
        return not live.party.kicked.isdisjoint({self.person, self.screen})

    def show_names(self, live: LiveTable, said: Chat) -> None:
        self._send_snapshot(live, self._mutes.heard(said), live.seq)

    def show_set_back(self, live: LiveTable, said: Chat, lost: int) -> None:
        """Send the whole table, and mark the person present: that step may be lost, too."""
        self._mutes.forget()
        self._party = None
        self._send_snapshot(live, self._mutes.heard(said), None, lost=lost)
        if self.state is not _CLOSED:
            self._context.mark_present(self)

    def let_go(self, code: str) -> None:
        self.bye(POLICY if code == "no_such_table" else TRY_AGAIN, code)

    def show_line(self, line: StoredLine, name: str) -> None:
        if self._mutes.hears(line):
            self.send(frames.Chat(chat.line(line, name)))

    def ping(self, now: float) -> None:
        """Send a ping with an unpredictable nonce, so that the round trip cannot be faked."""
        if now - self._ponged > DEAD:
            self.close(GOING_AWAY, "dead")
            return
        if self.live is None or self._nonce:
            return  # the last ping is not answered yet
        self._nonce = self._service.random_source.nonce()
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
        """Send the reason, and close the socket."""
        self.send(Bye(reason))
        self.close(code, reason)

    def close(self, code: int, reason: str) -> None:
        if self.state is not _CLOSED:
            self._service.metrics.cuts.labels(reason).inc()
            self._link.close(code, reason)
            self.end()

    def end(self) -> None:
        """Leave the table: the socket is closed."""
        if self.state is _CLOSED:
            return
        self.state = State.CLOSED
        if self.live is not None:
            self._service.cache.unwatch(self.live, self)
            self._context.mark_absent(self)
