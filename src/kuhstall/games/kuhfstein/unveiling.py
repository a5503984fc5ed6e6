"""A table with all cards and goals open, and how a finished game went.

`games.review` alone asks, and only once the game has ended.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, Literal, TypeAlias, get_args

from msgspec.structs import replace

from kuhstall.engine.values import Event
from kuhstall.games.course import Stop
from kuhstall.games.kuhfstein.edition import KuhfsteinTable
from kuhstall.games.kuhfstein.events import (
    BonusReached,
    CardPlayed,
    KuhfsteinDealt,
    LastRoundBegan,
    TilePlaced,
)
from kuhstall.games.kuhfstein.phases.final import Over
from kuhstall.games.kuhfstein.view import KuhfsteinView, faces, progress, view

Mark: TypeAlias = Literal["tree", "grazing", "bonus", "last_round"]
"""What people look for in a game."""

MARKS: Final[tuple[Mark, ...]] = get_args(Mark)


def unveil(table: KuhfsteinTable) -> KuhfsteinView:
    """Show a table as if looking over every player's shoulder at once."""
    shown = view(table, None)
    seats = tuple(
        replace(
            seat,
            hand=faces(table.edition, place.hand),
            goals=place.goals,
            progress=progress(table, number, place.goals),
        )
        for number, (seat, place) in enumerate(zip(shown.seats, table.world.places, strict=True))
    )
    return replace(shown, seats=seats)


def stop(
    step: int, events: Sequence[Event], before: KuhfsteinTable, after: KuhfsteinTable
) -> Stop | None:
    """Tell how the seats stand after a step that has changed it, undoing included."""
    marks = tuple(dict.fromkeys(_marks(events)))
    tiles, points = _standing(after)
    dealt = any(isinstance(event, KuhfsteinDealt) for event in events)
    if not marks and not dealt and (tiles, points) == _standing(before):
        return None
    return Stop(step, marks, (), (), tiles, points)


def _standing(table: KuhfsteinTable) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Count every seat's tiles and points; at the end, with the goal it has shown."""
    places = table.world.places
    points = [place.score for place in places]
    if isinstance(table.phase, Over):
        points = [score.total for score in table.phase.scores]
    return tuple([len(place.land.tiles) for place in places]), tuple(points)


def _marks(events: Sequence[Event]) -> Iterator[Mark]:
    for event in events:
        match event:
            case TilePlaced() if event.tree is not None:
                yield "tree"
            case CardPlayed():
                yield "grazing"
            case BonusReached() if not event.lost:
                yield "bonus"
            case LastRoundBegan() if not event.more:
                yield "last_round"
