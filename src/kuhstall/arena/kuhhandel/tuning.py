"""Tuning a farmer in the simulator, against others and against itself as far as it has come."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Final

from kuhstall.arena.kuhhandel.simulator.contest import play, rotate, shares, won
from kuhstall.arena.tuning import Effort, Judge, Number, Round, Tuned, cross_entropy
from kuhstall.bots.bot import HARD
from kuhstall.bots.kuhhandel.personality import (
    NAMES,
    PERSONALITIES,
    YARDSTICKS,
    Personality,
    numbers,
    of_numbers,
)
from kuhstall.bots.kuhhandel.simulator.compiling import COMPILED
from kuhstall.bots.kuhhandel.simulator.playing import Seated
from kuhstall.bots.kuhhandel.simulator.setting import check, in_turns
from kuhstall.engine.values import Refused
from kuhstall.games.kuhhandel.edition import Edition

_BOUNDS: Final = {
    "thrift": (0.15, 0.2, 1.2),
    "hope": (0.15, 0.0, 1.0),
    "envy": (0.15, 0.0, 1.2),
    "patience": (0.6, 0.2, 5.0),
    "pace": (0.1, 0.02, 0.8),
    "drive": (0.1, 0.05, 0.8),
    "bluff": (0.1, 0.15, 0.8),
    "trust": (0.1, 0.05, 0.8),
    **{f"money {donkeys}": (0.2, 0.4, 1.8) for donkeys in range(5)},
    "offers": (0.2, 0.5, 1.8),
    "counters": (0.2, 0.6, 2.0),
    "taste": (0.1, -0.4, 0.4),
}
"""The searched numbers: their spread and bounds. A bot for people has to bluff at times."""

_START: Final = PERSONALITIES[""]
"""The farmer of today. Its last numbers are manners, and not looked for."""


def wanted(start: Personality = _START) -> tuple[Number, ...]:
    """List the searched numbers, starting from those of a farmer."""
    return tuple(
        Number(name, at, *bounds)
        for (name, bounds), at in zip(_BOUNDS.items(), numbers(start), strict=False)
    )


def farmer_of(found: Sequence[float], start: Personality = _START) -> Personality:
    """Make a farmer with the found numbers; the other numbers stay as they were."""
    return of_numbers((*found, *numbers(start)[len(found) :]))


def tune(  # noqa: PLR0913, PLR0917 -- who plays, how much, and what to do with it
    edition: Edition,
    against: Sequence[str],
    effort: Effort,
    tell: Callable[[Round], None],
    keep: Callable[[Judge], Judge] = lambda judge: judge,
    start: Personality = _START,
) -> Tuned:
    """Look for a better farmer, and measure the one that was found in other games.

    Every so many games are played against copies of the middle: who only beats others, and not
    the likes of itself, is found out. `keep` may recall what was judged in an earlier run.
    """
    if not COMPILED:
        raise Refused("no_numba", "numba is not installed: pip install 'kuhstall[train]'")
    if strange := [name for name in against if name not in (*NAMES, *YARDSTICKS, HARD)]:
        raise Refused("no_such_bot", f"'{strange[0]}' is not a farmer, and others are not tuned by")
    played, players = in_turns(edition), len(against) + 1
    try:
        check(played, players)
    except ValueError as error:
        raise Refused("not_in_simulator", str(error)) from error
    began = time.process_time()

    def judge(drawn: Sequence[Sequence[float]], middle: Sequence[float], seed: str) -> list[float]:
        own = [farmer_of(middle, start)] * (players - 1)
        fields: list[Sequence[Seated]] = [against] * max(1, effort.own)
        if effort.own:
            fields[0] = own
        farmers = [farmer_of(each, start) for each in drawn]
        return [_share(played, farmer, fields, effort.games, seed) for farmer in farmers]

    found = cross_entropy(wanted(start), keep(judge), effort, tell)
    one = farmer_of(found, start)
    final, *_ = shares(played, [one, *against], effort.final, f"{effort.seed}/final")
    told = {number.name: each for number, each in zip(wanted(start), found, strict=True)}
    spent = round(time.process_time() - began, 1)
    return Tuned(told, final.share, final.low, final.high, final.games, spent)


def _share(
    edition: Edition, one: Personality, fields: Sequence[Sequence[Seated]], games: int, seed: str
) -> float:
    """Return what part of its games one wins, against each field in turn and from every seat."""
    seats = 1 + len(fields[0])
    line_ups = [rotate([one, *fields[game // seats % len(fields)]], game) for game in range(games)]
    rows = play(edition, line_ups, [f"{seed}/{game}" for game in range(games)])
    return sum(won(row, game % seats) for game, row in enumerate(rows)) / games
