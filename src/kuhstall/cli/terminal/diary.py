"""The log in words, as each viewer has heard it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from kuhstall.engine.match import Match
from kuhstall.engine.values import Viewer
from kuhstall.games.registry import find
from kuhstall.messages import Catalogue

COUNTING: Final = ("log.counted_down",)
"""Lines that come in rows, each saying more than the one before."""


class Diary:
    """Keeps the lines of every viewer, and how far each has read."""

    def __init__(self, match: Match, texts: Catalogue, names: Sequence[str]) -> None:
        self._match = match
        self._narrate = find(match.view(None).edition).game.narrate
        self._texts = texts
        self._names = names
        self._heard: dict[Viewer, int] = {}
        self._lines: dict[Viewer, list[str]] = {}
        self._last: dict[Viewer, str] = {}
        self._read: dict[Viewer, int] = {}

    def lines(self, viewer: Viewer) -> Sequence[str]:
        heard = self._match.heard(viewer)
        lines = self._lines.setdefault(viewer, [])
        for event in heard[self._heard.get(viewer, 0) :]:
            line = self._narrate(event)
            if line is None:
                continue
            if line.key in COUNTING and self._last.get(viewer) == line.key:
                lines.pop()  # only the latest count is worth a line, and it is new
                self._read[viewer] = min(self.read_so_far(viewer), len(lines))
            lines.append(self._texts.line(line, self._names))
            self._last[viewer] = line.key
        self._heard[viewer] = len(heard)
        return lines

    def read_so_far(self, viewer: Viewer) -> int:
        return self._read.get(viewer, 0)

    def mark_read(self, viewer: Viewer) -> None:
        self._read[viewer] = len(self.lines(viewer))
