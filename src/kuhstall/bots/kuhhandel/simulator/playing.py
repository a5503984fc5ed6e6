"""Games in lock-step: each goes on until a seat from outside has to decide, or to its end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, TypeAlias

from kuhstall.bots.kuhhandel.personality import PLAIN, Personality, numbers, personality_of
from kuhstall.bots.kuhhandel.simulator import bidding, slapping, trading
from kuhstall.bots.kuhhandel.simulator.acting import act
from kuhstall.bots.kuhhandel.simulator.chance import sow
from kuhstall.bots.kuhhandel.simulator.compiling import COMPILED, Reals, Row, compiled, rows
from kuhstall.bots.kuhhandel.simulator.layout import (
    ACTOR,
    ADVISED,
    BIDDING,
    CHARACTER,
    COUNTDOWN,
    ENDED,
    FARMER,
    HAMMER,
    MIND,
    OFFERING,
    OUTSIDE,
    PAYMENT,
    PEDIGREE_PAYMENT,
    PHASE,
    PLAYERS,
    PREEMPTION,
    RAT_ROUND,
    REALS,
    RESPONDING,
    TURN,
    WEIGHTS,
    WHOLE,
)
from kuhstall.bots.kuhhandel.simulator.memory import hear, remember_nothing
from kuhstall.bots.kuhhandel.simulator.options import offer_options
from kuhstall.bots.kuhhandel.simulator.setting import deal, write_rules
from kuhstall.games.kuhhandel.edition import Edition


@compiled
def decide(g: Row, f: Reals) -> None:
    """Let the farmer on the acting seat decide."""
    me, phase = g[ACTOR], g[PHASE]
    if phase == TURN:
        trading.choose_turn(g, f, me)
    elif phase == BIDDING:
        bidding.bid(g, f, me)
    elif phase == PREEMPTION:
        bidding.sell(g, f, me)
    elif phase == PAYMENT:
        bidding.pay(g, me)
    elif phase == OFFERING:
        trading.offer(g, f, me)
    elif phase == RESPONDING:
        trading.answer(g, f, me)
    elif phase == COUNTDOWN:
        slapping.slap(g, f, me)
    elif phase == HAMMER:
        slapping.sell_pedigree(g, f, me)
    elif phase == PEDIGREE_PAYMENT:
        slapping.pay_cards(g, me)
    elif phase == RAT_ROUND:
        slapping.rat(g, f, me)


@compiled
def step(g: Row, f: Reals) -> None:
    """Carry out the decision, and let all seats hear of it."""
    act(g)
    hear(g, f)
    offer_options(g)


@compiled
def advance(g: Row, f: Reals) -> None:
    """Go on until a seat from outside has to decide, or to the end."""
    while g[PHASE] != ENDED and g[PLAYERS + g[ACTOR]] == FARMER:
        decide(g, f)
        step(g, f)


@compiled
def start(g: Row, f: Reals) -> None:
    """Deal, and go on to the first decision from outside."""
    deal(g)
    remember_nothing(g, f)
    offer_options(g)
    advance(g, f)


@compiled
def start_all(games: Any, minds: Any) -> None:
    """Start every game."""
    for game in range(len(games)):
        start(games[game], minds[game])


@compiled
def step_all(games: Any, minds: Any) -> None:
    """Do what stands as a decision in every game that still goes on, and go on from there."""
    for game in range(len(games)):
        if games[game][PHASE] != ENDED:
            step(games[game], minds[game])
            advance(games[game], minds[game])


Seated: TypeAlias = str | Personality
"""Who sits somewhere: a farmer by its name or by its numbers, `outside`, or `advised`."""


_KINDS: Final = {"outside": OUTSIDE, "advised": ADVISED}


def seat(g: Row, f: Reals, place: int, who: Seated) -> None:
    """Seat a farmer of some character, or a player from outside, perhaps with a farmer beside."""
    g[PLAYERS + place] = _KINDS.get(who, FARMER) if isinstance(who, str) else FARMER
    told = numbers(personality_of(who) if isinstance(who, str) else who)
    for number, weight in enumerate(told):
        spot = CHARACTER + number if number < PLAIN else WEIGHTS + number - PLAIN
        f[MIND * place + spot] = weight


def models(names: Sequence[str]) -> Any:
    """Return how each of some farmers plays, as rows of numbers."""
    told = [list(numbers(personality_of(name))) for name in names]
    if not COMPILED:
        return told
    import numpy as np  # noqa: PLC0415 -- only where numba brings it

    return np.array(told)


def lay_out(edition: Edition, line_up: Sequence[Seated], seeds: Sequence[str]) -> tuple[Any, Any]:
    """Lay out a game for each seed, with the same line-up."""
    return lay_out_each(edition, [line_up] * len(seeds), seeds)


def lay_out_each(
    edition: Edition, line_ups: Sequence[Sequence[Seated]], seeds: Sequence[str]
) -> tuple[Any, Any]:
    """Lay out a game for each seed, each with a line-up of its own."""
    games, minds = rows(len(seeds), WHOLE, REALS)
    for game, (line_up, seed) in enumerate(zip(line_ups, seeds, strict=True)):
        write_rules(games[game], edition, len(line_up))
        sow(games[game], seed)
        for place, name in enumerate(line_up):
            seat(games[game], minds[game], place, name)
    return games, minds
