"""A table played by numbers, one seat after the other: what all environments have in common."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from typing import Any

from kuhstall.engine.chance import Chance
from kuhstall.engine.match import Match
from kuhstall.engine.values import Seat
from kuhstall.env.kuhhandel import moves
from kuhstall.env.kuhhandel.moves import AddCard, Meaning
from kuhstall.games.kuhhandel.edition import Edition
from kuhstall.games.kuhhandel.editions import find


def in_turns(key: str, rules: Mapping[str, Any]) -> Edition:
    """Find an edition with the rules of slow tables: bids in turns."""
    edition = find(key)
    turns = {"auction_mode": "turns", "pedigree_mode": "sealed", "rat_mode": "round"}
    wanted = {name: mode for name, mode in turns.items() if hasattr(edition.rules, name)}
    wanted |= rules
    return edition.with_rules(edition.hosted(wanted, over_days=True))


class Turns:
    """A match, who has to choose, and what each number means now."""

    def __init__(self, edition: Edition, players: int, chance: Chance) -> None:
        self.match = Match(edition, players, chance)
        self._players = players
        self._turn_to_next()

    def choose(self, number: int) -> None:
        """Do what a number stands for, on behalf of the seat whose turn it is.

        If chance raises an error, all is as it was before.
        """
        meaning = self.meanings.get(number)
        if meaning is None or self.seat is None:
            raise ValueError(f"{moves.NAMES[number]} may not be chosen now: read the mask")
        if isinstance(meaning, AddCard):
            self._turn_to_next((*self.picked, meaning.card))
            return
        try:
            self.match.play(self.seat, meaning)
        except BaseException:
            self.match.held.pop(self.seat, None)
            raise
        self._turn_to_next()

    def picked_by(self, seat: Seat) -> tuple[int, ...]:
        """Return what a seat has added so far to a pick that it is making."""
        return self.picked if seat == self.seat else ()

    def rewards(self) -> list[float]:
        """Give each seat its share of the win less what it would have if all were equal."""
        winners = self.match.view(None).phase.winners
        equal = 1 / self._players
        return [(seat in winners) / len(winners) - equal for seat in range(self._players)]

    def branched(self, chance: Chance) -> Turns:
        """Return a table that goes on from here by itself."""
        branch = copy(self)
        branch.match = self.match.branched(chance)
        return branch

    def _turn_to_next(self, picked: tuple[int, ...] = ()) -> None:
        self.picked = picked
        self.meanings: Mapping[int, Meaning] = {}
        self.seat: Seat | None = next(iter(self.match.actors), None)
        if self.seat is not None:
            options = self.match.options(self.seat)
            self.meanings = moves.meanings(options, self.seat, self._players, picked)
