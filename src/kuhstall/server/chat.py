"""Chat: phrases everywhere, free text only among those who sit at a private table.

It stays outside the log of a table: it can be forgotten, and no game depends on it.
"""

from __future__ import annotations

from collections import deque
from typing import Final

import msgspec
from msgspec import Struct

from kuhstall.engine.values import Illegal
from kuhstall.server.frames import ChatLine, Phrase, Say
from kuhstall.server.hot import HotTable
from kuhstall.server.store.people import Said

_BURST: Final = 5
_WINDOW: Final = 10.0
_SHOWN: Final = 50

HISTORY: Final = _SHOWN


class _Body(Struct, frozen=True, omit_defaults=True):
    """What is stored of a line. The name is kept as it was; who is forgotten loses it."""

    name: str
    phrase: Phrase | None = None
    text: str | None = None


def composed(hot: HotTable, person: str | None, name: str, say: Say) -> Said:
    """Check a line and make it what is stored; raise Illegal if it may not be said."""
    if person is None:
        raise Illegal("no_session")
    if person in hot.party.kicked:
        raise Illegal("kicked")
    if hot.party.stage == "closed":
        raise Illegal("wrong_stage")
    if (say.phrase is None) == (say.text is None):
        raise Illegal("phrase_or_text")
    seat = hot.party.seat(person)
    if say.text is not None and (seat is None or hot.party.public):
        raise Illegal("phrases_only")
    text = None if say.text is None else _clean(say.text)
    body = msgspec.json.encode(_Body(name, say.phrase, text))
    return Said(hot.id, say.cid, person, seat, body)


def _clean(text: str) -> str:
    """Strip what does not show or would disturb the lines of others."""
    kept = "".join(letter for letter in text if letter.isprintable()).strip()
    if not kept:
        raise Illegal("empty_text")
    return kept


def line(said: Said) -> ChatLine:
    body = msgspec.json.decode(said.body, type=_Body)
    return ChatLine(said.id, said.seat, body.name, int(said.at * 1000), body.phrase, body.text)


class Talkative:
    """Counts the lines of one person: the sixth within ten seconds is not sent, nor a repeat.

    What is sent again with the same command id, because its answer was lost, is neither.
    """

    def __init__(self) -> None:
        self._times: deque[float] = deque(maxlen=_BURST)
        self._latest = Say("")

    def check(self, say: Say, now: float) -> None:
        if say == self._latest:
            return
        if len(self._times) == _BURST and now - self._times[0] < _WINDOW:
            raise Illegal("slow_down")
        if say.text is not None and say.text == self._latest.text:
            raise Illegal("said_already")

    def note(self, say: Say, now: float) -> None:
        """Count a line that is written."""
        if say != self._latest:
            self._times.append(now)
            self._latest = say
