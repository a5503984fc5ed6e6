"""`make docs`: whether every link, picture and script of the built site leads somewhere.

MkDocs checks the links of Markdown. This looks at what has come of them, with what the theme and
pieces of HTML in a page add.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Final
from urllib.parse import unquote, urlsplit

_ATTRIBUTES: Final = {"href", "src"}
_ANYWHERE: Final = {"404.html"}
"""Served for every path that does not exist, so its links begin at the root."""


class _Page(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.places: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name == "id" or (tag == "a" and name == "name"):
                self.places.add(value or "")
            elif name in _ATTRIBUTES and value:
                self.links.append(value)


@cache
def _page(path: Path) -> _Page:
    return _Page(path.read_text(encoding="utf-8"))


def dead(site: Path) -> Iterator[str]:
    """Name every link within the site that leads nowhere, page by page."""
    for path in sorted(site.rglob("*.html")):
        name = path.relative_to(site).as_posix()
        links = _page(path).links if name not in _ANYWHERE else ()
        yield from (f"{name}: {link}" for link in links if _is_dead(path, link))


def _is_dead(path: Path, link: str) -> bool:
    """Whether a link of a page stays within the site and leads nowhere."""
    there = urlsplit(link)
    if there.scheme or there.netloc:
        return False
    target = path.parent / unquote(there.path) if there.path else path
    target = target / "index.html" if target.is_dir() else target
    return not target.is_file() or not _has(target.resolve(), unquote(there.fragment))


def _has(page: Path, place: str) -> bool:
    return not place or page.suffix != ".html" or place in _page(page).places


def main(arguments: list[str]) -> None:
    site = Path(arguments[0])
    found = list(dead(site.resolve()))
    print(f"{len(list(site.rglob('*.html')))} pages, {len(found)} dead links")
    if found:
        sys.exit("\n".join(found))


if __name__ == "__main__":
    main(sys.argv[1:])
