"""Timers: when the server has to act on a table, and for which seat.

They are part of the folded state: stored in the step that sets them, and changed only by a step.
So any node can act on them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from functools import cache
from typing import Any, Final, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from kuhstall.engine.kernel import options
from kuhstall.engine.table import Table
from kuhstall.engine.values import CLOCK, Action, Actor, Illegal, Seat
from kuhstall.server.table.party.events import PartyEvent, SkipEnded, SkipStarted, TempoName
from kuhstall.server.table.party.hours import time_after
from kuhstall.server.table.party.pace import (
    BOT_MOST,
    BOT_SETTLED,
    DESERTED,
    GRACE,
    PACES,
    PAUSED,
    PAUSED_FOR_DAYS,
    UNSTARTED,
    Pace,
)
from kuhstall.server.table.party.party import Party
from kuhstall.server.table.party.revealing import reveals_end
from kuhstall.server.table.party.starting import (
    NO_START,
    StartAction,
    StartTimers,
    set_start_timers,
)


class SeatTimers(Struct, frozen=True, gc=False):
    """The timers of one seat; None if one does not run.

    `due`: when its time for a decision is up. `gone`: when a bot takes over from a disconnected
    player. The other two do not ring; they limit `due`, which is never later. `last`: when a seat
    that has taken something back must be done, however often it does so again. `again`: when a
    player who took the seat back from a bot must have acted, however often they leave and return.
    The first time they get the full time of a decision, but only once per decision.
    """

    due: float | None = None
    gone: float | None = None
    last: float | None = None
    again: float | None = None


class Timers(Struct, frozen=True):
    """All timers of a table. `clock`: the next call, count or closing time; `seats`: by seat.

    `hush` does not ring: until then a seat that calls must leave the others time to bid.
    `begins` does not ring: no time runs before, so that players can see a result first.
    `opens`: sealed answers are not opened before, even if all are there (C-36).
    `start`: when a table that waits for players goes on by itself.
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
    """A timer that rings: for a seat or, without one, for the clock, or before the game."""

    due: float
    seat: Seat | None = None
    gone: bool = False
    action: StartAction | None = None


def rings(timers: Timers, held: Collection[Actor] = ()) -> Iterator[Ring]:
    """List the timers that ring, except for decisions of seats with a sealed answer (`held`).

    If two ring at the same time, the first one counts: takeovers come before the clock, and the
    clock before decisions.
    """
    for seat in sorted(timers.seats, reverse=True):
        gone = timers.seats[seat].gone
        if gone is not None:
            yield Ring(gone, seat, gone=True)
    if timers.start is not NO_START and timers.start.due is not None:
        yield Ring(timers.start.due, action=timers.start.action)
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
    """Return when the first timer rings.

    With the game: also when its sealed answers are opened, if all of them are there.
    """
    first = timers.clock
    if timers.start is not NO_START or timers.opens is not None:
        first = _first_for_all(timers, held, game)
    for seat, own in timers.seats.items():
        if own.due is not None and seat not in held and (first is None or own.due < first):
            first = own.due
        if own.gone is not None and (first is None or own.gone < first):
            first = own.gone
    return first


def _first_for_all(
    timers: Timers, held: Collection[Actor], game: Table[Any, Any] | None
) -> float | None:
    """Return when the first timer rings that belongs to no seat."""
    times = [timers.clock, None if timers.start is NO_START else timers.start.due]
    if game is not None and set(held) >= set(game.phase.actors(game)):
        times.append(timers.opens)
    return min((one for one in times if one is not None), default=None)


class Standing(Struct, frozen=True):
    """A table between two steps, as far as its timers need it."""

    party: Party
    state: Table[Any, Any]
    held: frozenset[Seat] = frozenset()  # seats with a sealed answer


class Watch(Struct, frozen=True):
    """The time of a step, and all durations that are drawn for it.

    `thinking`: how long the bot on a seat takes. `beat`: how long the result is shown.
    """

    now: float
    tempo: float
    thinking: Callable[[Seat], float]
    beat: float = 0.0
    opening: float = 0.0  # drawn, from 0 up to 1: how much later than the least time to open


def set_deadlines(  # noqa: PLR0913 -- all that is known of a step
    before: Standing,
    after: Standing,
    running: Timers,
    actor: Actor | None,
    watch: Watch,
    *,
    restart: bool = False,
    back: bool = False,
    more: Seat | None = None,
) -> Timers:
    """Set the timers of a table after a step; those that the step does not affect run on.

    `restart`: the server was down, so all restart. `back`: the actor has taken something back.
    `more`: this seat gets the time of one more decision.
    """
    stage = after.party.stage
    halted = after.party.halting is not None
    same = (
        before.party.stage == stage and (before.party.halting is not None) == halted and not restart
    )
    if stage == "playing" and not halted:
        if not same:
            running = STOPPED
        elif more is not None:
            running = _with_more(running, more, after, watch)
        return _GameTimers(before, after, running, actor, watch).compute(back=back)
    if stage in {"ended", "closed"}:
        return STOPPED
    if same and stage != "open" and running.clock is not None:
        return Timers(running.clock)
    if stage == "revealing":
        return Timers(reveals_end(after.party, watch.now, watch.tempo))
    now, tempo = watch.now, watch.tempo
    start = set_start_timers(before.party, after.party, running.start, now, tempo, restart=restart)
    return Timers(now + _closes_after(after.party) * tempo, start=start)


def _closes_after(party: Party) -> float:
    """Return after how long a table is closed that waits for its start or the end of a pause."""
    if party.stage != "open":
        return PAUSED_FOR_DAYS if party.is_slow else PAUSED
    if party.is_attended or party.screens:
        return UNSTARTED
    return PACES[party.pace].decision if party.is_slow else DESERTED


def is_counting(game: Table[Any, Any]) -> bool:
    """Return whether the clock ends a sealed phase, as in a countdown, which needs no answer."""
    return game.phase.sealed and CLOCK in game.phase.actors(game)


def _with_more(running: Timers, seat: Seat, after: Standing, watch: Watch) -> Timers:
    """Move all limits of a seat's decision by the time of one decision."""
    own = running.seat(seat)
    more = after.party.times.decision * after.state.phase.patience * watch.tempo
    due, last, again = (
        bound if bound is None else bound + more for bound in (own.due, own.last, own.again)
    )
    seats = {**running.seats, seat: SeatTimers(due, own.gone, last, again)}
    return Timers(running.clock, seats, running.hush, running.begins, running.opens)


def _until(last: float | None) -> SeatTimers:
    return NO_TIMERS if last is None else SeatTimers(last=last)


class _GameTimers:
    """Sets the timers of a running game after a step."""

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
        # All that begins during a beat begins at its end.
        self.start = max(watch.now + watch.beat * watch.tempo, running.begins or 0.0)

    def compute(self, *, back: bool) -> Timers:
        game, held = self.after.state, self.after.held
        counts = is_counting(game)
        caller = None if counts else game.phase.caller(game)
        clock: float | None = None
        hush: float | None = None
        closes: float | None = None
        if counts:
            clock = closes = self._count()
        elif caller is not None:
            clock, hush = self._call(caller)
        seats: dict[Seat, SeatTimers] = {}
        for seat in game.phase.actors(game):
            if seat == caller and hush is not None:
                own = self._calling(seat, hush)
            elif seat == CLOCK or seat in held:
                continue
            else:
                own = self._decision(seat, closes, counts=counts, back=back)
            if own is not NO_TIMERS:
                seats[seat] = own
        self._add_missing(seats)
        begins = self.start if self.start > self.watch.now else None
        opens = self._opening() if game.phase.ordered(game) else None
        return Timers(clock, seats, hush, begins, opens)

    def _opening(self) -> float | None:
        """Return the earliest opening; the same whether a player's answer was ordered or not.

        A player alone with bots has no one to hide that from.
        """
        if len(self.after.party.people) < _SEVERAL:
            return None
        if not self.entered:
            return self.running.opens
        lies = self.pace.lies * (1 + self.watch.opening)
        return self.start + lies * self.watch.tempo if lies else None

    def _decision(
        self, seat: Seat, closes: float | None, *, counts: bool, back: bool
    ) -> SeatTimers:
        """Return the timers of a seat's decision: they run on unless something new is asked."""
        party, game = self.after.party, self.after.state
        running = self.running.seat(seat)
        fresh = self.entered or seat == self.actor
        kept = None if fresh or not self._same_player(seat) else running.due
        last = self._taken_back(seat, running.last) if back else running.last
        again = None if fresh else running.again
        if party.places[seat].player is not None or waiving_action(party, game, seat) is not None:
            due = kept or self.start + self._thinking(seat, closes)
        elif not counts and game.phase.default(game, seat) is not None:
            due = kept or self._end(seat)
            if not fresh:
                again = self._again(seat, due, again)
        else:
            return _until(last)
        bounds = [bound for bound in (due, last, again) if bound is not None]
        return SeatTimers(min(bounds), None, last, again)

    def _taken_back(self, seat: Seat, last: float | None) -> float | None:
        """Return when a seat must be done; the actor has just taken something back."""
        return self._end(seat, 2) if seat == self.actor and last is None else last

    def _again(self, seat: Seat, due: float, again: float | None) -> float | None:
        """Return when a player who took the seat back from a bot must have acted; None else."""
        back = again is None and self.before.party.places[seat].player is not None
        return due if back else again

    def _end(self, seat: Seat, times: int = 1) -> float:
        """Return when a player's time is up.

        The short time of a settled player runs outside the playing hours, too.
        """
        game, start, lasts = self.after.state, self.start, times * self._time_of(seat)
        return start + lasts if game.phase.settled(game, seat) else self._later(start, lasts)

    def _later(self, start: float, lasts: float) -> float:
        """Return when this much time has passed; at a slow table, only playing hours count."""
        party = self.after.party
        return time_after(party.hours if party.is_slow else None, start, lasts)

    def _time_of(self, seat: Seat) -> float:
        """Return how long a player has. Slow tables ignore the patience of a phase: days suffice.

        A player alone with bots sees no clock. But if their node dies before it can note that they
        left, the table must still go on some day.
        """
        game, pace, tempo = self.after.state, self.pace, self.watch.tempo
        if self.after.party.is_alone_with_bots:
            return PAUSED * tempo
        if game.phase.settled(game, seat):
            return pace.settled * tempo
        return pace.decision * (game.phase.patience if pace.pauses else 1) * tempo

    def _count(self) -> float:
        """Return when a step of a countdown ends. Nothing that happens during it delays the end."""
        if not self.entered and self.running.clock is not None:
            return self.running.clock
        stopped = self.running.clock is None and not self.running.seats
        goes_on = not stopped and is_counting(self.before.state)
        lasts = self.pace.count + (0 if goes_on else self.pace.ready) + GRACE
        return self._later(self.start, lasts * self.watch.tempo)

    def _call(self, caller: Actor) -> tuple[float, float | None]:
        """Return when the next call is due, and until when no seat may make it.

        A bid or a call restarts the window, a pass does not. If a seat calls, the clock waits
        longer: it only calls if the seat does not.
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
        """Return whether this step was neither a bid nor a call."""
        if self.entered or self.actor == caller:
            return False
        return options(self.before.state, caller) == options(self.after.state, caller)

    def _calling(self, seat: Seat, hush: float) -> SeatTimers:
        """Return when a bot calls: about when the clock would, by public information only."""
        if self.after.party.places[seat].player is None:
            return NO_TIMERS
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
        """Return how long a bot takes; in a countdown, it answers before the step ends."""
        watch, game = self.watch, self.after.state
        settled = game.phase.settled(game, seat)
        usual = BOT_SETTLED if settled else watch.thinking(seat)
        thinks = usual * self.pace.thinks * watch.tempo
        if closes is None:
            return thinks
        left = max(closes - GRACE * watch.tempo - self.start, 0.0)
        return min(thinks, left * usual / BOT_MOST)

    def _same_player(self, seat: Seat) -> bool:
        """Return whether the same player has to act: bots and people do not inherit timers."""
        one, other = self.before.party.places[seat], self.after.party.places[seat]
        return (one.person, one.player) == (other.person, other.player)

    def _add_missing(self, seats: dict[Seat, SeatTimers]) -> None:
        """Add the time after which a bot takes over from a disconnected player.

        It runs beside the timers of decisions, so leaving and coming back gains no time.
        """
        for seat in self.after.party.missing:
            gone = self.running.seat(seat).gone
            if self.before.party.places[seat].here or gone is None:
                gone = self._later(self.watch.now, self.pace.gone * self.watch.tempo)
            own = seats.get(seat, NO_TIMERS)
            seats[seat] = SeatTimers(own.due, gone, own.last, own.again)


def skip_to_decision(party: Party, game: Table[Any, Any], seat: Seat) -> list[PartyEvent]:
    """Skip to a seat's next decision; raise Illegal if the seat has to decide something now."""
    if party.skipping is not None:
        return []
    if seat in game.phase.actors(game) and game.phase.waiver(game, seat) is None:
        raise Illegal("decide_first")
    return [SkipStarted(seat, game.moment)]


def waiving_action(party: Party, game: Table[Any, Any], seat: Seat) -> Action | None:
    """Return the action that is taken for a seat that skips ahead; None if there is none."""
    if party.skipping != seat or party.skip is None or party.skip.moment != game.moment:
        return None
    return game.phase.waiver(game, seat) if seat in game.phase.actors(game) else None


def end_skip(party: Party, game: Table[Any, Any]) -> list[PartyEvent]:
    """End the skip once the seat has a decision to make that it has not waiving_action."""
    seat = party.skipping
    if (
        seat is None
        or seat not in game.phase.actors(game)
        or waiving_action(party, game, seat) is not None
    ):
        return []
    return [SkipEnded(seat)]


TEMPOS: Final[dict[TempoName, float]] = {"calm": 1.6, "normal": 1.0, "fast": 0.5}
"""The factor by which a tempo changes all times, except for the player's own decisions."""

SKIPPING: Final = 0.1
"""How long a bot thinks while a player skips ahead, as a factor of its usual time."""


def tempo_of(party: Party) -> TempoName:
    """Return the effective tempo of a table."""
    return "normal" if party.tempo == "normal" or not party.is_alone_with_bots else party.tempo


def pace_of(party: Party) -> Pace:
    """Return the durations that apply at a table now."""
    if party.skipping is not None:
        return _skipping(party.times)
    return _scale_pace(party.times, tempo_of(party))


@cache
def _scale_pace(usual: Pace, tempo: TempoName) -> Pace:
    """Scale a pace by a tempo, but keep the time that players need to bid and to react.

    The least time before a call by hand is a ruling (A-15), so no clock is quicker than that. A
    count is a race, so it never gets shorter: reaction times have to be the same at all tables.
    """
    factor = TEMPOS[tempo]
    longer = max(factor, 1.0)
    return replace(
        usual,
        first=max(usual.first * factor, 2 * usual.hush) if factor < 1 else usual.first * factor,
        call=max(usual.call * factor, usual.hush) if factor < 1 else usual.call * factor,
        count=usual.count * longer,
        ready=usual.ready * longer,
        beat=usual.beat * factor,
        thinks=usual.thinks * factor,
    )


@cache
def _skipping(usual: Pace) -> Pace:
    """Return the pace while a player skips ahead: no results are shown, all rules still hold.

    As always, bots think for less time than a call takes, so their actions stay the same.
    """
    return replace(_scale_pace(usual, "fast"), beat=0.0, thinks=usual.thinks * SKIPPING)


StoredTimers: TypeAlias = dict[Actor, float]

_GONE: Final = -10
_LAST: Final = -20
_AGAIN: Final = -30
"""The numbers of seat 0; each next seat has the next lower number. `due` has the seat's own."""

_HUSH: Final = -39
"""The number of a tenth seat, which no table has, in the range of timers that do not ring. So nodes
of 0.1.0 ignore it; they would take any other number for the timer of a late player."""


def store_timers(timers: Timers) -> StoredTimers:
    """Return the timers as they are stored, always in the same order."""
    stored: StoredTimers = {}
    if timers.clock is not None:
        stored[CLOCK] = timers.clock
    if timers.hush is not None:
        stored[_HUSH] = timers.hush
    absent = []
    for seat, own in timers.seats.items():
        if own.last is not None:
            stored[_LAST - seat] = own.last
        if own.again is not None:
            stored[_AGAIN - seat] = own.again
        if own.due is not None:
            stored[seat] = own.due
        if own.gone is not None:
            absent.append((seat, own.gone))
    for seat, gone in sorted(absent):
        stored[_GONE - seat] = gone
    return stored


def read_timers(
    stored: StoredTimers,
    begins: float | None = None,
    opens: float | None = None,
    start: StartTimers = NO_START,
) -> Timers:
    """Read the timers of a step.

    `begins`, `opens` and `start` are stored in fields of their own, which older nodes skip.
    """
    clock: float | None = None
    hush: float | None = None
    seats: dict[Seat, SeatTimers] = {}
    for number, due in stored.items():
        if number == CLOCK:
            clock = due
            continue
        if number == _HUSH:
            hush = due
            continue
        seat = number if number >= 0 else _seat_of(number)
        own = seats.get(seat, NO_TIMERS)
        if number >= 0:
            seats[seat] = SeatTimers(due, own.gone, own.last, own.again)
        elif number > _LAST:
            seats[seat] = SeatTimers(own.due, due, own.last, own.again)
        elif number > _AGAIN:
            seats[seat] = SeatTimers(own.due, own.gone, due, own.again)
        else:
            seats[seat] = SeatTimers(own.due, own.gone, own.last, due)
    return Timers(clock, seats, hush, begins, opens, start)


def _seat_of(number: Actor) -> Seat:
    """Return the seat of a number below the clock's: each kind of timer has a range of ten."""
    return -number % 10
