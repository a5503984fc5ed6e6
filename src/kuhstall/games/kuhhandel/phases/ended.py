"""The game is over. No seat may act."""

from __future__ import annotations

from kuhstall.engine.table import Phase, Table
from kuhstall.engine.values import Seat
from kuhstall.games.kuhhandel.edition import Edition, KuhTable
from kuhstall.games.kuhhandel.events import GameEnded, Reason
from kuhstall.games.kuhhandel.scoring import SeatScore
from kuhstall.games.kuhhandel.world import World


class Ended(Phase[Edition, World], frozen=True, gc=False):
    reason: Reason
    scores: tuple[SeatScore, ...]
    winners: tuple[Seat, ...]


def enter(table: KuhTable, event: GameEnded) -> KuhTable:
    phase = Ended(event.reason, event.scores, event.winners)
    return Table(table.edition, table.world, phase, table.moment + 1)
