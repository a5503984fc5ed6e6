"""What lies on a Kuhfstein table, secrets included."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from kuhstall.engine.values import Seat
from kuhstall.games.kuhfstein.landscape import Landscape, Terrain
from kuhstall.games.kuhfstein.patterns import CardId
from kuhstall.games.kuhfstein.track import Bonus


class Place(Struct, frozen=True, gc=False, cache_hash=True):
    """What a seat has. `cows` are those in supply; `reached` counts bonus fields it has passed."""

    cows: int = 0
    land: Landscape = Landscape()
    hand: tuple[CardId, ...] = ()
    score: int = 0
    reached: int = 0
    goals: tuple[str, ...] = ()


class World(Struct, frozen=True, gc=False):
    """The displays, what they are refilled from, and every seat's place.

    `tiles` and `pile` lie face down, the first is drawn next. `aside` are tiles that were
    exchanged, `discard` cards that were played or exchanged.
    """

    places: tuple[Place, ...]
    layout: tuple[Bonus, ...] = ()
    display: tuple[Terrain, ...] = ()
    tiles: tuple[Terrain, ...] = ()
    aside: tuple[Terrain, ...] = ()
    cards: tuple[CardId, ...] = ()
    pile: tuple[CardId, ...] = ()
    discard: tuple[CardId, ...] = ()
    trees: int = 0
    fox: Seat = 0
    last_round: bool = False
    extra_round: bool = False  # the last round was granted once more
    idle: int = 0  # turns in a row in which nothing was done

    @property
    def seats(self) -> int:
        return len(self.places)

    def placed(self, seat: Seat, place: Place) -> World:
        return replace(self, places=self.others_and(seat, place))

    def others_and(self, seat: Seat, place: Place) -> tuple[Place, ...]:
        """Return all places, with this one for a seat."""
        places = list(self.places)
        places[seat] = place
        return tuple(places)
