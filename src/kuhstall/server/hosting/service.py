"""Commands become steps: decide on the live table, append at the expected number, then tell.

Any node may do this for any table at any time. The store's fence lets one of them write a step;
whoever loses reads on and decides again. Nothing is answered before it is written.
"""

from __future__ import annotations

from typing import Final

import msgspec

from kuhstall.engine.values import CLOCK, Action, Actor, Illegal, Seat
from kuhstall.server.hosting.alarms import Alarms
from kuhstall.server.hosting.background import Background
from kuhstall.server.hosting.bot_thread import BotThread
from kuhstall.server.hosting.bus import Bus, Hint
from kuhstall.server.hosting.clock import Clock
from kuhstall.server.hosting.decisions import (
    Decide,
    WhatIsDue,
    is_out_of_time,
    noting,
    opening_by,
    unless_set_back,
)
from kuhstall.server.hosting.draws import Draws
from kuhstall.server.hosting.live_table import Change, LiveTable
from kuhstall.server.hosting.metrics import Metrics
from kuhstall.server.hosting.news import News
from kuhstall.server.hosting.orders import OrderDesk, ordered_actions
from kuhstall.server.hosting.refusals import EarlyRefusals, refuse_hold
from kuhstall.server.hosting.relay import note_answers
from kuhstall.server.hosting.rows import PARTY, opening_rows, rows_beside
from kuhstall.server.hosting.sealing import let_rest, soon, soon_if_still
from kuhstall.server.hosting.sweep import sweep_overdue
from kuhstall.server.hosting.table_cache import TableCache
from kuhstall.server.hosting.winding import timers_after
from kuhstall.server.party import decide
from kuhstall.server.party import opening as openings
from kuhstall.server.party.decide import Outcome
from kuhstall.server.party.opening import FirstStep, Wish
from kuhstall.server.party.record import encode_step, game_action
from kuhstall.server.party.reflex import Reach, with_measured_time
from kuhstall.server.party.requests import Rematch, Request
from kuhstall.server.party.timers import next_due
from kuhstall.server.store import (
    Accepted,
    Answer,
    Behind,
    Opening,
    Rejected,
    SealedAction,
    Step,
    Store,
    UnavailableError,
    mark_of,
)
from kuhstall.server.store.people import People

_ATTEMPTS: Final = 50


class Service:
    """What a node does for the people at its tables."""

    def __init__(  # noqa: PLR0913 -- all that comes in from outside
        self,
        store: Store,
        people: People,
        bus: Bus,
        clock: Clock,
        *,
        tempo: float = 1.0,
        ease: float = 1.0,
        alarms: bool = True,
        metrics: Metrics | None = None,
        draws: Draws | None = None,
        bots: BotThread | None = None,
    ) -> None:
        self.store = store
        self.people = people
        self.bus = bus
        self.clock = clock
        self.tempo = tempo
        self.metrics = metrics or Metrics()
        self.draws = draws or Draws()
        self.background = Background()
        self._alarms = Alarms(clock, self._fire_soon, on=alarms)
        self.cache = TableCache(store, people, bus, clock, self._alarms, self.metrics)
        self.news = News(store, people, bus, self.cache, self.background, self.metrics)
        self.orders = OrderDesk(store, self.cache)
        self._early = EarlyRefusals(store, people, self.cache, clock, ease)
        self._bots = bots or BotThread()

    def silence(self) -> None:
        """Let no alarm ring any more: what comes due is for others, or for the next start."""
        self._alarms.switch_off(self.cache.tables.values())

    async def open_table(self, person: str, wish: Wish) -> Opening:
        """Set up a table for somebody, who becomes its host."""
        return await self._write_opening(
            openings.first_step(wish, person, self.draws.table(), self.clock.now(), self.tempo)
        )

    async def open_tutorial(self, person: str, name: str) -> Opening:
        """Set up a tutorial for somebody, who is alone there with bots that play by its script."""
        table, now = self.draws.table(), self.clock.now()
        first = openings.first_step_of_tutorial(name, person, table, now, self.tempo)
        return await self._write_opening(first)

    async def _write_opening(self, first: FirstStep) -> Opening:
        opening, step = opening_rows(first, self.draws.code())
        await self.store.open_table(opening, step)
        self.cache.listings += 1
        return opening

    # Commands

    async def ask(self, table: str, person: str | None, cid: str, request: Request) -> Answer:
        """Answer a request to the party."""
        if person is None:
            return Rejected("no_session")
        command = f"{person}/{cid}"
        refused = await self._early.refuse_request(table, person, command, request)
        if refused is not None:
            return refused
        if isinstance(request, Rematch):
            return await self._open_rematch(table, person, command, request)
        return await self._answer(
            table,
            PARTY,
            command,
            lambda live: decide.decide_request(live.situation, person, request),
            person,
        )

    async def _open_rematch(
        self, table: str, person: str, command: str, request: Rematch
    ) -> Answer:
        """Open the new table first: a table that nobody is told of does no harm.

        Its id must be new to all: whoever could foretell it would be the host of those who come.
        """
        live = await self.cache.live_table(table)
        async with live.turn(person):
            await self.cache.catch_up(live)
            try:
                decide.decide_request(live.situation, person, request)
            except Illegal as illegal:
                known = await self.store.answer(table, PARTY, command)
                return known or Rejected(illegal.code)
            party = await self._early.company.seat_apart(live.party, person)
            first = openings.first_step_of_rematch(
                party, person, self.draws.table(), self.clock.now(), self.tempo
            )
            again = (await self._write_opening(first)).table

            def announce(live: LiveTable) -> Outcome:
                return decide.announce_rematch(live.situation, person, again)

            answer = await self._decide(live, PARTY, command, announce) or Accepted(live.seq)
            told = live.party.rematch
        if told != again:  # somebody at another node was faster
            await self._answer(
                again,
                PARTY,
                "unneeded",
                lambda lost: decide.close_table(lost.situation, "deserted"),
            )
        return answer

    async def play(  # noqa: PLR0913, PLR0917 -- a command, and how it came
        self,
        table: str,
        person: str | None,
        cid: str,
        moment: int,
        action: bytes,
        reach: Reach | None = None,
    ) -> Answer:
        """Answer an action of the game."""
        reach = reach or Reach(self.clock.now())
        refused = await self._early.refuse_action(table, person)
        if refused is not None:
            return refused
        live = await self.cache.live_table(table)
        set_backs = live.set_backs
        if live.state.moment != moment:
            live = await self.cache.fresh_table(table, person)
        seat = live.party.seat(person)
        if seat is None:  # gone meanwhile
            return Rejected("not_seated")
        command = f"{person}/{cid}"
        try:
            wanted = game_action(action, live.state.edition.key)
        except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError):
            return Rejected("no_such_action")
        if live.state.phase.sealed and live.state.moment == moment:
            return await self._hold(table, person, command, moment, wanted, reach, set_backs)

        def act(live: LiveTable) -> Outcome:
            meant = live.meant(moment, set_backs)
            return decide.decide_action(live.situation, person, meant, wanted, self.clock.now())

        async with live.turn(person):
            return await self._decide(live, seat, command, act) or Accepted(live.seq)

    async def close_table(self, table: str) -> Answer:
        """Close a table on behalf of the operator."""
        return await self._answer(
            table,
            PARTY,
            "operator/close",
            lambda live: decide.close_table(live.situation, "operator"),
        )

    async def _answer(
        self, table: str, actor: Actor, command: str, decision: Decide, person: str | None = None
    ) -> Answer:
        live = await self.cache.live_table(table)
        async with live.turn(person):
            return await self._decide(live, actor, command, decision) or Accepted(live.seq)

    async def _decide(
        self, live: LiveTable, actor: Actor, command: str, decision: Decide
    ) -> Answer | None:
        """Decide and write until one of the two is settled. The caller holds the lock."""
        for _ in range(_ATTEMPTS):
            if live.doubtful:
                await self.cache.catch_up(live)
            try:
                outcome = decision(live)
            except Illegal as illegal:
                if await self.cache.catch_up_if_behind(live):
                    continue
                if actor == CLOCK:
                    raise
                known = await self.store.refuse(live.id, actor, command, illegal.code)
                if known == Rejected(illegal.code):
                    return Rejected(illegal.code, illegal.detail)
                return known
            if outcome is None:
                return None
            answer = await self._append(live, actor, command, outcome)
            if isinstance(answer, Answer):
                return answer
            self.metrics.races.inc()
            await self.cache.catch_up(live)
        live.doubtful = True
        raise UnavailableError(f"{live.id}: too many races lost")

    async def _append(
        self, live: LiveTable, actor: Actor, command: str, outcome: Outcome
    ) -> Answer | Behind:
        now, seq, opens = self.clock.now(), live.seq + 1, outcome.opens
        timers = timers_after(live, outcome, now, self.tempo)
        events = encode_step(outcome.party_events, outcome.game_events, timers, now)
        listing, news = rows_beside(live.party, outcome, timers)
        try:
            ordered = await ordered_actions(self.store, live, outcome)
            seats, held = [one.sealed.seat for one in ordered], len(live.held)
            due = next_due(timers, seats, outcome.state)
            due = soon_if_still(live, outcome, due, now) if outcome.state.phase.sealed else due
            step = Step(live.id, seq, actor, command, events, due, live.mark)
            answer = await self.store.append(
                step, opens=opens, opened=held, listing=listing, news=news, ordered=ordered
            )
        except BaseException:
            live.doubtful = True
            raise
        if isinstance(answer, Accepted) and answer.known:
            await self.cache.catch_up_if_behind(live)
        elif isinstance(answer, Accepted):
            change = Change(seq, outcome.party_events, outcome.game_events, mark_of(step))
            live.apply(change, outcome.party, outcome.state, timers, now)
            await self.cache.tell(live, change)
            await self.bus.publish(Hint(live.id, seq, mark=live.mark.hex()))
            note_answers(self.background, self.people, live, seats)
        return answer

    # Sealed phases

    async def _hold(  # noqa: PLR0913, PLR0917 -- the same
        self,
        table: str,
        person: str | None,
        command: str,
        moment: int,
        action: Action,
        reach: Reach,
        set_backs: int,
    ) -> Answer:
        """Hold an action of a sealed phase; the last one opens them all.

        Nobody else may wait for it: that they had to would tell them that somebody has acted. So
        it is written without the lock, which it does not need, since the store's fence is enough.
        """
        live = await self.cache.live_table(table)
        for _ in range(_ATTEMPTS):
            if live.doubtful:
                live = await self.cache.fresh_table(table, person)
            now = live.situation
            try:
                seat = decide.seat_at_play(now, person)
                meant = live.meant(moment, set_backs)
                wanted = decide.check_sealed(now, seat, meant, action)
            except Illegal as illegal:
                async with live.turn(person):
                    if await self.cache.catch_up_if_behind(live):
                        continue
                return await refuse_hold(self.store, live, person, (command, moment), illegal)
            wanted = with_measured_time(wanted, live.clock_since, reach)
            answer = await self._seal(live, seat, command, wanted)
            if answer is not None:
                return answer
        raise UnavailableError(f"{table}: too many races lost")

    async def _seal(
        self, live: LiveTable, seat: Seat, command: str, action: Action
    ) -> Answer | None:
        """Write a held action, and open the phase if it was the last; None if the race is lost.

        What was due for the seat is done: others look after it only if this node dies meanwhile.
        """
        sealed, seq = SealedAction(seat, command, msgspec.json.encode(action)), live.seq
        due = soon(next_due(live.timers, {*live.held, seat}, live.state), self.clock.now())
        held = await self.store.seal(
            live.id, live.seq, live.state.moment, sealed, follows=live.mark, due=due
        )
        if isinstance(held, Behind):
            await self.cache.catch_up_with(live.id)
            return None
        if isinstance(held, Rejected):
            return held
        note_answers(self.background, self.people, live, [seat])
        await self.cache.complete(live)
        if decide.is_complete(live.situation, self.clock.now()):
            async with live.lock:
                await self._unseal_if_complete(live)
        else:
            self.background.spawn(let_rest(self.store, live, seq, due))
            self._alarms.set(live)
        # Others may have gone on meanwhile. The step that opens it is the next one, or a later one.
        return Accepted(min(live.seq, seq + 1)) if held.command == command else None

    async def _unseal_if_complete(self, live: LiveTable) -> None:
        """Open a sealed phase that waits for nobody any more."""
        if decide.is_complete(live.situation, self.clock.now()):
            unseal = unless_set_back(live, opening_by(self.clock))
            await self._decide(live, CLOCK, f"open/{live.seq}", unseal)

    # Presence

    async def note_arrival(self, table: str, person: str) -> None:
        await self._note(table, f"here/{person}", noting(person, decide.note_arrival))

    async def note_departure(self, table: str, person: str) -> None:
        await self._note(table, f"gone/{person}", noting(person, decide.note_departure))

    async def _note(self, table: str, command: str, note: Decide) -> None:
        live = await self.cache.live_table(table)
        async with live.lock:
            name = f"{command}/{live.seq}"
            await self._decide(live, PARTY, name, unless_set_back(live, note))

    # Time

    def _fire_soon(self, live: LiveTable) -> None:
        if self.cache.tables.get(live.id) is live:
            self.background.spawn(self._alarms.see_through(live, self.fire(live.id)))

    def reset_alarms(self) -> None:
        """Set the alarms by the time as it is now: it may have become another."""
        for live in self.cache.tables.values():
            self._alarms.set(live)

    async def fire(self, table: str) -> None:
        """Do what is due on a table, if it still is.

        A bot chooses before the table is locked: if that has moved on, it is asked again later.
        """
        live = await self.cache.live_table(table)
        if is_out_of_time(live, self.clock.now()):
            # Before all deadlines are set anew: maybe it is this node that has the wrong time.
            await self.clock.set_by(self.store)
        choice = await self._bots.choose(live, self.clock)
        async with live.lock:
            # Whoever sealed the last action may have died before that.
            await self._unseal_if_complete(live)
            due = WhatIsDue(choice, self.clock)
            await self._decide(live, CLOCK, f"{live.seq}", unless_set_back(live, due.decide))
            command = f"bot/{live.seq}"
        if due.hold is not None:
            await self._seal(live, due.hold.seat, command, due.hold.action)
        self._alarms.set(live)

    async def sweep(self) -> None:
        """Act on tables whose node has died or sleeps."""
        await sweep_overdue(self.store, self.cache, self.metrics, self.fire)
