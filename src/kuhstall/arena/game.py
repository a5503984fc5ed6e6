"""The description of a game that the arena needs to play, watch and measure it."""

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
    [Any, Sequence[str], Effort, Callable[[Round], None]],
    Tuned,
]
"""Tunes a bot: edition, who sits on the other seats, how much to play, whom to tell."""


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


class Tuning(Struct, frozen=True, kw_only=True):
    """How the bot of a game is tuned. `about` says in the help of the command how.

    `against` is whom it usually plays, and `usual` how much.
    """

    about: str
    tune: Tune
    against: str
    usual: Effort


class ArenaGame(Struct, frozen=True, kw_only=True):
    """One game in the arena. `editions` are the keys of its editions.

    `silence` are actions that a seat may also leave unsaid while everybody may speak.
    `variants` are short words for house rules: for each word a rule and its value. `tuning` is
    how better numbers of its bot are found, where that has any.
    """

    editions: tuple[str, ...]
    watch: Callable[[Match], Watch]
    benchmark: Benchmark
    perft: Perft | None = None
    silence: tuple[type[Action], ...] = ()
    variants: Mapping[str, tuple[str, bool | str]] = {}
    tuning: Tuning | None = None
