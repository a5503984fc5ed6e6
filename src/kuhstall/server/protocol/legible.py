"""What people write, as others get to see it."""

from __future__ import annotations

from typing import Final
from unicodedata import category

_MARKS: Final = 4
"""As many as any script puts on one letter. A row of hundreds is no longer text: nothing can break
it into lines, so it covers whatever stands beside it."""


def legible(text: str) -> str:
    """Leave out letters that do not show or turn others round, and marks piled up on one letter."""
    kept = []
    marks = 0
    for letter in text:
        if not letter.isprintable():
            continue
        marks = marks + 1 if category(letter) in {"Mn", "Me"} else 0
        if marks <= _MARKS:
            kept.append(letter)
    return "".join(kept)
