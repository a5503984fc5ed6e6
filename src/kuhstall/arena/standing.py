"""The result of a tournament: shares of the wins with intervals, times, a ladder."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from msgspec import Struct

from kuhstall.arena.simulation import wilson
from kuhstall.arena.tournament import GameResult, Tournament
from kuhstall.engine.values import Seat

_FEW_DECKS: Final = 25
"""So few may be more alike than most by chance."""
_Z: Final = 1.959964


class Row(Struct, frozen=True):
    """How one bot did; `share` counts a win that k seats share as 1/k for each of them.

    `low` and `high` bound the share with 95 % certainty; games with the same deck count as
    alike as they turned out to be. `games` counts seats: a bot on three seats of a game played
    it three times. The times are milliseconds of the processor for a decision.
    """

    bot: str
    share: float
    low: float
    high: float
    games: int
    ms_p50: float
    ms_p95: float
    ms_p99: float


class Rung(Struct, frozen=True):
    """A bot's place on the ladder: skill and its uncertainty by Plackett and Luce."""

    bot: str
    mu: float
    sigma: float


def rows(
    cup: Tournament, games: Iterable[GameResult], micros: Mapping[str, Sequence[int]]
) -> tuple[Row, ...]:
    """Put the bots in a row, the strongest first."""
    won: dict[str, dict[int, float]] = defaultdict(
        lambda: defaultdict(float)
    )  # by bot, then by deck
    played: dict[str, Counter[int]] = defaultdict(Counter)
    for game in games:
        deck = cup.deck(game.number)
        for seat, name in enumerate(game.bots):
            played[name][deck] += 1
            won[name][deck] += (seat in game.winners) / max(1, len(game.winners))
    table = [_row(name, won[name], played[name], sorted(micros.get(name, ()))) for name in played]
    return tuple(sorted(table, key=lambda row: (-row.share, row.bot)))


def _row(
    name: str, won: Mapping[int, float], played: Mapping[int, int], micros: Sequence[int]
) -> Row:
    wins, games = sum(won.values()), sum(played.values())
    low, high = clustered_interval(won, played)
    times = [round(_percentile(micros, part) / 1000, 3) for part in (0.50, 0.95, 0.99)]
    return Row(name, round(wins / games, 4), round(low, 4), round(high, 4), games, *times)


def clustered_interval(won: Mapping[int, float], played: Mapping[int, int]) -> tuple[float, float]:
    """Return an interval of 95 % for a share, where games with one deck may be alike.

    The spread between decks says how many independent games these are worth; with that number
    it is Wilson's interval, which stays reliable near 0 and 1. Where no spread can be seen, a deck
    is worth one game.
    """
    games, decks = sum(played.values()), len(played)
    share = sum(won.values()) / games
    squares = sum((won[deck] - share * played[deck]) ** 2 for deck in played)
    if decks == 1 or not 0 < share < 1:
        worth = float(decks)
    elif squares == 0:
        worth = float(games)
    else:
        worth = share * (1 - share) * games**2 * (decks - 1) / (squares * decks)
    if decks > 1:
        worth = min(worth, games) if decks < _FEW_DECKS else worth
        worth *= (_Z / _student(decks - 1)) ** 2
    return wilson(share * worth, worth)


def _student(freedom: int) -> float:
    """Return the quantile of Student's t for 95 %: few decks show badly how much they differ.

    A series by Fisher; it is a quarter too small for two decks, and exact to 2 % for three.
    """
    z, found = _Z, _Z
    for power, divisor, factors in (
        (1, 4, (1, 1)),
        (2, 96, (3, 16, 5)),
        (3, 384, (-15, 17, 19, 3)),
    ):
        terms = sum(factor * z ** (2 * place + 1) for place, factor in enumerate(factors))
        found += terms / divisor / freedom**power
    return found


def ladder(games: Iterable[GameResult]) -> tuple[Rung, ...]:
    """Rate the bots by the order of their scores.

    Two seats of one bot say nothing about it, so one of them stands for all, each in its turn.
    """
    from openskill.models import PlackettLuce  # noqa: PLC0415 -- nothing else here needs it

    model = PlackettLuce()
    skill: dict[str, Any] = {}
    for game in games:
        stands = _standing_for(game)
        if len(stands) > 1 and game.scores:
            for name in stands:
                skill.setdefault(name, model.rating(name=name))
            places = [(seat in game.winners, game.scores[seat]) for seat in stands.values()]
            order = sorted(set(places), reverse=True)
            ranks = [float(order.index(place)) for place in places]
            rated = model.rate([[skill[name]] for name in stands], ranks=ranks)
            skill |= {name: team[0] for name, team in zip(stands, rated, strict=True)}
    rungs = [Rung(name, round(one.mu, 3), round(one.sigma, 3)) for name, one in skill.items()]
    return tuple(sorted(rungs, key=lambda rung: (-rung.mu, rung.bot)))


def _standing_for(game: GameResult) -> dict[str, Seat]:
    """Choose a seat for each bot of a game."""
    seats: dict[str, list[Seat]] = defaultdict(list)
    for seat, name in enumerate(game.bots):
        seats[name].append(seat)
    return {name: each[game.number % len(each)] for name, each in seats.items()}


def _percentile(ordered: Sequence[int], part: float) -> int:
    return ordered[min(len(ordered) - 1, math.ceil(part * len(ordered)) - 1)] if ordered else 0
