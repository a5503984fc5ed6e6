"""Kuhhandel and Kuhhandel Master as the arena knows them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from kuhstall.arena.game import ArenaGame, Benchmark, Perft, Tuning
from kuhstall.arena.kuhhandel import bench, perft
from kuhstall.arena.kuhhandel.invariants import KuhhandelWatch
from kuhstall.arena.tuning import Effort, Round, Tuned
from kuhstall.games.kuhhandel.actions import Pass
from kuhstall.games.kuhhandel.editions import EDITIONS


def _describe(rules: Mapping[str, object]) -> str:
    *most, last = (f"{name}={str(value).lower()}" for name, value in rules.items())
    return f"{', '.join(most)} and {last}"


def _tune(
    edition: Any,
    against: Sequence[str],
    effort: Effort,
    tell: Callable[[Round], None],
) -> Tuned:
    # Imported late: loading the compiler takes time.
    from kuhstall.arena.kuhhandel import tuning  # noqa: PLC0415

    return tuning.tune(edition, against, effort, tell)


GAME: Final = ArenaGame(
    editions=tuple(edition.key for edition in EDITIONS),
    watch=KuhhandelWatch,
    benchmark=Benchmark(
        about=f"The headline of Kuhhandel is measured with {_describe(bench.HEADLINE)}, whatever "
        f"--set says, and that of Kuhhandel Master with {_describe(bench.STEPWISE)} as well; the "
        "preset figures are measured with the rules as they are.",
        random_play=bench.random_play,
        preset_play=bench.preset_play,
        costs=bench.view_cost,
    ),
    perft=Perft(
        about=f"with {', '.join(perft.KINDS)} alone (in Kuhhandel Master also rats and two "
        "pedigrees) and small purses",
        reduce=perft.reduce_edition,
        starts=(perft.opening, perft.trading),
    ),
    silence=(Pass,),
    variants={"super": ("super_kuhhandel", True), "kassensturz": ("kassensturz", True)},
    tuning=Tuning(
        about="The farmers of Kuhhandel play in the simulator, which needs kuhstall[train]; the "
        "first run compiles for some minutes.",
        tune=_tune,
        against="farmer@1",
        usual=Effort(population=40, rounds=12, games=240, final=2000, own=3),
    ),
)
