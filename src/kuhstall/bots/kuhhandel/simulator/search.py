"""Search: once the deck is empty, play imagined games to their end before deciding.

The farmer's own decision is one plan among some. All are tried in the same imagined games, and
the worse ones are dropped on the way.
"""

from __future__ import annotations

from typing import Any

from kuhstall.bots.kuhhandel.simulator.chance import THOUGHT, derive
from kuhstall.bots.kuhhandel.simulator.compiling import Reals, Row, compiled
from kuhstall.bots.kuhhandel.simulator.imagining import imagine, write_over
from kuhstall.bots.kuhhandel.simulator.layout import (
    ACCEPT,
    ACTOR,
    BEST,
    COUNTER,
    DECIDED,
    DECIDED_CARDS,
    DECISION,
    DECK_SIZE,
    ENDED,
    HIDDEN,
    HOPES,
    MOVES,
    OFFER,
    OFFER_COUNT,
    OFFERING,
    OPTIONS,
    PHASE,
    PLANNED,
    RESPONDING,
    SCORES,
    SEATS,
    TOP,
    TURN,
    WINS,
)
from kuhstall.bots.kuhhandel.simulator.money import copy
from kuhstall.bots.kuhhandel.simulator.picking import choose_laid
from kuhstall.bots.kuhhandel.simulator.playing import advance, decide, step
from kuhstall.bots.kuhhandel.simulator.trading import list_sensible, rung, rungs
from kuhstall.bots.kuhhandel.simulator.turns import purse

_MOST_PLANS = 16
_PLAN = 11
_RUNGS = 9
_ALIVE = HOPES + _MOST_PLANS
_NEAR = 0.3
_MOST_DECISIONS = 1600
"""Not a time, so that the same seed decides the same on every machine; some 50 ms."""


@compiled
def should_search(g: Row) -> bool:
    """Whether there is something to search for."""
    trading = g[PHASE] in (TURN, OFFERING, RESPONDING)
    return trading and g[TOP] == g[DECK_SIZE]


@compiled
def search(
    g: Row,
    f: Reals,
    me: int,
    world: tuple[Row, Reals],
    tried: tuple[Row, Reals],
    models: Any,
    worlds: int,
) -> int:
    """Overrule what stands as a decision if another plan ends better in imagined games.

    The stream of thought must have begun. Returns how many decisions were imagined.
    """
    plans = _write_plans(g, f, me)
    if plans == 1:
        return 0
    imagine(g, f, me, world[0], world[1], models)
    spent = _try_out(g, f, me, world, tried, 0)
    games = 2 * _MOST_DECISIONS // max(1, spent)  # half of them are dropped on the way
    plans = _thin_out(g, plans, max(2, games // max(1, worlds // 2)))
    worlds = max(1, min(worlds, games // plans))
    for plan in range(plans):
        f[HOPES + plan] = 0.0
        f[_ALIVE + plan] = 1.0
    number = 0
    while number < worlds and spent < _MOST_DECISIONS:
        number += 1
        imagine(g, f, me, world[0], world[1], models)
        for plan in range(plans):
            if f[_ALIVE + plan] != 0.0:
                spent += _try_out(g, f, me, world, tried, plan)
        if number in (worlds // 4, worlds // 2):
            _drop_half(f, plans)
    best = 0
    for plan in range(1, plans):
        if f[_ALIVE + plan] != 0.0 and f[HOPES + plan] > f[HOPES + best]:
            best = plan
    _take_up(g, g, best)
    return spent


@compiled
def _try_out(
    g: Row, f: Reals, me: int, world: tuple[Row, Reals], tried: tuple[Row, Reals], plan: int
) -> int:
    """Play an imagined game to its end by a plan; return how many decisions that takes."""
    write_over(world[0], world[1], tried[0], tried[1])
    _take_up(tried[0], g, plan)
    step(tried[0], tried[1])
    advance(tried[0], tried[1])
    f[HOPES + plan] += _goodness(tried[0], me)
    return int(tried[0][MOVES] - g[MOVES])


@compiled
def _thin_out(g: Row, plans: int, most: int) -> int:
    """Leave so many plans: the farmer's own, and of the others some, evenly spread.

    Better few that are tried often than many that luck decides between.
    """
    if plans <= most:
        return plans
    for place in range(1, most):
        plan = 1 if most == 2 else 1 + (plans - 2) * (place - 1) // (most - 2)
        for part in range(_PLAN):
            g[PLANNED + _PLAN * place + part] = g[PLANNED + _PLAN * plan + part]
    return most


@compiled
def _take_up(g: Row, at: Row, plan: int) -> None:
    """Write a plan down as a decision."""
    for part in range(_PLAN):
        g[DECISION + part] = at[PLANNED + _PLAN * plan + part]


@compiled
def _note(g: Row, plans: int) -> int:
    """Note what stands as a decision as the next plan; return how many there are then."""
    for part in range(_PLAN):
        g[PLANNED + _PLAN * plans + part] = g[DECISION + part]
    return plans + 1


@compiled
def _write_trades(g: Row, plans: int) -> int:
    """Add all trades but the one that stands as a decision; return how many plans there are."""
    kind, seat = g[DECISION + 1], g[DECISION + 2]
    for turn in range(g[OPTIONS + 1]):
        place = g[OPTIONS + 1] - 1 - turn  # what counts much comes last
        g[DECISION + 1] = g[OPTIONS + 2 + place] // 8
        g[DECISION + 2] = g[OPTIONS + 2 + place] % 8
        other = g[DECISION + 1] != kind or g[DECISION + 2] != seat
        if other and plans < _MOST_PLANS:
            plans = _note(g, plans)
    return plans


@compiled
def _write_plans(g: Row, f: Reals, me: int) -> int:
    plans = _note(g, 0)
    if g[PHASE] == TURN:
        return _write_trades(g, plans)
    if g[PHASE] == RESPONDING:
        if not g[OPTIONS]:
            return plans
        if g[DECISION] == ACCEPT:  # accepting does not decide whether to show a number
            g[DECIDED] = 0 if g[OFFER_COUNT] == HIDDEN else 1
        else:
            g[DECISION] = ACCEPT
            plans = _note(g, plans)
    g[DECISION] = OFFER if g[PHASE] == OFFERING else COUNTER
    fewest = g[OPTIONS] if g[PHASE] == OFFERING else g[OPTIONS + 1]
    list_sensible(g, f, me)
    for sum_ in range(rungs(g, _RUNGS)):
        choose_laid(g, purse(me), rung(g, _RUNGS, sum_), fewest, -1)
        copy(g, DECIDED_CARDS, BEST)
        plans = _note(g, plans)
    return plans


@compiled
def _goodness(g: Row, me: int) -> float:
    """Say how good an end is: above all whether it is won, and also how near it was."""
    winners, rival = 0, 0
    for seat in range(g[SEATS]):
        winners += g[WINS + seat]
        if seat != me:
            rival = max(rival, g[SCORES + seat])
    own = float(g[SCORES + me])
    near = own * own / (own * own + float(rival) * float(rival) + 1.0)
    return (1.0 - _NEAR) * g[WINS + me] / winners + _NEAR * near


@compiled
def _drop_half(f: Reals, plans: int) -> None:
    """Think no more of the worse half, except of the farmer's own plan."""
    alive = 0
    for plan in range(plans):
        if f[_ALIVE + plan] != 0.0:
            alive += 1
    for _ in range(alive // 2):
        worst = -1
        for plan in range(1, plans):
            if f[_ALIVE + plan] != 0.0 and (worst < 0 or f[HOPES + plan] <= f[HOPES + worst]):
                worst = plan
        if worst > 0:
            f[_ALIVE + worst] = 0.0


@compiled
def play_with_search(
    games: Any,
    minds: Any,
    world: tuple[Row, Reals],
    tried: tuple[Row, Reals],
    models: Any,
    worlds: int,
) -> None:
    """Play every game to its end, each seat from outside searching beyond what its farmer says."""
    for game in range(len(games)):
        g, f = games[game], minds[game]
        while g[PHASE] != ENDED:
            me = g[ACTOR]
            decide(g, f)
            if should_search(g):
                derive(g, THOUGHT, g, me)
                search(g, f, me, world, tried, models, worlds)
            step(g, f)
            advance(g, f)
