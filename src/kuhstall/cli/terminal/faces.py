"""How each game looks at a keyboard: who asks its people, and what its score sheet is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, TypeAlias

from msgspec import Struct
from rich.console import RenderableType

from kuhstall.cli.terminal import score_sheet
from kuhstall.cli.terminal.company import Company
from kuhstall.cli.terminal.diary import Diary
from kuhstall.cli.terminal.keyboard import Keyboard
from kuhstall.cli.terminal.kuhfstein import score_sheet as land_sheet
from kuhstall.cli.terminal.kuhfstein.people import Herders
from kuhstall.cli.terminal.people import People
from kuhstall.cli.terminal.screen import Screen
from kuhstall.engine.match import Match
from kuhstall.messages import Catalogue

Sheet: TypeAlias = Callable[[Catalogue, Sequence[str], Any], RenderableType | None]


class Face(Struct, frozen=True):
    """`sheet` draws the score sheet of a view; None while the game goes on."""

    people: Callable[[Match, Company, Diary, Screen], Keyboard]
    sheet: Sheet


_KUHHANDEL: Final = Face(People, score_sheet.sheet)
_FACES: Final = {
    "kuhhandel": _KUHHANDEL,
    "master": _KUHHANDEL,
    "kuhfstein": Face(Herders, land_sheet.sheet),
}


def face(view: Any) -> Face:
    """Return the face of the game that a view is of; every view is tagged with its game."""
    return _FACES[view.__struct_config__.tag]
