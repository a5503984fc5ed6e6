"""What a browser is called, so that people can tell their devices apart in a list.

Only these words are stored, not what the browser says of itself: that would tell one from millions.
"""

from __future__ import annotations

from typing import Final

_BROWSERS: Final = (  # most say that they are several: the first of these is right
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrome", "Chrome"),
    ("Safari", "Safari"),
)
_SYSTEMS: Final = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("Mac OS X", "Mac"),
    ("Linux", "Linux"),
)


def browser_name(agent: str) -> str:
    """Name a browser by what it says of itself: `Firefox, Android`. Empty if nobody knows."""
    found = (_first(_BROWSERS, agent), _first(_SYSTEMS, agent))
    return ", ".join(filter(None, found))


def _first(known: tuple[tuple[str, str], ...], agent: str) -> str:
    return next((name for mark, name in known if mark in agent), "")
