"""The shadow beside the engine, in one run: `python -m bench.kuhhandel.shadow` prints JSON.

Equal bots on equal streams of chance: first, decision by decision, whether both are the same;
then how many games each plays in a second of this process.
"""

from __future__ import annotations

import argparse
import json
import time
from typing import Any

from kuhstall.arena.kuhhandel.shadow import layout as at
from kuhstall.arena.kuhhandel.shadow.beside import on_engine, replayed
from kuhstall.arena.kuhhandel.shadow.compiling import COMPILED
from kuhstall.arena.kuhhandel.shadow.playing import lay_out, start_all
from kuhstall.arena.kuhhandel.shadow.setting import in_turns
from kuhstall.games.kuhhandel.edition import Edition
from kuhstall.games.kuhhandel.editions import find

CHARACTERS = ("farmer", "farmer:bold", "farmer:bluffer", "farmer:thrifty")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.kuhhandel.shadow", description=__doc__)
    parser.add_argument("--editions", default="kuhhandel/2,kuhhandel/2-ru,kuhhandel/1,master")
    parser.add_argument("--random", type=int, default=100, help="random games to compare, each")
    parser.add_argument("--farmers", type=int, default=10, help="games of farmers, each")
    parser.add_argument("--games", type=int, default=1000, help="games of the shadow to time")
    chosen = parser.parse_args()
    for key in chosen.editions.split(","):
        edition = in_turns(find(key))
        print(json.dumps({"edition": key, "compiled": COMPILED} | _measured(edition, chosen)))


def _measured(edition: Edition, chosen: argparse.Namespace) -> dict[str, Any]:
    random = [
        replayed(edition, ["random"] * _seats(edition, game), f"random/{game}")
        for game in range(chosen.random)
    ]
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
    shadow = len(seeds) / (time.process_time() - began)
    same = [
        tuple(int(games[game][at.SCORES + seat]) for seat in range(4)) == played.scores
        and games[game][at.MOVES] == played.decisions
        for game, played in enumerate(farmers)
    ]
    return {
        "random_games_compared": len(random),
        "decisions_compared": sum(random),
        "farmer_games_equal": f"{sum(same)} of {len(same)}",
        "engine_games_per_s": round(engine, 2),
        "shadow_games_per_s": round(shadow, 1),
        "times": round(shadow / engine, 1) if engine else None,
    }


def _seats(edition: Edition, game: int) -> int:
    fewest = max(3, edition.fewest_seats)
    return fewest + game % (edition.most_seats - fewest + 1)


if __name__ == "__main__":
    main()
