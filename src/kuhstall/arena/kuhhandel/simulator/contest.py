"""Contests in the simulator: many games of one bot against a field, seats in turn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from kuhstall.arena.simulation import wilson
from kuhstall.bots.kuhhandel.simulator import layout as at
from kuhstall.bots.kuhhandel.simulator.playing import Seated, lay_out_each, start_all
from kuhstall.games.kuhhandel.edition import Edition


class Share(Struct, frozen=True):
    """A share of the wins: one that k seats share counts 1/k. The interval is Wilson's of 95 %."""

    share: float
    low: float
    high: float
    games: int


def rotate(line_up: Sequence[Seated], game: int) -> tuple[Seated, ...]:
    """Return the line-up of a game: everybody moves one seat on from game to game."""
    turn = game % len(line_up)
    return (*line_up[len(line_up) - turn :], *line_up[: len(line_up) - turn])


def play(edition: Edition, line_ups: Sequence[Sequence[Seated]], seeds: Sequence[str]) -> Any:
    """Play a game for each seed to its end, and return the rows."""
    games, minds = lay_out_each(edition, line_ups, seeds)
    start_all(games, minds)
    return games


def won(game: Any, seat: int) -> float:
    """Return a seat's share of the win of a game."""
    if not game[at.WINS + seat]:
        return 0.0
    return 1 / int(sum(game[at.WINS : at.WINS + int(game[at.SEATS])]))


def shares(edition: Edition, line_up: Sequence[Seated], games: int, seed: str) -> tuple[Share, ...]:
    """Let a line-up play, and return how each place of it did."""
    seats = len(line_up)
    rows = play(
        edition,
        [rotate(line_up, game) for game in range(games)],
        [f"{seed}/{game}" for game in range(games)],
    )
    wins = [0.0] * seats
    for game, row in enumerate(rows):
        for place in range(seats):
            wins[place] += won(row, (place + game) % seats)
    return tuple(share_of(each, games) for each in wins)


def share_of(wins: float, games: int) -> Share:
    """Return wins of games as a share."""
    low, high = wilson(wins, games)
    return Share(round(wins / games, 4), round(low, 4), round(high, 4), games)
