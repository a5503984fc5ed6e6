"""Pattern cards: which tiles must lie where for cows to graze. Turned at will, never mirrored."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, TypeAlias

from msgspec import Struct

from kuhstall.engine.option import Spot
from kuhstall.games.kuhfstein.landscape import Cell, Grid, Terrain

LETTERS: Final[dict[str, Terrain]] = {
    "H": "hay",
    "M": "meadow",
    "W": "wood",
    "L": "lake",
    "B": "house",
}
ANY: Final = "?"
NOTHING: Final = "."
TURNS: Final = (0, 1, 2, 3)
"""Quarter turns, clockwise."""

Need: TypeAlias = tuple[int, int, Terrain | None]
"""Row, column and terrain of one cell of a pattern; None for a cell that may be anything."""

CardId: TypeAlias = int
"""The place of a card in the deck of its edition."""


class Card(Struct, frozen=True, gc=False):
    """A card as it is printed: rows of letters, `?` for any tile, `.` for none."""

    id: str
    rows: tuple[str, ...]
    points: int

    @property
    def cows(self) -> int:
        return len(shown(self.rows))

    @property
    def terrains(self) -> frozenset[Terrain]:
        return terrains(self.rows)


class CardFace(Struct, frozen=True, gc=False):
    """A pattern card, with the rows as they are printed."""

    card: CardId
    id: str
    rows: tuple[str, ...]
    points: int


def faces(cards: Sequence[Card]) -> tuple[CardFace, ...]:
    """Show the cards of a deck, each with its place in it."""
    return tuple([CardFace(place, c.id, c.rows, c.points) for place, c in enumerate(cards)])


@lru_cache(maxsize=4096)
def shown(rows: tuple[str, ...]) -> tuple[Terrain, ...]:
    """List the terrains that a card shows, one for each cow."""
    return tuple(LETTERS[letter] for row in rows for letter in row if letter in LETTERS)


@lru_cache(maxsize=4096)
def terrains(rows: tuple[str, ...]) -> frozenset[Terrain]:
    """Return the kinds of terrain that a card shows."""
    return frozenset(shown(rows))


@lru_cache(maxsize=4096)  # people bring their own cards
def needs(rows: tuple[str, ...], turn: int) -> tuple[Need, ...]:
    """List the cells of a pattern after some quarter turns, moved to the origin."""
    cells = [
        (row, column, LETTERS.get(letter))
        for row, line in enumerate(rows)
        for column, letter in enumerate(line)
        if letter != NOTHING
    ]
    for _ in range(turn):
        cells = [(column, -row, terrain) for row, column, terrain in cells]
    top = min(row for row, _, _ in cells)
    left = min(column for _, column, _ in cells)
    return tuple(sorted(((r - top, c - left, t) for r, c, t in cells), key=lambda need: need[:2]))


@lru_cache(maxsize=4096)
def turns(rows: tuple[str, ...]) -> tuple[int, ...]:
    """List the quarter turns that lead to different patterns (K-19)."""
    seen: dict[tuple[Need, ...], int] = {}
    for turn in TURNS:
        seen.setdefault(needs(rows, turn), turn)
    return tuple(seen.values())


@lru_cache(maxsize=65536)
def _shifts(
    rows: tuple[str, ...], stride: int
) -> tuple[tuple[int, tuple[tuple[int, Terrain | None], ...]], ...]:
    """Return, for each turn of a pattern, how many bits after its corner each cell lies."""
    return tuple(
        (turn, tuple([(row * stride + column, need) for row, column, need in needs(rows, turn)]))
        for turn in turns(rows)
    )


def placements(card: Card, drawn: Grid, cows: int) -> tuple[Spot, ...]:
    """List where a card can be played on a landscape with the cows in supply."""
    rows = card.rows
    if len(shown(rows)) > cows:
        return ()
    spots = drawn.spots.get(rows)
    if spots is None:
        spots = drawn.spots[rows] = tuple(_placements(rows, drawn))
    return spots


def _placements(rows: tuple[str, ...], drawn: Grid) -> list[Spot]:
    found: list[Spot] = []
    tiles, free, stride = drawn.tiles, drawn.free, drawn.stride
    for turn, cells in _shifts(rows, stride):
        board = -1
        for shift, terrain in cells:
            board &= (tiles if terrain is None else free[terrain]) >> shift
            if not board:
                break
        else:
            found += [Spot(row, column, turn) for row, column in drawn.cells(board)]
    return found


def grazing(card: Card, spot: Spot) -> tuple[Cell, ...]:
    """List the cells on which a card puts cows."""
    return tuple(
        [
            (spot.row + row, spot.column + column)
            for row, column, terrain in needs(card.rows, spot.turn)
            if terrain is not None
        ]
    )
