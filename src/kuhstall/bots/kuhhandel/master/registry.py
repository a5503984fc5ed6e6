"""The bots of Kuhhandel Master: those of Kuhhandel, with more knowledge."""

from __future__ import annotations

from typing import Final

from kuhstall.bots.bot import EASY, Bot, GameBots
from kuhstall.bots.kuhhandel.action_lines import action_line
from kuhstall.bots.kuhhandel.master.beginner import MasterBeginner
from kuhstall.bots.kuhhandel.master.farmer import MasterFarmer
from kuhstall.bots.kuhhandel.master.judge import MasterJudge
from kuhstall.bots.kuhhandel.personality import NAMES, YARDSTICKS, personality_of
from kuhstall.engine.chance import Chance
from kuhstall.engine.values import Seat
from kuhstall.games.kuhhandel.editions import MASTERS


def _make(name: str, seat: Seat, chance: Chance) -> Bot:
    if name == EASY:
        return MasterBeginner(seat, chance)
    return MasterFarmer(seat, personality_of(name), chance)


BOTS: Final = GameBots(
    tuple(edition.key for edition in MASTERS),
    NAMES,
    _make,
    yardsticks=YARDSTICKS,
    judge=MasterJudge,
    action_line=action_line,
)
