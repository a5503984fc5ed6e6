"""The games that somebody has finished: home's, made of news, and made again from logs if need be.

A row says how one game ended for one person. What it says of the others is who they were and how
far they came, by their ids: names are put to them when somebody looks.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Protocol

import msgspec
from msgspec import Struct

COUNTED: Final = 1000
"""The most games that statistics are made of: the newest."""
_NEVER: Final = 1e11
"""Later than any game."""


class Player(Struct, frozen=True, omit_defaults=True):
    """One who sat there. Bots have a name for as long as a game lasts; people have an id."""

    place: int
    person: str | None = None
    bot: str = ""


class PastGame(Struct, frozen=True):
    """How a game ended for somebody. `game` is the tag of its views; `at` is when it ended."""

    person: str
    table: str
    at: float
    game: str
    edition: str
    place: int
    points: int
    won: bool
    figures: dict[str, int]
    players: tuple[Player, ...]


class PastSearch(Struct, frozen=True):
    """Which games are looked for: what is None does not matter.

    `before` is the last game of the page before: the next one goes on after it.
    """

    game: str | None = None
    other: str | None = None
    won: bool | None = None
    since: float | None = None
    before: tuple[float, str] | None = None

    @property
    def end(self) -> tuple[float, str]:
        """Say before which game all have to be."""
        return self.before or (_NEVER, "")


class Past(Protocol):
    async def past_games(self, person: str, search: PastSearch, limit: int) -> Sequence[PastGame]:
        """List the games that somebody has finished, the newest first."""
        ...

    async def rewrite_past(self, table: str, games: Sequence[PastGame]) -> None:
        """Put what a log says in the place of all that is kept of a table."""
        ...

    async def past_of(self, table: str) -> Sequence[PastGame]:
        """Return all that is kept of a table, by people."""
        ...


def row_of(one: PastGame) -> tuple[Any, ...]:
    """Lay a game out as a row."""
    return (
        one.person,
        one.table,
        one.at,
        one.game,
        one.edition,
        one.place,
        one.points,
        one.won,
        msgspec.json.encode(one.figures),
        msgspec.json.encode(one.players),
    )


def past_game(row: Any) -> PastGame:
    """Read a row."""
    person, table, at, game, edition, place, points, won, figures, players = row
    return PastGame(
        person,
        table,
        at,
        game,
        edition,
        place,
        points,
        bool(won),
        msgspec.json.decode(figures, type=dict[str, int]),
        msgspec.json.decode(players, type=tuple[Player, ...]),
    )
