"""How a game went, for people looking back: one shape for all games, with marks of their own."""

from __future__ import annotations

from msgspec import Struct


class Stop(Struct, frozen=True):
    """How the seats stand after a step. A field that a game has no use for is empty.

    `marks` says what the step was about, if it is one that people look for; each game has marks
    of its own. `points` are what would be scored at that moment, or those of the score track; at
    the end they are the score. `herds` are what the animals are worth that each seat has, complete
    or not: points that come only at the end tell nothing of how the game went.
    """

    step: int
    marks: tuple[str, ...]
    money: tuple[int, ...]
    animals: tuple[int, ...]
    tiles: tuple[int, ...]
    points: tuple[int, ...]
    herds: tuple[int, ...] = ()
