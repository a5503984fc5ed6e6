"""The cost of a site's finished games: rows, bytes, and processor time to read one again."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Sequence
from statistics import median
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from kuhstall.server.features.history.finished_games import played_games
from kuhstall.server.store import Store
from kuhstall.server.table.live_table import LiveTable

Kind: TypeAlias = Literal["alone", "live", "slow"]
"""A person alone with bots, people at once, or people over days."""

_PAGE: Final = 500


class _Cost(Struct, frozen=True):
    steps: int
    size: int
    seconds: float


class GameCosts(Struct, frozen=True):
    """Medians over the finished games of a family at one kind of table."""

    game: str
    kind: Kind
    games: int
    steps: float
    size: float
    seconds: float


async def game_costs(store: Store) -> Sequence[GameCosts]:
    """Read all games of a store again.

    Games that have not ended are left out, and those that cannot be read: `admin check` names them.
    """
    found: dict[tuple[str, Kind], list[_Cost]] = defaultdict(list)
    after = ""
    while tables := await store.ids(after, _PAGE):
        for table in tables:
            row = await store.table_row(table)
            live = LiveTable(table, row.code, b"")
            try:
                steps = await store.steps(table)
                began = time.process_time()
                for step in steps:
                    live.read(step)
            except Exception:  # noqa: BLE001, S112 -- whatever it is, the others can be read
                continue
            seconds = time.process_time() - began
            if played_games(live):
                size = sum(len(step.events) + len(step.command) for step in steps)
                cost = _Cost(len(steps), size, seconds)
                found[live.state.edition.game.name, _kind(live)].append(cost)
        after = tables[-1]
    return [
        GameCosts(
            game,
            kind,
            len(costs),
            median(one.steps for one in costs),
            median(one.size for one in costs),
            median(one.seconds for one in costs),
        )
        for (game, kind), costs in sorted(found.items())
    ]


def _kind(live: LiveTable) -> Kind:
    if live.party.is_slow:
        return "slow"
    return "live" if len(live.party.sat) > 1 else "alone"
