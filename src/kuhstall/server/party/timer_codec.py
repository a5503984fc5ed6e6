"""How timers are written into a step: one number for each, by that of its actor.

Steps are kept for years, and nodes of several versions share them: these numbers never change.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from kuhstall.engine.values import CLOCK, Actor, Seat
from kuhstall.server.party.starting import NO_START, StartTimers
from kuhstall.server.party.timers import NO_TIMERS, SeatTimers, Timers

StoredTimers: TypeAlias = dict[Actor, float]

_GONE: Final = -10
_LAST: Final = -20
_AGAIN: Final = -30
"""Where the numbers of seat 0 begin; the next seat has the next lower one. `due` is the seat."""

_HUSH: Final = -39
"""Nobody's: that of a tenth seat, which no table has, among those that ring for nobody. So it does
for nodes of 0.1.0, which would take any other number for that of somebody who is late."""


def store_timers(timers: Timers) -> StoredTimers:
    """Write the timers in the order in which they always were, to the last byte."""
    stored: StoredTimers = {}
    if timers.clock is not None:
        stored[CLOCK] = timers.clock
    if timers.hush is not None:
        stored[_HUSH] = timers.hush
    absent = False
    for seat, own in timers.seats.items():
        if own.last is not None:
            stored[_LAST - seat] = own.last
        if own.again is not None:
            stored[_AGAIN - seat] = own.again
        if own.due is not None:
            stored[seat] = own.due
        if own.gone is not None:
            absent = True
    if absent:
        for seat in sorted(timers.seats):
            gone = timers.seats[seat].gone
            if gone is not None:
                stored[_GONE - seat] = gone
    return stored


def read_timers(
    stored: StoredTimers,
    begins: float | None = None,
    opens: float | None = None,
    start: StartTimers = NO_START,
) -> Timers:
    """Read the timers of a step.

    When they begin, when envelopes open and when a table starts by itself stands beside them, where
    older nodes skip it.
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
    """Tell whose timer a number below the clock's is: each kind has a range of ten."""
    return -number % 10
