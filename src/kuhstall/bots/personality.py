"""What makes one farmer different from another: numbers, no code."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec import Struct


class Personality(Struct, frozen=True):
    """How a farmer weighs things. The numbers were found by play against each other."""

    thrift: float = 0.5  # how much of a struggle is decided by money, rather than by animals
    hope: float = 0.35  # how much of the payouts to come counts as money already
    envy: float = 0.5  # what a point of the strongest rival hurts, in own points
    patience: float = 0.3  # what an auction is worth, in lots got for nothing
    pace: float = 0.2  # how far a bid jumps from the least one to the limit
    drive: float = 0.3  # how often a price is driven up that somebody else will pay
    bluff: float = 0.15  # how often an offer is made of bluff cards, or looks like more
    trust: float = 0.35  # how often others are expected to accept before they are known


PERSONALITIES: Final[Mapping[str, Personality]] = {
    "": Personality(),
    "thrifty": Personality(thrift=0.7, pace=0.1, drive=0.1, bluff=0.05),
    "bold": Personality(thrift=0.35, pace=0.4, drive=0.5),
    "bluffer": Personality(bluff=0.45, drive=0.5),
}
