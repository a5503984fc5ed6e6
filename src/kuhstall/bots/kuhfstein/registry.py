"""The bots of Kuhfstein by name."""

from __future__ import annotations

from typing import Final

from kuhstall.bots.bot import EASY, MEDIUM, Bot, GameBots
from kuhstall.bots.kuhfstein.beginner import Beginner
from kuhstall.bots.kuhfstein.herders import Herder, Planner
from kuhstall.engine.chance import Chance
from kuhstall.engine.values import Seat
from kuhstall.games.kuhfstein.editions import EDITIONS

_SIMPLE: Final = "herder"


def _make(name: str, seat: Seat, chance: Chance) -> Bot:
    """Return the simpler bots for their own names, and the best one for every other."""
    if name == EASY:
        return Beginner(chance)
    return Herder(chance) if name == _SIMPLE else Planner(chance)


BOTS: Final = GameBots(
    tuple(edition.key for edition in EDITIONS),
    (_SIMPLE,),
    _make,
    {_SIMPLE: "Hansi"},
    slow=lambda _: True,
    levels=(EASY, MEDIUM),
)
