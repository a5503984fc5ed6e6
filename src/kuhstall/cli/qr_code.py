"""QR codes in the terminal."""

from __future__ import annotations

from typing import Final

from rich.text import Text

_QUIET: Final = 2
"""Blank modules around a QR code: enough for cameras, though the standard wants twice as many."""


def qr_code(text: str) -> Text:
    """Draw a QR code, two rows per line, black on white whatever the terminal's colours."""
    import segno

    code = segno.make_qr(text, error="l")
    rows = [list(map(bool, row)) for row in code.matrix_iter(border=_QUIET)]
    if len(rows) % 2:
        rows.append([False] * len(rows[0]))
    halves = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}
    pairs = zip(rows[::2], rows[1::2], strict=True)
    lines = ["".join(map(halves.__getitem__, zip(*pair, strict=True))) for pair in pairs]
    style = "#000000 on #ffffff"
    return Text("\n", no_wrap=True, overflow="crop").join(Text(line, style) for line in lines)
