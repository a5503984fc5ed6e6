"""`python -m bench.kuhhandel.deciding`: how long `hard` takes to decide, on the processor and else.

Whole games of four of them, a line of JSON for each place where they think: here, as on a server
without `kuhstall[train]`, and in a worker that searches. `late` are the decisions with the deck
empty, for which it searches. `cpu_ms` is what the bot's process spent; `wall_ms` is what the caller
waited, which on a busy machine is mostly due to other processes: `floor` is a fixed piece of work
of about twenty milliseconds, done between games, by both clocks.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from typing import Any, Final

from kuhstall.arena.bench import floor_seconds
from kuhstall.arena.chance import QuickChance
from kuhstall.arena.driver import play_out
from kuhstall.bots import registry
from kuhstall.bots.bot import HARD, Bot
from kuhstall.bots.worker import Question
from kuhstall.engine.chance import SeededChance
from kuhstall.engine.match import Match, Seen
from kuhstall.engine.values import Action
from kuhstall.games.registry import find
from kuhstall.server.ops.bot_processes import Worker

SEATS: Final = 4
_CALM: Final = 2.0
"""Seconds after which a worker that has not reckoned has compiled all that it will."""
_PARTS: Final = {"p50": 0.5, "p95": 0.95, "p99": 0.99, "max": 1.0}

Times = list[tuple[bool, float, float]]
"""Of decisions: whether the deck was empty, and how long each took by both clocks."""


class Timed:
    """A bot whose time is taken, if it has a choice."""

    def __init__(self, bot: Bot, clock: Callable[[], float], times: Times) -> None:
        self._bot, self._clock, self._times = bot, clock, times

    def choose(self, seen: Seen) -> Action:
        cpu, wall = self._clock(), time.perf_counter()
        action = self._bot.choose(seen)
        spent = self._clock() - cpu, time.perf_counter() - wall
        self._times.append((not seen.view.deck, *spent))
        return action


class Asking:
    """A bot that sits in a worker."""

    def __init__(self, worker: Worker, table: str, edition: str, key: bytes) -> None:
        self._worker, self._told, self._known = worker, (table, edition, key), 0

    def choose(self, seen: Seen) -> Action:
        changes, everything = (self._question(seen, known) for known in (self._known, 0))
        self._known = len(seen.heard)
        return self._worker.ask(changes, everything)

    def _question(self, seen: Seen, known: int) -> Question:
        table, edition, key = self._told
        heard = seen.heard[known:]
        return Question(table, seen.seat, HARD, edition, key, seen.view, seen.options, known, heard)


def measured(edition: str, games: int, *, here: bool) -> dict[str, Any]:
    """Play games, and tell how long decisions took, with a floor of the same run."""
    worker, times, floors = Worker(), Times(), []
    if not here:
        _warm(worker, edition)
    for number in range(games):
        _play(edition, number, times, None if here else worker)
        begun = time.perf_counter()
        floors.append((False, floor_seconds(), time.perf_counter() - begun))
    worker.close()
    late = [each for each in times if each[0]]
    return {
        "edition": edition,
        "thinks": "here" if here else "in a worker",
        "games": games,
        "decisions": {"all": len(times), "late": len(late)},
        "cpu_ms": {"all": _figures(times, 1), "late": _figures(late, 1)},
        "wall_ms": {"all": _figures(times, 2), "late": _figures(late, 2)},
        "floor_ms": {"cpu": _figures(floors, 1), "wall": _figures(floors, 2)},
    }


def _play(edition: str, number: int, times: Times, worker: Worker | None) -> None:
    game: Any = find(edition)
    match = Match(game, SEATS, QuickChance(f"deciding {number}"))
    keys = [f"deciding {number}/{seat}".encode() for seat in range(SEATS)]
    clock = time.process_time if worker is None else lambda: _spent_by(worker)
    bots: list[Bot] = [
        registry.make(HARD, edition, seat, SeededChance(key))
        if worker is None
        else Asking(worker, f"deciding {number}", edition, key)
        for seat, key in enumerate(keys)
    ]
    timed = [Timed(bot, clock, times) for bot in bots]
    for _ in play_out(match, timed, QuickChance(f"deciding {number}/order")):
        pass


def _warm(worker: Worker, edition: str) -> None:
    """Let a worker compile, or read what was compiled: it does so beside, from the first bot on."""
    _play(edition, -1, [], worker)
    before = -1.0
    while (spent := _spent_by(worker)) > before:
        before = spent
        time.sleep(_CALM)


def _spent_by(worker: Worker) -> float:
    """Return the processor time of a worker, in seconds."""
    # Linux names the clock of another process like this; its own interface needs a C function.
    return 0.0 if worker.pid is None else time.clock_gettime(((~worker.pid) << 3) | 2)


def _figures(times: Times, clock: int) -> dict[str, float]:
    ordered = sorted(each[clock] for each in times) or [0.0]
    last = len(ordered) - 1
    return {name: round(1000 * ordered[int(last * part)], 1) for name, part in _PARTS.items()}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.kuhhandel.deciding", description=__doc__)
    parser.add_argument("--edition", default="kuhhandel/2")
    parser.add_argument("--games", type=int, default=20)
    chosen = parser.parse_args()
    for here in (True, False):
        print(json.dumps(measured(chosen.edition, chosen.games, here=here)), flush=True)


if __name__ == "__main__":
    main()
