"""When the server has to act on a table, and for whom. Deadlines are folded state.

They are written into the step that sets them, so any node can go on with them, and they change
only by a step. How they are written: `timer_codec`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import Any, Final

from msgspec import Struct

from kuhstall.engine.kernel import options
from kuhstall.engine.table import Table
from kuhstall.engine.values import CLOCK, Actor, Seat
from kuhstall.server.party.hours import time_after
from kuhstall.server.party.hurry import waived
from kuhstall.server.party.pace import (
    BOT_MOST,
    BOT_SETTLED,
    DESERTED,
    GRACE,
    PACES,
    PAUSED,
    PAUSED_FOR_DAYS,
    REVEAL,
    UNSTARTED,
)
from kuhstall.server.party.party import Party
from kuhstall.server.party.starting import NO_START, Deed, StartTimers, wind_start
from kuhstall.server.party.tempo import pace_of


class SeatTimers(Struct, frozen=True, gc=False):
    """The timers of one seat; None where none runs.

    `due`: when its time for a decision is up. `gone`: when a bot takes over from a person who is
    not there. The others ring for nobody, because `due` is never later. `last`: when a seat that
    has taken something back must be done, however often it does so again. `again`: when a seat that
    a person has taken back from a bot must have acted, however often they leave it. The first time
    they have all the time of a decision, and never again for the same one.
    """

    due: float | None = None
    gone: float | None = None
    last: float | None = None
    again: float | None = None


class Timers(Struct, frozen=True):
    """All timers of a table. `clock`: the next call, count or closing time; seats as they act.

    `hush` rings for nobody: until then a seat that calls must leave the others time to speak.
    `begins`: nobody's time begins before, as there is a result to be seen. It rings for nobody.
    `opens`: envelopes are not opened before, however soon all are there (C-36).
    `start`: when a table that waits for people goes on by itself.
    """

    clock: float | None = None
    seats: dict[Seat, SeatTimers] = {}
    hush: float | None = None
    begins: float | None = None
    opens: float | None = None
    start: StartTimers = NO_START

    def seat(self, seat: Seat) -> SeatTimers:
        return self.seats.get(seat, NO_TIMERS)


_SEVERAL: Final = 2
NO_TIMERS: Final = SeatTimers()
STOPPED: Final = Timers()


class Ring(Struct, frozen=True):
    """A timer that is up: for a seat or, without one, for the clock; `deed` before the game."""

    due: float
    seat: Seat | None = None
    gone: bool = False
    deed: Deed | None = None


def rings(timers: Timers, held: Collection[Actor] = ()) -> Iterator[Ring]:
    """List the timers that ring, but for the decisions of seats that have acted unseen.

    Of two that ring at the same time the first one counts: takeovers come before the clock, and
    the clock before decisions.
    """
    for seat in sorted(timers.seats, reverse=True):
        gone = timers.seats[seat].gone
        if gone is not None:
            yield Ring(gone, seat, gone=True)
    if timers.start is not NO_START and timers.start.due is not None:
        yield Ring(timers.start.due, deed=timers.start.deed)
    if timers.clock is not None:
        yield Ring(timers.clock)
    for seat in sorted(timers.seats):
        due = timers.seats[seat].due
        if due is not None and seat not in held:
            yield Ring(due, seat)


def first_ring(timers: Timers, held: Collection[Actor] = ()) -> Ring | None:
    return min(rings(timers, held), key=_due, default=None)


def _due(ring: Ring) -> float:
    return ring.due


def next_due(
    timers: Timers, held: Collection[Actor] = (), game: Table[Any, Any] | None = None
) -> float | None:
    """Tell when the first timer rings, whoever it is for.

    With the game: also when its envelopes are opened, if all of them are there.
    """
    start = None if timers.start is NO_START else timers.start.due
    first = timers.clock if start is None else min(start, timers.clock or start)
    if timers.opens is not None and game is not None and set(held) >= set(game.phase.actors(game)):
        first = timers.opens if first is None else min(first, timers.opens)
    for seat, own in timers.seats.items():
        if own.due is not None and seat not in held and (first is None or own.due < first):
            first = own.due
        if own.gone is not None and (first is None or own.gone < first):
            first = own.gone
    return first


class Standing(Struct, frozen=True):
    """A table between two steps, as far as the clocks are concerned."""

    party: Party
    state: Table[Any, Any]
    held: frozenset[Seat] = frozenset()  # seats whose action is sealed already


class Watch(Struct, frozen=True):
    """What a step needs to know of time. `beat`: how long its result is to be seen."""

    now: float
    tempo: float
    thinking: Callable[[Seat], float]
    beat: float = 0.0
    opening: float = 0.0  # drawn, from 0 up to 1: how much longer than they must envelopes lie


def wind_timers(  # noqa: PLR0913 -- a step from all sides
    before: Standing,
    after: Standing,
    running: Timers,
    actor: Actor | None,
    watch: Watch,
    *,
    anew: bool = False,
    back: bool = False,
    more: Seat | None = None,
) -> Timers:
    """Set the timers of a table after a step; those that nothing has touched run on.

    `anew`: the server was away. `back`: the actor has taken something back. `more`: a seat gets
    the time of another decision.
    """
    stage = after.party.stage
    halted = after.party.halting is not None
    same = before.party.stage == stage and (before.party.halting is not None) == halted and not anew
    if stage == "playing" and not halted:
        if not same:
            running = STOPPED
        elif more is not None:
            running = _with_more(running, more, after, watch)
        return _Winding(before, after, running, actor, watch).wind(back=back)
    if stage in {"ended", "closed"}:
        return STOPPED
    if same and stage != "open" and running.clock is not None:
        return Timers(running.clock)
    if stage == "revealing":
        return Timers(watch.now + REVEAL)
    if stage == "open":
        waits = after.party.is_attended or not PACES[after.party.pace].pauses
        lasts = UNSTARTED if waits else DESERTED
    else:
        lasts = PAUSED_FOR_DAYS if after.party.is_slow else PAUSED
    now, tempo = watch.now, watch.tempo
    start = wind_start(before.party, after.party, running.start, now, tempo, anew=anew)
    return Timers(now + lasts * tempo, start=start)


def is_counting(game: Table[Any, Any]) -> bool:
    """Whether the clock closes a sealed phase: a step of a countdown, where silence is fine."""
    return game.phase.sealed and CLOCK in game.phase.actors(game)


def _with_more(running: Timers, seat: Seat, after: Standing, watch: Watch) -> Timers:
    """Put off all that bounds the decision of a seat by the time of a decision."""
    own = running.seat(seat)
    more = PACES[after.party.pace].decision * after.state.phase.patience * watch.tempo
    due, last, again = (
        bound if bound is None else bound + more for bound in (own.due, own.last, own.again)
    )
    seats = {**running.seats, seat: SeatTimers(due, own.gone, last, again)}
    return Timers(running.clock, seats, running.hush, running.begins, running.opens)


class _Winding:
    """Sets the timers of a running game after one step."""

    def __init__(
        self,
        before: Standing,
        after: Standing,
        running: Timers,
        actor: Actor | None,
        watch: Watch,
    ) -> None:
        self.before = before
        self.after = after
        self.running = running
        self.actor = actor
        self.watch = watch
        self.pace = pace_of(after.party)
        stopped = running.clock is None and not running.seats
        self.entered = before.state.moment != after.state.moment or stopped
        # A beat is counted in no window: all that begins within it begins at its end.
        self.start = max(watch.now + watch.beat * watch.tempo, running.begins or 0.0)

    def wind(self, *, back: bool) -> Timers:
        party, game, held = self.after.party, self.after.state, self.after.held
        counts = is_counting(game)
        actors = game.phase.actors(game)
        caller = None if counts else game.phase.caller(game)
        clock: float | None = None
        hush: float | None = None
        if counts:
            clock = self._count()
        elif caller is not None:
            clock, hush = self._call(caller)
        seats: dict[Seat, SeatTimers] = {}
        for seat in actors:
            if seat == caller and hush is not None:
                if party.places[seat].player is not None:
                    seats[seat] = self._calling(seat, hush)
            elif seat != CLOCK and seat not in held:
                own = self._decision(seat, clock if counts else None, counts=counts, back=back)
                if own is not NO_TIMERS:
                    seats[seat] = own
        self._add_missing(seats)
        begins = self.start if self.start > self.watch.now else None
        return Timers(clock, seats, hush, begins, self._opening())

    def _opening(self) -> float | None:
        """Time the earliest opening: the same whether somebody has answered beforehand or not.

        Whoever plays with bots alone has nobody to hide it from.
        """
        if not self.after.state.phase.ordered or len(self.after.party.people) < _SEVERAL:
            return None
        if not self.entered:
            return self.running.opens
        lies = self.pace.lies * (1 + self.watch.opening)
        return self.start + lies * self.watch.tempo if lies else None

    def _decision(
        self, seat: Seat, closes: float | None, *, counts: bool, back: bool
    ) -> SeatTimers:
        """Time the decision of a seat: a person's goes on, unless something new is asked."""
        party, game, start = self.after.party, self.after.state, self.start
        running = self.running.seat(seat)
        fresh = self.entered or seat == self.actor
        kept = None if fresh or not self._same_player(seat) else running.due
        last = running.last
        if back and seat == self.actor and last is None:
            last = self._end(seat, 2)
        again = None if fresh else running.again
        if party.places[seat].player is not None or waived(party, game, seat) is not None:
            due = kept or start + self._thinking(seat, closes)
        elif not counts and game.phase.default(game, seat) is not None:
            due = kept or self._end(seat)
            if again is None and not fresh and self.before.party.places[seat].player is not None:
                again = due
        else:
            return NO_TIMERS if last is None else SeatTimers(last=last)
        bounds = [bound for bound in (due, last, again) if bound is not None]
        return SeatTimers(min(bounds), None, last, again)

    def _end(self, seat: Seat, times: int = 1) -> float:
        """Tell when a person's time is up. Whoever is settled needs no hours to say so."""
        game, start, lasts = self.after.state, self.start, times * self._time_of(seat)
        return start + lasts if game.phase.settled(game, seat) else self._later(start, lasts)

    def _later(self, start: float, lasts: float) -> float:
        """Tell when so much time has passed; at a slow table, of its hours."""
        party = self.after.party
        return time_after(party.hours if party.is_slow else None, start, lasts)

    def _time_of(self, seat: Seat) -> float:
        """Tell how long a person has: where days are given, nobody needs more.

        Where only bots wait there is no clock, but if the person's node dies without a word,
        something must go on some day.
        """
        game, pace, tempo = self.after.state, self.pace, self.watch.tempo
        if self.after.party.is_unhurried:
            return PAUSED * tempo
        if game.phase.settled(game, seat):
            return pace.settled * tempo
        return pace.decision * (game.phase.patience if pace.pauses else 1) * tempo

    def _count(self) -> float:
        """Time the end of a step of a countdown, which nothing that happens within it delays."""
        if not self.entered and self.running.clock is not None:
            return self.running.clock
        stopped = self.running.clock is None and not self.running.seats
        goes_on = not stopped and is_counting(self.before.state)
        lasts = self.pace.count + (0 if goes_on else self.pace.ready) + GRACE
        return self._later(self.start, lasts * self.watch.tempo)

    def _call(self, caller: Actor) -> tuple[float, float | None]:
        """Time the next call, and until when no seat may make it.

        A bid and a call start the silence anew, a pass does not. Behind a seat that calls the clock
        waits longer: it calls only where the seat stays silent.
        """
        if self._still_silent(caller) and self.running.clock is not None:
            return self.running.clock, self.running.hush
        start, tempo, pace = self.start, self.watch.tempo, self.pace
        lasts = (pace.first if self.entered else pace.call) + GRACE
        if caller == CLOCK:
            return start + lasts * tempo, None
        least = max(pace.first / 2, pace.hush) if self.entered else pace.hush
        return start + (lasts + pace.call) * tempo, start + least * tempo

    def _still_silent(self, caller: Actor) -> bool:
        """Whether neither a bid nor a call has come with this step."""
        if self.entered or self.actor == caller:
            return False
        return options(self.before.state, caller) == options(self.after.state, caller)

    def _calling(self, seat: Seat, hush: float) -> SeatTimers:
        """Time the call of a bot: about when the clock would call, from what everybody knows."""
        running = self.running.seat(seat).due
        silent = self._still_silent(seat)
        if silent and self._same_player(seat) and running is not None:
            return SeatTimers(running)
        usual = 0.0 if silent else self.pace.first if self.entered else self.pace.call
        sooner = 0.0 if silent else BOT_MOST / 2
        thinks = (self.watch.thinking(seat) - sooner) * self.pace.thinks
        due = (usual + thinks) * self.watch.tempo
        return SeatTimers(max(self.start + due, hush))

    def _thinking(self, seat: Seat, closes: float | None) -> float:
        """Tell how long a bot takes; before a step of a countdown is over, it has answered."""
        watch, game = self.watch, self.after.state
        settled = game.phase.settled(game, seat)
        usual = BOT_SETTLED if settled else watch.thinking(seat)
        thinks = usual * self.pace.thinks * watch.tempo
        if closes is None:
            return thinks
        left = max(closes - GRACE * watch.tempo - self.start, 0.0)
        return min(thinks, left * usual / BOT_MOST)

    def _same_player(self, seat: Seat) -> bool:
        """Whether the same one is to act: bots and people do not inherit each other's time."""
        one, other = self.before.party.places[seat], self.after.party.places[seat]
        return (one.person, one.player) == (other.person, other.player)

    def _add_missing(self, seats: dict[Seat, SeatTimers]) -> None:
        """Give whoever is not there the grace time, and then the seat to a bot.

        These timers run beside those of decisions: going and coming back wins nobody any time.
        """
        for seat in self.after.party.missing:
            gone = self.running.seat(seat).gone
            if self.before.party.places[seat].here or gone is None:
                gone = self._later(self.watch.now, self.pace.gone * self.watch.tempo)
            own = seats.get(seat, NO_TIMERS)
            seats[seat] = SeatTimers(own.due, gone, own.last, own.again)
