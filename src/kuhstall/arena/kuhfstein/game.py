"""Kuhfstein as the arena knows it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from kuhstall.arena.game import ArenaGame, Benchmark, Tuning
from kuhstall.arena.kuhfstein import bench
from kuhstall.arena.kuhfstein.invariants import KuhfsteinWatch
from kuhstall.arena.tuning import Effort, Round, Tuned
from kuhstall.games.kuhfstein.editions import EDITIONS


def _tune(
    edition: Any,
    against: Sequence[str],
    effort: Effort,
    tell: Callable[[Round], None],
) -> Tuned:
    # It plays games of bots, which look up their game here.
    from kuhstall.arena.kuhfstein import tuning  # noqa: PLC0415

    return tuning.tune(edition, against, effort, tell)


GAME: Final = ArenaGame(
    editions=tuple(edition.key for edition in EDITIONS),
    watch=KuhfsteinWatch,
    benchmark=Benchmark(
        about="For Kuhfstein, options_us is the cost of the options of a seat with "
        f"{bench.TILES} tiles and {bench.CARDS} cards.",
        random_play=bench.random_play,
        costs=bench.costs,
    ),
    tuning=Tuning(
        about="The planners of Kuhfstein play on the engine, a few games a second; while they are "
        "looked for, points by turns are counted, which say more than wins.",
        tune=_tune,
        against="herder",
        usual=Effort(population=24, rounds=12, games=8, final=400, own=0),
    ),
    variants={"bonuses": ("bonus_layout", "random"), "start-card": ("start_card", "choose")},
)
