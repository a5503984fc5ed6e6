"""The animals, what a quartet of each is worth, and herds."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias, get_args

Animal: TypeAlias = Literal[
    "rooster", "goose", "cat", "dog", "sheep", "goat", "donkey", "pig", "cow", "horse"
]
ANIMALS: Final[tuple[Animal, ...]] = get_args(Animal)
DONKEY: Final[Animal] = "donkey"

VALUES: Final[dict[Animal, int]] = {
    "rooster": 10,
    "goose": 40,
    "cat": 90,
    "dog": 160,
    "sheep": 250,
    "goat": 350,
    "donkey": 500,
    "pig": 650,
    "cow": 800,
    "horse": 1000,
}
"""The number printed on a card: what all four of the kind are worth together."""

QUARTET: Final = 4

Herd: TypeAlias = tuple[int, ...]
"""How many of each kind a seat owns, in the order of ANIMALS."""

KIND: Final[dict[Animal, int]] = {animal: place for place, animal in enumerate(ANIMALS)}
"""The place of each animal in a herd."""

NO_ANIMALS: Final[Herd] = (0,) * len(ANIMALS)


def grown(herd: Herd, animal: Animal, by: int) -> Herd:
    """Return the herd with so many more (or fewer) of an animal."""
    new = list(herd)
    new[KIND[animal]] += by
    return tuple(new)


def quartets(herd: Herd) -> tuple[Animal, ...]:
    """Name the kinds of which the herd has all four."""
    return tuple(a for a, count in zip(ANIMALS, herd, strict=True) if count == QUARTET)
