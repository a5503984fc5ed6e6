"""The games in the terminal. This is the only list of them in this package."""

from __future__ import annotations

from typing import Final

from kuhstall.cli.terminal.kuhfstein.parts import PARTS as KUHFSTEIN
from kuhstall.cli.terminal.kuhhandel.parts import PARTS as KUHHANDEL
from kuhstall.cli.terminal.parts import TerminalParts

GAMES: Final[tuple[TerminalParts, ...]] = (KUHHANDEL, KUHFSTEIN)

_BY_EDITION: Final = {key: game for game in GAMES for key in game.editions}


def find_parts(edition: str) -> TerminalParts:
    """Return the parts of an edition's game."""
    return _BY_EDITION[edition]
