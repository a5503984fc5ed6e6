"""How a finished game ended for a seat: one shape for all games, with figures of their own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from kuhstall.engine.values import Seat


class Outcome(Struct, frozen=True):
    """Points, the place they led to, and what a game counts besides.

    Figures are what the seat itself knows, each a number that adds up over many games.
    """

    points: int
    place: int
    won: bool
    figures: Mapping[str, int] = {}


def outcomes(
    points: Sequence[int], winners: Sequence[Seat], figures: Sequence[Mapping[str, int]]
) -> tuple[Outcome, ...]:
    """Give every seat its place: behind all who have won or have more points."""
    places = [
        1
        if seat in winners
        else 1
        + sum(
            other in winners or theirs > own for other, theirs in enumerate(points) if other != seat
        )
        for seat, own in enumerate(points)
    ]
    return tuple(
        Outcome(own, place, seat in winners, told)
        for seat, (own, place, told) in enumerate(zip(points, places, figures, strict=True))
    )
