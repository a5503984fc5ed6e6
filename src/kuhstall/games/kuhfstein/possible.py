"""What a seat could do with its landscape, its cards and the displays."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from kuhstall.engine.option import Choice, Placement, Spot
from kuhstall.games.kuhfstein.actions import PlaceTile, PlayCard, TakeCard
from kuhstall.games.kuhfstein.edition import KuhfsteinTable
from kuhstall.games.kuhfstein.landscape import Terrain, grid, room
from kuhstall.games.kuhfstein.patterns import CardId, placements, terrains
from kuhstall.games.kuhfstein.world import Place, World

_NOWHERE: Final = Spot(0, 0)
_TILE: Final = PlaceTile(0, _NOWHERE)

_ALIKE: Final = 4
"""How many tiles of one kind allow an exchange."""


def tiles_to_lay(world: World, place: Place) -> list[Placement]:
    """State where each kind of tile on display may go, with a tree or without."""
    if not world.display:
        return []
    there, trees = room(place.land), world.trees > 0
    return [
        Placement(_TILE, "tile", "spot", pieces, there.spots(terrain) if trees else there.plain)
        for terrain, pieces in _kinds(world.display)
    ]


@lru_cache(maxsize=4096)
def _kinds(display: tuple[Terrain, ...]) -> tuple[tuple[Terrain, tuple[int, ...]], ...]:
    """List the kinds of tiles on display, each with its pieces."""
    return tuple(
        (terrain, tuple([at for at, tile in enumerate(display) if tile == terrain]))
        for terrain in dict.fromkeys(display)
    )


@lru_cache(maxsize=4096)
def cards_to_take(cards: tuple[CardId, ...]) -> Choice:
    return Choice(tuple([TakeCard(card) for card in cards]))


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
    shown = [terrains(table.edition.cards[card].rows) for card in cards]
    return bool(frozenset.intersection(*shown))
