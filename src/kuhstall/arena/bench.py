"""How fast the rules are, whatever the game: play and views, in CPU time of one process.

Options, checks and events are intact. Every figure stands beside a floor measured in the same
run, because machines are noisy.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, Final, TypeAlias

import msgspec
from msgspec import Struct

from kuhstall.arena.chance import QuickChance
from kuhstall.arena.watch import MOST_MOVES
from kuhstall.engine.chance import Chance
from kuhstall.engine.kernel import act, begin, options, unseal
from kuhstall.engine.option import Option
from kuhstall.engine.table import AnyEdition, Table
from kuhstall.engine.values import Action, Actor

FLOOR_MOVES: Final = 40_000
BATCH: Final = 10

Choose: TypeAlias = Callable[[Any, Actor, tuple[Option, ...], Chance], Action]


class Speed(Struct, frozen=True):
    """Random play of one edition. `floor` counts the moves of a bare toy in the same run."""

    games: int
    moves: int
    seconds: float
    floor: float

    @property
    def games_per_s(self) -> float:
        return self.games / self.seconds

    @property
    def moves_per_s(self) -> float:
        return self.moves / self.seconds

    @property
    def moves_per_game(self) -> float:
        return self.moves / self.games

    @property
    def of_floor(self) -> float:
        """Moves as a share of the toy's: comparable between machines."""
        return self.moves_per_s / self.floor


class _Toy(Struct, frozen=True, gc=False):
    seat: int
    amount: int
    bids: tuple[int, ...]


def floor_seconds() -> float:
    """Time a toy that only raises a bid in frozen structs: no rules, options or events."""
    toy = _Toy(0, 0, (0, 0, 0, 0))
    start = time.process_time()
    for _ in range(FLOOR_MOVES):
        toy = _raise_bids(toy)
    return time.process_time() - start


def _raise_bids(toy: _Toy) -> _Toy:
    bids = list(toy.bids)
    bids[toy.seat] = toy.amount
    return _Toy((toy.seat + 1) % len(bids), toy.amount + 10, tuple(bids))


def time_games(edition: AnyEdition, seats: int, games: int, seed: int, choose: Choose) -> Speed:
    """Time games in which every actor chooses like this."""
    chance = QuickChance(seed)
    moves = batches = 0
    seconds = toy_seconds = 0.0
    # In turns, because the machine's speed changes within a run, and a ratio must not.
    for first in range(0, games, BATCH):
        start = time.process_time()
        for _ in range(first, min(first + BATCH, games)):
            moves += play(edition, seats, chance, choose)[1]
        seconds += time.process_time() - start
        toy_seconds += floor_seconds()
        batches += 1
    return Speed(games, moves, seconds, batches * FLOOR_MOVES / toy_seconds)


def timed_view(table: Table[Any, Any], forget: Callable[[], None]) -> dict[str, float]:
    """Time the view of seat 0: repeated, after `forget`, and as bytes."""
    view = table.edition.game.view
    rounds = 3_000
    start = time.process_time()
    for _ in range(rounds):
        view(table, 0)
    made = time.process_time()
    for _ in range(rounds // 10):
        forget()
        view(table, 0)
    made_anew = time.process_time()
    shown = view(table, 0)
    for _ in range(rounds):
        msgspec.json.encode(shown)
    encoded = time.process_time()
    return {
        "view_us": 1e6 * (made - start) / rounds,
        "new_view_us": 1e7 * (made_anew - made) / rounds,
        "encode_us": 1e6 * (encoded - made_anew) / rounds,
        "bytes": len(msgspec.json.encode(shown)),
    }


def play(
    edition: AnyEdition, seats: int, chance: Chance, choose: Choose, most: int = MOST_MOVES
) -> tuple[Table[Any, Any], int]:
    """Play a game, or its first `most` moves; return where it leads, and how many there were."""
    table: Table[Any, Any]
    table, log = begin(edition, seats, chance)
    moves = 0
    while moves < most and (actors := table.phase.actors(table)):
        if table.phase.sealed:
            held = {
                seat: choose(table, seat, options(table, seat), chance)
                for seat in actors
                if seat >= 0
            }
            table, events = unseal(table, held, chance)
            moves += len(actors)
        else:
            actor = actors[0] if len(actors) == 1 else actors[chance.below("actor", len(actors))]
            action = choose(table, actor, options(table, actor), chance)
            table, events = act(table, actor, action, chance)
            moves += 1
        log += events
    return table, moves
