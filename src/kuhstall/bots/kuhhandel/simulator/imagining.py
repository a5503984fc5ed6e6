"""Imagining a game as one seat may see it: all that it cannot see is dealt anew, as it believes.

Only with the deck empty: then nothing is hidden but purses, and what lies face down in a trade.
"""

from __future__ import annotations

from typing import Any

from kuhstall.bots.kuhhandel.simulator import trading
from kuhstall.bots.kuhhandel.simulator.belief import belief, know, known
from kuhstall.bots.kuhhandel.simulator.chance import TABLE, THOUGHT, below, derive
from kuhstall.bots.kuhhandel.simulator.compiling import Reals, Row, compiled
from kuhstall.bots.kuhhandel.simulator.layout import (
    ACTOR,
    BELIEFS,
    CARDS,
    CHARACTER,
    COUNTS,
    DECIDED_CARDS,
    DONKEYS,
    FARMER,
    LAID_OFFER,
    LEFT,
    MIND,
    MOST_SEATS,
    OFFERING,
    OWNER,
    PAYOUTS,
    PHASE,
    PLAYERS,
    PURSE,
    RESPONDING,
    ROOM,
    SEATS,
    VALUES,
    WEIGHTS,
)
from kuhstall.bots.kuhhandel.simulator.money import clear, copy, number, place, subtract, worth
from kuhstall.bots.kuhhandel.simulator.options import offer_options
from kuhstall.bots.kuhhandel.simulator.turns import purse

_SWAPS = 40
_PLAIN = 8
_UNSURE = 50


@compiled
def write_over(g: Row, f: Reals, h: Row, e: Reals) -> None:
    """Write a game over another."""
    for at in range(len(g)):
        h[at] = g[at]
    for at in range(len(f)):
        e[at] = f[at]


@compiled
def imagine(g: Row, f: Reals, me: int, h: Row, e: Reals, models: Any) -> None:
    """Write a game as a seat may see it over another; the others play like one of the models."""
    write_over(g, f, h, e)
    derive(h, THOUGHT, g, THOUGHT)
    for stream in range(TABLE + 1):
        derive(h, stream, h, THOUGHT)
    _deal(h, e, me)
    for seat in range(h[SEATS]):
        h[PLAYERS + seat] = FARMER
        if seat != me:
            _think_as(h, e, me, seat)
            _play_like(e, seat, models[below(h, THOUGHT, len(models))])
    if h[PHASE] == RESPONDING:
        _lay_offer(h, e, me)


@compiled
def _deal(h: Row, e: Reals, me: int) -> None:
    """Deal all cards that are not known, so that every purse holds about what it is thought to."""
    seats = h[SEATS]
    for value in range(CARDS):
        h[LEFT + value] = seats * h[PURSE + value] - h[purse(me) + value]
    for donkey in range(h[DONKEYS]):
        h[LEFT + place(h[PAYOUTS + donkey])] += seats
    unknown, last = 0, -1
    for seat in range(seats):
        if seat == me:
            continue
        if e[belief(me, seat) + 5] != 0.0:
            copy(h, purse(seat), known(me, seat))
            subtract(h, LEFT, purse(seat))
        else:
            clear(h, purse(seat))
            unknown, last = unknown + 1, seat
    for seat in range(seats):
        b = belief(me, seat)
        if seat == me or e[b + 5] != 0.0:
            continue
        wanted = int((e[b + 3] + e[b + 4]) / 2 + 0.5)
        left = number(h, LEFT)
        _draw(h, purse(seat), left if seat == last else min(wanted, left))
        room = min(e[b + 2] - e[b], e[b + 1] - e[b + 2])
        e[ROOM + seat] = e[b + 2] + room * (below(h, THOUGHT, 1001) / 1000 - 0.5)
    if unknown > 1:
        _even_out(h, e, me)


@compiled
def _draw(h: Row, to: int, count: int) -> None:
    """Draw some cards from those that are left."""
    for _ in range(count):
        value = _any_card(h, LEFT)
        h[LEFT + value] -= 1
        h[to + value] += 1


@compiled
def _any_card(h: Row, at: int) -> int:
    """Return the value of any card of some that are not none."""
    pick = below(h, THOUGHT, number(h, at))
    value = 0
    while pick >= h[at + value]:
        pick -= h[at + value]
        value += 1
    return value


@compiled
def _even_out(h: Row, e: Reals, me: int) -> None:
    """Swap cards between unknown purses wherever both come nearer to what they should hold."""
    seats = h[SEATS]
    for _ in range(_SWAPS):
        one, other = below(h, THOUGHT, seats), below(h, THOUGHT, seats)
        if one in (me, other) or other == me:
            continue
        if e[belief(me, one) + 5] != 0.0 or e[belief(me, other) + 5] != 0.0:
            continue
        mine, theirs = purse(one), purse(other)
        if number(h, mine) == 0 or number(h, theirs) == 0:
            continue
        given, got = _any_card(h, mine), _any_card(h, theirs)
        by = VALUES[got] - VALUES[given]
        here, there = worth(h, mine) - e[ROOM + one], worth(h, theirs) - e[ROOM + other]
        if abs(here + by) + abs(there - by) < abs(here) + abs(there):
            h[mine + given] -= 1
            h[mine + got] += 1
            h[theirs + got] -= 1
            h[theirs + given] += 1


@compiled
def _think_as(h: Row, e: Reals, me: int, seat: int) -> None:
    """Let another seat know what I know, and itself; of me it knows about what I have."""
    for at in range(BELIEFS, WEIGHTS):
        e[MIND * seat + at] = e[MIND * me + at]
    for other in range(MOST_SEATS + 1):
        copy(h, known(seat, other), known(me, other))
    know(h, e, seat, seat, purse(seat))
    b, cash = belief(seat, me), float(worth(h, purse(me)))
    e[b] = cash / 2
    e[b + 1] = cash + cash / 2 + _UNSURE
    e[b + 2] = cash * (0.75 + below(h, THOUGHT, 1001) / 2000)
    e[b + 3] = e[b + 4] = float(number(h, purse(me)))
    e[b + 5] = 0.0


@compiled
def _play_like(e: Reals, seat: int, model: Any) -> None:
    for at in range(len(model)):
        spot = CHARACTER + at if at < _PLAIN else WEIGHTS + at - _PLAIN
        e[MIND * seat + spot] = model[at]


@compiled
def _lay_offer(h: Row, e: Reals, me: int) -> None:
    """Let the challenger offer what it would offer in this world, in as many cards as were seen."""
    owner = h[OWNER]
    seen = int(e[MIND * me + COUNTS + owner])
    h[PHASE] = OFFERING
    h[ACTOR] = owner
    offer_options(h)
    trading.offer(h, e, owner)
    if seen >= 0:
        _fit_number(h, owner, seen)
    copy(h, LAID_OFFER, DECIDED_CARDS)
    subtract(h, purse(owner), LAID_OFFER)
    h[PHASE] = RESPONDING
    h[ACTOR] = me
    offer_options(h)


@compiled
def _fit_number(h: Row, owner: int, seen: int) -> None:
    """Add the smallest cards, or take them away, until as many are there as were seen."""
    for value in range(CARDS):
        while number(h, DECIDED_CARDS) > seen and h[DECIDED_CARDS + value] > 0:
            h[DECIDED_CARDS + value] -= 1
    for value in range(CARDS):
        while number(h, DECIDED_CARDS) < seen and (
            h[DECIDED_CARDS + value] < h[purse(owner) + value]
        ):
            h[DECIDED_CARDS + value] += 1
