"""Steps per second of our environment beside PettingZoo's own card games, in one run.

`python -m bench.kuhhandel.steps` prints one line of JSON for each game. Players are random, and the
games take turns, so that whatever else the machine does hits all of them alike. A step is all that
a learner pays for: an observation, a mask, a choice, and acting. PettingZoo's card games need what
`kuhstall[env]` does not bring: `pip install rlcard pygame`.
"""

from __future__ import annotations

import argparse
import json
import time
from functools import partial
from importlib import import_module
from statistics import median
from typing import Any, Final

from kuhstall.env.kuhhandel.environment import KuhhandelEnv

OURS: Final = (("kuhhandel/2", 4), ("kuhhandel/1", 4), ("master", 4), ("master", 6))
THEIRS: Final = ("leduc_holdem_v4", "texas_holdem_v4", "texas_holdem_no_limit_v6")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.kuhhandel.steps", description=__doc__)
    parser.add_argument("--rounds", type=int, default=9, help="how often each has its turn")
    parser.add_argument("--seconds", type=float, default=1.0, help="processor time of a turn")
    chosen = parser.parse_args()
    ours = {f"{key}, {seats} players": partial(KuhhandelEnv, key, seats) for key, seats in OURS}
    theirs = {name: import_module(f"pettingzoo.classic.{name}").raw_env for name in THEIRS}
    tables = {name: make() for name, make in {**ours, **theirs}.items()}
    paces: dict[str, list[float]] = {name: [] for name in tables}
    for turn in range(chosen.rounds + 1):
        for name, table in tables.items():
            pace = steps_per_second(table, chosen.seconds, seed=turn)
            if turn:  # the first one warms up
                paces[name].append(pace)
    for name, found in paces.items():
        print(json.dumps({"game": name, "steps_per_cpu_s": round(median(found))} | _span(found)))


def steps_per_second(table: Any, seconds: float, seed: int) -> float:
    """Play whole games at random for about so long."""
    table.reset(seed=seed)
    steps, spent, began = 0, 0.0, time.process_time()
    while spent < seconds:
        steps += _steps_of_a_game(table)
        table.reset()
        spent = time.process_time() - began
    return steps / spent


def _steps_of_a_game(table: Any) -> int:
    """Play a game; whoever has left it makes no step any more."""
    steps = 0
    for agent in table.agent_iter():
        seen, _, ended, cut_off, _ = table.last()
        if ended or cut_off:
            table.step(None)
        else:
            table.step(table.action_space(agent).sample(seen["action_mask"]))
            steps += 1
    return steps


def _span(found: list[float]) -> dict[str, int]:
    return {"least": round(min(found)), "most": round(max(found))}


if __name__ == "__main__":
    main()
