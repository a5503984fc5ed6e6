"""Commands become steps: decide on the live table, append at the expected number, then broadcast.

Any node may do this for any table at any time. The store lets only one of them write a step under
a number; the others read that step and decide again. No command is answered before its step is
written.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Final, Generic, TypeVar

import msgspec

from kuhstall.engine.values import CLOCK, Action, Actor, Illegal, Seat
from kuhstall.server.table.alarms import Alarms
from kuhstall.server.table.background import Background
from kuhstall.server.table.bot_choices import Bots
from kuhstall.server.table.bus import Bus, Hint
from kuhstall.server.table.cache import TableCache
from kuhstall.server.table.clock import Clock
from kuhstall.server.table.counters import Counters, NoCounters
from kuhstall.server.table.deadlines import timers_after
from kuhstall.server.table.decisions import (
    Decide,
    WhatIsDue,
    is_out_of_time,
    noting,
    opening_by,
    unless_set_back,
)
from kuhstall.server.table.hints import HintListener
from kuhstall.server.table.live_table import Change, LiveTable
from kuhstall.server.table.log import (
    Accepted,
    Answer,
    Behind,
    Opening,
    Rejected,
    SealedAction,
    Step,
    TableLog,
    UnavailableError,
    mark_of,
)
from kuhstall.server.table.orders import OrderService, ordered_actions
from kuhstall.server.table.party import decide
from kuhstall.server.table.party import opening as openings
from kuhstall.server.table.party.decide import Outcome
from kuhstall.server.table.party.opening import FirstStep, Wish
from kuhstall.server.table.party.receipts import SALT_BYTES
from kuhstall.server.table.party.record import encode_step, game_action
from kuhstall.server.table.party.reflex import Reach, with_measured_time
from kuhstall.server.table.party.requests import Rematch, Request
from kuhstall.server.table.party.timers import next_due
from kuhstall.server.table.people import TablePeople
from kuhstall.server.table.random_source import RandomSource
from kuhstall.server.table.refusals import EarlyRefusals, refuse_hold
from kuhstall.server.table.rows import PARTY, opening_rows, rows_beside
from kuhstall.server.table.sealed_answers import (
    acknowledge,
    cancel_recheck,
    checked_revision,
    commitments,
    due_while_sealed,
    due_with_recheck,
    fire_overdue,
    note_answers,
)

_log = logging.getLogger(__name__)

_ATTEMPTS: Final = 50

Log_co = TypeVar("Log_co", bound=TableLog, covariant=True)
People_co = TypeVar("People_co", bound=TablePeople, covariant=True)


class Service(Generic[Log_co, People_co]):
    """The write path of a node: answers commands, and does what is due.

    It is generic so that features get the whole store, and tables only the contract they need.
    """

    def __init__(  # noqa: PLR0913 -- all dependencies
        self,
        store: Log_co,
        people: People_co,
        bus: Bus,
        clock: Clock,
        *,
        tempo: float = 1.0,
        ease: float = 1.0,
        alarms: bool = True,
        metrics: Counters | None = None,
        random_source: RandomSource | None = None,
        bots: Bots | None = None,
    ) -> None:
        self.store = store
        self.people = people
        self.bus = bus
        self.clock = clock
        self.tempo = tempo
        self.metrics = metrics or NoCounters()
        self.random_source = random_source or RandomSource()
        self.background = Background()
        self._alarms = Alarms(clock, self._fire_soon, on=alarms)
        self.cache = TableCache(store, people, bus, clock, self._alarms, self.metrics)
        self.hints = HintListener(store, people, bus, self.cache, self.background, self.metrics)
        self.orders = OrderService(store, self.cache)
        self._early = EarlyRefusals(store, people, self.cache, clock, ease)
        self._bots = bots or Bots()
        self._logs_steps = _log.isEnabledFor(logging.DEBUG)  # asked once, not for each step

    def silence(self) -> None:
        """Switch all alarms off: other nodes, or this one after a restart, do what comes due."""
        self._alarms.switch_off(self.cache.tables.values())

    async def open_table(self, person: str | None, wish: Wish) -> Opening:
        """Open a table for a person, who becomes its host; or else the first to join does."""
        return await self._write_opening(
            openings.first_step(
                wish, person, self.random_source.table(), self.clock.now(), self.tempo
            )
        )

    async def open_table_with(self, people: Sequence[str], wish: Wish) -> Opening:
        """Open a table with these people on its seats; the first one is the host."""
        return await self._write_opening(
            openings.first_step_with(
                wish, people, self.random_source.table(), self.clock.now(), self.tempo
            )
        )

    async def open_tutorial(self, person: str, name: str) -> Opening:
        """Open a tutorial for a person, who plays alone with bots that follow its script."""
        table, now = self.random_source.table(), self.clock.now()
        first = openings.first_step_of_tutorial(name, person, table, now, self.tempo)
        return await self._write_opening(first)

    async def _write_opening(self, first: FirstStep) -> Opening:
        opening, step = opening_rows(first, self.random_source.code())
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
        """Open the new table first, then announce it: a table that is never announced does no harm.

        Its id must be unpredictable: a player who could guess it could open the table first, and
        would be the host of those who follow the announcement.
        """
        live = await self.cache.live_table(table)
        async with live.lock_for(person):
            await self.cache.catch_up(live)
            try:
                decide.decide_request(live.situation, person, request)
            except Illegal as illegal:
                known = await self.store.answer(table, PARTY, command)
                return known or Rejected(illegal.code)
            party = await self._early.blocklist.seat_apart(live.party, person)
            first = openings.first_step_of_rematch(
                party, person, self.random_source.table(), self.clock.now(), self.tempo
            )
            again = (await self._write_opening(first)).table

            def announce(live: LiveTable) -> Outcome:
                return decide.announce_rematch(live.situation, person, again)

            answer = await self._decide(live, PARTY, command, announce) or Accepted(live.seq)
            told = live.party.rematch
        if told != again:  # another node announced a rematch first
            await self._answer(
                again,
                PARTY,
                "unneeded",
                lambda lost: decide.close_table(lost.situation, "deserted"),
            )
        return answer

    async def play(  # noqa: PLR0913, PLR0917 -- a command, and how it arrived
        self,
        table: str,
        person: str | None,
        cid: str,
        moment: int,
        action: bytes | None,
        reach: Reach | None = None,
    ) -> Answer:
        """Answer an action of the game. None withdraws the sealed answer of the player."""
        reach = reach or Reach(self.clock.now())
        refused = await self._early.refuse_action(table, person)
        if refused is not None:
            return refused
        live = await self.cache.live_table(table)
        set_backs = live.set_backs
        if live.state.moment != moment:
            live = await self.cache.fresh_table(table, person)
        seat = live.party.seat(person)
        if seat is None:  # the player has left meanwhile
            return Rejected("not_seated")
        command = f"{person}/{cid}"
        try:
            wanted = None if action is None else game_action(action, live.state.edition.key)
        except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError):
            return Rejected("no_such_action")
        if live.state.phase.sealed and live.state.moment == moment:
            return await self._hold(table, person, command, moment, wanted, reach, set_backs)

        def act(live: LiveTable) -> Outcome:
            now, meant = live.situation, live.meant(moment, set_backs)
            if wanted is None:
                decide.refuse_withdrawal(now, meant)
            return decide.decide_action(now, person, meant, wanted, self.clock.now())

        async with live.lock_for(person):
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
        async with live.lock_for(person):
            return await self._decide(live, actor, command, decision) or Accepted(live.seq)

    async def _decide(
        self, live: LiveTable, actor: Actor, command: str, decision: Decide
    ) -> Answer | None:
        """Decide and write; after a lost race, catch up and try again. The caller holds the lock.

        None: the decision is that nothing has to be done.
        """
        for _ in range(_ATTEMPTS):
            if live.doubtful:
                await self.cache.catch_up(live)
            try:
                outcome = decision(live)
            except Illegal as illegal:
                refused = await self._refuse(live, actor, command, illegal)
                if refused is None:
                    continue
                return refused
            if outcome is None:
                return None
            answer = await self._append(live, actor, command, outcome)
            if isinstance(answer, Answer):
                return answer
            self.metrics.races.inc()
            await self.cache.catch_up(live)
        live.doubtful = True
        raise UnavailableError(f"table {live.id}: lost too many races against other nodes")

    async def _refuse(
        self, live: LiveTable, actor: Actor, command: str, illegal: Illegal
    ) -> Answer | None:
        """Refuse a command for good; None if the table was behind the store: decide again."""
        if await self.cache.catch_up_if_behind(live):
            return None
        if actor == CLOCK:
            raise illegal
        known = await self.store.refuse(live.id, actor, command, illegal.code)
        if known == Rejected(illegal.code):
            return Rejected(illegal.code, illegal.detail)
        return known

    async def _append(
        self, live: LiveTable, actor: Actor, command: str, outcome: Outcome
    ) -> Answer | Behind:
        now, seq, opens = self.clock.now(), live.seq + 1, outcome.opens
        timers = timers_after(live, outcome, now, self.tempo)
        opened = {} if opens is None else commitments(live, self.random_source.salt)
        events = encode_step(outcome.party_events, outcome.game_events, timers, now, opened)
        listing, outbox = rows_beside(live.party, outcome, timers)
        # Counted now: what is sealed from here on is not in the outcome.
        held = live.revisions if live.sealed else 0
        try:
            ordered = await ordered_actions(self.store, live, outcome)
            rows = [one.sealed for one in ordered]
            seats = [row.seat for row in rows]
            due = next_due(timers, seats, outcome.state)
            due = due_while_sealed(live, outcome, due, now) if outcome.state.phase.sealed else due
            step = Step(live.id, seq, actor, command, events, due, live.mark)
            answer = await self.store.append(
                step, opens=opens, opened=held, listing=listing, outbox=outbox, ordered=ordered
            )
        except BaseException:
            live.doubtful = True
            raise
        if isinstance(answer, Accepted) and answer.known:
            await self.cache.catch_up_if_behind(live)
        elif isinstance(answer, Accepted):
            if self._logs_steps:
                _log.debug("step %d of table %s is stored", seq, live.id)
            change = Change(seq, outcome.party_events, outcome.game_events, mark_of(step), opened)
            live.apply(change, outcome.party, outcome.state, timers, now)
            await self.cache.tell(live, change)
            await self.bus.publish(Hint(live.id, seq, mark=live.mark.hex()))
            if rows:  # an order that has changed meanwhile has handed in nothing
                handed_in = [row for row in rows if row.seat in live.sealed]
                note_answers(self.background, self.people, live, handed_in)
        return answer

    # Sealed phases

    async def _hold(  # noqa: PLR0913, PLR0917 -- a command, and how it arrived
        self,
        table: str,
        person: str | None,
        command: str,
        moment: int,
        action: Action | None,
        reach: Reach,
        set_backs: int,
    ) -> Answer:
        """Store a sealed answer, its change or withdrawal; the last answer opens the phase.

        Store it without the lock: another player who had to wait for the lock could tell that this
        one has answered. The store checks by itself that the phase is still the same.
        """
        live = await self.cache.live_table(table)
        for _ in range(_ATTEMPTS):
            if live.doubtful:
                live = await self.cache.fresh_table(table, person)
            if action is None:  # another node may have stored what is withdrawn
                await self.cache.complete(live)
            now = live.situation
            try:
                seat = decide.seat_at_play(now, person)
                meant = live.meant(moment, set_backs)
                wanted = decide.check_sealed(now, seat, meant, action)
                checked_revision(live, seat, withdraws=wanted is None)
            except Illegal as illegal:
                async with live.lock_for(person):
                    if await self.cache.catch_up_if_behind(live):
                        continue
                return await refuse_hold(self.store, live, person, (command, moment), illegal)
            if wanted is not None:
                wanted = with_measured_time(wanted, live.clock_since, reach)
            answer = await self._seal(live, seat, command, wanted, self._salt(live))
            if answer is not None:
                return answer
        raise UnavailableError(f"table {table}: lost too many races against other nodes")

    def _salt(self, live: LiveTable) -> bytes:
        """Draw the salt of a receipt, where there are receipts."""
        revisable = live.state.phase.revisable(live.state)
        return self.random_source.salt(SALT_BYTES) if revisable else b""

    async def _seal(
        self,
        live: LiveTable,
        seat: Seat,
        command: str,
        action: Action | None,
        salt: bytes = b"",
    ) -> Answer | None:
        """Store a sealed answer, and open the phase if it was the last; None if a race was lost.

        The answer sets an early due time: if this node dies before it has opened the phase or
        cancelled the re-check, another node takes over. A withdrawal does the same, and so brings
        back the deadline of its seat.
        """
        written = b"" if action is None else msgspec.json.encode(action)
        sealed = SealedAction(seat, command, written, live.revision(seat) + 1, salt)
        seq, moment = live.seq, live.state.moment
        answered = {*live.held, seat} if action is not None else live.held.keys() - {seat}
        due = due_with_recheck(next_due(live.timers, answered, live.state), self.clock.now())
        held = await self.store.seal(live.id, seq, moment, sealed, follows=live.mark, due=due)
        if isinstance(held, Behind):
            await self.cache.catch_up_with(live.id)
            await self.cache.compare_seals(live.id)
            return None
        if isinstance(held, Rejected):
            return held
        if held == sealed:
            note_answers(self.background, self.people, live, [held])
        await self.cache.complete(live)
        if decide.is_complete(live.situation, self.clock.now()):
            async with live.lock:
                await self._unseal_if_complete(live)
        else:
            self.background.spawn(cancel_recheck(self.store, live, seq, due))
            self._alarms.set(live)
        # Other nodes may have written steps meanwhile: the opening is the next step or a later one.
        seq = min(live.seq, seq + 1)
        return acknowledge(seq, moment, held) if held.command == command else None

    async def _unseal_if_complete(self, live: LiveTable) -> None:
        """Open a sealed phase if all answers are there."""
        if decide.is_complete(live.situation, self.clock.now()):
            unseal = unless_set_back(live, opening_by(self.clock))
            await self._decide(live, CLOCK, f"open/{live.seq}", unseal)

    # Presence

    async def note_arrival(self, table: str, person: str) -> None:
        await self._note(table, f"here/{person}", noting(person, decide.note_arrival))

    async def note_departure(self, table: str, person: str) -> None:
        await self._note(table, f"gone/{person}", noting(person, decide.note_departure))

    async def note_screen(self, table: str, screen: str, *, on: bool) -> None:
        """Note that a screen shows the table, or does not any more."""
        command = f"screen/{screen}/{'on' if on else 'off'}"
        await self._note(
            table, command, lambda live: decide.note_screen(live.situation, screen, on=on)
        )

    async def remove_screen(self, table: str, person: str, screen: str) -> Answer:
        """Remove a screen from a table for good, on behalf of the host."""
        return await self._answer(
            table,
            PARTY,
            f"{person}/screen/{screen}",
            lambda live: decide.remove_screen(live.situation, person, screen),
            person,
        )

    async def _note(self, table: str, command: str, note: Decide) -> None:
        live = await self.cache.live_table(table)
        async with live.lock:
            name = f"{command}/{live.seq}"
            await self._decide(live, PARTY, name, unless_set_back(live, note))

    # Time

    def _fire_soon(self, live: LiveTable) -> None:
        if self.cache.tables.get(live.id) is live:
            now = self.clock.now()
            self.metrics.deadline_lateness.observe(max(0.0, now - (live.rings(now) or now)))
            self.background.spawn(self._alarms.see_through(live, self.fire(live.id)))

    def reset_alarms(self) -> None:
        """Set all alarms again, because the time has jumped."""
        for live in self.cache.tables.values():
            self._alarms.set(live)

    async def fire(self, table: str) -> None:
        """Do what is due on a table, if it still is.

        A bot chooses before the table is locked. If the table has changed meanwhile, the bot is
        asked again later.
        """
        live = await self.cache.live_table(table)
        if is_out_of_time(live, self.clock.now()):
            # All deadlines will be set again: check first whether this node's own time is wrong.
            await self.clock.set_by(self.store)
        choice = await self._bots.choose(live, self.clock)
        async with live.lock:
            # The node that stored the last answer may have died before it opened the phase.
            await self._unseal_if_complete(live)
            due = WhatIsDue(choice, self.clock)
            await self._decide(live, CLOCK, f"{live.seq}", unless_set_back(live, due.decide))
            command = f"bot/{live.seq}"
        if due.hold is not None:
            await self._seal(live, due.hold.seat, command, due.hold.action)
        self._alarms.set(live)

    async def sweep(self) -> None:
        """Do what is due on tables whose node has died or is too slow."""
        await fire_overdue(self.store, self.cache, self.metrics, self.fire)
