"""Whom a learner plays against, and how well it does: farmers of all times, and itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from bench.kuhhandel.training.evolving import Wanted
from kuhstall.arena.kuhhandel.simulator.contest import Share, play, rotate, share_of, won
from kuhstall.bots.kuhhandel.personality import (
    BID_MARKS,
    TRADE_MARKS,
    Personality,
    numbers,
    of_numbers,
    personality_of,
)
from kuhstall.bots.kuhhandel.simulator import layout as at
from kuhstall.bots.kuhhandel.simulator.playing import Seated
from kuhstall.games.kuhhandel.edition import Edition

FIELDS: Final[tuple[tuple[str, ...], ...]] = (
    ("farmer@1",),
    ("farmer@2",),
    ("farmer@1", "own", "farmer@2"),
    ("own",),
    ("farmer@1",),
    ("farmer@2", "farmer:bold", "farmer:bluffer"),
)
"""The fields of others, each seat after the other; `own` is the learner as far as it has come."""
PLAYERS: Final = (4, 3, 4, 5)
"""How many play, round after round."""

_PLACES: Final[dict[str, tuple[float, float, float]]] = {
    "thrift": (0.08, 0.2, 1.2),
    "hope": (0.1, 0.0, 1.2),
    "envy": (0.15, 0.0, 1.5),
    "patience": (0.5, 0.2, 6.0),
    "pace": (0.06, 0.02, 0.8),
    "drive": (0.08, 0.02, 0.8),
    "bluff": (0.08, 0.1, 0.8),
    "trust": (0.06, 0.02, 0.8),
    "money 0": (0.12, 0.3, 1.8),
    "money 1": (0.12, 0.3, 1.8),
    "money 2": (0.12, 0.3, 1.8),
    "money 3": (0.12, 0.3, 1.8),
    "money 4": (0.12, 0.3, 1.8),
    "offers": (0.12, 0.3, 2.0),
    "counters": (0.15, 0.5, 2.5),
    "taste": (0.08, -0.5, 0.5),
    "ceiling": (0.2, 0.5, 3.0),
    "grace": (0.12, 0.0, 0.8),
    "grip 0": (0.0, 0.0, 0.0),
    "grip 1": (0.0, 1.0, 1.0),
    "grip 2": (0.25, 1.2, 4.0),
    "grip 3": (0.4, 1.8, 8.0),
    "grip 4": (0.0, 4.0, 4.0),
    "luck": (0.15, 0.2, 2.5),
    "spite": (0.15, -0.5, 1.5),
    "late": (0.15, 0.3, 2.0),
    "wary": (0.25, 0.8, 4.0),
    "reach": (0.25, 0.8, 4.0),
    "caution": (0.15, 0.4, 2.0),
    "credit": (0.06, -0.2, 0.5),
    "haste": (0.2, -0.8, 2.0),
    "meek": (0.04, -0.3, 0.3),
    **{f"bids {mark}": (0.08, -0.8, 0.8) for mark in range(BID_MARKS)},
    **{f"lays {mark}": (0.12, -1.0, 1.0) for mark in range(TRADE_MARKS)},
    **{f"replies {mark}": (0.12, -1.0, 1.0) for mark in range(TRADE_MARKS)},
    **{f"picks {mark}": (0.03, -0.4, 0.4) for mark in range(TRADE_MARKS)},
}
WANTED: Final = tuple(
    Wanted(name, place, *told) for place, (name, told) in enumerate(_PLACES.items()) if told[0]
)
"""What is looked for, in the order of the numbers of a personality."""


def farmer_of(found: Sequence[float], start: Personality) -> Personality:
    """Return a farmer with what was found in the places of the others' numbers."""
    told = list(numbers(start))
    for number, each in zip(WANTED, found, strict=True):
        told[number.place] = each
    return of_numbers(told)


def start_of(start: Personality) -> list[float]:
    """Return the numbers that are looked for as a farmer has them."""
    told = numbers(start)
    return [min(max(told[each.place], each.low), each.high) for each in WANTED]


def seated(field: Sequence[str], own: Personality, players: int) -> list[Seated]:
    """Seat a field."""
    names = [field[seat % len(field)] for seat in range(players - 1)]
    return [own if name == "own" else personality_of(name) for name in names]


def goodness(
    edition: Edition,
    candidates: Sequence[Personality],
    fields: Sequence[Sequence[Seated]],
    games: int,
    seed: str,
) -> list[float]:
    """Say how good each is against each field in turn, all in the same games."""
    players = 1 + len(fields[0])
    found = []
    for one in candidates:
        line_ups = [
            rotate([one, *fields[game // players % len(fields)]], game) for game in range(games)
        ]
        rows = play(edition, line_ups, [f"{seed}/{game}" for game in range(games)])
        found.append(sum(good(row, game % players) for game, row in enumerate(rows)) / games)
    return found


def good(row: Any, seat: int) -> float:
    """Say how good a game was for a seat: half for winning, half for how near it came."""
    seats = int(row[at.SEATS])
    own = float(row[at.SCORES + seat])
    rival = max(float(row[at.SCORES + other]) for other in range(seats) if other != seat)
    near = own * own / (own * own + rival * rival + 1.0)
    return 0.5 * won(row, seat) + 0.5 * near


def measured(
    edition: Edition, one: Personality, field: Sequence[Seated], games: int, seed: str
) -> Share:
    """Play other games against a field, and say what part one wins."""
    seats = 1 + len(field)
    line_ups = [rotate([one, *field], game) for game in range(games)]
    rows = play(edition, line_ups, [f"{seed}/{game}" for game in range(games)])
    return share_of(sum(won(row, game % seats) for game, row in enumerate(rows)), games)
