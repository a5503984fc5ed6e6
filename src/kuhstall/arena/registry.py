"""The games in the arena. The only list in this room that names them."""

from __future__ import annotations

from typing import Final

from kuhstall.arena.game import ArenaGame
from kuhstall.arena.kuhfstein.game import GAME as KUHFSTEIN
from kuhstall.arena.kuhhandel.game import GAME as KUHHANDEL

GAMES: Final[tuple[ArenaGame, ...]] = (KUHHANDEL, KUHFSTEIN)

_BY_EDITION: Final = {key: game for game in GAMES for key in game.editions}


def find(edition: str) -> ArenaGame:
    """Return the game of an edition."""
    return _BY_EDITION[edition]
