"""The bots of Kuhhandel by name."""

from __future__ import annotations

from typing import Final

from kuhstall.bots.bot import EASY, HARD, Bot, GameBots
from kuhstall.bots.kuhhandel.action_lines import action_line
from kuhstall.bots.kuhhandel.beginner import Beginner
from kuhstall.bots.kuhhandel.farmer import Farmer
from kuhstall.bots.kuhhandel.hard import Hard, can_search
from kuhstall.bots.kuhhandel.judge import Judge
from kuhstall.bots.kuhhandel.personality import NAMES, YARDSTICKS, personality_of
from kuhstall.engine.chance import Chance
from kuhstall.engine.values import Seat
from kuhstall.games.kuhhandel.editions import CLASSIC


def _make(name: str, seat: Seat, chance: Chance) -> Bot:
    if name == EASY:
        return Beginner(seat, chance)
    if name == HARD:
        return Hard(seat, chance)
    return Farmer(seat, personality_of(name), chance)


_CALLED: Final = {
    "farmer": "Daisy",
    "farmer:bold": "Bruno",
    "farmer:bluffer": "Rosie",
    "farmer:thrifty": "Mina",
}


def _slow(name: str) -> bool:
    return name == HARD and can_search()


BOTS: Final = GameBots(
    tuple(edition.key for edition in CLASSIC),
    NAMES,
    _make,
    _CALLED,
    YARDSTICKS,
    Judge,
    action_line,
    _slow,
    "kuhstall.bots.kuhhandel.warm_up",
)
