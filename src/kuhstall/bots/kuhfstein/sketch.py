"""A landscape as bots see it: bit boards in a shared frame, so that positions can be compared.

A frame serves a whole decision: it has room for the tiles that a turn may add, and for patterns
that reach beyond them. A pattern is tried at every position of the frame at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, TypeAlias

from kuhstall.games.kuhfstein.landscape import TERRAINS, WIDEST, Cell, Terrain, Tile
from kuhstall.games.kuhfstein.patterns import needs, turns

ANY: Final = len(TERRAINS)
"""The index of a pattern cell that any tile fits; it comes after those of the terrains."""

NUMBER: Final[dict[Terrain | None, int]] = {
    terrain: at for at, terrain in enumerate((*TERRAINS, None))
}
FAR: Final = 4
"""A pattern that lacks this many tiles, or more, counts as lacking this many."""

Rows: TypeAlias = tuple[str, ...]
Boards: TypeAlias = tuple[int, ...]
Cells: TypeAlias = tuple[tuple[int, int], ...]
_THREE: Final = 3
"""One board for each terrain."""


class Frame:
    """Maps cells to bits, and keeps the sketches drawn on it, so that each is drawn once."""

    def __init__(self, tiles: Sequence[Tile]) -> None:
        rows = [tile.row for tile in tiles] or [0]
        columns = [tile.column for tile in tiles] or [0]
        self.top, self.left = min(rows) - WIDEST, min(columns) - WIDEST
        self.stride = max(columns) - self.left + 1 + WIDEST
        self.whole = (1 << self.stride * (max(rows) - self.top + 1 + WIDEST)) - 1
        self._drawn: dict[tuple[Boards, int, int], Sketch] = {}

    def forget(self) -> None:
        """Let go of the sketches, which hold on to their frame as it does to them."""
        self._drawn.clear()

    def bit(self, cell: Cell) -> int:
        return 1 << (cell[0] - self.top) * self.stride + cell[1] - self.left

    def board(self, cells: Sequence[Cell]) -> int:
        board = 0
        for cell in cells:
            board |= self.bit(cell)
        return board

    def square(self, corner: Cell) -> int:
        return 0b11 * self.bit(corner) | 0b11 * self.bit((corner[0] + 1, corner[1]))

    def cell(self, bit: int) -> Cell:
        row, column = divmod(bit.bit_length() - 1, self.stride)
        return row + self.top, column + self.left

    def beside(self, board: int) -> int:
        stride = self.stride
        return board << 1 | board >> 1 | board << stride | board >> stride

    def sketch(self, lands: Boards, cows: int, used: int) -> Sketch:
        """Draw a landscape: tiles of each terrain, cows, and tiles taken by a tree."""
        key = lands, cows, used
        found = self._drawn.get(key)
        if found is None:
            found = self._drawn[key] = Sketch(self, lands, cows, used)
        return found

    def sketch_of(
        self, tiles: Sequence[Tile], cows: Sequence[Cell], trees: Sequence[Cell]
    ) -> Sketch:
        lands = [0] * ANY
        for tile in tiles:
            lands[NUMBER[tile.terrain]] |= self.bit(tile.cell)
        used = 0
        for tree in trees:
            used |= self.square(tree)
        return self.sketch(tuple(lands), self.board(cows), used)


class Sketch:
    """A landscape that does not change."""

    def __init__(self, frame: Frame, lands: Boards, cows: int, used: int) -> None:
        self.frame = frame
        self.lands = lands
        self.cows = cows
        self.used = used
        tiles = 0
        for land in lands:
            tiles |= land
        self.tiles = tiles
        self.empty = empty = frame.whole & ~tiles
        # A cow in the way counts as a missing tile: removing it takes an action too.
        self._fits = (*[land & ~cows for land in lands], tiles)
        self._lacks = (*[empty | land & cows for land in lands], empty)
        self._missing: dict[Rows, int] = {}
        self._wanted: dict[Rows, Boards] = {}
        self._corners: tuple[tuple[int, int, int], ...] | None = None
        self._herds: tuple[int, ...] | None = None

    def laid(self, bit: int, terrain: int, square: int) -> Sketch:
        lands = self.lands
        grown = (*lands[:terrain], lands[terrain] | bit, *lands[terrain + 1 :])
        return self.frame.sketch(grown, self.cows, self.used | square)

    def grazed(self, cows: int) -> Sketch:
        return self.frame.sketch(self.lands, self.cows | cows, self.used)

    def cleared(self, cows: int) -> Sketch:
        return self.frame.sketch(self.lands, self.cows & ~cows, self.used)

    @property
    def open(self) -> int:
        """Return where a tile may be laid."""
        return self.frame.beside(self.tiles) & self.empty if self.tiles else self.frame.bit((0, 0))

    @property
    def nooks(self) -> int:
        """Return open cells with neighbours in both row and column, or else all open cells."""
        tiles, stride = self.tiles, self.frame.stride
        beside = (tiles << 1 | tiles >> 1) & (tiles << stride | tiles >> stride)
        return beside & self.empty or self.open

    def missing(self, rows: Rows) -> int:
        """Return how many tiles a pattern lacks where it fits best, capped at `FAR`."""
        found = self._missing.get(rows)
        if found is None:
            found = self._missing[rows] = self._least(rows)
        return found

    def _least(self, rows: Rows) -> int:
        best = FAR
        for cells in shifts(rows, self.frame.stride):
            if best == 1:  # only a place where nothing is lacking would be better
                if self._places(cells):
                    return 0
                continue
            none, one, two, three = self._places_by_lack(cells)
            if none:
                return 0
            if one:
                best = 1
            elif two and best > 2:
                best = 2
            elif three and best > 3:
                best = 3
        return best

    def _places(self, cells: Cells) -> int:
        """Return where nothing is lacking."""
        fits, places = self._fits, self.frame.whole
        for shift, terrain in cells:
            places &= fits[terrain] >> shift
            if not places:
                break
        return places

    def _places_by_lack(self, cells: Cells) -> tuple[int, int, int, int]:
        """Return where at most no tile is lacking, at most one, two and three."""
        fits, lacks = self._fits, self._lacks
        none = one = two = three = self.frame.whole
        for shift, terrain in cells:
            there, lack = fits[terrain] >> shift, lacks[terrain] >> shift
            three = three & there | two & lack
            two = two & there | one & lack
            one = one & there | none & lack
            none &= there
            if not three:  # nor any of the others
                break
        return none, one, two, three

    def wanted(self, rows: Rows) -> Boards:
        """Return, for each terrain, where a tile would bring a pattern closer to completion."""
        found = self._wanted.get(rows)
        if found is None:
            found = self._wanted[rows] = self._nearer(rows)
        return found

    def _nearer(self, rows: Rows) -> Boards:
        least = self.missing(rows)
        found = [0] * ANY
        if not 0 < least < FAR:
            return tuple(found)
        anywhere = 0
        for cells in shifts(rows, self.frame.stride):
            places = self._places_by_lack(cells)[least]
            if not places:
                continue
            for shift, terrain in cells:
                where = places << shift
                if terrain == ANY:
                    anywhere |= where
                else:
                    found[terrain] |= where
        near = self.open
        return tuple([(board | anywhere) & near for board in found])

    def grazing(self, rows: Rows) -> Iterator[int]:
        """List, for each place where a pattern can be played, the cells that would get a cow."""
        for cells in shifts(rows, self.frame.stride):
            places = self._places(cells)
            shape = 0
            for shift, terrain in cells:
                if terrain != ANY:
                    shape |= 1 << shift
            for place in bits(places):
                yield shape * place

    @property
    def corners(self) -> tuple[tuple[int, int, int], ...]:
        """List the tiles that would let a tree grow, each as its cell, terrain and square."""
        if self._corners is None:
            self._corners = tuple(self._plantable())
        return self._corners

    def _plantable(self) -> Iterator[tuple[int, int, int]]:
        stride, free = self.frame.stride, self.tiles & ~self.used
        offsets = 0, 1, stride, stride + 1
        for last in offsets:
            squares = self.empty >> last
            for offset in offsets:
                if offset != last:
                    squares &= free >> offset
            for corner in bits(squares):
                square = corner | corner << 1 | corner << stride | corner << stride + 1
                for terrain in self._fourth_lands(square):
                    yield corner << last, terrain, square

    def _fourth_lands(self, square: int) -> Sequence[int]:
        """List the terrains of which one more tile would let a tree grow on three others.

        A tree needs four tiles of one terrain, or of four different ones.
        """
        there = [at for at, land in enumerate(self.lands) if land & square]
        if len(there) == 1:
            return there
        return [at for at in range(ANY) if at not in there] if len(there) == _THREE else ()

    @property
    def herds(self) -> tuple[int, ...]:
        """List the groups of cows that stand side by side."""
        if self._herds is None:
            found, left = [], self.cows
            while left:
                herd, grown = 0, left & -left
                while grown != herd:
                    herd = grown
                    grown = (herd | self.frame.beside(herd)) & left
                found.append(herd)
                left ^= herd
            self._herds = tuple(found)
        return self._herds


@lru_cache(maxsize=65536)
def shifts(rows: Rows, stride: int) -> tuple[Cells, ...]:
    """List, for each rotation of a pattern, the bit offset of every cell and what it needs.

    Cells that need a terrain come first: they rule out positions sooner than those that do not.
    """
    return tuple(
        tuple(
            sorted(
                [(row * stride + column, NUMBER[need]) for row, column, need in needs(rows, turn)],
                key=lambda cell: cell[1] == ANY,
            )
        )
        for turn in turns(rows)
    )


def bits(board: int) -> Iterator[int]:
    while board:
        lowest = board & -board
        yield lowest
        board ^= lowest
