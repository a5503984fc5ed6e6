"""The cards: animals and what a quartet of each is worth, pedigrees, rats; and herds."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias, TypeGuard, get_args

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

Rat: TypeAlias = Literal["rat"]
RAT: Final[Rat] = "rat"

Kind: TypeAlias = Literal[
    "rooster", "goose", "cat", "dog", "sheep", "goat", "donkey", "pig", "cow", "horse", "rat"
]
"""What can be owned four times and traded for."""

KINDS: Final[tuple[Kind, ...]] = get_args(Kind)

Pedigree: TypeAlias = Literal[
    "pedigree:rooster",
    "pedigree:goose",
    "pedigree:cat",
    "pedigree:dog",
    "pedigree:sheep",
    "pedigree:goat",
    "pedigree:donkey",
    "pedigree:pig",
    "pedigree:cow",
    "pedigree:horse",
]
PEDIGREES: Final[tuple[Pedigree, ...]] = get_args(Pedigree)

PEDIGREE_OF: Final[dict[object, Animal]] = dict(zip(PEDIGREES, ANIMALS, strict=True))
"""The animal that a pedigree is for. It has no other cards."""

Card: TypeAlias = Kind | Pedigree | int
"""What can lie in a deck. A number is a money card, which only the game for two mixes in."""

QUARTET: Final = 4

Herd: TypeAlias = tuple[int, ...]
"""How many of each kind a seat owns, in the order of KINDS."""

KIND: Final[dict[Kind, int]] = {kind: place for place, kind in enumerate(KINDS)}
"""The place of each kind in a herd."""

RATS: Final = KIND[RAT]

NO_ANIMALS: Final[Herd] = (0,) * len(KINDS)


def is_animal(card: Card | None) -> TypeGuard[Animal]:
    """Whether a card is an animal that counts in a quartet, which a rat does not."""
    return card in VALUES


def is_kind(card: Card | None) -> TypeGuard[Kind]:
    """Whether a card can be owned four times: an animal, or a rat."""
    return card in KIND


def grown(herd: Herd, kind: Kind, by: int) -> Herd:
    """Return the herd with `by` more of a kind."""
    new = list(herd)
    new[KIND[kind]] += by
    return tuple(new)


def quartets(herd: Herd) -> tuple[Animal, ...]:
    """Name the animals of which the herd has all four. Rats do not count as animals."""
    return tuple([animal for animal in ANIMALS if herd[KIND[animal]] == QUARTET])
