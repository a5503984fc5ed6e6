"""`make simulate SEEDS=n [SEED=s]`: many lives of a simulated club, and what was wrong in them.

Each seed decides all that happens: who does what, when, and what fails meanwhile. A seed that fails
is printed with the command that lives through it again.
"""

from __future__ import annotations

import argparse
import logging
import os
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor

from tests.simulation.planted import PLANTED, first_failing
from tests.simulation.world import Report, run

_AT_ONCE = 8


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.simulation", description=__doc__)
    parser.add_argument("--seeds", type=int, default=200, help="how many")
    parser.add_argument("--seed", type=int, help="only this one, with all that happened")
    parser.add_argument("--first", type=int, default=1, help="the first of them")
    parser.add_argument("--planted", action="store_true", help="find the planted bugs instead")
    wanted = parser.parse_args()
    logging.disable(logging.CRITICAL)
    if wanted.seed is not None:
        return _tell_all(run(wanted.seed))
    if wanted.planted:
        return _find_planted(wanted.seeds)
    return _run_many(range(wanted.first, wanted.first + wanted.seeds))


def _tell_all(report: Report) -> int:
    for line in (*report.faults, *report.violations, f"trace {report.trace}"):
        print(line)
    return 1 if report.violations else 0


def _run_many(seeds: range) -> int:
    began, totals, failed, faults = time.monotonic(), Counter[str](), [], Counter[str]()
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for done, report in enumerate(pool.map(run, seeds, chunksize=_AT_ONCE), 1):
            totals.update(
                acknowledged=report.acked,
                refused=report.refused,
                steps=report.steps,
                views=report.sightings,
                returns=report.went_back,
                packed=report.packed,
            )
            totals["simulated"] += round(report.seconds)
            faults.update(line.split()[1] for line in report.faults if "_" in line)
            if report.violations:
                failed.append(report.seed)
                print(f"seed {report.seed}: {'; '.join(report.violations[:3])}")
                print(f"    make simulate SEED={report.seed}")
            if done % 500 == 0:
                print(f"{done} of {len(seeds)}", file=sys.stderr)
    took = time.monotonic() - began
    print(", ".join(f"{count} {name}" for name, count in sorted(faults.items())))
    print(", ".join(f"{count} {name}" for name, count in totals.items()))
    print(
        f"{len(seeds)} seeds, {len(failed)} failed; {len(seeds) / took * 60:.0f} seeds a minute,"
        f" {totals['simulated'] / took:.0f} simulated seconds in one"
    )
    return 1 if failed else 0


def _find_planted(most: int) -> int:
    missed = 0
    for name in PLANTED:
        found = first_failing(name, most)
        missed += found is None
        print(f"{name}: {'NOT FOUND' if found is None else f'found by seed {found}'}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
