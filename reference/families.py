"""The games by what people call them, those together that share their messages and options."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from msgspec import Struct

from kuhstall.games.game import AnyGame
from kuhstall.games.registry import EDITIONS
from kuhstall.server.describe.schema import games

_WEB: Final = Path(__file__).resolve().parent.parent / "web" / "src" / "games"


class Family(Struct, frozen=True):
    """Games that know the same actions and events, and the keys of all their editions."""

    title: str
    games: tuple[AnyGame, ...]
    editions: tuple[str, ...]


def families() -> tuple[Family, ...]:
    """List them in the order of the registry."""
    alike: dict[Any, list[AnyGame]] = {}
    for game in games():
        alike.setdefault((game.actions, game.events), []).append(game)
    return tuple(
        Family(
            " and ".join(_title(game.name) for game in same),
            tuple(same),
            tuple(key for key, edition in EDITIONS.items() if edition.game in same),
        )
        for same in alike.values()
    )


def _title(game: str) -> str:
    """Return what the first page calls a game."""
    texts = json.loads((_WEB / game / "base.en.json").read_text(encoding="utf-8"))
    title: str = texts["home"]["games"][game]["title"]
    return title
