"""The rate limit of chat: lines are cheap to send, and many of them are a nuisance."""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable
from typing import Final

from kuhstall.engine.values import Illegal

_BURST: Final = 5
_WINDOW: Final = 10.0
_NEWCOMERS: Final = 2
"""The window is this many times longer for a newcomer."""


class ChatLimit:
    """Counts the lines of one person: the sixth within ten seconds and repeated texts are refused.

    A line that is sent again with the same command id, because its answer was lost, is not counted.
    """

    def __init__(self, *, new: bool = False) -> None:
        self._times_longer = _NEWCOMERS if new else 1
        self._times: deque[float] = deque(maxlen=_BURST)
        self._latest: tuple[Hashable, str | None] = None, None

    def admit(self, line: Hashable, text: str | None, now: float) -> None:
        """Count a line that is about to be written; raise Illegal if the limit is exceeded.

        `text` is what must not be repeated: None for a phrase or an emote.
        """
        latest, before = self._latest
        if line == latest:
            return
        if len(self._times) == _BURST and now - self._times[0] < _WINDOW * self._times_longer:
            raise Illegal("slow_down")
        if text is not None and text == before:
            raise Illegal("said_already")
        self._times.append(now)
        self._latest = line, text

    def forget(self, line: Hashable) -> None:
        """Uncount a line that could not be written."""
        if line == self._latest[0]:
            self._times.pop()
            self._latest = None, None
