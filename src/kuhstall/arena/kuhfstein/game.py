"""Kuhfstein as the arena knows it."""

from __future__ import annotations

from typing import Final

from kuhstall.arena.game import ArenaGame, Benchmark
from kuhstall.arena.kuhfstein import bench
from kuhstall.arena.kuhfstein.invariants import KuhfsteinWatch
from kuhstall.games.kuhfstein.editions import EDITIONS

GAME: Final = ArenaGame(
    editions=tuple(edition.key for edition in EDITIONS),
    watch=KuhfsteinWatch,
    benchmark=Benchmark(
        about="For Kuhfstein, options_us is the cost of the options of a seat with "
        f"{bench.TILES} tiles and {bench.CARDS} cards.",
        random_play=bench.random_play,
        costs=bench.costs,
    ),
    variants={"bonuses": ("bonus_layout", "random"), "start-card": ("start_card", "choose")},
)
