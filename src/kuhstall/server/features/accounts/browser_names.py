"""Browser names, so that players can tell their devices apart in a list.

Only these names are stored, not the user agent, which would identify one browser in millions.
"""

from __future__ import annotations

from typing import Final

_BROWSERS: Final = (  # most user agents name several browsers: the first match here is right
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
    """Return a name for a user agent, such as `Firefox, Android`; empty if it is unknown."""
    found = (_first(_BROWSERS, agent), _first(_SYSTEMS, agent))
    return ", ".join(filter(None, found))


def _first(known: tuple[tuple[str, str], ...], agent: str) -> str:
    return next((name for mark, name in known if mark in agent), "")
