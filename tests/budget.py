"""`python -m tests.budget`: runs what `make ci` runs, and holds each target to its budget.

The targets come in the order of .ci/budget.toml, the quick ones first, and the first that fails
ends the run. Each is judged by two things:

- how much processor time it took. The budget is for a calm machine; the same work is timed on
  this one before and after each target, and the slowest counts, for a machine that changes its
  speed meanwhile must not fail anybody. There is no verdict while others have the machine;
- how many expensive things it did: nodes started, databases made, browser windows opened. That
  is the same on every machine, and never void.

Browser tests that fail run once more (tests/retry.py), unless `RETRY=0` is set.

The last lines list the costs, whatever was void, which tests were unstable, and what the test
runners said at their end.
"""

from __future__ import annotations

import math
import os
import re
import resource
import shutil
import subprocess
import sys
import time
import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from tests.machine import COUNTS, UNSTABLE, VOIDS, Machine, Watch, void, work_factor

ROOT: Final = Path(__file__).resolve().parents[1]
BUDGET: Final = ROOT / ".ci" / "budget.toml"
_NOISE: Final = 1.25
_ROUNDING: Final = 3.0
_SAMPLES: Final = 5
_CLOSING: Final = re.compile(
    r"^=+ .*\b(?:passed|failed|error)\b.* in .*=+$|^\s*(?:Test Files|Tests)\s.*\bpassed\b"
    r"|^\s*Errors\s+\d+ error"
)
# Where pytest and vitest name a test that failed. What vitest knows of it is on the next line. It
# also fails where all tests passed and something was thrown that none of them waited for.
_FAILED: Final = re.compile(r"^(?:FAILED|ERROR) tests/|^FAIL\s|^This error originated in ")
_MOST_FAILED: Final = 20
_MOST_LETTERS: Final = 300
_COLOURS: Final = re.compile(r"\x1b\[[\d;]*m")


class Budget(Struct, frozen=True):
    """What a target may cost: seconds of processor time, and counts."""

    cpu: float | None = None  # nobody has measured it yet
    counts: Mapping[str, int] = {}


class Cost(Struct, frozen=True):
    """What a target cost."""

    target: str
    wall: float
    cpu: float
    factor: float
    slowest: float
    counts: Mapping[str, int]
    machine: Machine
    closing: Sequence[str]
    failed: Sequence[str]
    status: int

    @property
    def calm_cpu(self) -> float:
        """The processor time that it would have taken on a calm machine."""
        return self.cpu / self.factor

    @property
    def least_cpu(self) -> float:
        """The same if the machine was all the time as slow as it was at its slowest."""
        return self.cpu / self.slowest


def read() -> dict[str, Budget]:
    return msgspec.convert(tomllib.loads(BUDGET.read_text(encoding="utf-8")), dict[str, Budget])


def run(target: str) -> Cost:
    """Run a target of make and pass on all that it prints."""
    COUNTS.unlink(missing_ok=True)
    factors = [work_factor() for _ in range(_SAMPLES)]
    watch, began, before = Watch(own_only=True), time.monotonic(), _children_cpu()
    closing: list[str] = []
    failed: list[str] = []
    process = subprocess.Popen(
        ["make", "--no-print-directory", target],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    )
    assert process.stdout is not None
    for line in process.stdout:
        sys.stdout.write(line)
        sys.stdout.flush()
        plain = _COLOURS.sub("", line).strip()
        if _CLOSING.match(plain):
            closing.append(plain)
        if _FAILED.match(plain) or (failed and failed[-1].startswith("FAIL ")):
            failed.append(plain[:_MOST_LETTERS])
    status = process.wait()
    wall, cpu = time.monotonic() - began, _children_cpu() - before
    machine = watch.seen()
    factors += [work_factor() for _ in range(_SAMPLES)]
    factor = sorted(factors)[len(factors) // 2]
    slowest = max(factors)
    return Cost(target, wall, cpu, factor, slowest, counted(), machine, closing, failed, status)


def _children_cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def counted() -> Counter[str]:
    """Add up what the tests have counted."""
    counts: Counter[str] = Counter()
    if COUNTS.exists():
        for line in COUNTS.read_text(encoding="utf-8").splitlines():
            name, _, number = line.rpartition(" ")
            counts[name] += int(number)
    return counts


def judged(cost: Cost, budget: Budget) -> list[str]:
    """List what a target did too much of; note it where time has no verdict."""
    failures = [
        f"{cost.target}: {cost.counts.get(name, 0)} {name}, more than {most}"
        for name, most in budget.counts.items()
        if cost.counts.get(name, 0) > most
    ]
    limit = math.inf if budget.cpu is None else budget.cpu * _NOISE + _ROUNDING
    if cost.least_cpu > limit:
        text = f"{cost.least_cpu:.0f} s of processor time, {limit:.0f} allowed; {cost.machine}"
        if cost.machine.disturbed:
            void(f"budget of {cost.target}", text)
        else:
            failures.append(f"{cost.target}: {text}")
    return failures


def tell(costs: Sequence[Cost], budgets: Mapping[str, Budget]) -> None:
    row = "{:<10}{:>8}{:>8}{:>8}{:>8}  {}"
    print(row.format("target", "wall s", "CPU s", "calm s", "budget", "counts"))
    for cost in costs:
        most = budgets[cost.target].counts
        counts = ", ".join(
            f"{name} {number}" + (f" of {most[name]}" if name in most else "")
            for name, number in sorted(cost.counts.items())
        )
        budget = budgets[cost.target].cpu
        figures = [f"{figure:.0f}" for figure in (cost.wall, cost.cpu, cost.calm_cpu)]
        print(row.format(cost.target, *figures, "-" if budget is None else f"{budget:.0f}", counts))
    total = sum(cost.wall for cost in costs)
    print(f"{total / 60:.1f} minutes in all; a calm machine needs the seconds under 'calm'")
    for name, noted in (("void", VOIDS), ("unstable", UNSTABLE)):
        lines = noted.read_text(encoding="utf-8").splitlines() if noted.exists() else []
        print(f"{name}: {len(lines) or 'nothing'}")
        for line in lines:
            print(f"  {line[:_MOST_LETTERS]}")


def main(wanted: Sequence[str]) -> int:
    budgets = read()
    for kept in (VOIDS, COUNTS, UNSTABLE):
        kept.unlink(missing_ok=True)
    costs: list[Cost] = []
    failures: list[str] = []
    for target in wanted or budgets:
        print(f"--- make {target}", flush=True)
        costs.append(run(target))
        if costs[-1].status:
            failures.append(f"make {target} failed with {costs[-1].status}")
            break
        failures += judged(costs[-1], budgets[target])
    print("-" * min(100, shutil.get_terminal_size().columns))
    tell(costs, budgets)
    for failure in failures:
        print(f"FAILED: {failure}")
    for cost in costs:
        # Named again at the end: who reads only that must know where to look. What failed in a
        # target that passed is among the unstable tests.
        for line in cost.failed[:_MOST_FAILED] if cost.status else ():
            print(f"  {line}")
        for line in cost.closing:
            print(f"{cost.target}: {line}" if not line.startswith("=") else line)
    sys.stdout.flush()
    return 1 if failures else 0


if __name__ == "__main__":
    os.environ.setdefault("PYTHONUNBUFFERED", "1")
    os.environ.setdefault("RETRY", "1")
    sys.exit(main(sys.argv[1:]))
