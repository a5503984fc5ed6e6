"""The bots by name."""

from __future__ import annotations

from typing import Final

from kuhstall.bots.bot import Bot
from kuhstall.bots.farmer import Farmer
from kuhstall.bots.personality import PERSONALITIES
from kuhstall.bots.random_bot import RandomBot
from kuhstall.engine.chance import Chance
from kuhstall.engine.values import Refused, Seat

_FARMERS: Final = {
    f"farmer:{name}" if name else "farmer": personality
    for name, personality in PERSONALITIES.items()
}

NAMES: Final = ("random", *_FARMERS)


def make(name: str, seat: Seat, chance: Chance) -> Bot:
    """Seat a bot."""
    check(name)
    if name == "random":
        return RandomBot(chance)
    return Farmer(seat, _FARMERS[name], chance)


def check(name: str) -> None:
    """Refuse a name that no bot has."""
    if name not in NAMES:
        known = ", ".join(NAMES)
        raise Refused("no_such_bot", f"there is no bot '{name}'; there are {known}")
