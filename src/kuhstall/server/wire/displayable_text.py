"""Text that people write, made safe for display to others."""

from __future__ import annotations

from typing import Final
from unicodedata import category

_MARKS: Final = 4
"""The most combining marks that any script puts on one letter. Hundreds of marks are not text:
they cannot be wrapped, so they would cover what is next to them."""
_NAME: Final = 24
_BLANKS: Final = "\u115f\u1160\u2800\u3164\uffa0"  # letters that look blank


def displayable(text: str) -> str:
    """Remove invisible and direction-changing characters, and excess marks on one letter."""
    kept = []
    marks = 0
    for letter in text:
        if not letter.isprintable():
            continue
        marks = marks + 1 if category(letter) in {"Mn", "Me"} else 0
        if marks <= _MARKS:
            kept.append(letter)
    return "".join(kept)


def clean_name(name: str | None) -> str:
    """Return a name fit for display: without invisible letters, and shortened."""
    kept = "".join(letter for letter in displayable(name or "") if letter not in _BLANKS)
    return " ".join(kept.split())[:_NAME].strip()
