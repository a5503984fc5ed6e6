"""All that a farmer has before its eyes at a table of Kuhhandel Master."""

from __future__ import annotations

from functools import cached_property

from kuhstall.bots.kuhhandel.master.outlook import MasterOutlook
from kuhstall.bots.kuhhandel.situation import Situation
from kuhstall.games.kuhhandel.master.view import MasterView


class MasterSituation(Situation):
    """One decision's view where there are pedigrees and rats."""

    @property
    def table(self) -> MasterView:
        view: MasterView = self._shown
        return view

    @cached_property
    def outlook(self) -> MasterOutlook:
        return MasterOutlook(self.table, self.seat, self.wealth, self.personality)
