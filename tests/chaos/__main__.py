"""`python -m tests.chaos`: the fault test, with its figures. `make chaos` runs it.

First the server as it is, under all faults: nothing may be violated. Then the same server with
one bug planted at a time: each must be noticed, or the test proves nothing. With names of courses
as arguments only those are run; with `--nightly` the courses of faults that last, and two bugs
more. `--seed` decides who does what and when faults come, as far as processes of their own let it.

What is judged are counts: of faults, of acknowledged commands, of violations. A machine that others
keep busy takes longer to reach them. Where it does not reach them at all in the time that there is,
the run is void and says what is missing; a violation is a failure on every machine.
"""

from __future__ import annotations

import argparse
import asyncio
import secrets
import shutil
import signal
import subprocess
import sys
import time
import traceback
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import asyncpg
import msgspec
import uvloop
from msgspec import Struct
from msgspec.structs import replace

from tests.chaos.calls import UNREACHABLE
from tests.chaos.disk import SmallDisk
from tests.chaos.faults import Lengths, Plan
from tests.chaos.people import Habits
from tests.chaos.processes import NotStartedError, OneFile, Postgres, roomy_folder
from tests.chaos.run import Course, Result, Run
from tests.machine import Machine, Watch, keep, void

FAULTS, GAMES, ACKS, SEALED, SECONDS = 60, 24, 5_000, 100, 120
_BROKEN: Final = (
    *UNREACHABLE,
    asyncpg.PostgresError,
    asyncpg.InterfaceError,
    subprocess.CalledProcessError,
)
_COUNTED: Final = ("resent", "duplicated", "reordered", "undecided", "verified")
_AT_ONCE: Final = 5

CORRECT: Final = Course(
    "correct",
    crews=28,
    slow=2,
    plan=Plan(
        kills=18, crashes=7, pauses=11, silences=7, losses=30, cuts=4, silent_wires=2, blackouts=1
    ),
    seconds=26,
    acks=ACKS + ACKS // 10,
    limits=True,
)

LASTING: Final = Course(
    "lasting",
    crews=12,
    plan=Plan(kills=8, pauses=6, losses=20, cuts=4, silent_wires=2, blackouts=3, outages=1),
    lengths=Lengths(silent_wire=(15.0, 40.0)),
    seconds=150,
    limit=900.0,
    limits=True,
    most_seconds=60.0,
    patience=20.0,  # a node that found the wire silent has waited for ten seconds
)
"""What takes too long for every time: PostgreSQL away for a minute, wires silent for long."""


FILE: Final = Course(
    "file",
    crews=10,
    plan=Plan(kills=4, pauses=2, blackouts=1, fills=1),
    seconds=9,
    acks=660,
    calm=2.0,
    limits=True,
    file=True,
    disk=32,
)
"""One node with a file: nobody else goes on where it died, and a laptop's disk is soon full."""

FULL: Final = Course(
    "full",
    crews=12,
    plan=Plan(kills=4, losses=6, fills=3),
    lengths=Lengths(full=5.0),
    seconds=40,
    limit=300.0,
    limits=True,
    disk=192,
)
"""PostgreSQL without room, three times: for tables, and if it lasts for its log as well."""


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
        _planted("outbox_forgotten", Plan(), seconds=12),  # what is new is not late at once
        _planted("seal_before_write", Plan(), crews=8, masters=1, seconds=8),
        _planted("told_before_sent", Plan(), crews=1, slow=1, nodes=1),
        _planted("told_and_not_noted", Plan(), crews=1, slow=1, nodes=1, seconds=2),
        _planted("deaf_to_the_disk", Plan(fills=1), file=True, disk=16, lengths=Lengths(told=3.0)),
    )
}
NIGHTLY: Final = frozenset({"forgetful_sessions", "seal_before_write"})
"""Shown as others are, by what is lost, and the dearest of them; CI looks for the others."""

SHOWN_BY: Final = {
    "ack_before_commit": "lost",
    "no_idempotency": "doubled",
    "no_fence": "gap",
    "timers_of_each_node": "timer",
    "forgetful_sessions": "lost",
    "no_means_unknown": "refused",
    "own_decisions": "watchers",
    "outbox_forgotten": "outbox",
    "seal_before_write": "lost",
    "told_before_sent": "untold",
    "told_and_not_noted": "twice",
    "deaf_to_the_disk": "lost",
}
"""The violation by which each planted bug has to be noticed."""


class Outcome(Struct, frozen=True):
    """What came of a course, or why nothing did; and the machine meanwhile."""

    course: Course
    result: Result | None
    trouble: str
    machine: Machine

    @property
    def caught(self) -> bool:
        return self.result is not None and self.result.count(SHOWN_BY[self.course.name]) > 0


async def _run(course: Course, folder: Path, watch: Watch) -> tuple[Result | None, str]:
    place = folder / f"{course.name}-{secrets.token_hex(4)}"
    place.mkdir(mode=0o755)
    disk = SmallDisk(place / "disk", course.disk) if course.disk else None
    if disk is not None:
        disk.mount()
    room = None if disk is None else disk.folder
    store: OneFile | Postgres
    store = OneFile(place, room) if course.file else Postgres(place, disk=room)
    try:
        await asyncio.to_thread(store.create)
        await store.start()
        return await Run(course, store, place, watch, disk).run(), ""
    except NotStartedError as error:
        return None, f"not started: {error}"
    except _BROKEN as error:  # whatever did not answer in time: there is no verdict, and no crash
        return None, f"broke off: {''.join(traceback.format_exception(error))}"
    finally:
        store.kill()
        if disk is not None:
            disk.unmount()


async def _batch(courses: Sequence[Course], folder: Path) -> list[Outcome]:
    """Run courses at the same time, on a machine that is measured before and after."""
    watch = Watch(own_only=True)
    keep(watch.before)
    found = await asyncio.gather(*(_run(course, folder, watch) for course in courses))
    machine = watch.seen()
    return [Outcome(course, *one, machine) for course, one in zip(courses, found, strict=True)]


async def _all(names: Sequence[str], seed: int, folder: Path) -> list[Outcome]:
    wanted = [course for course in (CORRECT, FILE, LASTING, FULL) if course.name in names]
    planted = [course for course in PLANTED.values() if course.name in names]
    if not SmallDisk.can_be_had(folder):
        wanted, planted = [_roomy(one) for one in wanted], [one for one in planted if not one.disk]
        void("chaos: a full disk", "nobody can mount a small one here")
    outcomes = []
    for course in wanted:
        outcomes += await _batch([replace(course, seed=seed)], folder)
        _tell(outcomes[-1])
    rest = [replace(course, seed=seed) for course in planted]
    for at in range(0, len(rest), _AT_ONCE):
        found = await _batch(rest[at : at + _AT_ONCE], folder)
        for outcome in found:
            _tell(outcome)
            if outcome.machine.disturbed and not outcome.caught:
                # Five at once were too much for what was left of the machine.
                [outcome] = await _batch([outcome.course], folder)  # noqa: PLW2901
                _tell(outcome)
            outcomes.append(outcome)
    return outcomes


def _roomy(course: Course) -> Course:
    """Give the same course without a small disk, which cannot be filled either."""
    return replace(course, disk=0, plan=replace(course.plan, fills=0))


def _tell(outcome: Outcome) -> None:
    name, result = outcome.course.name, outcome.result
    if result is None:
        print(f"{name}: {outcome.trouble[-2000:]}", flush=True)
        return
    kinds = Counter(violation.kind for violation in result.violations)
    print(f"{name}: {result.seconds} s; the machine: {outcome.machine}")
    if outcome.course.bug:
        shown = SHOWN_BY[name]
        verdict = f"caught ({kinds[shown]} {shown})" if kinds[shown] else "NOT CAUGHT"
        acked, faults = result.figures["acked"], sum(result.faults.values())
        print(f"  {verdict}; {acked} acked, {faults} faults; {dict(kinds)}", flush=True)
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


def _missing(outcome: Outcome) -> list[str]:
    """List what there was too little of for a verdict."""
    result = outcome.result
    if result is None:
        needed = (
            f"{outcome.course.plan.total} faults and {outcome.course.acks} acknowledged commands"
        )
        return [f"{outcome.course.name}: {outcome.trouble[-300:]}, before {needed}"]
    if outcome.course.bug:
        return [] if outcome.caught else [f"{outcome.course.name} was not caught"]
    plan = outcome.course.plan
    wanted = {
        "faults": (sum(result.faults.values()), plan.total),
        "blackouts": (result.faults.get("blackout", 0), plan.blackouts),
        "silent wires": (result.faults.get("silent wire", 0), plan.silent_wires),
        "full disks": (result.faults.get("disk full", 0), plan.fills),
        # A tenth more is played for, so that one who is late does not leave too few.
        "acknowledged commands": (result.figures["acked"], outcome.course.acks * 10 // 11),
    }
    if outcome.course.name == CORRECT.name:
        wanted |= {
            "faults": (sum(result.faults.values()), FAULTS),
            "games": (result.figures["games"], GAMES),
            "sealed commands": (result.figures["sealed"], SEALED),
        }
    return [
        f"{value} {name}, not {least}" for name, (value, least) in wanted.items() if value < least
    ]


def _judged(outcomes: Sequence[Outcome]) -> list[str]:
    """List what is wrong with the whole; note what is void because the machine was too slow."""
    failures = []
    for outcome in outcomes:
        result, machine = outcome.result, outcome.machine
        if result is not None and not outcome.course.bug:
            if result.violations:
                failures.append(f"{outcome.course.name}: {len(result.violations)} violations")
            if result.excused:
                late = f"{len(result.excused)} deadlines met late, {result.excused[0]}; {machine}"
                void("chaos: deadlines met within two seconds", late)
        for missing in _missing(outcome):
            if machine.disturbed:
                void("chaos: too slow to judge", f"{missing}; {machine}")
            else:
                failures.append(missing)
    return failures


def _summary(outcomes: Sequence[Outcome], seconds: float) -> dict[str, Any]:
    summary: dict[str, Any] = {"seconds": round(seconds, 1)}
    for outcome in outcomes:
        result = outcome.result
        if not outcome.course.bug and result is not None:
            summary[outcome.course.name] = {
                "seed": outcome.course.seed,
                "faults": sum(result.faults.values()),
                "faults_by_kind": result.faults,
                **result.figures,
                **{name: result.counts.get(name, 0) for name in _COUNTED},
                "lost": result.count("lost"),
                "doubled": result.count("doubled"),
                "gaps": result.count("gap"),
                "violations": len(result.violations),
            }
    planted = [outcome for outcome in outcomes if outcome.course.bug]
    summary["planted"] = len(planted)
    summary["caught"] = sum(outcome.caught for outcome in planted)
    return summary


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.chaos", description=__doc__)
    parser.add_argument("names", nargs="*", help="of courses; all but the nightly one if none")
    parser.add_argument(
        "--nightly", action="store_true", help="faults that last, and the bugs that CI leaves out"
    )
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    often = [CORRECT.name, FILE.name, *(name for name in PLANTED if name not in NIGHTLY)]
    lasting = [LASTING.name, FULL.name, *NIGHTLY]
    names = wanted.names or (lasting if wanted.nightly else often)
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # so that everything is cleaned up
    print(f"make chaos SEED={wanted.seed}", flush=True)
    folder = roomy_folder()
    began = time.monotonic()
    try:
        outcomes = uvloop.run(_all(names, wanted.seed, folder))
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    seconds = time.monotonic() - began
    failures = _judged(outcomes)
    if seconds > SECONDS and not wanted.nightly:
        print(f"it took {seconds:.0f} s, more than the {SECONDS} s that it should")
    print(msgspec.json.encode({"chaos": _summary(outcomes, seconds)}).decode())
    for failure in failures:
        print(f"FAILED: {failure}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
