"""How long somebody waits for the list of their games, when there are very many of them."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from statistics import median
from typing import Any, Final

import asyncpg
import msgspec

from bench.growth.stores import plan
from bench.load.http_client import Entrance
from bench.load.rounds import database, server
from kuhstall.server.features.history.api import PAGE
from kuhstall.server.features.history.queries import SEARCH, HistorySearch, Player
from kuhstall.server.store.db import bind_postgres

GAMES: Final = 10_000
OTHERS: Final = 500
"""People who played them too."""
_TIMES: Final = 21
_MOST: Final = 200.0
"""Milliseconds."""

_PEOPLE: Final = """
INSERT INTO people (id, name)
SELECT 'other' || n, 'Other ' || n FROM generate_series(1, $1::int) AS n
"""
_PLAYED: Final = """
INSERT INTO played (person, table_id, at, game, edition, place, points, won, figures, players)
VALUES ($1, $2, now() - $3 * interval '1 hour', 'game', 'edition', $4, $5, $6, $7, $8)
"""
_FIGURES: Final = msgspec.json.encode(
    {"quartets": 2, "bluffs": 3, "bluffs_won": 1, "spent": 400, "trades": 5}
)


async def listed(postgres: str, games: int = GAMES) -> dict[str, Any]:
    """Tell what the latest games cost over HTTP, and how many rows PostgreSQL reads for them."""
    async with (
        database(postgres) as kept,
        server(kept.address, "", None) as (_, port),
        Entrance(port) as entrance,
    ):
        cookie = await entrance.guest()
        connection = await asyncpg.connect(kept.address)
        person = await connection.fetchval("SELECT id FROM people")
        await connection.execute(_PEOPLE, OTHERS)
        await connection.executemany(_PLAYED, [_row(person, game) for game in range(games)])
        await connection.execute("VACUUM ANALYZE played")
        at, table = HistorySearch().end
        unused = dict.fromkeys(("game", "other", "won", "since"))
        values = {"person": person, "end_at": at, "end_table": table, "most": PAGE + 1}
        sql, bound = bind_postgres(SEARCH, {**unused, **values})
        parts = await plan(connection, sql, *bound)
        await connection.close()
        found = await entrance.games(cookie)
        page_ms = await _milliseconds(lambda: entrance.games(cookie))
        sums_ms = await _milliseconds(lambda: entrance.statistics(cookie))
    read = max(int(part["Actual Rows"] * part["Actual Loops"]) for part in parts)
    return {
        "figure": "past",
        "games": games,
        "listed": len(found["games"]),
        "rows_read": read,
        "ms_a_page": page_ms,
        "ms_statistics": sums_ms,
        "holds": len(found["games"]) == PAGE and read <= PAGE + 1 and page_ms < _MOST,
    }


def _row(person: str, game: int) -> tuple[Any, ...]:
    place = 1 + game % 4
    others = [
        Player(1 + (place + step) % 4, f"other{1 + (game + step) % OTHERS}") for step in range(3)
    ]
    players = msgspec.json.encode((Player(place, person), *others))
    return person, f"t{game}", float(game), place, 100 * (5 - place), place == 1, _FIGURES, players


async def _milliseconds(ask: Callable[[], Awaitable[Any]]) -> float:
    times = []
    for _ in range(_TIMES):
        begun = time.perf_counter()
        await ask()
        times.append(1e3 * (time.perf_counter() - begun))
    return round(median(times), 2)
