"""The bots of Kuhhandel Master by name: those of Kuhhandel, who know more here."""

from __future__ import annotations

from typing import Final

from kuhstall.bots.bot import EASY, Bot, GameBots
from kuhstall.bots.kuhhandel.deeds import deed
from kuhstall.bots.kuhhandel.master.beginner import MasterBeginner
from kuhstall.bots.kuhhandel.master.farmer import MasterFarmer
from kuhstall.bots.kuhhandel.master.judge import MasterJudge
from kuhstall.bots.kuhhandel.personality import NAMES, YARDSTICKS, named
from kuhstall.engine.chance import Chance
from kuhstall.engine.values import Seat
from kuhstall.games.kuhhandel.editions import MASTERS


def _make(name: str, seat: Seat, chance: Chance) -> Bot:
    if name == EASY:
        return MasterBeginner(seat, chance)
    return MasterFarmer(seat, named(name), chance)


BOTS: Final = GameBots(
    tuple(edition.key for edition in MASTERS),
    NAMES,
    _make,
    yardsticks=YARDSTICKS,
    judge=MasterJudge,
    deed=deed,
)
