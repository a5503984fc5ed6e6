"""The simulator beside the engine, in one run: `python -m bench.kuhhandel.simulator` prints JSON.

It first compares both decision by decision: in random games, whose logs the simulator replays, and
in games of farmers, which both play for themselves from equal streams of chance. Then it says how
many games of farmers each plays in a second of this process.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from kuhstall.arena.kuhhandel.simulator.beside import on_engine, replay_beside, thought_alike
from kuhstall.arena.kuhhandel.simulator.comparing import Difference
from kuhstall.bots.kuhhandel.simulator import layout as at
from kuhstall.bots.kuhhandel.simulator.compiling import COMPILED
from kuhstall.bots.kuhhandel.simulator.playing import lay_out, start_all
from kuhstall.bots.kuhhandel.simulator.setting import in_turns
from kuhstall.games.kuhhandel.edition import Edition
from kuhstall.games.kuhhandel.editions import find

CHARACTERS = ("farmer", "farmer:bold", "farmer:bluffer", "farmer:thrifty")
LINE_UP = ("farmer", "farmer@1", "farmer:bluffer", "farmer:thrifty", "farmer:bold")


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m bench.kuhhandel.simulator", description=__doc__
    )
    parser.add_argument("--editions", default="kuhhandel/2,kuhhandel/2-ru,kuhhandel/1,master")
    parser.add_argument("--random", type=int, default=100, help="random games to compare, each")
    parser.add_argument("--alike", type=int, default=10, help="games of farmers to compare, each")
    parser.add_argument("--farmers", type=int, default=10, help="games of the engine to time")
    parser.add_argument("--games", type=int, default=1000, help="games of the simulator to time")
    chosen = parser.parse_args()
    for key in chosen.editions.split(","):
        edition = in_turns(find(key))
        told = {"edition": key, "compiled": COMPILED}
        told |= _compared("random", _random_games(edition, chosen.random))
        told |= _compared("farmer", _farmer_games(edition, chosen.alike))
        print(json.dumps(told | _timed(edition, chosen)), flush=True)


def _random_games(edition: Edition, games: int) -> Iterable[Callable[[], int]]:
    for game in range(games):
        names = ["random"] * _seats(edition, game)
        yield partial(replay_beside, edition, names, f"random/{game}")


def _farmer_games(edition: Edition, games: int) -> Iterable[Callable[[], int]]:
    for game in range(games):
        names = [LINE_UP[(seat + game) % len(LINE_UP)] for seat in range(_seats(edition, game))]
        yield partial(thought_alike, edition, names, f"alike/{game}")


def _compared(kind: str, games: Iterable[Callable[[], int]]) -> dict[str, Any]:
    """Compare games; a difference is told, and the others are compared all the same."""
    found: list[int] = []
    differences: list[str] = []
    for compare in games:
        try:
            found.append(compare())
        except Difference as difference:
            differences.append(str(difference))
    return {
        f"{kind}_games_compared": len(found) + len(differences),
        f"{kind}_decisions_equal": sum(found),
        f"{kind}_games_that_differ": differences,
    }


def _timed(edition: Edition, chosen: argparse.Namespace) -> dict[str, Any]:
    line_up = [CHARACTERS[seat % 4] for seat in range(4)]
    seeds = [f"farmers/{game}" for game in range(max(chosen.games, chosen.farmers))]
    began = time.process_time()
    farmers = [on_engine(edition, line_up, seed) for seed in seeds[: chosen.farmers]]
    engine = chosen.farmers / (time.process_time() - began) if farmers else 0.0
    games, minds = lay_out(edition, line_up, seeds[:2])
    start_all(games, minds)  # compiles
    games, minds = lay_out(edition, line_up, seeds)
    began = time.process_time()
    start_all(games, minds)
    simulated = len(seeds) / (time.process_time() - began)
    same = [
        tuple(int(games[game][at.SCORES + seat]) for seat in range(4)) == played.scores
        and games[game][at.MOVES] == played.decisions
        for game, played in enumerate(farmers)
    ]
    return {
        "timed_games_equal": f"{sum(same)} of {len(same)}",
        "engine_games_per_s": round(engine, 2),
        "simulator_games_per_s": round(simulated, 1),
        "times": round(simulated / engine, 1) if engine else None,
    }


def _seats(edition: Edition, game: int) -> int:
    fewest = max(3, edition.fewest_seats)
    return fewest + game % (edition.most_seats - fewest + 1)


if __name__ == "__main__":
    main()
