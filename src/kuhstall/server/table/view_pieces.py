"""The views of one table, joined from encoded pieces: what all viewers see is encoded once.

The bytes are the same as if the whole view of each viewer was encoded. The pieces are made only of
what the game shows: the view of a spectator, and what a seat is shown in addition.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec
from msgspec import Raw
from msgspec.structs import replace

from kuhstall.engine.table import Table
from kuhstall.engine.values import Seat, Viewer

_encoder: Final = msgspec.json.Encoder()

_CUT: Final = b"\0"
"""Marks where a piece is inserted. No encoded text contains this byte."""

_GAP: Final = Raw(_CUT)
_LIST: Final = Raw(b"[" + _CUT + b"]")


def encode_view(table: Table[Any, Any], viewer: Viewer) -> Raw:
    """Encode the whole view of a viewer."""
    return Raw(_encoder.encode(table.edition.game.view(table, viewer)))


class _Kept:
    """Encodes values and caches the latest one at each place, for as long as it is the same."""

    def __init__(self) -> None:
        self._latest: dict[Seat, tuple[object, bytes]] = {}

    def encode(self, place: Seat, value: object) -> bytes:
        known = self._latest.get(place)
        if known is not None and known[0] is value:
            return known[1]
        data = _encoder.encode(value)
        self._latest[place] = value, data
        return data


class ViewPieces:
    """Encodes the views of one table for all viewers."""

    def __init__(self, table: Table[Any, Any], before: ViewPieces | None = None) -> None:
        self.table = table
        self.closed: _Kept = _Kept() if before is None else before.closed
        self.own: _Kept = _Kept() if before is None else before.own
        self.rules: _Kept = _Kept() if before is None else before.rules
        self._pieces: tuple[list[bytes], list[bytes], bytes] | None = None

    def view(self, viewer: Viewer) -> Raw:
        own = self.table.edition.game.own
        if own is None:
            return encode_view(self.table, viewer)
        if self._pieces is None:
            self._pieces = self._cut()
        (head, middle, between, tail), seats, phase = self._pieces
        if viewer is None:
            return Raw(b"".join((head, b"null", middle, b",".join(seats), between, phase, tail)))
        mine = own(self.table, viewer)
        seats = seats.copy()
        seats[viewer] = self.own.encode(viewer, mine.seat)
        if mine.phase is not None:
            phase = _encoder.encode(mine.phase)
        number = b"%d" % viewer
        return Raw(b"".join((head, number, middle, b",".join(seats), between, phase, tail)))

    def _cut(self) -> tuple[list[bytes], list[bytes], bytes]:
        shown: Any = self.table.edition.game.view(self.table, None)
        rules = Raw(self.rules.encode(0, shown.rules))
        gaps = replace(shown, viewer=_GAP, seats=_LIST, phase=_GAP, rules=rules)
        around = _encoder.encode(gaps).split(_CUT)
        seats = [self.closed.encode(seat, closed) for seat, closed in enumerate(shown.seats)]
        return around, seats, _encoder.encode(shown.phase)
