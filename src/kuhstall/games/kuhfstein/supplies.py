"""Opening tiles and cards, and shuffling what was set aside when nothing is left to open."""

from __future__ import annotations

from typing import Generic, TypeVar

from msgspec import Struct

from kuhstall.engine.chance import Chance
from kuhstall.games.kuhfstein.landscape import Terrain
from kuhstall.games.kuhfstein.patterns import CardId

T = TypeVar("T")


class Opened(Struct, Generic[T], frozen=True):
    """What was opened, what is left face down, and whether that was shuffled again."""

    opened: tuple[T, ...]
    supply: tuple[T, ...]
    shuffled: bool


def open_tiles(
    supply: tuple[Terrain, ...],
    aside: tuple[Terrain, ...],
    number: int,
    chance: Chance,
    label: str,
) -> Opened[Terrain]:
    """Open tiles; those set aside come back as soon as the last one is opened (K-09)."""
    opened = supply[:number]
    left = supply[number:]
    if left or not aside:
        return Opened(opened, left, shuffled=False)
    left = chance.shuffled(label, tuple(sorted(aside)))
    missing = number - len(opened)
    return Opened(opened + left[:missing], left[missing:], shuffled=True)


def open_cards(
    pile: tuple[CardId, ...],
    discard: tuple[CardId, ...],
    number: int,
    chance: Chance,
    label: str,
) -> Opened[CardId]:
    """Open cards; the discarded ones come back when one more is needed (K-10)."""
    opened, left = pile[:number], pile[number:]
    missing = number - len(opened)
    if not missing or not discard:
        return Opened(opened, left, shuffled=False)
    left = chance.shuffled(label, tuple(sorted(discard)))
    return Opened(opened + left[:missing], left[missing:], shuffled=True)
