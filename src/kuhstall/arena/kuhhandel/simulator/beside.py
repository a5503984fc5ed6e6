"""Whole games on the engine, with the simulator beside it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct

from kuhstall.arena.chance import QuickChance
from kuhstall.arena.kuhhandel.simulator.comparing import (
    Difference,
    SimulatedGame,
    compare,
    follow,
    open_beside,
    play_on,
)
from kuhstall.bots import registry
from kuhstall.bots.bot import Bot
from kuhstall.bots.kuhhandel.simulator.chance import TABLE, StreamChance
from kuhstall.bots.kuhhandel.simulator.decisions import read_decision
from kuhstall.bots.kuhhandel.simulator.memory import remember_nothing
from kuhstall.bots.kuhhandel.simulator.playing import decide, lay_out, step
from kuhstall.bots.kuhhandel.simulator.setting import deal
from kuhstall.engine.match import Match, Seen
from kuhstall.games.kuhhandel.edition import Edition


class Ended(Struct, frozen=True):
    """How a game ended on the engine."""

    decisions: int
    scores: tuple[int, ...]


def replay_beside(edition: Edition, names: Sequence[str], seed: str) -> int:
    """Play on the engine, by its chance; replay in the simulator; return the decisions compared."""
    match = Match(edition, len(names), QuickChance(f"{seed}/table"))
    bots = [
        registry.make(name, edition.key, seat, QuickChance(f"{seed}/seat {seat}"))
        for seat, name in enumerate(names)
    ]
    return watch(match, bots).decisions


def watch(match: Match, bots: Sequence[Bot]) -> SimulatedGame:
    """Let bots play on the engine, and compare the simulator after every decision."""
    simulated = open_beside(match.table.edition, match.seats, match.log)
    while match.actors:
        seat = match.actors[0]
        action = bots[seat].choose(match.seen(seat))
        follow(simulated, match, action)
    compare(simulated, match)
    return simulated


def _streams(edition: Edition, names: Sequence[str], seed: str) -> tuple[Match, list[Bot]]:
    """Set up a match of the engine that draws from the simulator's streams."""
    match = Match(edition, len(names), StreamChance(seed, TABLE))
    bots = [
        registry.make(name, edition.key, seat, StreamChance(seed, seat))
        for seat, name in enumerate(names)
    ]
    return match, bots


def on_engine(edition: Edition, names: Sequence[str], seed: str) -> Ended:
    """Play on the engine alone."""
    match, bots = _streams(edition, names, seed)
    decisions = 0
    while match.actors:
        seat = match.actors[0]
        play_on(match, seat, bots[seat].choose(match.seen(seat)))
        decisions += 1
    ended: Any = match.table.phase
    return Ended(decisions, tuple([score.total for score in ended.scores]))


def thought_alike(
    edition: Edition,
    names: Sequence[str],
    seed: str,
    look: Callable[[Bot, Seen, SimulatedGame], None] | None = None,
) -> int:
    """Let both play for themselves, and compare every table and every decision of a bot.

    `look` may compare more before each decision: what a bot knows.
    """
    match, bots = _streams(edition, names, seed)
    (g,), (f,) = lay_out(edition, names, [seed])
    deal(g)
    remember_nothing(g, f)
    simulated = SimulatedGame(g, f)
    while match.actors:
        seat = match.actors[0]
        compare(simulated, match)
        seen = match.seen(seat)
        action = bots[seat].choose(seen)
        if look is not None:
            look(bots[seat], seen, simulated)
        decide(g, f)
        if (found := read_decision(g)) != action:
            raise Difference(simulated.decisions, "decision", action, found)
        step(g, f)
        play_on(match, seat, action)
        simulated.decisions += 1
    compare(simulated, match)
    return simulated.decisions
