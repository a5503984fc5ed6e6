"""Chat: phrases and emotes everywhere, free text only among those who sit at a private table.

It stays outside the log of a table: it can be forgotten, and no game depends on it.
"""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec import Struct

from kuhstall.engine.values import Illegal
from kuhstall.server.hosting.live_table import LiveTable
from kuhstall.server.protocol.frames import EMOTES, ChatLine, Phrase, Say
from kuhstall.server.protocol.legible import legible
from kuhstall.server.store.people import StoredLine

_SHOWN: Final = 50

HISTORY: Final = _SHOWN


class _Body(Struct, frozen=True, omit_defaults=True):
    """What is stored of a line. The name is looked up: whoever is forgotten has none."""

    phrase: Phrase | None = None
    text: str | None = None


def compose(live: LiveTable, person: str | None, say: Say) -> StoredLine:
    """Check a line and make it what is stored; raise Illegal if it may not be said."""
    if person is None:
        raise Illegal("no_session")
    if person in live.party.kicked:
        raise Illegal("kicked")
    if live.party.stage == "closed":
        raise Illegal("wrong_stage")
    if (say.phrase is None) == (say.text is None):
        raise Illegal("phrase_or_text")
    seat = live.party.seat(person)
    free = say.text is not None and say.text not in EMOTES
    if free and (seat is None or live.party.public):
        raise Illegal("phrases_only")
    text = None if say.text is None else _clean(say.text)
    body = msgspec.json.encode(_Body(say.phrase, text))
    return StoredLine(live.id, say.cid, person, seat, body)


def _clean(text: str) -> str:
    """Strip what does not show or would disturb the lines of others."""
    kept = legible(text).strip()
    if not kept:
        raise Illegal("empty_text")
    return kept


def line(said: StoredLine, name: str) -> ChatLine:
    phrase, text = spoken(said.body)
    return ChatLine(said.id, said.seat, name, int(said.at * 1000), phrase, text)


def spoken(said: bytes) -> tuple[Phrase | None, str | None]:
    """Read what was said: a phrase, or text."""
    body = msgspec.json.decode(said, type=_Body)
    return body.phrase, body.text
