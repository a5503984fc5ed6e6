"""A finished game, replayed: as one seat saw it, or with all cards open.

There is no review of a game that is still going on: it is made from a whole log, and refuses one
that has not come to its end.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, Literal, TypeAlias

from msgspec import Struct

from kuhstall.engine.kernel import fold
from kuhstall.engine.table import Table
from kuhstall.engine.values import Event, Refused, Seat, TableOpened
from kuhstall.games.course import Stop
from kuhstall.games.registry import opened

__all__ = ["PAGE", "Onlooker", "Review", "Shown", "Stop"]

PAGE: Final = 100
"""How many steps are shown at once."""

Onlooker: TypeAlias = Seat | Literal["none", "all"]
"""A seat, a spectator, or a viewer who sees everything."""


class Shown(Struct, frozen=True):
    """A step as an onlooker saw it. Steps are counted from 1."""

    step: int
    events: list[Event]
    view: Any
    lingers: bool


class Review:
    """The steps of a game that has ended, and the tables that its pages are folded from."""

    def __init__(self, steps: Sequence[Sequence[Event]]) -> None:
        if not steps or not steps[0] or not isinstance(steps[0][0], TableOpened):
            raise Refused("no_opening", "a log begins with the opening of its table")
        self.seats = steps[0][0].seats
        self._steps = [steps[0][1:], *steps[1:]]
        self._opening = steps[0][0]
        self._tables: list[Table[Any, Any]] = []
        self.stops: list[Stop] = []
        table = opened(self._opening)
        course = table.edition.game.stop
        for number, events in enumerate(self._steps):
            if number % PAGE == 0:
                self._tables.append(table)
            before, table = table, fold(table, events)
            reached = course(number + 1, events, before, table)
            if reached is not None:
                self.stops.append(reached)
        if table.phase.automatic or table.phase.actors(table):
            raise Refused("not_ended", "nothing is open before the game has ended")

    @property
    def steps(self) -> int:
        return len(self._steps)

    @property
    def pages(self) -> int:
        return len(self._tables)

    def page(self, onlooker: Onlooker, page: int) -> Iterator[Shown]:
        """Return up to a hundred steps as a viewer may see them."""
        table, first = self._tables[page], page * PAGE
        game = table.edition.game
        viewer = onlooker if isinstance(onlooker, int) else None
        for number, events in enumerate(self._steps[first : first + PAGE], first):
            table = fold(table, events)
            lingers = game.lingers([game.redact(event, None) for event in events], table)
            told = [self._opening, *events] if number == 0 else list(events)
            if onlooker == "all":
                yield Shown(number + 1, told, game.unveil(table), lingers)
            else:
                seen = [game.redact(event, viewer) for event in told]
                yield Shown(number + 1, seen, game.view(table, viewer), lingers)
