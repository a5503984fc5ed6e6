"""The game is over. Nobody may act."""

from __future__ import annotations

from typing import Literal, TypeAlias

from kuhstall.engine.table import Phase
from kuhstall.engine.values import Seat
from kuhstall.games.kuhhandel.edition import Edition
from kuhstall.games.kuhhandel.scoring import SeatScore
from kuhstall.games.kuhhandel.world import World

Reason: TypeAlias = Literal["complete", "no_progress"]


class Ended(Phase[Edition, World], frozen=True, gc=False):
    reason: Reason
    scores: tuple[SeatScore, ...]
    winners: tuple[Seat, ...]
