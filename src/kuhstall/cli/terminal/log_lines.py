"""The log in words, as each viewer may see it."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from kuhstall.engine.match import Match
from kuhstall.engine.values import Viewer
from kuhstall.games.registry import find
from kuhstall.messages import Catalogue


class LogLines:
    """Keeps the lines of every viewer, and how far each has read.

    Of consecutive lines that count something, only the latest is kept: `counting` are the keys of
    their texts.
    """

    def __init__(
        self,
        match: Match,
        texts: Catalogue,
        names: Sequence[str],
        counting: tuple[str, ...] = (),
    ) -> None:
        self.said_first: Sequence[str] = ()
        self._counting = counting
        self._match = match
        view = match.view(None)
        played = find(view.edition).with_rules(msgspec.to_builtins(view.rules))
        self._narrate = played.game.narrate
        self._texts = texts
        self._names = names
        self._heard: dict[Viewer, int] = {}
        self._lines: dict[Viewer, list[str]] = {}
        self._last: dict[Viewer, str] = {}
        self._read: dict[Viewer, int] = {}

    def lines(self, viewer: Viewer) -> Sequence[str]:
        heard = self._match.heard(viewer)
        lines = self._lines.setdefault(viewer, list(self.said_first))
        for event in heard[self._heard.get(viewer, 0) :]:
            line = self._narrate(event)
            if line is None:
                continue
            if line.key in self._counting and self._last.get(viewer) == line.key:
                lines.pop()  # only the latest count is worth a line, and it is unread
                self._read[viewer] = min(self.read_so_far(viewer), len(lines))
            lines.append(self._texts.line(line, self._names))
            self._last[viewer] = line.key
        self._heard[viewer] = len(heard)
        return lines

    def read_so_far(self, viewer: Viewer) -> int:
        return self._read.get(viewer, 0)

    def mark_read(self, viewer: Viewer) -> None:
        self._read[viewer] = len(self.lines(viewer))
