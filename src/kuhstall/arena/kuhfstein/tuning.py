"""Tuning the planner on the engine. Games are few, so points are counted, which say more than wins.

A lead depends on what three others drew as well, so it is the pace that counts: points by turns.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from statistics import fmean
from typing import Any, Final, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from kuhstall.arena.chance import QuickChance
from kuhstall.arena.driver import play_out
from kuhstall.arena.simulation import wilson
from kuhstall.arena.tuning import Effort, Number, Round, Tuned, cross_entropy
from kuhstall.bots import registry
from kuhstall.bots.bot import Bot
from kuhstall.bots.kuhfstein.herders import Planner
from kuhstall.bots.kuhfstein.weights import CAREFUL, Weights
from kuhstall.engine.chance import Chance
from kuhstall.engine.match import Match
from kuhstall.engine.values import Seat
from kuhstall.games.kuhfstein.edition import Edition
from kuhstall.games.kuhfstein.events import KuhfsteinTurnBegan

_PAR: Final = 5.5
"""Points that a good player makes in a round, about: who makes more is ahead of it."""

_CLEAR: Final = 8.0
"""Points ahead of par that count 0.73; none count 0.5."""

_FACTOR: Final = 0.3, 0.2, 3.0
"""The factor of a weight: its spread around 1, and bounds."""

_ADDED: Final[Mapping[str, tuple[float, float, float]]] = {
    "fresh": (0.4, -2.0, 3.0),
    "tail": (0.4, -2.0, 2.0),
    "more_groves": (0.2, 0.0, 2.0),
}
"""Weights near zero are searched by value, not by factor: spread and bounds."""


Maker: TypeAlias = Callable[[Seat, Chance], Bot]
"""Seats a bot."""


def _search_range(name: str) -> Number:
    if name in _ADDED:
        return Number(name, getattr(CAREFUL, name), *_ADDED[name])
    return Number(name, 1.0, *_FACTOR)


WANTED: Final = tuple(_search_range(name) for name in CAREFUL.__struct_fields__)
"""One number for each weight, and one for each row of weights, which keeps its shape: for more
there are too few games."""


def weights_of(found: Sequence[float]) -> Weights:
    """Apply the search result to the present weights."""
    changes: dict[str, Any] = {}
    for number, value in zip(WANTED, found, strict=True):
        name, weight = number.name, getattr(CAREFUL, number.name)
        if name in _ADDED:
            changes[name] = value
        elif isinstance(weight, tuple):
            changes[name] = tuple([round(value * each, 3) for each in weight])
        else:
            changes[name] = round(value * weight, 3)
    return replace(CAREFUL, **changes)


def tune(
    edition: Edition,
    against: Sequence[str],
    effort: Effort,
    tell: Callable[[Round], None],
) -> Tuned:
    """Look for a better planner, and measure the one that was found in other games."""
    began = time.process_time()
    edition.opened(len(against) + 1)
    others = [partial(registry.make, name, edition.key) for name in against]

    def judge(drawn: Sequence[Sequence[float]], middle: Sequence[float], seed: str) -> list[float]:
        fields: list[Sequence[Maker]] = [others] * max(1, effort.own)
        if effort.own:
            fields[0] = [_planner(middle)] * len(against)
        return [_pace(edition, each, fields, effort.games, seed) for each in drawn]

    found = cross_entropy(WANTED, judge, effort, tell)
    final = [
        play_game(edition, [_planner(found), *others], game, f"{effort.seed}/final/{game}").won
        for game in range(effort.final)
    ]
    low, high = wilson(sum(final), effort.final)
    told = {number.name: each for number, each in zip(WANTED, found, strict=True)}
    spent = round(time.process_time() - began, 1)
    return Tuned(told, fmean(final), low, high, effort.final, spent)


class Outcome(Struct, frozen=True):
    """How a game ended for one: what part of the win it got, its points, and its turns."""

    won: float
    points: int
    turns: int

    @property
    def pace(self) -> float:
        """Return a number from 0 to 1: how quickly points were made, whatever others made."""
        return 1 / (1 + math.exp((_PAR * self.turns - self.points) / _CLEAR))


def play_game(edition: Edition, makers: Sequence[Maker], game: int, label: str) -> Outcome:
    """Play a game for the first of some bots; they sit one seat further on in every game."""
    seats = len(makers)
    own = game % seats
    turned = [makers[(seat - own) % seats] for seat in range(seats)]
    bots = [make(seat, QuickChance(f"{label}/seat {seat}")) for seat, make in enumerate(turned)]
    match = Match(edition, seats, QuickChance(f"{label}/table"))
    for _ in play_out(match, bots, QuickChance(f"{label}/driver")):
        pass
    begun = [event.seat for event in match.log if isinstance(event, KuhfsteinTurnBegan)]
    ended: Any = match.table.phase
    won = (own in ended.winners) / len(ended.winners)
    return Outcome(won, ended.scores[own].total, begun.count(own))


def _pace(
    edition: Edition,
    candidate: Sequence[float],
    fields: Sequence[Sequence[Maker]],
    games: int,
    seed: str,
) -> float:
    """Judge a candidate against each field in turn and from every seat, all by the same decks."""
    one, seats = _planner(candidate), 1 + len(fields[0])
    return fmean(
        play_game(edition, [one, *fields[game // seats % len(fields)]], game, f"{seed}/{game}").pace
        for game in range(games)
    )


def _planner(found: Sequence[float]) -> Maker:
    weights = weights_of(found)
    return lambda _, chance: Planner(chance, weights)
