"""`/imprint` and `/privacy`: texts of the site's operator, or redirects to them.

The operator sets an address, or a file of plain text. Nothing in the text is markup: it is shown as
written, with its first line as the title.
"""

from __future__ import annotations

import html
import re
from pathlib import Path
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from kuhstall.server.features.lobby.house import PageName

NAMES: Final[tuple[PageName, ...]] = ("imprint", "privacy")
"""Each is the name of a setting, and the path of a page."""

MOST: Final = 100_000
"""The most characters of a page. The longest declaration that a lawyer has written is shorter."""

_ADDRESS: Final = re.compile(r"https?://[!-~]+")
_LANGUAGE: Final = re.compile(r".*\.([a-z]{2})\.\w+")


def check(name: str, place: str) -> None:
    """Raise ValueError unless the setting is an address or a file that can be shown."""
    if not place or _ADDRESS.fullmatch(place):
        return
    try:
        text = _read(place)
    except (OSError, ValueError):
        raise ValueError(f"{name} must be https://… or a file of plain text in UTF-8") from None
    if not text.strip() or len(text) > MOST:
        raise ValueError(f"{name} must be a text of 1 to {MOST} characters")


class HostPage:
    """A page of the operator; if it is not set, its path is a 404."""

    def __init__(self, place: str) -> None:
        self._address = place if _ADDRESS.fullmatch(place) else ""
        self._text = document(_read(place), place) if place and not self._address else ""

    async def answer(self, request: Request) -> Response:
        if self._address:
            return RedirectResponse(self._address, 303)
        if not self._text:
            raise HTTPException(404)
        return HTMLResponse(self._text)


def _read(place: str) -> str:
    return Path(place).expanduser().read_text(encoding="utf-8")


def document(text: str, place: str) -> str:
    """Return a text as an HTML page. `imprint.de.txt` is in German; the default is English."""
    named = _LANGUAGE.fullmatch(Path(place).name)
    title, _, rest = html.escape(text.strip()).partition("\n")
    parts = [part.strip().replace("\n", "<br>") for part in re.split(r"\n\s*\n", rest)]
    lines = [
        "<!doctype html>",
        f'<html lang="{named[1] if named else "en"}">',
        '<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{title}</title>",
        f"<main><h1>{title}</h1>",
        *(f"<p>{part}</p>" for part in parts if part),
        '<p><a href="/">Kuhstall</a></p></main>',
    ]
    return "\n".join([*lines, ""])
