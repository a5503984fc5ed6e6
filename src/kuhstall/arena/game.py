"""What the arena has to know of a game to play, watch and measure it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from msgspec import Struct

from kuhstall.arena.bench import Speed
from kuhstall.arena.tuning import Effort, Round, Tuned
from kuhstall.arena.watch import Watch
from kuhstall.engine.match import Match
from kuhstall.engine.values import Action

Tune: TypeAlias = Callable[
    [Any, int, Sequence[str], Effort, Callable[[Round], None]],
    Tuned,
]
"""Tunes a bot: edition, seats, who sits on the others, how much to play, whom to tell."""


class Benchmark(Struct, frozen=True, kw_only=True):
    """What is timed. `about` says in the help of the command under which rules.

    `preset_play` is random play by the rules as they are, where `random_play` changes them.
    """

    about: str
    random_play: Callable[[Any, int, int, int], Speed]
    preset_play: Callable[[Any, int, int, int], Speed] | None = None
    costs: Callable[[Any, int], dict[str, float]]


class Perft(Struct, frozen=True, kw_only=True):
    """How sequences of actions are counted: on a box that `reduce` makes small, from `starts`."""

    about: str
    reduce: Callable[[Any, int], Any]
    starts: tuple[Callable[[Any, int], Any], ...]


class ArenaGame(Struct, frozen=True, kw_only=True):
    """One game in the arena. `editions` are the keys of its editions.

    `silence` are actions that a seat may also leave unsaid while everybody may speak.
    `variants` are short words for house rules: for each word a rule and its value. `tune` looks
    for better numbers of its bot, where that has any.
    """

    editions: tuple[str, ...]
    watch: Callable[[Match], Watch]
    benchmark: Benchmark
    perft: Perft | None = None
    silence: tuple[type[Action], ...] = ()
    variants: Mapping[str, tuple[str, bool | str]] = {}
    tune: Tune | None = None
