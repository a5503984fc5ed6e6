"""When the server has to act on a table, and for whom. Deadlines are folded state.

They are written into the step that sets them, so any node can go on with them, and they change
only by a step. A timer belongs to an actor: a seat, or the clock.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from msgspec import Struct

from kuhstall.engine.kernel import options
from kuhstall.engine.table import Table
from kuhstall.engine.values import CLOCK, Actor, Seat
from kuhstall.server.pace import DESERTED, GRACE, PACES, PAUSED, REVEAL, UNSTARTED
from kuhstall.server.party import Party

Timers: TypeAlias = dict[Actor, float]

GONE: Final = tuple(range(-10, -20, -1))
"""The timers of seats whose person is not there, by seat: beside those of their decisions."""


class Standing(Struct, frozen=True):
    """A table between two steps, as far as the clocks are concerned."""

    party: Party
    game: Table[Any, Any]
    held: frozenset[Seat] = frozenset()  # seats whose action is sealed already


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
) -> Timers:
    """Set the timers of a table after a step; those that nothing has touched run on."""
    stage = after.party.stage
    same = before.party.stage == stage and not anew
    if stage == "playing":
        return _playing(before, after, running if same else {}, actor, watch)
    if stage in {"ended", "closed"}:
        return {}
    if same and stage != "open" and CLOCK in running:
        return {CLOCK: running[CLOCK]}
    if stage == "open":
        waits = after.party.attended or not PACES[after.party.pace].pauses
        lasts = UNSTARTED if waits else DESERTED
    else:
        lasts = REVEAL if stage == "revealing" else PAUSED
    return {CLOCK: watch.now + lasts * watch.tempo}


def _playing(
    before: Standing,
    after: Standing,
    running: Mapping[Actor, float],
    actor: Actor | None,
    watch: Watch,
) -> Timers:
    party, game = after.party, after.game
    pace = PACES[party.pace]
    entered = before.game.moment != game.moment or not running
    timers: Timers = {}
    for waited in game.phase.actors(game):
        if waited in after.held:
            continue
        if waited == CLOCK:
            timers[CLOCK] = _call(before, after, running, actor, watch, entered=entered)
            continue
        kept = None if entered or waited == actor else running.get(waited)
        if not _same_player(before.party, party, waited):
            kept = None
        if party.places[waited].player is not None:
            timers[waited] = kept or watch.now + watch.thinking(waited) * watch.tempo
        elif game.phase.default(game, waited) is not None:
            timers[waited] = kept or watch.now + pace.decision * watch.tempo
    return timers | _missing(before, after, running, watch)


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
