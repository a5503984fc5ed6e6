"""Every action as a number: what a learner chooses among, and which of them it may now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias

from msgspec import Struct

from kuhstall.engine.option import Choice, Option, Pick, Range
from kuhstall.engine.values import Action
from kuhstall.env.kuhhandel.adding import may_add, may_stop
from kuhstall.games.kuhhandel.actions import ChallengeTrade, PlaceBid
from kuhstall.games.kuhhandel.cards import KINDS
from kuhstall.games.kuhhandel.master.actions import Cover, LayCard, Slap

SEATS: Final = 6
CARDS: Final = (0, 10, 20, 50, 100, 200, 500)
RAISES: Final = (0, 10, 20, 40, 90, 190, 390)
"""How far a bid goes above the least one."""

SLAPS: Final = tuple(range(11))
"""For how many cards a seat takes a pedigree; for none of them."""


class AddCard(Struct, frozen=True):
    """Add a card to a pick that is being made."""

    card: int


Meaning: TypeAlias = Action | AddCard

PLAIN: Final = (
    "auction",
    "pass",
    "sell",
    "preempt",
    "accept",
    "divide",
    "keep",
    "give",
    "wait",
    "take_rat",
    "end_turn",
)
"""The actions without a choice in them, by their tags on the wire."""

NAMES: Final = (
    *PLAIN,
    *[f"trade:{kind}:{seat}" for kind in KINDS for seat in range(SEATS)],
    *[f"bid:+{more}" for more in RAISES],
    *[f"slap:{count}" for count in SLAPS],
    *[f"cover:{kind}" for kind in KINDS],
    *[f"lay_card:{card}" for card in CARDS],
    *[f"add:{card}" for card in CARDS],
    "done",
    "done:hidden",
)
"""What each number stands for. A seat of a trade is counted on from one's own."""

NUMBER: Final[Mapping[str, int]] = {name: number for number, name in enumerate(NAMES)}


def meanings(
    options: Sequence[Option], me: int, seats: int, picked: Sequence[int] | None
) -> dict[int, Meaning]:
    """Say what each number that may be chosen stands for.

    `picked` is what has been added to a pick so far; None if no pick has been begun.
    """
    found: dict[str, Meaning] = {}
    for option in options:
        if isinstance(option, Pick):
            found |= _adding(option, picked or ())
        elif picked:
            continue  # a seat that has begun to pick goes on
        elif isinstance(option, Choice):
            found |= {_name(action, me, seats): action for action in option.actions}
        elif isinstance(option, Range):
            found |= _numbers(option)
    return {NUMBER[name]: meaning for name, meaning in found.items()}


def _name(action: Action, me: int, seats: int) -> str:
    tag = str(type(action).__struct_config__.tag)
    match action:
        case ChallengeTrade(animal, seat):
            return f"{tag}:{animal}:{(seat - me) % seats}"
        case LayCard(card):
            return f"{tag}:{card}"
        case Cover(animal):
            return f"{tag}:{animal}"
        case _:
            return tag


def _numbers(option: Range) -> dict[str, Meaning]:
    if isinstance(option.action, PlaceBid):
        raises = [more for more in RAISES if option.low + more <= option.high]
        return {f"bid:+{more}": option.fill(option.low + more) for more in raises}
    if isinstance(option.action, Slap):
        return {f"slap:{count}": option.fill(count) for count in range(option.low, option.high + 1)}
    raise TypeError(f"{option} is none of the ranges of strict turns")


def _adding(option: Pick, picked: Sequence[int]) -> dict[str, Meaning]:
    found: dict[str, Meaning] = {f"add:{card}": AddCard(card) for card in may_add(option, picked)}
    if may_stop(option, picked):
        hidden = not getattr(option.action, "show_count", True)
        found["done:hidden" if hidden else "done"] = option.fill(picked)
    return found
