"""`python -m bench.coaching`: what it costs to go through a game, and how often bots know why.

A line of JSON for each edition that somebody can judge: processor time of a game, and for what
part of their decisions the bots came to the same and had a reason. The others had no choice, or
paid.
"""

from __future__ import annotations

import argparse
import json
import time
from typing import Any, Final

from kuhstall.arena.chance import QuickChance
from kuhstall.arena.driver import play_out
from kuhstall.bots import registry
from kuhstall.bots.coach import decisions
from kuhstall.bots.coaching import Played, Seated, coach_game
from kuhstall.engine.chance import SeededChance
from kuhstall.engine.match import Match
from kuhstall.games.registry import EDITIONS

PERSON: Final = 0
LINE_UP: Final = ("random", "easy", "medium", "easy", "medium")


def played(edition: str, seed: int) -> Played:
    """Play a game of somebody who plays by chance with as many bots as there are seats for."""
    game: Any = EDITIONS[edition]
    names = LINE_UP[: game.most_seats]
    keys = [f"{seed}/{seat}".encode() for seat in range(len(names))]
    match = Match(game, len(names), QuickChance(f"coaching {seed}"))
    bots = [
        registry.make(name, edition, seat, SeededChance(keys[seat]))
        for seat, name in enumerate(names)
    ]
    for _ in play_out(match, bots, QuickChance(f"coaching {seed}/order")):
        pass
    seated = {seat: Seated(names[seat], keys[seat]) for seat in range(1, len(names))}
    return Played(tuple(match.log), (PERSON,), seated)


def measured(edition: str, games: int) -> dict[str, Any]:
    costs, decided, told = [], 0, 0
    for seed in range(games):
        game = played(edition, seed)
        begun = time.process_time()
        reasons = coach_game(game, time.process_time).reasons
        costs.append(time.process_time() - begun)
        told += len(reasons)
        decided += sum(len(list(decisions(game.log, seat))) for seat in game.bots)
    return {
        "edition": edition,
        "games": games,
        "cpu_s_mean": round(sum(costs) / games, 3),
        "cpu_s_max": round(max(costs), 3),
        "with_a_reason": round(told / decided, 3),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10)
    args = parser.parse_args()
    for edition in EDITIONS:
        if registry.is_judged(edition):
            print(json.dumps(measured(edition, args.games)), flush=True)


if __name__ == "__main__":
    main()
