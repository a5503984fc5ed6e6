"""How fast the machine is right now, and what a check does about it.

The same fixed amount of work is timed wherever the machine is measured (web/e2e/machine.ts does it
in TypeScript). It gives three figures:

- slowness: how long the work took, against what it takes on a calm machine;
- share: the part of that time in which the work had a processor;
- lag: by how much the worst of a few short sleeps was too long, in seconds.

A stretched time is a number of seconds on a calm machine, multiplied by the slowness. Patience is
three times that, for time-outs: the machine may become slower while a test waits. A check whose
verdict is about speed has no verdict while somebody else has the processors: it is void then, says
so with its figures, and leaves the verdict to a check that counts.
"""

from __future__ import annotations

import math
import os
import time
from collections.abc import Iterable
from copy import copy
from pathlib import Path
from typing import Final

from msgspec import Struct

_BUILD: Final = Path(__file__).resolve().parents[1] / "build"
VOIDS: Final = _BUILD / "voids"
"""One line for each check that had no verdict; CI prints them at its end."""
UNSTABLE: Final = _BUILD / "unstable"
"""One line for each browser test that passed only when it ran again; CI prints them, too."""
COUNTS: Final = _BUILD / "counts"
"""One line for each expensive thing that a test did, and how many of them."""

_ROUNDS: Final = 200_000
_CALM_SECONDS: Final = 0.068  # what the rounds take on a machine with a processor to spare
_SLEEPS: Final = 4
_SLEEP: Final = 0.005
_SLOW: Final = 1.5
_SHARED: Final = 0.9
_LAGGING: Final = 0.05
_STOLEN: Final = 0.1
_FRESH: Final = 20.0
_MOST: Final = 20.0
_SPARE: Final = 3.0  # how many times slower a machine may become after it was measured
_SERVICES: Final = frozenset({"postgres", "nats-server"})


class Machine(Struct, frozen=True):
    """The machine at one moment, or at the worst of several."""

    slowness: float
    share: float
    lag: float
    stolen: float = 0.0  # the part of all processors that others had meanwhile

    @property
    def factor(self) -> float:
        """What to multiply patience by."""
        return min(_MOST, max(1.0, self.slowness))

    @property
    def disturbed(self) -> bool:
        """Whether a duration says more about the machine than about the program."""
        return (
            self.slowness > _SLOW
            or self.share < _SHARED
            or self.lag > _LAGGING
            or self.stolen > _STOLEN
        )

    def __str__(self) -> str:
        return (
            f"{self.slowness:.2f} times the calm machine's time for the same work, "
            f"{self.share:.2f} of a processor, {self.lag * 1000:.0f} ms lag, "
            f"{self.stolen:.2f} of all processors with others"
        )


def worst(*machines: Machine) -> Machine:
    return Machine(
        max(one.slowness for one in machines),
        min(one.share for one in machines),
        max(one.lag for one in machines),
        max(one.stolen for one in machines),
    )


def work() -> float:
    """Do the fixed work; return the seconds of processor time that it took."""
    began = time.process_time()
    state = 2_463_534_242
    for _ in range(_ROUNDS):
        state ^= (state << 13) & 0xFFFF_FFFF
        state ^= state >> 17
        state ^= (state << 5) & 0xFFFF_FFFF
    return time.process_time() - began


def work_factor() -> float:
    """How much processor time the work takes, against a calm machine."""
    return work() / _CALM_SECONDS


def measured() -> Machine:
    began = time.perf_counter()
    busy = work()
    took = time.perf_counter() - began
    lag = 0.0
    for _ in range(_SLEEPS):
        before = time.perf_counter()
        time.sleep(_SLEEP)
        lag = max(lag, time.perf_counter() - before - _SLEEP)
    return Machine(took / _CALM_SECONDS, min(1.0, busy / took), lag)


class _Latest:
    machine: Machine | None = None
    at = 0.0


def keep(machine: Machine) -> None:
    """Keep this measurement: from here on we would only measure our own load."""
    _Latest.machine, _Latest.at = machine, math.inf


def patience(seconds: float) -> float:
    """Return how long to wait for what must happen before calling it a failure."""
    return stretched(seconds) * _SPARE


def stretched(seconds: float) -> float:
    """Convert seconds on a calm machine to this one, which is measured again now and then."""
    now = time.monotonic()
    if _Latest.machine is None or now - _Latest.at > _FRESH:
        _Latest.machine, _Latest.at = measured(), now
    return seconds * _Latest.machine.factor


class Watch:
    """The machine from now on: measured before, during and after a check."""

    def __init__(self, *, own_only: bool = False) -> None:
        """With `own_only`, any work outside this process and its children is a disturbance."""
        self.before = measured()
        self._own_only = own_only
        self._from = _times(own_only=own_only)

    def anew(self) -> Watch:
        """Watch from now on, with what was measured before."""
        watch = copy(self)
        watch._from = _times(own_only=self._own_only)
        return watch

    def disturbed(self) -> bool:
        """Whether the machine is disturbed so far. It is not measured again: we may load it."""
        return self.before.disturbed or self.stolen() > _STOLEN

    def seen(self) -> Machine:
        after = worst(self.before, measured())
        return Machine(after.slowness, after.share, after.lag, self.stolen())

    def stolen(self) -> float:
        """The part of all processors that the host took away, or that others used."""
        now = _times(own_only=self._own_only)
        total, others = (after - before for after, before in zip(now, self._from, strict=True))
        return max(0.0, others / total) if total else 0.0

    def expect(self, check: str, took: float, limit: float) -> None:
        """Let something take no longer than a limit, or be void on a disturbed machine."""
        if took <= limit:
            return
        machine = self.seen()
        assert machine.disturbed, f"{check}: {took:.3f}, more than {limit:.3f}; {machine}"
        void(check, f"{took:.3f} where {limit:.3f} is the limit; {machine}")


def void(check: str, why: str) -> None:
    """Note that a check has no verdict, for the last lines of CI."""
    line = f"{check}: {why}"
    print(f"VOID: {line}", flush=True)
    _append(VOIDS, line)


def count(name: str, number: int = 1) -> None:
    """Count something expensive, for CI's budget. Unlike seconds it is the same everywhere."""
    _append(COUNTS, f"{name} {number}")


def unstable(test: str, why: str) -> None:
    """Note that a test passed only when it ran again, for the last lines of CI."""
    line = f"{test}: {why}"
    print(f"UNSTABLE: {line}", flush=True)
    _append(UNSTABLE, line)


def _append(path: Path, line: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a", encoding="utf-8") as file:  # one write: workers do not get mixed up
        file.write(line.replace("\n", " ") + "\n")


def _times(*, own_only: bool) -> tuple[float, float]:
    """All time of all processors so far, and how much of it was not ours."""
    try:
        fields = Path("/proc/stat").read_text(encoding="ascii").partition("\n")[0].split()[1:9]
    except OSError:
        return 0.0, 0.0  # another system: the other figures have to do
    user, nice, system, idle, waiting, interrupts, soft, steal = map(float, fields)
    ticks = os.sysconf("SC_CLK_TCK")
    total = (user + nice + system + idle + waiting + interrupts + soft + steal) / ticks
    if not own_only:
        return total, steal / ticks
    return total, (user + nice + system + steal) / ticks - _own_seconds()


class _Orphaned:
    seconds = 0.0


def orphaned(processes: Iterable[int]) -> None:
    """Count what these processes used as our own: their parent dies, so nobody will tell us."""
    _Orphaned.seconds += sum(_used(process) for process in processes)


def _own_seconds() -> float:
    """Processor time of this process, of its children that ended, and of those that live."""
    times = os.times()
    mine = times.user + times.system + times.children_user + times.children_system
    ours = _descendants(os.getpid())
    return mine + _Orphaned.seconds + sum(_used(process) for process in ours)


def _used(process: int) -> float:
    try:
        text = Path(f"/proc/{process}/stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return 0.0
    fields = text.rpartition(")")[2].split()
    return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")


def _descendants(ancestor: int) -> set[int]:
    """List the processes that this one has started, and the services that tests talk to."""
    parents: dict[int, int] = {}
    services: set[int] = set()
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            text = stat.read_text(encoding="utf-8", errors="replace")
        except OSError:
            continue
        process = int(stat.parent.name)
        parents[process] = int(text.rpartition(")")[2].split()[1])
        if text.partition("(")[2].rpartition(")")[0] in _SERVICES:
            services.add(process)
    found = {ancestor, *services}
    while more := {one for one, parent in parents.items() if parent in found and one not in found}:
        found |= more
    return found - {ancestor}
