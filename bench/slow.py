"""How long a game takes among people who look three times a day: prints JSON.

`python -m bench.slow [GAMES]`. Beside people who leave no orders stand tables where half of them
do, and all; and the rules that a slow table had before there were envelopes.
"""

from __future__ import annotations

import sys
from typing import Final

import msgspec

from kuhstall.arena.slow_games import Habit, Outcome, over_days
from kuhstall.games.registry import EDITIONS

_GAMES: Final = 21
_TURNS: Final = {"auction_mode": "turns"}
_SEATS: Final = 4
_ORDERING: Final = {0.5: "half", 1.0: "all"}


def measured(games: int) -> dict[str, Outcome]:
    """Play so many games of the first edition of every game; where there are auctions, twice."""
    firsts = {edition.game.name: edition for edition in reversed(list(EDITIONS.values()))}
    found = {}
    for name, edition in firsts.items():
        found[name] = over_days(edition, {}, _SEATS, games, Habit())
        if edition.game.orders is not None:
            for ordering, who in _ORDERING.items():
                habit = Habit(ordering=ordering)
                found[f"{name}, {who} with orders"] = over_days(edition, {}, _SEATS, games, habit)
        if hasattr(edition.rules, "auction_mode"):
            found[f"{name} in turns"] = over_days(edition, _TURNS, _SEATS, games, Habit())
    return found


if __name__ == "__main__":
    found = measured(int(sys.argv[1]) if len(sys.argv) > 1 else _GAMES)
    sys.stdout.buffer.write(msgspec.json.format(msgspec.json.encode(found), indent=1) + b"\n")
