"""What to say to a word that nothing is called by: what it may have been meant for."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import Final

_LONGEST: Final = 40
"""Nothing has a longer name, so a longer word is no slip of the hand."""


def nearest(word: str, known: Iterable[str]) -> str:
    """Return the known word that was probably meant, or nothing."""
    if len(word) > _LONGEST:
        return ""
    by_letters = {one.casefold(): one for one in known}
    found = difflib.get_close_matches(word.casefold(), by_letters, n=1)
    return by_letters[found[0]] if found else ""


def unknown(
    what: str, word: str, known: Iterable[str], also: Iterable[str] = (), of: str = ""
) -> dict[str, str]:
    """Return reason and detail of a refusal; `also` may be typed too, but is not listed."""
    listed = list(known)
    near = nearest(word, [*listed, *also])
    there = ", ".join(listed) or "none"
    guess = f"did you mean '{near}'? There are" if near else "there are"
    detail = {"given": word[:_LONGEST], "known": there} | ({"near": near} if near else {})
    return {"reason": f"there is no {what}'{word}'{of}; {guess} {there}", **detail}
