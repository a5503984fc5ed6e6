"""The bots by name."""

from __future__ import annotations

from typing import Final

from kuhstall.bots.bot import Bot
from kuhstall.bots.farmer import Farmer
from kuhstall.bots.kuhfstein.herders import Herder, Planner
from kuhstall.bots.personality import PERSONALITIES
from kuhstall.bots.random_bot import RandomBot
from kuhstall.engine.chance import Chance
from kuhstall.engine.values import Refused, Seat
from kuhstall.games.kuhfstein.edition import Edition as KuhfsteinEdition
from kuhstall.games.registry import find

_FARMERS: Final = {
    f"farmer:{name}" if name else "farmer": personality
    for name, personality in PERSONALITIES.items()
}

_HERDER: Final = "herder"

NAMES: Final = ("random", *_FARMERS, _HERDER)


def make(name: str, edition: str, seat: Seat, chance: Chance) -> Bot:
    """Seat a bot at a table of an edition.

    A table may change its game while bots sit at it, so every name plays every game: `farmer` is
    the best that a game has, with or without a character, and `herder` the simpler one where
    there are two.
    """
    check(name)
    if name == "random":
        return RandomBot(chance)
    if isinstance(find(edition), KuhfsteinEdition):
        return Herder(chance) if name == _HERDER else Planner(chance)
    return Farmer(seat, _FARMERS.get(name, PERSONALITIES[""]), chance)


def check(name: str) -> None:
    """Refuse a name that no bot has."""
    if name not in NAMES:
        known = ", ".join(NAMES)
        raise Refused("no_such_bot", f"there is no bot '{name}'; there are {known}")
