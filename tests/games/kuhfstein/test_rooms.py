"""Where a landscape can grow: what is kept tile by tile is what is found from nothing."""

from __future__ import annotations

import random

import pytest

from kuhstall.games.kuhfstein import landscape
from kuhstall.games.kuhfstein.landscape import (
    TERRAINS,
    Cell,
    Grid,
    Ground,
    Landscape,
    corners,
    forget_rooms,
    open_cells,
    room,
)


def shown(ground: Ground) -> dict[str, set[Cell]]:
    """Return the cells of each board, whatever its margins are."""
    boards: dict[str, int] = {"all": ground.tiles, "used": ground.used}
    boards.update(ground.terrains.items())
    margins = Grid(ground.top, ground.left, ground.stride, 0, 0, {}, {})
    return {name: set(margins.cells(board)) for name, board in boards.items()}


@pytest.mark.parametrize("seed", range(8))
def test_tile_by_tile_it_is_as_from_nothing(seed: int) -> None:
    dice = random.Random(seed)
    terrains = TERRAINS[: 2 + seed % 4]
    land, trees = Landscape(), 0
    for _ in range(30):
        terrain = dice.choice(terrains)
        fitting = [corner for corner in corners(land) if corner.takes(terrain)]
        if fitting and dice.random() < 0.7:
            corner = dice.choice(fitting)
            land, trees = land.laid(corner.cell, terrain, corner.square), trees + 1
        else:
            land = land.laid(dice.choice(open_cells(land)), terrain, None)
        if dice.random() < 0.3:
            land = land.grazed((land.tiles[-1].cell,))
        drawn = landscape._room_drawn(land)
        assert (open_cells(land), corners(land)) == (drawn.cells, drawn.corners)
        grown = room(land)
        assert (grown.plain, grown.planted) == (drawn.plain, drawn.planted)
        assert shown(grown.ground) == shown(drawn.ground)
    assert trees
    kept = open_cells(land), corners(land)
    forget_rooms()
    assert (open_cells(land), corners(land)) == kept
