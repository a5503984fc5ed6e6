"""The bots by name. The only list in this room that names the games."""

from __future__ import annotations

from typing import Final

from kuhstall.bots.bot import Bot, GameBots
from kuhstall.bots.kuhfstein.by_name import BOTS as KUHFSTEIN
from kuhstall.bots.kuhhandel.by_name import BOTS as KUHHANDEL
from kuhstall.bots.kuhhandel.master.by_name import BOTS as MASTER
from kuhstall.bots.random_bot import RandomBot
from kuhstall.engine.chance import Chance
from kuhstall.engine.values import Refused, Seat

GAMES: Final[tuple[GameBots, ...]] = (KUHHANDEL, MASTER, KUHFSTEIN)

_RANDOM: Final = "random"
_BY_EDITION: Final = {key: game for game in GAMES for key in game.editions}

NAMES: Final = tuple(dict.fromkeys([_RANDOM, *(name for game in GAMES for name in game.names)]))


def make(name: str, edition: str, seat: Seat, chance: Chance) -> Bot:
    """Seat a bot at a table of an edition.

    A table may change its game while bots sit at it, so every name plays every game: `farmer` is
    the best that a game has, with or without a character, and `herder` the simpler one where
    there are two.
    """
    check(name)
    if name == _RANDOM:
        return RandomBot(chance)
    return _BY_EDITION[edition].make(name, seat, chance)


def check(name: str) -> None:
    """Refuse a name that no bot has."""
    if name not in NAMES:
        known = ", ".join(NAMES)
        raise Refused("no_such_bot", f"there is no bot '{name}'; there are {known}")
