"""The views of one table, joined from encoded pieces: what all see alike is encoded once.

The bytes are those of the plain way, which is to encode the whole view of each viewer. Nothing
comes in but what the game shows: the view of a spectator, and what a seat is shown besides.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec
from msgspec import Raw
from msgspec.structs import replace

from kuhstall.engine.table import Table
from kuhstall.engine.values import Viewer

_encoder: Final = msgspec.json.Encoder()

_CUT: Final = b"\0"
"""Where a piece is put in. No text has this byte when it is encoded."""

_GAP: Final = Raw(_CUT)


def encode_view(table: Table[Any, Any], viewer: Viewer) -> Raw:
    """Encode a view the plain way."""
    return Raw(_encoder.encode(table.edition.game.view(table, viewer)))


class ViewPieces:
    """Encodes the views of one table, whoever asks for one."""

    def __init__(self, table: Table[Any, Any]) -> None:
        self.table = table
        self._pieces: tuple[list[bytes], list[bytes], bytes] | None = None

    def view(self, viewer: Viewer) -> Raw:
        own = self.table.edition.game.own
        if own is None:
            return encode_view(self.table, viewer)
        if self._pieces is None:
            self._pieces = self._cut()
        (head, middle, between, tail), seats, phase = self._pieces
        number = b"null"
        if viewer is not None:
            mine = own(self.table, viewer)
            number, seats = b"%d" % viewer, seats.copy()
            seats[viewer] = _encoder.encode(mine.seat)
            if mine.phase is not None:
                phase = _encoder.encode(mine.phase)
        listed = b"[" + b",".join(seats) + b"]"
        return Raw(b"".join((head, number, middle, listed, between, phase, tail)))

    def _cut(self) -> tuple[list[bytes], list[bytes], bytes]:
        shown: Any = self.table.edition.game.view(self.table, None)
        around = _encoder.encode(replace(shown, viewer=_GAP, seats=_GAP, phase=_GAP)).split(_CUT)
        seats = [_encoder.encode(seat) for seat in shown.seats]
        return around, seats, _encoder.encode(shown.phase)
