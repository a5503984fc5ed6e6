"""What was measured, kept in a file, so that a run that was cut off goes on there."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from kuhstall.arena.tuning import Judge


class Kept:
    """What was found so far, by name."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._found: dict[str, Any] = {}
        if path.exists():
            self._found = msgspec.json.decode(path.read_bytes())

    def __contains__(self, name: str) -> bool:
        return name in self._found

    def __getitem__(self, name: str) -> Any:
        return self._found[name]

    def measure(self, name: str, match: Callable[[], Any]) -> None:
        """Play a match unless it has been played, and keep what was found."""
        if name in self:
            return
        began = time.process_time()
        self._found[name] = msgspec.to_builtins(match())
        spent = time.process_time() - began
        print(f"{name}: {str(self[name])[:300]} ({spent:.0f} s)", flush=True)
        self._path.write_bytes(_in_lines(self._found))


def _in_lines(found: Mapping[str, Any]) -> bytes:
    """Write a match a line, so that a change shows which of them are new."""
    lines = [msgspec.json.encode({name: one})[1:-1] for name, one in found.items()]
    return b"{\n" + b",\n".join(lines) + b"\n}\n"


class Rounds:
    """The rounds of a search, each of them kept: the search itself takes no time."""

    def __init__(self, kept: Kept) -> None:
        self._kept = kept
        self.cpu_seconds = 0.0

    def judged(self, judge: Judge) -> Judge:
        """Ask a judge only about what it has not been asked about in an earlier run."""

        def judged(
            drawn: Sequence[Sequence[float]], middle: Sequence[float], seed: str
        ) -> Sequence[float]:
            self._kept.measure(f"judged:{seed}", lambda: _timed(judge, drawn, middle, seed))
            found = self._kept[f"judged:{seed}"]
            self.cpu_seconds += found["cpu_seconds"]
            shares: Sequence[float] = found["shares"]
            return shares

        return judged


def _timed(
    judge: Judge, drawn: Sequence[Sequence[float]], middle: Sequence[float], seed: str
) -> dict[str, Any]:
    began = time.process_time()
    shares = judge(drawn, middle, seed)
    return {"cpu_seconds": time.process_time() - began, "shares": shares}
