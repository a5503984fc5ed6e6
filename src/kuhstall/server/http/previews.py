"""Link previews: tags in the head of a page, for apps in which players share links.

A link itself names its game and language: `/j/k7mwq3n?kuhhandel.de`. Nothing is looked up, so a
preview does not reveal whether a table exists, and it contains no names.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape
from typing import Final, NamedTuple

import msgspec
from msgspec import Struct

FILE: Final = "/previews.json"
"""The file to which the build of the client writes them."""

_KINDS: Final = (
    ("replay", re.compile(r"/t/[^/]+/replay")),
    ("invitation", re.compile(r"/[tj]/[^/]+")),
)
_ABOUT: Final = re.compile(r"([a-z]+)\.([a-z]{2})")
_SIZE: Final = (1200, 630)


class Preview(Struct, frozen=True):
    title: str
    text: str
    picture: str
    locale: str


class Link(NamedTuple):
    """A shared link, reduced to what selects its preview, so that there are few different ones."""

    key: str
    origin: str


class Previews:
    """The previews of the client's pages, by kind, game and language."""

    def __init__(self, data: bytes | None, origins: Sequence[str] = ()) -> None:
        decoder = msgspec.json.Decoder(dict[str, Preview])
        self._previews = {} if data is None else decoder.decode(data)
        self._origins = {origin.partition("://")[2]: origin for origin in origins}

    def link(self, path: str, query: str, languages: Iterable[str], host: str) -> Link | None:
        """Find the preview of a page: in the language of the link, else in the first known one."""
        kind = next((kind for kind, form in _KINDS if form.fullmatch(path)), "site")
        named = next(filter(None, map(_ABOUT.fullmatch, query.split("&"))), None)
        game, own = named.groups() if named else ("", "")
        for language in (own, *languages, "en"):
            for key in (f"{kind}/{game}/{language}", f"{kind}//{language}"):
                if key in self._previews:
                    return Link(key, self._origin(host))
        return None

    def _origin(self, host: str) -> str:
        """Return the origin of pictures: one of this site's, whatever host the caller named."""
        return self._origins.get(host, next(iter(self._origins.values()), ""))

    def tags(self, link: Link) -> str:
        preview = self._previews[link.key]
        width, height = _SIZE
        properties = {
            "og:type": "website",
            "og:site_name": "Kuhstall",
            "og:locale": preview.locale,
            "og:title": preview.title,
            "og:description": preview.text,
            "og:image": f"{link.origin}{preview.picture}",
            "og:image:width": str(width),
            "og:image:height": str(height),
            "og:image:alt": preview.title,
        }
        tags = [
            f'<meta property="{name}" content="{escape(value)}">'
            for name, value in properties.items()
        ]
        return "".join([*tags, '<meta name="twitter:card" content="summary_large_image">'])
