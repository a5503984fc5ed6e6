"""Chat: phrases and emotes everywhere, free text only between the players of a private table.

It is not part of a table's log: it can be erased, and no game depends on it.
"""

from __future__ import annotations

import msgspec
from msgspec import Struct

from kuhstall.engine.values import Illegal
from kuhstall.server.table.chat_log import StoredLine
from kuhstall.server.table.live_table import LiveTable
from kuhstall.server.wire.displayable_text import displayable
from kuhstall.server.wire.frames import EMOTES, ChatLine, Phrase, Say


class _Body(Struct, frozen=True, omit_defaults=True):
    """The stored body of a line. Names are looked up, so an erased person has none."""

    phrase: Phrase | None = None
    text: str | None = None


def compose(live: LiveTable, person: str | None, say: Say) -> StoredLine:
    """Check a line and return it in stored form; raise Illegal if it is not allowed."""
    if person is None:
        raise Illegal("no_session")
    if person in live.party.kicked:
        raise Illegal("kicked")
    if live.party.stage == "closed":
        raise Illegal("wrong_stage")
    if (say.phrase is None) == (say.text is None):
        raise Illegal("phrase_or_text")
    seat = live.party.seat(person)
    if free_text(say) is not None and (seat is None or live.party.public):
        raise Illegal("phrases_only")
    text = None if say.text is None else _clean(say.text)
    body = msgspec.json.encode(_Body(say.phrase, text))
    return StoredLine(live.id, say.cid, person, seat, body)


def free_text(say: Say) -> str | None:
    """Return the text of a line, unless it is an emote."""
    return None if say.text in EMOTES else say.text


def _clean(text: str) -> str:
    """Strip characters that are invisible or would disturb other lines."""
    kept = displayable(text).strip()
    if not kept:
        raise Illegal("empty_text")
    return kept


def line(said: StoredLine, name: str) -> ChatLine:
    phrase, text = spoken(said.body)
    return ChatLine(said.id, said.seat, name, int(said.at * 1000), phrase, text)


def spoken(said: bytes) -> tuple[Phrase | None, str | None]:
    """Decode a stored line: a phrase, or a text."""
    body = msgspec.json.decode(said, type=_Body)
    return body.phrase, body.text
