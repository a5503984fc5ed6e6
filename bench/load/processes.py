"""How much CPU time processes have used, from /proc: theirs, and that of children long gone."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from msgspec import Struct

_TICK: Final = os.sysconf("SC_CLK_TCK")
_PAGE: Final = os.sysconf("SC_PAGE_SIZE")
_PROC: Final = Path("/proc")
_KERNEL: Final = 2
"""The parent of the kernel's own threads, which work for whoever asks."""


class Process(Struct, frozen=True):
    """A process at a moment. `seconds` includes those of its children that have ended."""

    pid: int
    parent: int
    seconds: float


def processes() -> dict[int, Process]:
    """List all processes of this machine, without the kernel's."""
    found = (_read(entry.name) for entry in _PROC.iterdir() if entry.name.isdecimal())
    return {
        process.pid: process
        for process in found
        if process is not None and _KERNEL not in {process.pid, process.parent}
    }


def _read(name: str) -> Process | None:
    try:
        text = (_PROC / name / "stat").read_text()
    except OSError:
        return None  # it has just ended
    # The name of a program may hold anything, brackets too: what counts comes after the last one.
    fields = text.rpartition(")")[2].split()
    return Process(int(name), int(fields[1]), sum(map(int, fields[11:15])) / _TICK)


def parent(pid: int) -> int | None:
    found = _read(str(pid))
    return None if found is None else found.parent


def resident(pid: int) -> int:
    """Return the memory of a process that is really there, in bytes."""
    return int((_PROC / str(pid) / "statm").read_text().split()[1]) * _PAGE


class Account(Struct, frozen=True):
    """CPU seconds used so far, by group; `foreign` is everybody else."""

    groups: dict[str, float]
    foreign: float
    stolen: float

    def since(self, before: Account) -> Account:
        """Return what was used since then. A process that ended unseen cannot make it negative."""
        return Account(
            {name: seconds - before.groups[name] for name, seconds in self.groups.items()},
            max(0.0, self.foreign - before.foreign),
            self.stolen - before.stolen,
        )


def account(roots: dict[str, int]) -> Account:
    """Sum up the trees of processes below some roots, and all the rest."""
    known = processes()
    names = {pid: name for name, pid in roots.items()}
    groups = dict.fromkeys(roots, 0.0)
    foreign = 0.0
    for process in known.values():
        name = _group(process, known, names)
        if name is None:
            foreign += process.seconds
        else:
            groups[name] += process.seconds
    return Account(groups, foreign, _stolen())


def _group(process: Process, known: dict[int, Process], names: dict[int, str]) -> str | None:
    above: Process | None = process
    while above is not None:
        if above.pid in names:
            return names[above.pid]
        above = known.get(above.parent)
    return None


def _stolen() -> float:
    """Return the time that the host of this virtual machine gave to others."""
    fields = (_PROC / "stat").read_text().split("\n", 1)[0].split()
    return int(fields[8]) / _TICK
