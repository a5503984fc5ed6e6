"""Commands become steps: decide on the hot table, append at the expected number, then tell.

Any node may do this for any table at any time. The store's fence lets one of them write a step;
whoever loses reads on and decides again. Nothing is answered before it is written.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Final, TypeAlias

import msgspec

from kuhstall.engine.values import CLOCK, Action, Actor, Illegal, Seat, TookBack
from kuhstall.server import deciding
from kuhstall.server.bus import Hint
from kuhstall.server.credit import Reach, timed
from kuhstall.server.deciding import Hold, Outcome
from kuhstall.server.hot import Change, HotTable
from kuhstall.server.listing import listing
from kuhstall.server.opening import ID_LENGTH, Opened, Wish, begun, letters, rematch
from kuhstall.server.pace import thinking
from kuhstall.server.record import encoded, game_action
from kuhstall.server.requests import Rematch, Request
from kuhstall.server.store import (
    Accepted,
    Answer,
    Behind,
    Refused,
    Sealed,
    Step,
    UnavailableError,
)
from kuhstall.server.tables import HotTables
from kuhstall.server.timers import Watch, ringing, wound

_log = logging.getLogger(__name__)

PARTY: Final[Actor] = -2
"""The actor under which requests are answered: a person keeps it when seats change."""

_ATTEMPTS: Final = 50

Decide: TypeAlias = Callable[[HotTable], Outcome | None]


class Service(HotTables):
    """What a node does for the people at its tables."""

    async def open_table(self, person: str, wish: Wish) -> Opened:
        """Set up a table for somebody, who becomes its host."""
        opened = begun(wish, person, self.clock.now(), self.tempo)
        await self.store.open_table(opened.opening, opened.first)
        return opened

    # Commands

    async def ask(self, table: str, person: str | None, cid: str, request: Request) -> Answer:
        """Answer a request to the party."""
        if person is None:
            return Refused("no_session")
        if isinstance(request, Rematch):
            return await self._rematch(table, person, cid, request)
        return await self._command(
            table,
            PARTY,
            f"{person}/{cid}",
            lambda hot: deciding.asked(hot.situation, person, request),
        )

    async def _rematch(self, table: str, person: str, cid: str, request: Rematch) -> Answer:
        """Open the new table first: a table that nobody is told of does no harm.

        Its id must be new to everybody: who could foretell it would open that table before, and
        be the host of those who come.
        """
        hot = await self.hot(table)
        command = f"{person}/{cid}"
        async with hot.lock:
            await self._catch_up(hot)
            try:
                deciding.asked(hot.situation, person, request)
            except Illegal as illegal:
                known = await self.store.answer(table, PARTY, command)
                return known or Refused(illegal.code)
            again = letters(ID_LENGTH)
            opened = rematch(hot.party, person, again, self.clock.now(), self.tempo)
            await self.store.open_table(opened.opening, opened.first)

            def decide(hot: HotTable) -> Outcome:
                return deciding.rematched(hot.situation, person, again)

            answer = await self._decide(hot, PARTY, command, decide) or Accepted(hot.seq)
            told = hot.party.rematch
        if told != again:  # somebody at another node was faster
            await self._command(
                again, PARTY, "unneeded", lambda lost: deciding.shut(lost.situation, "deserted")
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
        hot = await self.hot(table)
        if hot.party.seat(person) is None or hot.game.moment != moment:
            hot = await self.fresh(table)
        seat = hot.party.seat(person)
        if seat is None:
            return Refused("no_session" if person is None else "not_seated")
        command = f"{person}/{cid}"
        try:
            wanted = game_action(action, hot.game.edition.key)
        except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError):
            return Refused("no_such_action")
        if hot.game.phase.sealed and hot.game.moment == moment:
            return await self._hold(table, person, command, moment, wanted, reach)
        return await self._command(
            table,
            seat,
            command,
            lambda hot: deciding.played(hot.situation, person, moment, wanted),
        )

    async def close_table(self, table: str) -> Answer:
        """Close a table on behalf of the operator."""
        return await self._command(
            table, PARTY, "operator/close", lambda hot: deciding.shut(hot.situation, "operator")
        )

    async def _command(self, table: str, actor: Actor, command: str, decide: Decide) -> Answer:
        hot = await self.hot(table)
        async with hot.lock:
            return await self._decide(hot, actor, command, decide) or Accepted(hot.seq)

    async def _decide(
        self, hot: HotTable, actor: Actor, command: str, decide: Decide
    ) -> Answer | None:
        """Decide and write until one of both is settled. The caller holds the lock."""
        for _ in range(_ATTEMPTS):
            if hot.doubtful:
                await self._catch_up(hot)
            try:
                outcome = decide(hot)
            except Illegal as illegal:
                if await self.store.head(hot.id) != hot.seq:
                    await self._catch_up(hot)
                    continue
                if actor == CLOCK:
                    raise
                known = await self.store.refuse(hot.id, actor, command, illegal.code)
                if known == Refused(illegal.code):
                    return Refused(illegal.code, illegal.detail)
                return known
            if outcome is None:
                return None
            answer = await self._append(hot, actor, command, outcome)
            if not isinstance(answer, Behind):
                return answer
            self.measures.races.inc()
            await self._catch_up(hot)
        raise UnavailableError(f"{hot.id}: too many races lost")

    async def _append(
        self, hot: HotTable, actor: Actor, command: str, outcome: Outcome
    ) -> Answer | Behind:
        now, seq = self.clock.now(), hot.seq + 1
        after = deciding.standing(outcome)
        timers = wound(
            hot.standing,
            after,
            hot.timers,
            outcome.actor,
            Watch(now, self.tempo, lambda seat: thinking(hot.secret, seq, seat)),
            anew=outcome.anew,
            back=any(isinstance(event, TookBack) for event in outcome.game_events),
        )
        events = encoded(outcome.party_events, outcome.game_events, timers, now)
        due = min(ringing(timers).values(), default=None)
        step = Step(hot.id, seq, actor, command, events, due)
        try:
            answer = await self.store.append(
                step,
                opens=outcome.opens,
                opened=len(hot.held),
                listing=listing(outcome.party) if outcome.party_events else None,
            )
        except BaseException:
            hot.doubtful = True
            raise
        if isinstance(answer, Accepted) and answer.known:
            if answer.seq > hot.seq:
                await self._catch_up(hot)
        elif isinstance(answer, Accepted):
            change = Change(seq, outcome.party_events, outcome.game_events)
            hot.apply(change, outcome.party, outcome.game, timers, now)
            await self._told(hot, change)
            await self.bus.publish(Hint(hot.id, seq))
        return answer

    async def _hold(  # noqa: PLR0913, PLR0917 -- the same
        self,
        table: str,
        person: str | None,
        command: str,
        moment: int,
        action: Action,
        reach: Reach,
    ) -> Answer:
        """Hold an action of a sealed phase; the last one opens them all."""
        hot = await self.hot(table)
        async with hot.lock:
            for _ in range(_ATTEMPTS):
                if hot.doubtful:
                    await self._catch_up(hot)
                now = hot.situation
                seat = hot.party.seat(person)
                try:
                    seat = deciding.seat_at_play(now, person)
                    wanted = deciding.sealable(now, seat, moment, action)
                    wanted = timed(wanted, hot.began, reach)
                except Illegal as illegal:
                    if await self.store.head(hot.id) != hot.seq:
                        await self._catch_up(hot)
                        continue
                    held = await self.store.sealed(hot.id, moment)
                    if any(one.seat == seat and one.command == command for one in held):
                        return Accepted(hot.seq)
                    return await self.store.refuse(
                        hot.id, PARTY if seat is None else seat, command, illegal.code
                    )
                if await self._sealed(hot, seat, command, wanted):
                    return Accepted(hot.seq)
        raise UnavailableError(f"{table}: too many races lost")

    async def _sealed(self, hot: HotTable, seat: Seat, command: str, action: Action) -> bool:
        """Write a held action, and open the phase if it was the last; False if the race is lost.

        What was due for the seat is done: no other node shall come to look after it.
        """
        sealed = Sealed(seat, command, msgspec.json.encode(action))
        rest = ringing(hot.timers, {*hot.held, seat})
        held = await self.store.seal(
            hot.id, hot.seq, hot.game.moment, sealed, due=min(rest.values(), default=None)
        )
        if isinstance(held, Behind):
            await self._catch_up(hot)
            return False
        await self._complete(hot)
        await self._open(hot)
        return held.command == command

    async def _open(self, hot: HotTable) -> None:
        """Open a sealed phase that waits for nobody any more."""

        def decide(hot: HotTable) -> Outcome | None:
            return deciding.opened(hot.situation) if deciding.complete(hot.situation) else None

        if deciding.complete(hot.situation):
            await self._decide(hot, CLOCK, f"open/{hot.seq}", decide)

    # Presence

    async def arrived(self, table: str, seat_of: str) -> None:
        await self._noted(table, f"here/{seat_of}", seat_of, deciding.connected)

    async def departed(self, table: str, person: str) -> None:
        await self._noted(table, f"gone/{person}", person, deciding.disconnected)

    async def _noted(
        self,
        table: str,
        command: str,
        person: str,
        decide: Callable[[deciding.Situation, Seat], Outcome | None],
    ) -> None:
        def note(hot: HotTable) -> Outcome | None:
            seat = hot.party.seat(person)
            return None if seat is None else decide(hot.situation, seat)

        hot = await self.hot(table)
        async with hot.lock:
            await self._decide(hot, PARTY, f"{command}/{hot.seq}", note)

    # Time

    async def fire(self, table: str) -> None:
        """Do what is due on a table, if it still is.

        A bot chooses before the table is locked, and not on the loop: it may take long. If the
        table has moved on meanwhile, the bot is asked again when the alarm rings anew.
        """
        hot = await self.hot(table)
        asked, thought = await self._thought(hot)
        async with hot.lock:
            hold: Hold | None = None

            def due(hot: HotTable) -> Outcome | None:
                nonlocal hold
                hold = None
                now = self.clock.now()
                seat = deciding.whose_turn(hot.situation, now)
                if seat is not None and asked != (hot.seq, seat):
                    return None
                found = deciding.fired(hot.situation, now, lambda _: thought)
                if isinstance(found, Hold):
                    hold = found
                    return None
                return found

            await self._open(hot)  # whoever sealed the last action may have died before that
            await self._decide(hot, CLOCK, f"{hot.seq}", due)
            if hold is not None:
                await self._sealed(hot, hold.seat, f"bot/{hot.seq}", hold.action)
            self._arm(hot)

    async def _thought(self, hot: HotTable) -> tuple[tuple[int, Seat] | None, Action]:
        """Let a bot choose if one has to: for which step, which seat, and what."""
        seat = deciding.whose_turn(hot.situation, self.clock.now())
        if seat is None:
            return None, Action()
        asked = hot.seq, seat
        choose = hot.thought(seat)
        loop = asyncio.get_running_loop()
        return asked, await loop.run_in_executor(self._thinker, choose)

    async def sweep(self) -> None:
        """Act on tables whose node has died or sleeps."""
        for overdue in await self.store.claim_overdue(late=0.5, lease=2.0, limit=64):
            self.measures.swept.inc()
            try:
                hot = await self.hot(overdue.table)
                if hot.seq < overdue.seq:
                    await self.catch_up(overdue.table)
                await self.fire(overdue.table)
            except UnavailableError:
                raise
            except Exception:  # noqa: BLE001 -- one table that cannot be read must not stop the rest
                _log.exception("%s is overdue and cannot go on", overdue.table)
