"""A landscape as a bot thinks about it: bit boards on one frame, so that thoughts can be compared.

The frame of a choice is wide enough for the tiles that a turn may add, and for patterns that
stick out where no tile lies yet. All places of a pattern are then tried at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, TypeAlias

from kuhstall.games.kuhfstein.landscape import TERRAINS, WIDEST, Cell, Terrain, Tile
from kuhstall.games.kuhfstein.patterns import needs, turns

ANY: Final = len(TERRAINS)
"""What a face-down cell of a pattern needs: stands after the terrains."""

NUMBER: Final[dict[Terrain | None, int]] = {
    terrain: at for at, terrain in enumerate((*TERRAINS, None))
}
FAR: Final = 4
"""A pattern that lacks so much, or more."""

Rows: TypeAlias = tuple[str, ...]
Boards: TypeAlias = tuple[int, ...]
"""One board for each terrain."""


class Frame:
    """Where the bits of a landscape lie; and its sketches, each drawn once."""

    def __init__(self, tiles: Sequence[Tile]) -> None:
        rows = [tile.row for tile in tiles] or [0]
        columns = [tile.column for tile in tiles] or [0]
        self.top, self.left = min(rows) - WIDEST, min(columns) - WIDEST
        self.stride = max(columns) - self.left + 1 + WIDEST
        self.whole = (1 << self.stride * (max(rows) - self.top + 1 + WIDEST)) - 1
        self._drawn: dict[tuple[Boards, int, int], Sketch] = {}

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
        """Draw a landscape: tiles of each terrain, cows, and tiles that a tree has used."""
        key = lands, cows, used
        found = self._drawn.get(key)
        if found is None:
            found = self._drawn[key] = Sketch(self, lands, cows, used)
        return found

    def drawn(self, tiles: Sequence[Tile], cows: Sequence[Cell], trees: Sequence[Cell]) -> Sketch:
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
        # A cow in the way counts like a tile that is missing: it takes an action, too.
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
        """Return where a tile would have neighbours on two sides; else all that is open."""
        tiles, stride = self.tiles, self.frame.stride
        beside = (tiles << 1 | tiles >> 1) & (tiles << stride | tiles >> stride)
        return beside & self.empty or self.open

    def missing(self, rows: Rows) -> int:
        """Return how many tiles a pattern lacks at its best place; four for all that is more."""
        found = self._missing.get(rows)
        if found is None:
            found = self._missing[rows] = self._least(rows)
        return found

    def _least(self, rows: Rows) -> int:
        fits, lacks, whole = self._fits, self._lacks, self.frame.whole
        best = FAR
        for cells in shifts(rows, self.frame.stride):
            none = one = two = three = whole
            for shift, terrain in cells:
                there, lack = fits[terrain] >> shift, lacks[terrain] >> shift
                three = three & there | two & lack
                two = two & there | one & lack
                one = one & there | none & lack
                none &= there
                if not three:
                    break
            if none:
                return 0
            if one:
                best = 1
            elif two and best > 2:
                best = 2
            elif three and best > 3:
                best = 3
        return best

    def wanted(self, rows: Rows) -> Boards:
        """Return where a tile of each terrain would bring a pattern nearer."""
        found = self._wanted.get(rows)
        if found is None:
            found = self._wanted[rows] = self._nearer(rows)
        return found

    def _nearer(self, rows: Rows) -> Boards:
        least = self.missing(rows)
        found = [0] * ANY
        if not 0 < least < FAR:
            return tuple(found)
        fits, lacks, whole = self._fits, self._lacks, self.frame.whole
        anywhere = 0
        for cells in shifts(rows, self.frame.stride):
            none = one = two = three = whole
            for shift, terrain in cells:
                there, lack = fits[terrain] >> shift, lacks[terrain] >> shift
                three = three & there | two & lack
                two = two & there | one & lack
                one = one & there | none & lack
                none &= there
            places = (none, one, two, three)[least]
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
        """List the cows of each place where a pattern can be played."""
        fits = self._fits
        for cells in shifts(rows, self.frame.stride):
            places = self.frame.whole
            for shift, terrain in cells:
                places &= fits[terrain] >> shift
                if not places:
                    break
            shape = 0
            for shift, terrain in cells:
                if terrain != ANY:
                    shape |= 1 << shift
            for place in bits(places):
                yield shape * place

    @property
    def corners(self) -> tuple[tuple[int, int, int], ...]:
        """List cell, terrain and square of each tile that would let a tree grow."""
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
                there = [at for at, land in enumerate(self.lands) if land & square]
                if len(there) == 1:
                    yield corner << last, there[0], square
                elif len(there) == len(offsets) - 1:
                    for terrain in range(ANY):
                        if terrain not in there:
                            yield corner << last, terrain, square

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
def shifts(rows: Rows, stride: int) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Say for each turn of a pattern how many bits its cells lie apart, and what they need.

    What is shown comes first: it fails sooner than what may be anything.
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
