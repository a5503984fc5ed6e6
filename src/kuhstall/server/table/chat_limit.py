"""The rate limit of chat: lines are cheap to send, and many of them are a nuisance."""

from __future__ import annotations

from collections import deque
from typing import Final

from kuhstall.engine.values import Illegal
from kuhstall.server.wire.frames import EMOTES, Say

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
        self._latest = Say("")

    def admit(self, say: Say, now: float) -> None:
        """Count a line that is about to be written; raise Illegal if the limit is exceeded."""
        if say == self._latest:
            return
        if len(self._times) == _BURST and now - self._times[0] < _WINDOW * self._times_longer:
            raise Illegal("slow_down")
        if say.text is not None and say.text == self._latest.text and say.text not in EMOTES:
            raise Illegal("said_already")
        self._times.append(now)
        self._latest = say

    def forget(self, say: Say) -> None:
        """Uncount a line that could not be written."""
        if say == self._latest:
            self._times.pop()
            self._latest = Say("")
