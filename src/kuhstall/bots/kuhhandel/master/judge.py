"""A farmer that judges the decisions of a seat at a table of Kuhhandel Master.

Auctions, sales and trades are judged as in the other game. On pedigrees, rats and the division
between two it has no opinion yet.
"""

from __future__ import annotations

from kuhstall.bots.kuhhandel.judge import AnyJudge, Unmoved
from kuhstall.bots.kuhhandel.master.memory import MasterMemory
from kuhstall.bots.kuhhandel.master.situation import MasterSituation
from kuhstall.bots.kuhhandel.personality import PERSONALITIES
from kuhstall.engine.match import Seen
from kuhstall.engine.values import Seat


class MasterJudge(AnyJudge):
    """Judges at a table of Kuhhandel Master."""

    def __init__(self, seat: Seat) -> None:
        super().__init__(MasterMemory(seat))

    def _look(self, seen: Seen) -> MasterSituation:
        return MasterSituation(seen, self._memory, PERSONALITIES[""], Unmoved())
