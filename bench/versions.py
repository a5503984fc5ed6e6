"""Whether one version of the sources is faster than another: random play of both, in turns.

The speed of a shared machine changes from minute to minute, so a ratio is taken of two runs that
follow one another, each in a process of its own, and of many such pairs the median counts.
Where valgrind is, instructions a game are counted as well: they are the same on a bad day.

    git worktree add ../before main
    python -m bench.versions ../before/src kuhfstein
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path
from statistics import median
from typing import Any, Final

from kuhstall.arena import registry as arena
from kuhstall.arena.bench import play
from kuhstall.arena.chance import QuickChance
from kuhstall.arena.watch import MOST_MOVES
from kuhstall.engine.kernel import act, begin, options, unseal
from kuhstall.engine.option import sample
from kuhstall.games.registry import find

SEATS: Final = 4
SEED: Final = 7
FEW: Final = 2
OURS: Final = Path(__file__).parents[1] / "src"

_TOTAL: Final = re.compile(r"I\s+refs:\s+([0-9,]+)")


def run(key: str, games: int) -> dict[str, float]:
    """Play games with the sources that are loaded here; an option asked anew is timed."""
    edition, benchmark = find(key), arena.find(key).benchmark
    benchmark.random_play(edition, SEATS, FEW, SEED)  # what is kept for all games is made now
    speed = benchmark.random_play(edition, SEATS, games, SEED)
    asked = sorted(_asked(edition, max(1, games // 4)))
    return {
        "games_per_s": speed.games_per_s,
        "options_p50_us": 1e6 * median(asked),
        "options_p99_us": 1e6 * asked[len(asked) * 99 // 100],
    }


def _asked(edition: Any, games: int) -> list[float]:
    """Time each question for options in some games."""
    took: list[float] = []
    for number in range(games):
        chance = QuickChance(f"{SEED}/{number}")
        table: Any = begin(edition, SEATS, chance)[0]
        moves = 0
        while moves < MOST_MOVES and (actors := table.phase.actors(table)):
            moves += 1
            if table.phase.sealed:
                table, _ = unseal(table, {}, chance)
                continue
            actor = actors[chance.below("actor", len(actors))]
            start = time.perf_counter()
            offered = options(table, actor)
            took.append(time.perf_counter() - start)
            table, _ = act(table, actor, sample(offered, chance), chance)
    return took


def plain(key: str, games: int) -> None:
    """Play and measure nothing: for whoever counts instructions."""
    chance = QuickChance(SEED)
    for _ in range(games):
        play(find(key), SEATS, chance, lambda _table, _actor, offered, dice: sample(offered, dice))


def of_version(sources: Path, words: list[str], *, counted: bool = False) -> dict[str, float]:
    before: list[str] = []
    if counted:
        before = [str(shutil.which("valgrind")), "--tool=cachegrind", "--cache-sim=no"]
        before.append("--cachegrind-out-file=/dev/null")
    path = os.pathsep.join([str(sources), str(OURS.parent)])
    done = subprocess.run(
        [*before, sys.executable, "-m", "bench.versions", *words],
        env=os.environ | {"PYTHONHASHSEED": "0", "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=True,
    )
    if not counted:
        told: dict[str, float] = json.loads(done.stdout)
        return told
    (total,) = _TOTAL.findall(done.stderr)
    return {"instructions": int(total.replace(",", ""))}


def instructions(sources: Path, key: str, games: int) -> int:
    """Count what a game takes: a longer run less a short one."""
    few = of_version(sources, ["--plain", str(FEW), str(sources), key], counted=True)
    many = of_version(sources, ["--plain", str(FEW + games), str(sources), key], counted=True)
    return round((many["instructions"] - few["instructions"]) / games)


def report(other: Path, key: str, games: int, rounds: int) -> dict[str, Any]:
    pairs = []
    for at in range(rounds):
        order = (other, OURS) if at % 2 else (OURS, other)
        told = {path: of_version(path, ["--run", str(games), str(path), key]) for path in order}
        pairs.append((told[other], told[OURS]))
    found: dict[str, Any] = {"edition": key, "seats": SEATS, "rounds": rounds, "games": games}
    for name in pairs[0][0]:
        ratios = sorted(new[name] / old[name] for old, new in pairs)
        found[name] = {
            "other": round(median(old[name] for old, _ in pairs), 2),
            "here": round(median(new[name] for _, new in pairs), 2),
            "ratio": round(median(ratios), 3),
            "ratios": [round(ratios[0], 3), round(ratios[-1], 3)],
        }
    if shutil.which("valgrind"):
        old, new = (instructions(path, key, games) for path in (other, OURS))
        found["instructions_per_game"] = {"other": old, "here": new, "ratio": round(new / old, 3)}
    return found


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.versions", description=__doc__)
    parser.add_argument("other", type=Path, help="the src folder of another version")
    parser.add_argument("edition", help="which edition to play")
    parser.add_argument("--games", type=int, default=20, help="games a run")
    parser.add_argument("--rounds", type=int, default=7, help="pairs of runs")
    parser.add_argument("--run", type=int, metavar="N", help=argparse.SUPPRESS)
    parser.add_argument("--plain", type=int, metavar="N", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.run is not None:
        print(json.dumps(run(args.edition, args.run)))
    elif args.plain is not None:
        plain(args.edition, args.plain)
    else:
        print(json.dumps(report(args.other.resolve(), args.edition, args.games, args.rounds)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
