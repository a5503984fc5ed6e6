"""The scoring tiles: each seat has two of them in secret, and shows one at the end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, Literal, TypeAlias, get_args

from msgspec import Struct

from kuhstall.engine.values import Seat
from kuhstall.games.kuhfstein.deck import BOX
from kuhstall.games.kuhfstein.landscape import Terrain, count, edge_lakes, walled_houses
from kuhstall.games.kuhfstein.world import World

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


def _most(terrain: Terrain) -> Callable[[Judged], bool]:
    def nobody_has_more(now: Judged) -> bool:
        counts = [count(place.land, terrain) for place in now.world.places]
        return counts[now.seat] == max(counts)

    return nobody_has_more


_FULFILLED: Final[dict[str, Callable[[Judged], bool]]] = {
    "edge_lakes": lambda now: edge_lakes(now.world.places[now.seat].land) >= EDGE_LAKES,
    "most_hay": _most("hay"),
    "most_meadow": _most("meadow"),
    "most_wood": _most("wood"),
    "reached_65": lambda now: now.world.places[now.seat].score >= now.threshold,
    "trees_3": lambda now: len(now.world.places[now.seat].land.trees) >= TREES,
    "cows_4": lambda now: now.world.places[now.seat].cows >= COWS,
    "tiles_13": lambda now: len(now.world.places[now.seat].land.tiles) >= TILES,
    "walled_house": lambda now: (
        walled_houses(now.world.places[now.seat].land, all_around=now.all_around) > 0
    ),
}


def points(goal: str, now: Judged) -> int:
    """Return what a goal brings: its points, or nothing."""
    return GOAL_POINTS[goal] if _FULFILLED[goal](now) else 0


def best(goals: Sequence[str], now: Judged) -> str:
    """Choose the goal that brings most; the first one dealt if they bring the same."""
    return max(goals, key=lambda goal: points(goal, now))
