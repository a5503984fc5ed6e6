"""The games that people have finished, of the store in memory."""

from __future__ import annotations

from collections.abc import Sequence

from kuhstall.server.store.past import PastGame, PastSearch


class MemoryPast:
    def __init__(self) -> None:
        self.played: dict[tuple[str, str], PastGame] = {}

    def _is_named(self, person: str) -> bool:
        raise NotImplementedError

    def _keep_past(self, games: Sequence[PastGame]) -> None:
        self.played |= {(one.person, one.table): one for one in games if self._is_named(one.person)}

    def _forget_past(self, *, table: str = "", person: str = "") -> None:
        kept = self.played.items()
        self.played = {key: one for key, one in kept if key[0] != person and key[1] != table}

    async def past_games(self, person: str, search: PastSearch, limit: int) -> Sequence[PastGame]:
        found = [
            one
            for one in self.played.values()
            if one.person == person
            and search.game in {None, one.game}
            and (search.other is None or (search.other, one.table) in self.played)
            and search.won in {None, one.won}
            and one.at >= (search.since or 0.0)
            and (one.at, one.table) < search.end
        ]
        return sorted(found, key=lambda one: (one.at, one.table), reverse=True)[:limit]

    async def rewrite_past(self, table: str, games: Sequence[PastGame]) -> None:
        self._forget_past(table=table)
        self._keep_past(games)

    async def past_of(self, table: str) -> Sequence[PastGame]:
        found = [one for one in self.played.values() if one.table == table]
        return sorted(found, key=lambda one: one.person)
