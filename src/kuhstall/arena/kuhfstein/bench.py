"""How fast the rules of Kuhfstein are: random play, a view, and the options of a rich position.

Random play takes nothing back: other programs, which it is compared with, cannot either.
"""

from __future__ import annotations

import random
import time
from typing import Any, Final

from msgspec.structs import replace

from kuhstall.arena.bench import Speed, play, time_games, timed_view
from kuhstall.arena.chance import QuickChance
from kuhstall.engine.chance import Chance
from kuhstall.engine.kernel import begin
from kuhstall.engine.option import Choice, Option, sample
from kuhstall.engine.table import Table
from kuhstall.engine.values import Action, Actor
from kuhstall.games.kuhfstein import landscape, view
from kuhstall.games.kuhfstein.actions import TakeBack
from kuhstall.games.kuhfstein.edition import Edition, KuhfsteinTable
from kuhstall.games.kuhfstein.landscape import TERRAINS, Landscape
from kuhstall.games.kuhfstein.phases.acting import Acting

TILES: Final = 20
CARDS: Final = 8
"""A landscape and a hand that are larger than most that come up in a game."""

_LANDSCAPES: Final = 200
_MIDDLE: Final = 80
"""How many moves half a game has."""

_BACK: Final = TakeBack()


def random_play(edition: Edition, seats: int, games: int, seed: int) -> Speed:
    return time_games(edition, seats, games, seed, onward)


def onward(
    table: KuhfsteinTable, actor: Actor, offered: tuple[Option, ...], chance: Chance
) -> Action:
    """Choose uniformly among the options, but take nothing back."""
    last = offered[-1]
    if isinstance(last, Choice) and last.actions[-1] == _BACK:
        offered = offered[:-1] or offered
        if len(last.actions) > 1:
            return last.actions[0]
    return sample(offered, chance)


def costs(edition: Edition, seats: int) -> dict[str, float]:
    """Measure a view, and the options of a rich position."""
    return view_cost(edition, seats) | options_cost(edition, seats)


def view_cost(edition: Edition, seats: int, seed: int = 1) -> dict[str, float]:
    """Measure one view in the middle of a game; `new_view_us` is one of landscapes not seen yet."""
    table, _ = play(edition, seats, QuickChance(seed), onward, _MIDDLE)
    return timed_view(table, forget)


def options_cost(edition: Edition, seats: int, seed: int = 1) -> dict[str, float]:
    """Measure the options of a seat with 20 tiles and 8 cards, in microseconds.

    What follows from a landscape is remembered; `options_us` is what options cost the first time.
    """
    tables = _rich(edition, seats, seed)
    forget()
    start = time.process_time()
    for table in tables:
        table.phase.options(table, 0)
    first = time.process_time()
    for table in tables:
        table.phase.options(table, 0)
    again = time.process_time()
    return {
        "options_us": 1e6 * (first - start) / len(tables),
        "options_again_us": 1e6 * (again - first) / len(tables),
    }


def forget() -> None:
    """Clear the cached landscapes."""
    for question in (
        landscape.grid,
        landscape.herds,
        view.closed_place,
    ):
        question.cache_clear()
    landscape.forget_rooms()


def _rich(edition: Edition, seats: int, seed: int) -> list[KuhfsteinTable]:
    """Set up tables at which seat 0 has much to choose from."""
    dice = random.Random(seed)
    table: Table[Any, Any]
    table, _ = begin(edition.with_rules({"start_card": "draw"}), seats, QuickChance(seed))
    phase = Acting(0, edition.actions - 1)
    found = []
    for _ in range(_LANDSCAPES):
        land = Landscape()
        for _ in range(TILES):
            cell = dice.choice(landscape.open_cells(land))
            land = land.laid(cell, dice.choice(TERRAINS), None)
        hand = tuple(dice.sample(range(len(edition.cards)), CARDS))
        place = replace(table.world.places[0], land=land, hand=hand, cows=edition.cows)
        found.append(replace(table, world=table.world.placed(0, place), phase=phase))
    return found
