"""A player's landscape: tiles on a grid that grows, cows on them, trees between them.

Questions about it are answered on bit boards: whole numbers with one bit a cell, as wide as the
landscape and a margin, so that a pattern shifted over the edge meets nothing but empty cells.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Final, Literal, TypeAlias, get_args

from msgspec import Struct
from msgspec.structs import replace

from kuhstall.engine.option import Spot

Terrain: TypeAlias = Literal["hay", "meadow", "wood", "lake", "house"]
TERRAINS: Final[tuple[Terrain, ...]] = get_args(Terrain)

Cell: TypeAlias = tuple[int, int]
"""Row and column; rows grow downwards. The first tile lies on (0, 0)."""

ORIGIN: Final[Cell] = (0, 0)
WIDEST: Final = 5
"""No pattern is wider or higher."""

_AROUND: Final = ((-1, 0), (0, -1), (0, 1), (1, 0))
_DIAGONAL: Final = ((-1, -1), (-1, 1), (1, -1), (1, 1))
_SQUARE: Final = ((0, 0), (0, 1), (1, 0), (1, 1))


class Tile(Struct, frozen=True, gc=False, array_like=True, cache_hash=True):
    """A tile where it lies in a landscape."""

    row: int
    column: int
    terrain: Terrain

    @property
    def cell(self) -> Cell:
        return self.row, self.column


class Landscape(Struct, frozen=True, gc=False, cache_hash=True):
    """Tiles in the order they were laid, cows, and the upper left cells of squares with a tree."""

    tiles: tuple[Tile, ...] = ()
    cows: tuple[Cell, ...] = ()
    trees: tuple[Cell, ...] = ()

    def laid(self, cell: Cell, terrain: Terrain, tree: Cell | None) -> Landscape:
        tiles = (*self.tiles, Tile(*cell, terrain))
        trees = self.trees if tree is None else (*self.trees, tree)
        return replace(self, tiles=tiles, trees=trees)

    def grazed(self, cells: tuple[Cell, ...]) -> Landscape:
        """Put a cow on each of these cells."""
        return replace(self, cows=tuple(sorted(self.cows + cells)))

    def cleared(self, cells: tuple[Cell, ...]) -> Landscape:
        """Take the cows off these cells."""
        return replace(self, cows=tuple([cow for cow in self.cows if cow not in cells]))


class Grid(Struct, frozen=True, gc=False):
    """A landscape as bit boards. Bit 0 is the upper left corner of the margin."""

    top: int
    left: int
    stride: int
    tiles: int
    cows: int
    free: dict[Terrain, int]  # tiles of each terrain on which no cow stands
    spots: dict[tuple[str, ...], tuple[Spot, ...]]  # of patterns that were looked for

    def bit(self, cell: Cell) -> int:
        return 1 << (cell[0] - self.top) * self.stride + cell[1] - self.left

    def cells(self, board: int) -> Iterator[Cell]:
        """List the cells of a board, row by row."""
        while board:
            lowest = board & -board
            row, column = divmod(lowest.bit_length() - 1, self.stride)
            yield row + self.top, column + self.left
            board ^= lowest


@lru_cache(maxsize=4096)
def grid(land: Landscape) -> Grid:
    """Draw the bit boards of a landscape. A turn asks for them many times."""
    ground = room(land).ground
    top, left, stride = ground.top, ground.left, ground.stride
    free, cows = ground.terrains, 0
    if land.cows:
        for row, column in land.cows:
            cows |= 1 << (row - top) * stride + column - left
        free = {terrain: board & ~cows for terrain, board in free.items()}
    return Grid(top, left, stride, ground.tiles, cows, free, {})


class Ground(Struct, frozen=True, gc=False):
    """The tiles alone, on boards with room to grow: `used` are those round a tree."""

    top: int
    left: int
    stride: int
    tiles: int
    used: int
    terrains: dict[Terrain, int]

    def bit(self, cell: Cell) -> int:
        return 1 << (cell[0] - self.top) * self.stride + cell[1] - self.left

    def square(self, corner: Cell) -> int:
        return (0b11 | 0b11 << self.stride) * self.bit(corner)

    def grown(self, land: Landscape, planted: Cell | None) -> Ground:
        """Add the last tile of a landscape, and the tree that was planted with it."""
        tile = land.tiles[-1]
        row, column = tile.row - self.top, tile.column - self.left
        if row < 1 or not 1 <= column < self.stride - WIDEST:
            return _ground_drawn(land)
        bit = 1 << row * self.stride + column
        terrains = self.terrains.copy()
        terrains[tile.terrain] |= bit
        used = self.used if planted is None else self.used | self.square(planted)
        return Ground(self.top, self.left, self.stride, self.tiles | bit, used, terrains)


_SLACK: Final = 3
"""How many more cells the boards have on each side than they need: most tiles find them so."""


def _ground_drawn(land: Landscape) -> Ground:
    rows = [tile.row for tile in land.tiles]
    columns = [tile.column for tile in land.tiles]
    top, left = min(rows, default=0) - 1 - _SLACK, min(columns, default=0) - 1 - _SLACK
    stride = max(columns, default=0) - left + 1 + _SLACK + WIDEST
    terrains: dict[Terrain, int] = dict.fromkeys(TERRAINS, 0)
    tiles = 0
    for tile in land.tiles:
        bit = 1 << (tile.row - top) * stride + tile.column - left
        terrains[tile.terrain] |= bit
        tiles |= bit
    ground = Ground(top, left, stride, tiles, 0, terrains)
    used = 0
    for tree in land.trees:
        used |= ground.square(tree)
    return replace(ground, used=used)


def open_cells(land: Landscape) -> tuple[Cell, ...]:
    """List where the next tile may go: beside another tile, or at the origin if it is the first."""
    return room(land).cells


class Corner(Struct, frozen=True, gc=False):
    """A cell that would complete a square, and the terrains already in that square."""

    cell: Cell
    square: Cell
    terrains: tuple[Terrain, ...]

    def takes(self, terrain: Terrain) -> bool:
        """Whether a tree may stand there: all four alike, or all four different."""
        return terrain in _completing(self.terrains)


@cache
def _completing(terrains: tuple[Terrain, ...]) -> frozenset[Terrain]:
    """Say which terrains would complete three tiles to a square that can take a tree."""
    return frozenset(
        terrain for terrain in TERRAINS if len({*terrains, terrain}) in (1, len(_SQUARE))
    )


def corners(land: Landscape) -> tuple[Corner, ...]:
    """List the squares that lack one tile and share none with a tree's square (K-05)."""
    return room(land).corners


class Room(Struct, frozen=True, gc=False):
    """Where a landscape can grow: cells for the next tile, and those that would end a square.

    `plain` are the same cells as spots, and `planted` those of a terrain that lets a tree grow.
    """

    ground: Ground
    cells: tuple[Cell, ...]
    corners: tuple[Corner, ...]
    plain: tuple[Spot, ...]
    planted: dict[Terrain, tuple[Spot, ...]]

    def spots(self, terrain: Terrain) -> tuple[Spot, ...]:
        """List where a tile may go: first without a tree, then with one."""
        return self.plain + self.planted[terrain] if terrain in self.planted else self.plain


_rooms: dict[tuple[tuple[Tile, ...], tuple[Cell, ...]], Room] = {}
"""The rooms of landscapes by their tiles and trees, since cows do not change them."""

_KEPT: Final = 4096


def room(land: Landscape) -> Room:
    """Find the room of a landscape, from that of the one before its last tile if it is known."""
    found = _rooms.get((land.tiles, land.trees))
    if found is None:
        if len(_rooms) >= _KEPT:
            _rooms.clear()
        found = _rooms[land.tiles, land.trees] = _room_grown(land) or _room_drawn(land)
    return found


def forget_rooms() -> None:
    _rooms.clear()


def _furnish(ground: Ground, cells: list[Cell], found: list[Corner]) -> Room:
    planted: dict[Terrain, tuple[Spot, ...]] = {}
    for corner in found:
        for terrain in _completing(corner.terrains):
            spot = Spot(*corner.cell, 0, corner.square)
            planted[terrain] = (*planted.get(terrain, ()), spot)
    plain = tuple([Spot(row, column) for row, column in cells])
    return Room(ground, tuple(cells), tuple(found), plain, planted)


def _room_grown(land: Landscape) -> Room | None:
    """Take the room before the last tile, and change what this tile and its tree change."""
    if not land.tiles:
        return None
    last = land.tiles[-1].cell
    trees = land.trees
    planted = trees[-1] if trees and last in square(trees[-1]) else None
    before = _rooms.get((land.tiles[:-1], trees if planted is None else trees[:-1]))
    if before is None:
        return None
    ground = before.ground.grown(land, planted)
    tiles, used, stride = ground.tiles, ground.used, ground.stride
    row, column = last
    at = (row - ground.top) * stride + column - ground.left
    cells = [cell for cell in before.cells if cell != last]
    for down, right in _AROUND:
        beside = row + down, column + right
        if not tiles >> at + down * stride + right & 1 and beside not in cells:
            cells.append(beside)
    cells.sort()
    found = [one for one in before.corners if one.cell != last]
    if planted is not None:
        found = [one for one in found if not ground.square(one.square) & used]
    cut = 0b11 | 0b11 << stride
    for up, left in _SQUARE:
        mask = cut << at - up * stride - left
        missing = mask & ~tiles
        if missing and not missing & missing - 1 and not mask & used:
            found.append(_corner(ground, (row - up, column - left)))
    return _furnish(ground, cells, _in_order(found))


def _corner(ground: Ground, corner: Cell) -> Corner:
    """Describe a square that lacks one tile."""
    terrains = []
    missing = corner
    for cell in square(corner):
        bit = ground.bit(cell)
        if not bit & ground.tiles:
            missing = cell
        terrains += [terrain for terrain, board in ground.terrains.items() if board & bit]
    return Corner(missing, corner, tuple(terrains))


def _room_drawn(land: Landscape) -> Room:
    """Find the room on bit boards, from nothing."""
    ground = _ground_drawn(land)
    if not land.tiles:
        return _furnish(ground, [ORIGIN], [])
    tiles, stride = ground.tiles, ground.stride
    beside = (tiles << 1 | tiles >> 1 | tiles << stride | tiles >> stride) & ~tiles
    free = tiles & ~ground.used
    drawn = Grid(ground.top, ground.left, stride, tiles, 0, ground.terrains, {})
    found = []
    for up, left in _SQUARE:
        cells = ~tiles
        for down, right in _SQUARE:
            if (down, right) != (up, left):
                shift = (down - up) * stride + right - left
                cells &= free >> shift if shift > 0 else free << -shift
        found += [_corner(ground, (row - up, column - left)) for row, column in drawn.cells(cells)]
    return _furnish(ground, list(drawn.cells(beside)), _in_order(found))


def _in_order(found: list[Corner]) -> list[Corner]:
    """Sort corners by their cell; of those with the same one, the lower squares come first."""
    if len(found) < 2:
        return found
    return sorted(found, key=lambda one: (one.cell, -one.square[0], -one.square[1]))


@lru_cache(maxsize=4096)
def square(corner: Cell) -> tuple[Cell, ...]:
    """List the four cells of the square with this upper left corner."""
    row, column = corner
    return tuple([(row + down, column + right) for down, right in _SQUARE])


@lru_cache(maxsize=4096)
def herds(land: Landscape) -> tuple[tuple[Cell, ...], ...]:
    """List the groups of cows that stand side by side, each in order (K-23)."""
    left = set(land.cows)
    found = []
    for cow in land.cows:
        if cow not in left:
            continue
        herd, waiting = {cow}, [cow]
        while waiting:
            row, column = waiting.pop()
            for down, right in _AROUND:
                beside = row + down, column + right
                if beside in left and beside not in herd:
                    herd.add(beside)
                    waiting.append(beside)
        left -= herd
        found.append(tuple(sorted(herd)))
    return tuple(found)


@lru_cache(maxsize=4096)
def count(land: Landscape, terrain: Terrain) -> int:
    """Count the tiles of a terrain. Views ask this for all seats, and landscapes seldom change."""
    return [tile.terrain for tile in land.tiles].count(terrain)


@lru_cache(maxsize=1024)
def edge_lakes(land: Landscape) -> int:
    """Count the lakes with a side that touches no tile; a hole inside counts as one (A-32)."""
    return sum(built < len(_AROUND) for built in _built_round(land, "lake", _AROUND))


def walled_houses(land: Landscape, *, all_around: bool) -> int:
    """Count the houses that are enclosed: on four sides, or on all eight (A-31)."""
    sides = _sides(all_around=all_around)
    return _built_round(land, "house", sides).count(len(sides))


@lru_cache(maxsize=1024)
def best_walls(land: Landscape, *, all_around: bool) -> tuple[int, int]:
    """Say on how many sides the best house is enclosed, and how many it needs (A-31)."""
    sides = _sides(all_around=all_around)
    return max(_built_round(land, "house", sides), default=0), len(sides)


def _sides(*, all_around: bool) -> tuple[Cell, ...]:
    return _AROUND + _DIAGONAL if all_around else _AROUND


def _built_round(land: Landscape, terrain: Terrain, sides: tuple[Cell, ...]) -> list[int]:
    """For each tile of a terrain, count the sides that have another tile."""
    there = {tile.cell for tile in land.tiles}
    return [
        sum((tile.row + down, tile.column + right) in there for down, right in sides)
        for tile in land.tiles
        if tile.terrain == terrain
    ]
