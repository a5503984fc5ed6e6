"""Run `kuhstall` while looking, a thousand times a second of CPU time, at what it does.

Unlike a profiler that counts calls it slows nothing down much, and so tells the truth about
functions that are called often. What is written in C counts for the function that calls it.
"""

from __future__ import annotations

import signal
import sys
from collections import Counter
from pathlib import Path
from types import CodeType, FrameType
from typing import Final

from msgspec import Struct

_EVERY: Final = 0.001
_DEEP: Final = 60


class Share(Struct, frozen=True):
    """A function: its share of the samples, in itself and with all that it calls."""

    function: str
    own: float
    all: float


class Sampler:
    def __init__(self) -> None:
        self._stacks: Counter[tuple[CodeType, ...]] = Counter()

    def start(self) -> None:
        signal.signal(signal.SIGPROF, self._look)
        signal.setitimer(signal.ITIMER_PROF, _EVERY, _EVERY)

    def write(self, path: str) -> None:
        """Write a line for each stack with its count, as flame graphs are drawn from."""
        signal.setitimer(signal.ITIMER_PROF, 0)
        lines = [
            f"{';'.join(_name(code) for code in reversed(stack))} {count}"
            for stack, count in self._stacks.most_common()
        ]
        Path(path).write_text("\n".join(lines) + "\n")

    def _look(self, number: int, frame: FrameType | None) -> None:
        stack: list[CodeType] = []
        while frame is not None and len(stack) < _DEEP:
            stack.append(frame.f_code)
            frame = frame.f_back
        self._stacks[tuple(stack)] += 1


def _name(code: CodeType) -> str:
    path = Path(code.co_filename)
    return f"{path.parent.name}/{path.name}:{code.co_qualname}:{code.co_firstlineno}"


def top(path: str, most: int) -> list[Share]:
    """Read a profile: the functions that take most themselves, and what they take in all."""
    own: Counter[str] = Counter()
    whole: Counter[str] = Counter()
    for line in Path(path).read_text().splitlines():
        stack, _, count = line.rpartition(" ")
        functions = stack.split(";")
        own[functions[-1]] += int(count)
        for function in set(functions):
            whole[function] += int(count)
    samples = own.total() or 1
    return [
        Share(function, count / samples, whole[function] / samples)
        for function, count in own.most_common(most)
    ]


def main() -> int:
    from kuhstall.cli import main as kuhstall  # noqa: PLC0415 -- the sampler comes first

    sampler = Sampler()
    sampler.start()
    try:
        return kuhstall(sys.argv[2:])
    finally:
        sampler.write(sys.argv[1])


if __name__ == "__main__":
    sys.exit(main())
