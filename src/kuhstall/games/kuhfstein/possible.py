"""What a seat could do with its landscape, its cards and the displays."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from kuhstall.engine.option import Placement, Spot
from kuhstall.games.kuhfstein.actions import PlaceTile, PlayCard
from kuhstall.games.kuhfstein.edition import KuhfsteinTable
from kuhstall.games.kuhfstein.landscape import Landscape, Terrain, corners, grid, open_cells
from kuhstall.games.kuhfstein.patterns import placements
from kuhstall.games.kuhfstein.world import Place, World

_NOWHERE: Final = Spot(0, 0)
_TILE: Final = PlaceTile(0, _NOWHERE)

_ALIKE: Final = 4
"""How many tiles of one kind allow an exchange."""


def tiles_to_lay(world: World, place: Place) -> Iterator[Placement]:
    """State where each kind of tile on display may go, with a tree or without."""
    if not world.display:
        return
    land, trees = place.land, world.trees > 0
    for terrain in dict.fromkeys(world.display):
        pieces = tuple([at for at, tile in enumerate(world.display) if tile == terrain])
        yield Placement(_TILE, "tile", "spot", pieces, spots(land, terrain, trees=trees))


@lru_cache(maxsize=4096)
def spots(land: Landscape, terrain: Terrain, *, trees: bool) -> tuple[Spot, ...]:
    """List where a tile may go: first without a tree, then with one, if there are trees left."""
    plain = [Spot(row, column) for row, column in open_cells(land)]
    if not trees:
        return tuple(plain)
    squares = [corner for corner in corners(land) if corner.takes(terrain)]
    return (*plain, *[Spot(*corner.cell, 0, corner.square) for corner in squares])


def cards_to_play(table: KuhfsteinTable, place: Place) -> Iterator[Placement]:
    if not place.hand:
        return
    drawn = grid(place.land)
    for card in place.hand:
        spots = placements(table.edition.cards[card], drawn, place.cows)
        if spots:
            yield Placement(PlayCard(card, _NOWHERE), "card", "spot", (card,), spots)


def tiles_alike(world: World) -> bool:
    """Whether four or five open tiles are of one kind (K-07)."""
    display = world.display  # of four in five, one is among the first two
    return any(display.count(terrain) >= _ALIKE for terrain in display[:2])


def cards_alike(table: KuhfsteinTable) -> bool:
    """Whether there are four open cards, all of which show the same terrain (K-07)."""
    cards = table.world.cards
    if len(cards) < table.edition.open_cards:
        return False
    shown = [table.edition.cards[card].terrains for card in cards]
    return bool(frozenset.intersection(*shown))
