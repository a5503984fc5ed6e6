"""How fast the rules are: random play, and the cost of a view. CPU time, one process.

The headline is random play as rivals measure it: strict turns, nobody raises an own bid, and a
polled seat passes or raises by 10, 20, 50 or 100 as far as its money goes. Pedigrees are counted
down step by step, each answer a move. Options, checks and events are intact. Every figure stands
beside a floor measured in the same run, because machines are noisy.
"""

from __future__ import annotations

import time
from bisect import bisect_right
from collections.abc import Callable
from typing import Any, Final, TypeAlias

import msgspec
from msgspec import Struct

from kuhstall.arena.chance import QuickChance
from kuhstall.arena.watch import MOST_MOVES
from kuhstall.engine.chance import Chance
from kuhstall.engine.kernel import act, begin, options, unseal
from kuhstall.engine.option import Option, Range, sample, worths
from kuhstall.engine.table import AnyEdition, Table
from kuhstall.engine.values import Action, Actor
from kuhstall.games.kuhhandel.actions import Pass, PlaceBid
from kuhstall.games.kuhhandel.edition import Edition, KuhTable
from kuhstall.games.kuhhandel.house_rules import MasterRules

ABOVE_LOWEST: Final = (0, 10, 40, 90)
"""Raises by 10, 20, 50 and 100, counted from the lowest bid allowed."""

PASS: Final = Pass()
HEADLINE: Final = {"auction_mode": "turns", "gavel": "clock", "self_raise": False}
STEPWISE: Final = {"pedigree_mode": "stepwise", "slap": "lottery"}
"""What the headline adds where there are pedigrees: no step waits for a clock."""

FLOOR_MOVES: Final = 40_000
BATCH: Final = 10

_MIDDLE: Final = {False: 200, True: 60}
"""After so many moves a game is half over: sooner where two divide the deck."""

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
        toy = _raised(toy)
    return time.process_time() - start


def _raised(toy: _Toy) -> _Toy:
    bids = list(toy.bids)
    bids[toy.seat] = toy.amount
    return _Toy((toy.seat + 1) % len(bids), toy.amount + 10, tuple(bids))


def random_play(edition: Edition, seats: int, games: int, seed: int) -> Speed:
    """Play the headline's random games."""
    return preset_play(headline(edition), seats, games, seed)


def headline(edition: Edition) -> Edition:
    """Return the edition by the rules of the headline."""
    rules: dict[str, object] = dict(HEADLINE)
    if isinstance(edition.rules, MasterRules):
        rules |= STEPWISE
    return edition.with_rules(rules)


def preset_play(edition: Edition, seats: int, games: int, seed: int) -> Speed:
    """Play random games by the rules as they are; the clock is one of the actors."""
    return timed(edition, seats, games, seed, affordable)


def timed(edition: AnyEdition, seats: int, games: int, seed: int, choose: Choose) -> Speed:
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


def view_cost(edition: Edition, seats: int, seed: int = 1) -> dict[str, float]:
    """Measure one view in the middle of a game, in microseconds, and its size in bytes.

    The sums that a purse can pay are remembered; `new_view_us` is a view of a purse not seen yet.
    """
    chance = QuickChance(seed)
    half = _MIDDLE[edition.divides(seats)]
    table, _ = play(headline(edition), seats, chance, affordable, half)
    return timed_view(table, worths.cache_clear)


def timed_view(table: Table[Any, Any], forget: Callable[[], None]) -> dict[str, float]:
    """Time the view of seat 0: again and again, anew after `forget`, and as bytes."""
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
    """Play a game, or so many moves of it; return where it leads, and how many there were."""
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


def affordable(
    table: KuhTable, actor: Actor, offered: tuple[Option, ...], chance: Chance
) -> Action:
    """Choose uniformly among passing and the raises that the purse can pay."""
    bids = offered[-1]
    if type(bids) is not Range or type(bids.action) is not PlaceBid:
        return sample(offered, chance)
    room = min(bids.high, sum(table.world.purses[actor])) - bids.low
    choice = chance.below("raise", bisect_right(ABOVE_LOWEST, room) + 1)
    return PlaceBid(bids.low + ABOVE_LOWEST[choice - 1]) if choice else PASS
