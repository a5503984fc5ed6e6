"""The matches of the level `hard`: against yardsticks, in a mixed pool, and on the engine."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import combinations
from typing import Any, Final

from bench.kuhhandel.strength import matches
from kuhstall.arena.kuhhandel.simulator.contest import Share, play, rotate, share_of, shares, won
from kuhstall.bots.kuhhandel.search import MODELS, WORLDS
from kuhstall.bots.kuhhandel.simulator import layout as at
from kuhstall.bots.kuhhandel.simulator.compiling import rows
from kuhstall.bots.kuhhandel.simulator.playing import lay_out_each, models, start_all
from kuhstall.bots.kuhhandel.simulator.search import play_with_search

HARD: Final = "hard"
CHAMPION: Final = matches.CHAMPION
POOL: Final = ("farmer@1", "farmer@2", "farmer:bold", "farmer:bluffer", "farmer:thrifty", HARD)
"""The mixed pool: four of them at a table, every four of them equally often."""
_SEATS: Final = 4
_SLICE: Final = 40

Planned = Iterator[tuple[str, Any]]


def planned(games: int, engine: int, searching: int) -> Planned:
    """List the matches by name."""
    for key, players, other in (
        ("kuhhandel/2", 4, "farmer@1"),
        ("kuhhandel/2", 3, "farmer@1"),
        ("kuhhandel/2", 5, "farmer@1"),
        ("kuhhandel/2", 4, "medium"),
        ("kuhhandel/2", 3, "medium"),
        ("kuhhandel/2", 5, "medium"),
        ("kuhhandel/1", 4, "farmer@1"),
        ("kuhhandel/1", 4, "medium"),
        ("master", 4, "farmer@1"),
        ("master", 4, "medium"),
    ):
        yield f"hard:against:{key}:{players}:{other}", partial(against, key, players, other, games)
    for key in ("kuhhandel/2", "master"):
        yield f"hard:pool:{key}", partial(pool, key, games)
    for first in range(0, engine, _SLICE):
        part = range(first, min(first + _SLICE, engine))
        yield f"hard:engine:{first}", partial(on_the_engine, part)
    for other in (matches.OLD, "medium", HARD):
        for first in range(0, searching, _SLICE):
            part = range(first, min(first + _SLICE, searching))
            yield f"hard:champion:{other}:{first}", partial(champion, other, part)
    yield "hard:search", partial(search_on_the_engine, range(min(_SLICE, searching)))


def against(key: str, players: int, other: str, games: int) -> Share:
    """One `hard` against others that are all the same."""
    line_up = [HARD, *[other] * (players - 1)]
    return shares(matches.edition(key), line_up, games, _seed(key, players, other))[0]


def _seed(key: str, players: int, other: str) -> str:
    """Name the games; those on the engine are the first of those against the oldest farmers."""
    name = f"hard/{key}/{players}"
    return name if other == matches.OLD else f"{name}/{other}"


def pool(key: str, games: int) -> dict[str, Share]:
    """Let every four of the pool play, and tell what part of its games each wins."""
    tables = list(combinations(POOL, _SEATS))
    rounds = -(-games // len(tables))
    wins, played = dict.fromkeys(POOL, 0.0), dict.fromkeys(POOL, 0)
    for table in tables:
        line_ups = [rotate(table, game) for game in range(rounds)]
        seeds = [f"hard/pool/{key}/{'/'.join(table)}/{game}" for game in range(rounds)]
        for names, row in zip(line_ups, play(matches.edition(key), line_ups, seeds), strict=True):
            for seat, name in enumerate(map(str, names)):
                wins[name] += won(row, seat)
                played[name] += 1
    ladder = {name: share_of(wins[name], played[name]) for name in POOL}
    return dict(sorted(ladder.items(), key=lambda pair: -pair[1].share))


def on_the_engine(numbers: range) -> dict[str, Any]:
    """Play some games against the oldest farmers again on the engine."""
    key, old = "kuhhandel/2", matches.OLD
    line_ups = [rotate([HARD, old, old, old], game) for game in numbers]
    seeds = [f"{_seed(key, _SEATS, old)}/{game}" for game in numbers]
    return matches.again(key, line_ups, seeds, play(matches.edition(key), line_ups, seeds), HARD)


def search_on_the_engine(numbers: range) -> dict[str, Any]:
    """Play some games of who searches against the oldest farmers again on the engine."""
    old = matches.OLD
    line_ups = [rotate([CHAMPION, old, old, old], game) for game in numbers]
    seeds = [f"hard/champion/{old}/{game}" for game in numbers]
    return matches.again("kuhhandel/2", line_ups, seeds, _search_games(old, numbers), CHAMPION)


def champion(other: str, numbers: range) -> dict[str, Any]:
    """Let a `hard` that searches play against three others: how many it wins of some games."""
    rows = _search_games(other, numbers)
    wins = sum(won(rows[place], game % _SEATS) for place, game in enumerate(numbers))
    return {"games": len(numbers), "won": wins}


def _search_games(other: str, numbers: range) -> Any:
    games, minds = lay_out_each(
        matches.edition("kuhhandel/2"),
        [rotate([HARD, other, other, other], game) for game in numbers],
        [f"hard/champion/{other}/{game}" for game in numbers],
    )
    for place, game in enumerate(numbers):
        games[place][at.PLAYERS + game % _SEATS] = at.ADVISED
    start_all(games, minds)
    (h, k), (e, d) = rows(2, at.WHOLE, at.REALS)
    play_with_search(games, minds, (h, e), (k, d), models(MODELS), WORLDS)
    return games


def added(parts: Sequence[Any]) -> dict[str, Any]:
    """Add up the parts of a match."""
    games = sum(part["games"] for part in parts)
    found = share_of(sum(part["won"] for part in parts), games)
    return {"share": found.share, "low": found.low, "high": found.high, "games": games}
