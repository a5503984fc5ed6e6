"""The weights that judge a position. They were found by playing."""

from __future__ import annotations

from math import inf
from typing import Final

from msgspec import Struct

from kuhstall.games.kuhfstein.track import Bonus


class Weights(Struct, frozen=True):
    """The value of things other than points, in points.

    `nearness` is the share that the points of a card count while its pattern lacks no tile, one,
    two and so on, and `effort` is taken off. `shares` is what the best card counts, the second
    best, and so on: cows and time are short. `supply` is what cows at hand are worth.
    """

    nearness: tuple[float, ...] = (0.86, 0.65, 0.39, 0.29, 0.12)
    effort: tuple[float, ...] = (1.63, 2.73, 2.17, 1.67, 0.95)
    shares: tuple[float, ...] = (1.0, 0.51, 0.25, 0.27, 0.13)
    at_hand: float = 1.15  # the one tile that a pattern lacks lies in the display
    gathering: float = 1.11  # a herd has to be taken back first
    supply: tuple[float, ...] = (0.0, 0.12, 0.19, 0.85, 1.12, 1.67, 1.8)
    tile: float = 0.42
    grove: float = 1.95  # a tile of the display lets a tree grow
    clearing: float = 0.84  # another tile would
    more_groves: float = 0.0
    extra_action: float = 2.92
    place_tile: float = 0.41
    take_card: float = 1.51
    fresh: float = 0.8  # what an exchange of a display promises
    goals: float = 1.23
    doubt: float = 0.17  # how much less a goal counts for each action it is away
    fade: float = 6.56  # with fewer actions to come, what may serve later counts less
    pace: float = 6.5  # points of the leader in a turn
    tail: float = -0.19  # turns to be added to what the pace says

    def bonus(self, bonus: Bonus) -> float:
        """Return the value of one more action."""
        match bonus:
            case "extra_action":
                return self.extra_action
            case "place_tile":
                return self.place_tile
            case "take_card":
                return self.take_card
            case _:
                return 0.0


CAREFUL: Final = Weights()
"""The weights of the bot that plans."""

SIMPLE: Final = Weights(
    nearness=(0.92, 0.68, 0.4, 0.22, 0.14),
    effort=(1.25, 2.35, 2.0, 1.2, 1.0),
    shares=(1.0, 0.52, 0.27, 0.17, 0.08),
    at_hand=1.1,
    gathering=1.1,
    supply=(0.0, 0.45, 0.76, 1.26, 1.7, 2.15, 2.4),
    tile=0.4,
    grove=1.5,
    clearing=0.86,
    more_groves=0.15,
    extra_action=2.4,
    place_tile=0.9,
    take_card=1.0,
    fresh=-inf,
    goals=0.0,
    fade=7.2,
    pace=5.9,
    tail=-0.3,
)
"""The weights of the bot without a plan: it ignores goals, and exchanges nothing."""
