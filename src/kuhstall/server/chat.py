"""Chat: phrases everywhere, free text only among those who sit at a private table.

It stays outside the log of a table: it can be forgotten, and no game depends on it.
"""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec import Struct

from kuhstall.engine.values import Illegal
from kuhstall.server.frames import ChatLine, Phrase, Say
from kuhstall.server.hot import HotTable
from kuhstall.server.store.people import Said

_SHOWN: Final = 50

HISTORY: Final = _SHOWN


class _Body(Struct, frozen=True, omit_defaults=True):
    """What is stored of a line. The name is looked up: who is forgotten has none."""

    phrase: Phrase | None = None
    text: str | None = None


def composed(hot: HotTable, person: str | None, say: Say) -> Said:
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
    body = msgspec.json.encode(_Body(say.phrase, text))
    return Said(hot.id, say.cid, person, seat, body)


def _clean(text: str) -> str:
    """Strip what does not show or would disturb the lines of others."""
    kept = "".join(letter for letter in text if letter.isprintable()).strip()
    if not kept:
        raise Illegal("empty_text")
    return kept


def line(said: Said, name: str) -> ChatLine:
    body = msgspec.json.decode(said.body, type=_Body)
    return ChatLine(said.id, said.seat, name, int(said.at * 1000), body.phrase, body.text)
