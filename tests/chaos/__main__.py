"""`python -m tests.chaos`: the fault test, with its figures. `make chaos` runs it.

First the server as it is, under all faults: nothing may be violated. Then the same server with
one bug planted at a time: each must be noticed, or the test proves nothing. With names of courses
as arguments only those are run.
"""

from __future__ import annotations

import asyncio
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec
import uvloop

from tests.chaos.faults import Plan
from tests.chaos.people import Habits
from tests.chaos.processes import Postgres
from tests.chaos.run import Course, Result, Run

FAULTS, GAMES, ACKS, SEALED, SECONDS = 60, 24, 5_000, 100, 120
_COUNTED: Final = ("resent", "duplicated", "reordered", "undecided", "verified")
_ROOM: Final = 2**30
_AT_ONCE: Final = 4

CORRECT: Final = Course(
    "correct",
    crews=26,
    plan=Plan(kills=18, crashes=7, pauses=11, silences=7, losses=22, cuts=4),
    seconds=26,
    acks=ACKS + ACKS // 10,
)


def _planted(bug: str, plan: Plan, *, crews: int = 5, **more: Any) -> Course:
    usual: dict[str, Any] = {"seconds": 4, "calm": 0.5, "patience": 2.0}
    return Course(bug, crews=crews, plan=plan, bug=bug, **(usual | more))


PLANTED: Final[Mapping[str, Course]] = {
    course.name: course
    for course in (
        _planted("ack_before_commit", Plan(kills=2)),
        _planted("no_idempotency", Plan(losses=3), habits=Habits(doubled=0.5, chores=0.2)),
        _planted("no_fence", Plan(pauses=2)),
        _planted("timers_of_each_node", Plan(), tempo=0.1),
        _planted("forgetful_sessions", Plan(crashes=4), crews=8),
        _planted("no_means_unknown", Plan(losses=20)),
        _planted("own_decisions", Plan()),
        _planted("seal_before_write", Plan(), crews=8, masters=1, seconds=8),
    )
}
SHOWN_BY: Final = {
    "ack_before_commit": "lost",
    "no_idempotency": "doubled",
    "no_fence": "gap",
    "timers_of_each_node": "timer",
    "forgetful_sessions": "lost",
    "no_means_unknown": "refused",
    "own_decisions": "watchers",
    "seal_before_write": "lost",
}
"""The violation by which each planted bug has to be noticed."""


async def _run(course: Course, folder: Path) -> Result:
    place = folder / course.name
    place.mkdir(mode=0o755)
    postgres = Postgres(place)
    await asyncio.to_thread(postgres.create)
    try:
        await postgres.start()
        return await Run(course, postgres, place).run()
    finally:
        postgres.kill()


async def _all(names: Sequence[str], folder: Path) -> list[Result]:
    results = []
    if not names or CORRECT.name in names:
        results.append(await _run(CORRECT, folder))
        _tell(results[0])
    rest = [course for course in PLANTED.values() if not names or course.name in names]
    for at in range(0, len(rest), _AT_ONCE):
        batch = rest[at : at + _AT_ONCE]
        found = await asyncio.gather(*(_run(course, folder) for course in batch))
        for result in found:
            _tell(result)
        results += found
    return results


def _tell(result: Result) -> None:
    kinds = Counter(violation.kind for violation in result.violations)
    print(f"{result.course}: {result.seconds} s")
    if result.course != CORRECT.name:
        shown = SHOWN_BY[result.course]
        verdict = f"caught ({kinds[shown]} {shown})" if kinds[shown] else "NOT CAUGHT"
        print(f"  {verdict}; {dict(kinds)}", flush=True)
        return
    print(f"  faults    {sum(result.faults.values())}: {_listed(result.faults)}")
    print(f"  clients   {_listed(result.counts)}")
    print(f"  figures   {_listed(result.figures)}")
    print(f"  violated  {_listed(kinds) or 'nothing'}", flush=True)
    for violation in result.violations[:20]:
        print(f"    {violation.kind}: {violation.text}")
    for error in result.errors[:5]:
        print(f"  a node logged: {error[:500]}")


def _listed(counts: Mapping[str, Any]) -> str:
    return ", ".join(f"{name} {value}" for name, value in counts.items())


def _failures(results: Sequence[Result], seconds: float) -> list[str]:
    """List what is wrong with the whole: violations, bugs that were missed, too little done."""
    failures = []
    for result in results:
        if result.course != CORRECT.name:
            if not result.count(SHOWN_BY[result.course]):
                failures.append(f"{result.course} was not caught")
            continue
        if result.violations:
            failures.append(f"{len(result.violations)} violations")
        for name, value, least in (
            ("faults", sum(result.faults.values()), FAULTS),
            ("games", result.figures["games"], GAMES),
            ("acknowledged commands", result.figures["acked"], ACKS),
            ("sealed commands", result.figures["sealed"], SEALED),
        ):
            if value < least:
                failures.append(f"{value} {name}, not {least}")
    if seconds > SECONDS:
        print(f"it took {seconds:.0f} s, more than the {SECONDS} s that it should")
    return failures


def _summary(results: Sequence[Result], seconds: float) -> dict[str, Any]:
    summary: dict[str, Any] = {"seconds": round(seconds, 1)}
    planted = [result for result in results if result.course != CORRECT.name]
    for result in results:
        if result.course == CORRECT.name:
            summary |= {
                "faults": sum(result.faults.values()),
                "faults_by_kind": result.faults,
                **result.figures,
                **{name: result.counts.get(name, 0) for name in _COUNTED},
                "lost": result.count("lost"),
                "doubled": result.count("doubled"),
                "gaps": result.count("gap"),
                "violations": len(result.violations),
            }
    summary["planted"] = len(planted)
    summary["caught"] = sum(result.count(SHOWN_BY[result.course]) > 0 for result in planted)
    return summary


def _folder() -> Path:
    """Make a folder in memory if there is room: what a kill can show does not need a disk."""
    memory = Path("/dev/shm")  # noqa: S108 -- a folder of our own is made in it
    roomy = memory.is_dir() and shutil.disk_usage(memory).free > _ROOM
    folder = Path(tempfile.mkdtemp(prefix="kuhstall-chaos-", dir=memory if roomy else None))
    folder.chmod(0o711)
    return folder


def main(names: Sequence[str]) -> int:
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # so that everything is cleaned up
    folder = _folder()
    began = time.monotonic()
    try:
        results = uvloop.run(_all(names, folder))
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    seconds = time.monotonic() - began
    failures = _failures(results, seconds)
    print(msgspec.json.encode({"chaos": _summary(results, seconds)}).decode())
    for failure in failures:
        print(f"FAILED: {failure}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
