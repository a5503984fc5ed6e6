"""A page's report of an error in its scripts: where it happened, and nothing about a person."""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta, Struct

from kuhstall.server.http.languages import Language

LONGEST: Final = 300
"""Characters of a message."""
MOST_FRAMES: Final = 5

PageKind: TypeAlias = Literal[
    "account",
    "games",
    "group",
    "home",
    "house",
    "invitation",
    "night",
    "notifications",
    "offline",
    "other",
    "replay",
    "rules",
    "score",
    "screen",
    "table",
]
"""The kind of a page. Its address would name a table or a group."""

BrowserFamily: TypeAlias = Literal["chrome", "edge", "firefox", "opera", "other", "safari"]

_VERSION: Final = r"^[0-9]{1,4}(\.[0-9]{1,4}){2}(-[a-z]{1,5}[0-9]{0,3})?(?!\n)$"
_Place = Annotated[int, Meta(ge=0, le=99_999_999)]


class StackFrame(Struct, frozen=True, forbid_unknown_fields=True):
    """A place in a script. It is ignored, unless `file` is the path of a script of this server."""

    file: Annotated[str, Meta(max_length=200)]
    line: _Place
    column: _Place


class BrowserError(Struct, frozen=True, forbid_unknown_fields=True):
    """An error in a script of a page. `frames`: where it happened, the innermost first.

    Whatever could be about a person or a table is removed from the message.
    """

    message: Annotated[str, Meta(max_length=LONGEST)]
    version: Annotated[str, Meta(pattern=_VERSION)]
    page: PageKind
    language: Language
    browser: BrowserFamily
    browser_version: Annotated[int, Meta(ge=0, le=9999)] = 0
    frames: Annotated[tuple[StackFrame, ...], Meta(max_length=MOST_FRAMES)] = ()
