"""The moves that a bot considers, on bit boards."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from kuhstall.games.kuhfstein.patterns import CardFace


class Lay(Struct, frozen=True, gc=False):
    """Lay a tile; `square` are the tiles round a tree that is planted with it."""

    bit: int
    terrain: int
    square: int = 0


class Take(Struct, frozen=True, gc=False):
    face: CardFace


class Play(Struct, frozen=True, gc=False):
    face: CardFace
    cows: int


class Gather(Struct, frozen=True, gc=False):
    herd: int


Move: TypeAlias = Lay | Take | Play | Gather
