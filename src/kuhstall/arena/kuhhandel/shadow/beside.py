"""Whole games on the engine, with the shadow beside it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct

from kuhstall.arena.chance import QuickChance
from kuhstall.arena.kuhhandel.shadow.comparing import (
    Difference,
    Shadow,
    compare,
    follow,
    opened,
    play_on,
)
from kuhstall.bots import registry
from kuhstall.bots.bot import Bot
from kuhstall.bots.kuhhandel.shadow.chance import TABLE, StreamChance
from kuhstall.bots.kuhhandel.shadow.decisions import read_decision
from kuhstall.bots.kuhhandel.shadow.memory import remember_nothing
from kuhstall.bots.kuhhandel.shadow.playing import decide, lay_out, step
from kuhstall.bots.kuhhandel.shadow.setting import deal
from kuhstall.engine.match import Match, Seen
from kuhstall.games.kuhhandel.edition import Edition


class Ended(Struct, frozen=True):
    """How a game ended on the engine."""

    decisions: int
    scores: tuple[int, ...]


def replayed(edition: Edition, names: Sequence[str], seed: str) -> int:
    """Play on the engine, by its chance; replay in the shadow; return the decisions compared."""
    match = Match(edition, len(names), QuickChance(f"{seed}/table"))
    bots = [
        registry.make(name, edition.key, seat, QuickChance(f"{seed}/seat {seat}"))
        for seat, name in enumerate(names)
    ]
    return watched(match, bots).decisions


def watched(match: Match, bots: Sequence[Bot]) -> Shadow:
    """Let bots play on the engine, and compare the shadow after every decision."""
    shadow = opened(match.table.edition, match.seats, match.log)
    while match.actors:
        seat = match.actors[0]
        action = bots[seat].choose(match.seen(seat))
        follow(shadow, match, action)
    compare(shadow, match)
    return shadow


def _streams(edition: Edition, names: Sequence[str], seed: str) -> tuple[Match, list[Bot]]:
    """Set up a match of the engine that draws from the shadow's streams."""
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
    look: Callable[[Bot, Seen, Shadow], None] | None = None,
) -> int:
    """Let both play for themselves, and compare every table and every decision of a bot.

    `look` may compare more before each decision: what a bot knows.
    """
    match, bots = _streams(edition, names, seed)
    (g,), (f,) = lay_out(edition, names, [seed])
    deal(g)
    remember_nothing(g, f)
    shadow = Shadow(g, f)
    while match.actors:
        seat = match.actors[0]
        compare(shadow, match)
        seen = match.seen(seat)
        action = bots[seat].choose(seen)
        if look is not None:
            look(bots[seat], seen, shadow)
        decide(g, f)
        if (found := read_decision(g)) != action:
            raise Difference(shadow.decisions, "decision", action, found)
        step(g, f)
        play_on(match, seat, action)
        shadow.decisions += 1
    compare(shadow, match)
    return shadow.decisions
