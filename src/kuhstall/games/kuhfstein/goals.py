"""The scoring tiles: each seat has two of them in secret, and shows one at the end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, Literal, TypeAlias, get_args

from msgspec import Struct

from kuhstall.engine.values import Seat
from kuhstall.games.kuhfstein.deck import BOX
from kuhstall.games.kuhfstein.edition import Edition
from kuhstall.games.kuhfstein.landscape import Terrain, best_walls, count, edge_lakes
from kuhstall.games.kuhfstein.world import Place, World

Goal: TypeAlias = Literal[
    "edge_lakes",
    "most_hay",
    "most_meadow",
    "most_wood",
    "reached_65",
    "trees_3",
    "cows_4",
    "tiles_13",
    "walled_house",
]
GOALS: Final[tuple[Goal, ...]] = get_args(Goal)
GOAL_POINTS: Final[dict[str, int]] = {tile["id"]: tile["points"] for tile in BOX["scoring_tile"]}

EDGE_LAKES: Final = 2
TREES: Final = 3
COWS: Final = 4
TILES: Final = 13


class Judged(Struct, frozen=True):
    """What a goal is judged by."""

    world: World
    seat: Seat
    threshold: int
    all_around: bool

    @property
    def place(self) -> Place:
        return self.world.places[self.seat]


def judge_goals(edition: Edition, world: World, seat: Seat) -> Judged:
    """Collect what a seat's goals are judged by."""
    all_around = edition.rules.house_surround == "all8"
    return Judged(world, seat, edition.threshold, all_around)


class GoalProgress(Struct, frozen=True, gc=False):
    """How far a seat has got with a goal: it is reached when it has what it needs."""

    goal: str
    have: int
    need: int
    points: int


Standing: TypeAlias = tuple[int, int]
"""How much a seat has of what a goal asks for, and how much it needs."""


def _most(terrain: Terrain) -> Callable[[Judged], Standing]:
    def against_the_best(now: Judged) -> Standing:
        counts = [count(place.land, terrain) for place in now.world.places]
        own = counts.pop(now.seat)
        return own, max(counts, default=0)

    return against_the_best


_STANDING: Final[dict[str, Callable[[Judged], Standing]]] = {
    "edge_lakes": lambda now: (edge_lakes(now.place.land), EDGE_LAKES),
    "most_hay": _most("hay"),
    "most_meadow": _most("meadow"),
    "most_wood": _most("wood"),
    "reached_65": lambda now: (now.place.score, now.threshold),
    "trees_3": lambda now: (len(now.place.land.trees), TREES),
    "cows_4": lambda now: (now.place.cows, COWS),
    "tiles_13": lambda now: (len(now.place.land.tiles), TILES),
    "walled_house": lambda now: best_walls(now.place.land, all_around=now.all_around),
}


def progress(goal: str, now: Judged) -> GoalProgress:
    """Say how far a seat has got with a goal, from what everybody can see."""
    have, need = _STANDING[goal](now)
    return GoalProgress(goal, have, need, GOAL_POINTS[goal])


def points(goal: str, now: Judged) -> int:
    """Return the points for a goal, or 0 if it is not reached."""
    have, need = _STANDING[goal](now)
    return GOAL_POINTS[goal] if have >= need else 0


def best(goals: Sequence[str], now: Judged) -> str:
    """Choose the goal worth the most points; of equal ones, the first one dealt."""
    return max(goals, key=lambda goal: points(goal, now))
