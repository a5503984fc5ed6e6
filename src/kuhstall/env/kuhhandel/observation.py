"""What a seat sees, as numbers: its view and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from kuhstall.env.kuhhandel.moves import CARDS, SEATS
from kuhstall.games.kuhhandel.cards import ANIMALS, KINDS

PHASES: Final = (
    "turn",
    "bidding",
    "preemption",
    "payment",
    "offering",
    "responding",
    "countdown",
    "pedigree_hammer",
    "pedigree_payment",
    "rat_round",
    "dividing",
    "extra",
    "covering",
    "ended",
    "between",
)
_ROLES: Final = ("auctioneer", "payer", "payee", "buyer", "challenger", "challenged", "polled")
_FIGURES: Final = ("amount", "price", "stake", "count", "bout", "pot", "calls")
_MOST: Final = {"amount": 1000, "price": 1000, "stake": 2, "count": 20, "bout": 2, "pot": 30}

NAMES: Final = (
    *[f"phase:{phase}" for phase in PHASES],
    *[
        f"seat+{seat}:{what}"
        for seat in range(SEATS)
        for what in ("there", "cards", *KINDS, *[f"pedigree:{animal}" for animal in ANIMALS])
    ],
    *[f"purse:{card}" for card in CARDS],
    *[f"picked:{card}" for card in CARDS],
    *[f"lot:{kind}" for kind in KINDS],
    *[f"{role}:seat+{seat}" for role in (*_ROLES, "high") for seat in range(SEATS)],
    *_FIGURES,
    "deck",
    "donkeys",
    "idle",
)
"""What each number of an observation is. Seats are counted on from one's own."""

AT: Final = {name: number for number, name in enumerate(NAMES)}


def observe(view: Any, me: int, picked: Sequence[int] = ()) -> NDArray[np.float32]:
    """Write a view down as numbers, most of them between 0 and 1."""
    numbers: NDArray[np.float32] = np.zeros(len(NAMES), np.float32)
    seats = len(view.seats)
    for seat, place in enumerate(view.seats):
        at = AT[f"seat+{(seat - me) % seats}:there"]
        numbers[at] = 1
        numbers[at + 1] = -1 if place.cards is None else place.cards / 20
        for kind, owned in place.herd.items():
            numbers[at + 2 + KINDS.index(kind)] = owned / 4
        for animal in place.pedigrees:
            numbers[at + 2 + len(KINDS) + ANIMALS.index(animal)] = 1
    for card in view.seats[me].purse or ():
        numbers[AT[f"purse:{card}"]] += 0.1
    for card in picked:
        numbers[AT[f"picked:{card}"]] += 0.1
    _write_phase(numbers, view.phase, me, seats)
    numbers[AT["deck"]] = view.deck / 50
    numbers[AT["donkeys"]] = view.donkeys / 4
    numbers[AT["idle"]] = view.idle / 50
    return numbers


def _write_phase(numbers: NDArray[np.float32], phase: Any, me: int, seats: int) -> None:
    numbers[AT[f"phase:{phase.__struct_config__.tag}"]] = 1
    lot = getattr(phase, "lot", None) or getattr(phase, "animal", None)
    if lot is not None:
        numbers[AT[f"lot:{lot}"]] = 1
    for role in _ROLES:
        if (who := getattr(phase, role, None)) is not None:
            numbers[AT[f"{role}:seat+{(who - me) % seats}"]] = 1
    if (high := getattr(phase, "high", None)) is not None:
        numbers[AT[f"high:seat+{(high.seat - me) % seats}"]] = 1
        numbers[AT["amount"]] = high.amount / 1000
    for figure in _FIGURES:
        if (value := getattr(phase, figure, None)) is not None:
            numbers[AT[figure]] = value / _MOST.get(figure, 4)
