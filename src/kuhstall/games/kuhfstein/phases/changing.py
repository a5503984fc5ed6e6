"""What the actions of a turn change: tiles, cows, cards, points, bonuses."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from kuhstall.engine.chance import Chance
from kuhstall.engine.table import Unexpected
from kuhstall.engine.values import Event, Seat
from kuhstall.games.kuhfstein.edition import KuhfsteinTable
from kuhstall.games.kuhfstein.events import (
    BonusReached,
    CardPlayed,
    CardsExchanged,
    Doing,
    HerdTaken,
    KuhfsteinCardTaken,
    TilePlaced,
    TilesExchanged,
)
from kuhstall.games.kuhfstein.possible import cards_to_play
from kuhstall.games.kuhfstein.supplies import open_cards, open_tiles
from kuhstall.games.kuhfstein.track import Bonus
from kuhstall.games.kuhfstein.world import Place, World

DOING: Final[dict[Bonus, Doing]] = {
    "extra_action": "extra",
    "place_tile": "tile",
    "take_card": "card",
}
"""The bonuses that let a seat do something; the others take effect at once."""


def exchange_tiles(table: KuhfsteinTable, seat: Seat, chance: Chance) -> TilesExchanged:
    """Set all open tiles aside and open new ones, as many as there are (K-07, K-09)."""
    world = table.world
    aside = world.aside + world.display
    label = f"exchange/{table.moment}"
    found = open_tiles(world.tiles, aside, table.edition.display, chance, label)
    left = () if found.shuffled else aside
    supply = found.supply if found.shuffled else None
    return TilesExchanged(seat, found.opened, left, found.shuffled, supply)


def exchange_cards(table: KuhfsteinTable, seat: Seat, chance: Chance) -> CardsExchanged:
    world = table.world
    discard = world.discard + world.cards
    label = f"exchange/{table.moment}"
    found = open_cards(world.pile, discard, table.edition.open_cards, chance, label)
    left = () if found.shuffled else discard
    supply = found.supply if found.shuffled else None
    return CardsExchanged(seat, found.opened, left, found.shuffled, supply)


def bonus_reached(table: KuhfsteinTable, seat: Seat, field: int) -> BonusReached:
    """Say what a bonus field gives; a bonus that cannot be used is lost (K-14)."""
    world = table.world
    place = world.places[seat]
    bonus = world.layout[field]
    cows = place.land.cows if bonus == "all_cows_back" else ()
    return BonusReached(seat, field, bonus, cows, lost=not _usable(table, seat, bonus))


def _usable(table: KuhfsteinTable, seat: Seat, bonus: Bonus) -> bool:
    world = table.world
    place = world.places[seat]
    match bonus:
        case "place_tile":
            return bool(world.display)
        case "take_card":
            return bool(world.cards)
        case "extra_action":
            return bool(
                world.display
                or world.cards
                or place.land.cows
                or any(True for _ in cards_to_play(table, place))
            )
        case _:
            return True


def assign(world: World, event: Event) -> World:
    """Apply an event of a turn."""
    match event:
        case TilePlaced():
            return _place_tile(world, event)
        case KuhfsteinCardTaken():
            place = world.places[event.seat]
            place = replace(place, hand=(*place.hand, event.card))
            cards = tuple([other for other in world.cards if other != event.card])
            return replace(world, places=world.others_and(event.seat, place), cards=cards)
        case CardPlayed():
            return _play_card(world, event)
        case HerdTaken():
            return world.placed(event.seat, _taken(world.places[event.seat], event.cows))
        case BonusReached():
            place = _taken(world.places[event.seat], event.cows)
            more = 1 if event.bonus == "cow" else 0
            reached = max(place.reached, event.field + 1)
            return world.placed(event.seat, replace(place, cows=place.cows + more, reached=reached))
        case TilesExchanged(_, opened, aside, shuffled, tiles):
            left = (tiles or ()) if shuffled else world.tiles[len(opened) :]
            return replace(world, display=opened, aside=aside, tiles=left)
        case CardsExchanged(_, opened, discard, shuffled, pile):
            drawn = (pile or ()) if shuffled else world.pile[len(opened) :]
            return replace(world, cards=opened, discard=discard, pile=drawn)
        case _:
            raise Unexpected(world, event)


def _place_tile(world: World, event: TilePlaced) -> World:
    place = world.places[event.seat]
    land = place.land.laid(event.cell, event.terrain, event.tree)
    place = replace(place, land=land, score=place.score + event.points)
    display = world.display[: event.tile] + world.display[event.tile + 1 :]
    trees = world.trees - (event.tree is not None)
    return replace(world, places=world.others_and(event.seat, place), display=display, trees=trees)


def _play_card(world: World, event: CardPlayed) -> World:
    place = world.places[event.seat]
    place = replace(
        place,
        cows=place.cows - len(event.cows),
        land=place.land.grazed(event.cows),
        hand=tuple([other for other in place.hand if other != event.card]),
        score=place.score + event.points,
    )
    places = world.others_and(event.seat, place)
    return replace(world, places=places, discard=(*world.discard, event.card))


def _taken(place: Place, cows: tuple[tuple[int, int], ...]) -> Place:
    return replace(place, cows=place.cows + len(cows), land=place.land.cleared(cows))
