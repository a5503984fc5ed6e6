"""What makes one farmer different from another: numbers, no code."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec import Struct


class Personality(Struct, frozen=True):
    """How a farmer weighs things.

    The numbers were found by playing against each other and against plainer bots: money is worth
    keeping, and an auction is better than most trades.
    """

    thrift: float = 0.55  # how much of a struggle is decided by money, rather than by animals
    hope: float = 0.35  # how much of the payouts to come counts as money already
    envy: float = 0.6  # what a point of the strongest rival hurts, in points of its own
    patience: float = 2.0  # what an auction is worth, in lots got for nothing
    pace: float = 0.15  # how far a bid jumps from the least one to the limit
    drive: float = 0.2  # how often a price is driven up that somebody else will pay
    bluff: float = 0.2  # how often an offer or a counter-offer is made to look like more
    trust: float = 0.25  # how often others are expected to accept before they are known


PERSONALITIES: Final[Mapping[str, Personality]] = {
    "": Personality(),
    "thrifty": Personality(thrift=0.75, pace=0.1, drive=0.1, bluff=0.05),
    "bold": Personality(thrift=0.4, patience=1.0, pace=0.4, drive=0.4),
    "bluffer": Personality(drive=0.4, bluff=0.6, trust=0.4),
}

_BY_NAME: Final = {
    f"farmer:{name}" if name else "farmer": personality
    for name, personality in PERSONALITIES.items()
}
NAMES: Final = tuple(_BY_NAME)
"""What a farmer of each character is called."""

YARDSTICKS: Final = ("farmer@1",)
"""The plain farmer as it was in 2026: `tests/data/yardsticks` holds what it must choose."""


def named(name: str) -> Personality:
    """Return the character that a bot's name asks for; the plain one if it asks for none."""
    return _BY_NAME.get(name, PERSONALITIES[""])
