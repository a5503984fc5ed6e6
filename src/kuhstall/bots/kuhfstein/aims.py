"""How near a seat is to what its goals ask for. Of the others, only what everybody sees counts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from msgspec import Struct

from kuhstall.bots.kuhfstein.sketch import NUMBER, Frame, Sketch, bits
from kuhstall.engine.values import Seat
from kuhstall.games.kuhfstein.goals import COWS, EDGE_LAKES, GOAL_POINTS, TILES, TREES
from kuhstall.games.kuhfstein.landscape import TERRAINS
from kuhstall.games.kuhfstein.view import KuhfsteinView

_LAKE: Final = NUMBER["lake"]
_HOUSE: Final = NUMBER["house"]
_ACTION: Final = 2.4
"""Points that an action brings, about."""

_TREE: Final = 2
"""Actions that it takes to let one more tree grow, about."""

_CALLING: Final = 3
"""Actions that it takes to have enough cows at hand, if one herd is not enough."""

_SIDES: Final = 5
"""More sides than a house without neighbours has to be built on, for a seat without a house."""


class Aims(Struct, frozen=True, gc=False):
    """The goals of a seat, and the most that another one has of each terrain."""

    goals: tuple[str, ...]
    others: tuple[int, ...]
    threshold: int
    all_around: bool


class Standing(Struct, frozen=True, gc=False):
    """The facts by which goals are judged."""

    land: Sketch
    supply: int
    score: int


def aims(view: KuhfsteinView, seat: Seat) -> Aims:
    counts = [
        [sum(tile.terrain == terrain for tile in other.tiles) for terrain in TERRAINS]
        for at, other in enumerate(view.seats)
        if at != seat
    ]
    others = tuple([max(of_one) for of_one in zip(*counts, strict=True)])
    all_around = view.rules.house_surround == "all8"
    return Aims(view.seats[seat].goals or (), others, view.threshold, all_around)


def expected_points(own: Aims, now: Standing, time: int, doubt: float) -> float:
    """Return the expected points of the better goal with the actions still to come."""
    best = 0.0
    for goal in own.goals:
        away = _AWAY[goal](own, now)
        if away <= time:
            best = max(best, GOAL_POINTS[goal] * (1 - doubt * away))
    return best


def shown_best(view: KuhfsteinView, seat: Seat) -> str:
    """Choose the goal to show: the one that brings most now."""
    place, own = view.seats[seat], aims(view, seat)
    land = Frame(place.tiles).sketch_of(place.tiles, place.cows, place.trees)
    now = Standing(land, place.supply, place.score)
    return max(own.goals, key=lambda goal: 0 if _AWAY[goal](own, now) else GOAL_POINTS[goal])


def _most(terrain: int) -> Callable[[Aims, Standing], float]:
    return lambda own, now: max(0, own.others[terrain] - now.land.lands[terrain].bit_count())


def _edge(_own: Aims, now: Standing) -> float:
    land = now.land
    outer = land.lands[_LAKE] & land.frame.beside(land.empty)
    return max(0, EDGE_LAKES - outer.bit_count())


def _walls_left(own: Aims, now: Standing) -> float:
    """Count the sides to be built on at the house that has fewest."""
    land = now.land
    stride = land.frame.stride
    least = _SIDES
    for house in bits(land.lands[_HOUSE]):
        around = land.frame.beside(house)
        if own.all_around:
            rows = house << stride | house >> stride
            around |= rows << 1 | rows >> 1
        least = min(least, (around & land.empty).bit_count())
    return least


def _cows(_own: Aims, now: Standing) -> float:
    lacking = COWS - now.supply
    if lacking <= 0:
        return 0
    herd = max([herd.bit_count() for herd in now.land.herds], default=0)
    return 1 if herd >= lacking else _CALLING


_AWAY: Final[dict[str, Callable[[Aims, Standing], float]]] = {
    "edge_lakes": _edge,
    "most_hay": _most(NUMBER["hay"]),
    "most_meadow": _most(NUMBER["meadow"]),
    "most_wood": _most(NUMBER["wood"]),
    "reached_65": lambda own, now: max(0, (own.threshold - now.score) / _ACTION),
    "trees_3": lambda _, now: max(0, _TREE * (TREES - now.land.used.bit_count() // 4)),
    "cows_4": _cows,
    "tiles_13": lambda _, now: max(0, TILES - now.land.tiles.bit_count()),
    "walled_house": _walls_left,
}
"""How many actions a goal is away, about; none if it is fulfilled."""
