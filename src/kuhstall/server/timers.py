"""When the server has to act on a table, and for whom. Deadlines are folded state.

They are written into the step that sets them, so any node can go on with them, and they change
only by a step. A timer belongs to an actor: a seat, or the clock.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any, Final, TypeAlias

from msgspec import Struct

from kuhstall.engine.kernel import options
from kuhstall.engine.table import Table
from kuhstall.engine.values import CLOCK, Actor, Seat
from kuhstall.server.pace import (
    BOT_MOST,
    BOT_SETTLED,
    DESERTED,
    GRACE,
    PACES,
    PAUSED,
    REVEAL,
    UNSTARTED,
    Pace,
)
from kuhstall.server.party import Party

Timers: TypeAlias = dict[Actor, float]

GONE: Final = tuple(range(-10, -20, -1))
"""The timers of seats whose person is not there, by seat: beside those of their decisions."""


LAST: Final = tuple(range(-20, -30, -1))
"""By when seats that have taken something back must be done, however often they do it again.

They ring for nobody: the timers of the seats are never later.
"""

AGAIN: Final = tuple(range(-30, -40, -1))
"""By when seats that a person has taken back from a bot must have acted, as often as they go.

The first time they have all the time of a decision, and never again for the same one.
"""

BOUNDS: Final = frozenset((*LAST, *AGAIN))


class Standing(Struct, frozen=True):
    """A table between two steps, as far as the clocks are concerned."""

    party: Party
    game: Table[Any, Any]
    held: frozenset[Seat] = frozenset()  # seats whose action is sealed already


def ringing(timers: Mapping[Actor, float], held: Collection[Actor] = ()) -> Timers:
    """Leave out what rings for nobody, and for seats that have acted unseen."""
    return {one: due for one, due in timers.items() if one not in BOUNDS and one not in held}


class Watch(Struct, frozen=True):
    """What a step needs to know of time."""

    now: float
    tempo: float
    thinking: Callable[[Seat], float]


def wound(  # noqa: PLR0913 -- a step from all sides
    before: Standing,
    after: Standing,
    running: Mapping[Actor, float],
    actor: Actor | None,
    watch: Watch,
    *,
    anew: bool = False,
    back: bool = False,
) -> Timers:
    """Set the timers of a table after a step; those that nothing has touched run on.

    `anew`: the server was away. `back`: the actor has taken something back.
    """
    stage = after.party.stage
    same = before.party.stage == stage and not anew
    if stage == "playing":
        return _playing(before, after, running if same else {}, actor, watch, back=back)
    if stage in {"ended", "closed"}:
        return {}
    if same and stage != "open" and CLOCK in running:
        return {CLOCK: running[CLOCK]}
    if stage == "revealing":
        return {CLOCK: watch.now + REVEAL}
    if stage == "open":
        waits = after.party.attended or not PACES[after.party.pace].pauses
        lasts = UNSTARTED if waits else DESERTED
    else:
        lasts = PAUSED
    return {CLOCK: watch.now + lasts * watch.tempo}


def _playing(  # noqa: PLR0913 -- same
    before: Standing,
    after: Standing,
    running: Mapping[Actor, float],
    actor: Actor | None,
    watch: Watch,
    *,
    back: bool,
) -> Timers:
    party, game = after.party, after.game
    pace = PACES[party.pace]
    entered = before.game.moment != game.moment or not running
    timers: Timers = {}
    counts = counting(game)
    actors = game.phase.actors(game)
    if counts:
        timers[CLOCK] = _count(before, after, running, watch, entered=entered)
    elif CLOCK in actors:
        timers[CLOCK] = _call(before, after, running, actor, watch, entered=entered)
    for waited in actors:
        if waited in after.held or waited == CLOCK:
            continue
        fresh = entered or waited == actor
        kept = None if fresh else running.get(waited)
        if not _same_player(before.party, party, waited):
            kept = None
        last = running.get(LAST[waited])
        if back and waited == actor and last is None:
            last = watch.now + 2 * _time_of(pace, game, waited) * watch.tempo
        if last is not None:
            timers[LAST[waited]] = last
        again = None if fresh else running.get(AGAIN[waited])
        if party.places[waited].player is not None:
            closes = timers[CLOCK] if counts else None
            due = kept or watch.now + _thinks(game, waited, closes, watch)
        elif not counts and game.phase.default(game, waited) is not None:
            due = kept or watch.now + _time_of(pace, game, waited) * watch.tempo
            if again is None and not fresh and before.party.places[waited].player is not None:
                again = due
        else:
            continue
        if again is not None:
            timers[AGAIN[waited]] = again
        timers[waited] = min(bound for bound in (due, last, again) if bound is not None)
    return timers | _missing(before, after, running, watch)


def _time_of(pace: Pace, game: Table[Any, Any], seat: Seat) -> float:
    """Tell how long a person has: where days are given, nobody needs more."""
    if game.phase.settled(game, seat):
        return pace.settled
    return pace.decision * (game.phase.patience if pace.pauses else 1)


def counting(game: Table[Any, Any]) -> bool:
    """Whether the clock closes a sealed phase: a step of a countdown, where silence is fine."""
    return game.phase.sealed and CLOCK in game.phase.actors(game)


def _count(
    before: Standing,
    after: Standing,
    running: Mapping[Actor, float],
    watch: Watch,
    *,
    entered: bool,
) -> float:
    """Time the end of a step of a countdown, which nothing that happens within it delays."""
    if not entered and CLOCK in running:
        return running[CLOCK]
    pace = PACES[after.party.pace]
    goes_on = bool(running) and counting(before.game)
    return watch.now + (pace.count + (0 if goes_on else pace.ready) + GRACE) * watch.tempo


def _thinks(game: Table[Any, Any], seat: Seat, closes: float | None, watch: Watch) -> float:
    """Tell how long a bot takes; before a step of a countdown is over, it has answered."""
    settled = game.phase.settled(game, seat)
    thinks = (BOT_SETTLED if settled else watch.thinking(seat)) * watch.tempo
    if closes is None:
        return thinks
    left = max(closes - GRACE * watch.tempo - watch.now, 0.0)
    return min(thinks, left * thinks / (BOT_MOST * watch.tempo))


def _same_player(before: Party, after: Party, seat: Seat) -> bool:
    """Whether the same one is to act: a bot does not inherit a person's time, nor the reverse."""
    one, other = before.places[seat], after.places[seat]
    return (one.person, one.player) == (other.person, other.player)


def _call(  # noqa: PLR0913 -- same
    before: Standing,
    after: Standing,
    running: Mapping[Actor, float],
    actor: Actor | None,
    watch: Watch,
    *,
    entered: bool,
) -> float:
    """Time the next call. A bid and a call start the silence anew, a pass does not."""
    pace = PACES[after.party.pace]
    if not entered and actor != CLOCK and CLOCK in running:
        silent = options(before.game, CLOCK) == options(after.game, CLOCK)
        if silent:
            return running[CLOCK]
    return watch.now + ((pace.first if entered else pace.call) + GRACE) * watch.tempo


def _missing(
    before: Standing, after: Standing, running: Mapping[Actor, float], watch: Watch
) -> Timers:
    """Give who is not there the grace time, and then the seat to a bot.

    These timers run beside those of decisions: going and coming back wins nobody any time.
    """
    timers: Timers = {}
    pace = PACES[after.party.pace]
    for seat, place in enumerate(after.party.places):
        if place.person is None or place.here or place.away:
            continue
        gone = GONE[seat]
        known = not before.party.places[seat].here and gone in running
        timers[gone] = running[gone] if known else watch.now + pace.gone * watch.tempo
    return timers
