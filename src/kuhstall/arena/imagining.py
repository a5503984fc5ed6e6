"""How long it takes to imagine a table towards the end of a game, which is when most was heard."""

from __future__ import annotations

import time
from collections.abc import Sequence
from statistics import quantiles
from typing import Final

from msgspec import Struct

from kuhstall.arena.chance import QuickChance
from kuhstall.arena.driver import play_out
from kuhstall.bots import registry
from kuhstall.bots.bot import Bot
from kuhstall.engine.chance import Chance
from kuhstall.engine.match import Match, Seen
from kuhstall.engine.values import Action
from kuhstall.games.edition import Edition
from kuhstall.games.imagination import Afresh, Imagination
from kuhstall.games.registry import imagination, replayed

_BOT: Final = "medium"
_LAST: Final = 4
"""The part of the decisions that counts: the last quarter."""
_SELDOM: Final = 8
"""Every so many decisions, also imagine without memory, which is slow."""


class Imagining(Struct, frozen=True):
    """Microseconds of the processor for a table: carried on from decision to decision, and anew."""

    carried_p50: float
    carried_p99: float
    anew_p50: float
    decisions: int


class _Dreamer:
    """Plays as another bot does, and imagines a table before each of its decisions."""

    def __init__(self, bot: Bot, chance: Chance) -> None:
        self._bot = bot
        self._chance = chance
        self._carried: Imagination | None = None
        self.carried: list[float] = []
        self.anew: list[float] = []

    def choose(self, seen: Seen) -> Action:
        if self._carried is None:
            self._carried = imagination(seen.heard, seen.seat, self._chance)
        self.carried.append(self._micros(self._carried, seen))
        if len(self.carried) % _SELDOM == 0:
            self.anew.append(self._micros(Afresh(replayed(seen.heard[:1])), seen))
        return self._bot.choose(seen)

    def _micros(self, imagined: Imagination, seen: Seen) -> float:
        start = time.thread_time_ns()
        imagined.table(seen.view, seen.heard, self._chance)
        return (time.thread_time_ns() - start) / 1000


def imagining_cost(edition: Edition, seats: int, games: int) -> Imagining:
    """Let bots play, and time what one of them imagines in the last quarter of each game."""
    carried: list[float] = []
    anew: list[float] = []
    for game in range(games):
        dreamer = _play(edition, seats, f"imagining {game}")
        carried += _end(dreamer.carried)
        anew += _end(dreamer.anew)
    return Imagining(
        _percentile(carried, 50), _percentile(carried, 99), _percentile(anew, 50), len(carried)
    )


def _play(edition: Edition, seats: int, seed: str) -> _Dreamer:
    match = Match(edition, seats, QuickChance(f"{seed}/table"))
    bots = [
        registry.make(_BOT, edition.key, seat, QuickChance(f"{seed}/seat {seat}"))
        for seat in range(seats)
    ]
    dreamer = _Dreamer(bots[0], QuickChance(f"{seed}/dreams"))
    for _ in play_out(match, [dreamer, *bots[1:]], QuickChance(f"{seed}/driver")):
        pass
    return dreamer


def _end(micros: Sequence[float]) -> Sequence[float]:
    return micros[-max(1, len(micros) // _LAST) :]


def _percentile(micros: Sequence[float], percent: int) -> float:
    return (
        quantiles(micros, n=100, method="inclusive")[percent - 1]
        if len(micros) > 1
        else sum(micros)
    )
