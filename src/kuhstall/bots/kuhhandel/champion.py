"""The bot `hard` with search in every process. Needs the compiler of `kuhstall[train]`.

`kuhstall arena kuhhandel/2 --bots kuhstall.bots.kuhhandel.champion:Champion,medium,medium,medium`
"""

from __future__ import annotations

from kuhstall.bots.kuhhandel.farmer import Farmer
from kuhstall.bots.kuhhandel.personality import LEARNED
from kuhstall.bots.kuhhandel.search import WORLDS, Search
from kuhstall.engine.chance import Chance
from kuhstall.engine.match import Seen
from kuhstall.engine.values import Action, Seat


class Searcher(Farmer):
    """A farmer that thinks again once the deck is empty, on one seat."""

    def __init__(self, seat: Seat, chance: Chance, worlds: int = WORLDS) -> None:
        super().__init__(seat, LEARNED, chance)
        self._search = Search(worlds)

    def choose(self, seen: Seen) -> Action:
        action = super().choose(seen)
        return self._search.overruled(seen, self._memory, self._chance, action)


class Champion:
    """The same, without a seat until the first question."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance
        self._seated: Searcher | None = None

    def choose(self, seen: Seen) -> Action:
        if self._seated is None:
            self._seated = Searcher(seen.seat, self._chance)
        return self._seated.choose(seen)
