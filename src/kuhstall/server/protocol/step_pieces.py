"""The frames of one step, joined from encoded pieces: what is the same for all is encoded once.

The bytes are those of an encoded `StepFrame`, whose fields come in the same order here.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import msgspec
from msgspec import Raw

from kuhstall.engine.values import Viewer
from kuhstall.server.protocol.frames import TimerView, padded

_encoder: Final = msgspec.json.Encoder()


class StepPieces:
    """Joins the frames of a step, one for each that sees it otherwise than the rest."""

    def __init__(self, seq: int, party: Raw, timers: tuple[TimerView, ...]) -> None:
        self._head = b'{"type":"step","seq":%d,"you":' % seq
        self._party = b',"party":%b,"events":' % party
        self._tail = b',"timers":%b}' % _encoder.encode(timers)

    def frame(  # noqa: PLR0913, PLR0917 -- the parts in which frames of a step differ
        self, viewer: Viewer, may: tuple[str, ...], events: Raw, lines: Raw, view: Raw, options: Raw
    ) -> bytes:
        return padded(
            b"".join(
                (
                    self._head,
                    _who(viewer, may),
                    self._party,
                    events,
                    b',"lines":',
                    lines,
                    b',"view":',
                    view,
                    b',"options":',
                    options,
                    self._tail,
                )
            )
        )


@lru_cache(maxsize=1024)
def _who(viewer: Viewer, may: tuple[str, ...]) -> bytes:
    """Encode who looks and what they may ask for: there are few such pairs."""
    return _encoder.encode(viewer) + b',"may":' + _encoder.encode(may)
