"""Learn a stronger farmer: `python -m bench.kuhhandel.training` goes on where it was cut off.

All that is needed to go on is kept in a file after every round, with the curve so far, which is
drawn beside it. Needs `kuhstall[train]`.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from bench.kuhhandel.training.evolving import State
from bench.kuhhandel.training.learning import Kept, go_on, keep, opened
from bench.kuhhandel.training.pool import WANTED, start_of
from kuhstall.bots.kuhhandel.personality import personality_of


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.kuhhandel.training", description=__doc__)
    parser.add_argument("--keep", type=Path, default=Path("docs/bots/hard.json"))
    parser.add_argument("--edition", default="kuhhandel/2")
    parser.add_argument("--start", default="farmer@2", help="the farmer to begin with")
    parser.add_argument("--against", default="", help="only against three of this name")
    parser.add_argument("--seed", default="hard")
    parser.add_argument("--population", type=int, default=96, help="candidates of a round")
    parser.add_argument("--games", type=int, default=240, help="games of a candidate")
    parser.add_argument("--rounds", type=int, default=80, help="rounds in all")
    parser.add_argument("--every", type=int, default=5, help="rounds until it is measured again")
    parser.add_argument("--check", type=int, default=800, help="games to measure it with")
    chosen = parser.parse_args()
    kept = opened(chosen.keep) or begun(chosen)
    while kept.state.rounds < chosen.rounds:
        told = go_on(kept, chosen.every, chosen.check)
        wins = ", ".join(f"{name} {share:.1%}" for name, share in told.wins.items())
        print(f"round {told.number}: {told.mean:.4f}, {told.best:.4f} {wins}", flush=True)
        keep(kept, chosen.keep)


def begun(chosen: argparse.Namespace) -> Kept:
    """Begin a training."""
    state = State(start_of(personality_of(chosen.start)), [each.spread for each in WANTED])
    return Kept(
        chosen.edition,
        chosen.start,
        chosen.seed,
        chosen.population,
        chosen.games,
        state,
        field=chosen.against,
    )


if __name__ == "__main__":
    main()
