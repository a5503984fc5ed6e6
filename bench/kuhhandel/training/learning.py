"""A training that is kept in a file after every round, and goes on where it was cut off."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from bench.kuhhandel.training.curve import drawn
from bench.kuhhandel.training.evolving import State, evolve
from bench.kuhhandel.training.pool import (
    FIELDS,
    PLAYERS,
    WANTED,
    farmer_of,
    goodness,
    measured,
    seated,
)
from kuhstall.bots.kuhhandel.personality import Personality, personality_of
from kuhstall.bots.kuhhandel.simulator.setting import in_turns
from kuhstall.games.kuhhandel.edition import Edition
from kuhstall.games.kuhhandel.editions import find

YARDSTICKS: Final = ("farmer@1", "farmer@2")
_SEATS: Final = 4


class Told(Struct, frozen=True):
    """One round: how good all candidates were, and the better half; sometimes the middle's wins."""

    number: int
    mean: float
    best: float
    cpu_seconds: float
    wins: dict[str, float] = {}


class Kept(Struct):
    """A training, as it is kept. With a field, it learns against three of that name only."""

    edition: str
    start: str
    seed: str
    population: int
    games: int
    state: State
    told: list[Told] = []
    found: dict[str, float] = {}
    cpu_seconds: float = 0.0
    field: str = ""

    @property
    def one(self) -> Personality:
        """The farmer that it has found so far."""
        return farmer_of(self.state.middle, personality_of(self.start))

    @property
    def yardsticks(self) -> tuple[str, ...]:
        """Whom it is measured against."""
        return (self.field,) if self.field else YARDSTICKS


def opened(path: Path) -> Kept | None:
    """Return what an earlier run kept."""
    return msgspec.json.decode(path.read_bytes(), type=Kept) if path.exists() else None


def go_on(kept: Kept, every: int, check: int) -> Told:
    """Go one round on; every so many rounds, measure what was found so far."""
    began = time.process_time()
    edition, start = in_turns(find(kept.edition)), personality_of(kept.start)
    own = kept.one

    def fitness(drawn: Sequence[Sequence[float]], number: int) -> list[float]:
        players = _SEATS if kept.field else PLAYERS[number % len(PLAYERS)]
        fields = [(kept.field,)] if kept.field else FIELDS
        candidates = [farmer_of(each, start) for each in drawn]
        others = [seated(field, own, players) for field in fields]
        return goodness(edition, candidates, others, kept.games, f"{kept.seed}/round {number}")

    mean, best = evolve(kept.state, WANTED, kept.population, fitness, kept.seed)
    number = kept.state.rounds
    wins = _checked(kept, edition, check) if number % every == 0 else {}
    kept.found = {
        each.name: round(at, 4) for each, at in zip(WANTED, kept.state.middle, strict=True)
    }
    spent = time.process_time() - began
    kept.cpu_seconds += spent
    told = Told(number, round(mean, 4), round(best, 4), round(spent, 1), wins)
    kept.told.append(told)
    return told


def _checked(kept: Kept, edition: Edition, games: int) -> dict[str, float]:
    """Let the middle play against yardsticks, always in the same games."""
    one, seed = kept.one, f"{kept.seed}/check"
    return {
        name: measured(edition, one, seated([name], one, _SEATS), games, seed).share
        for name in kept.yardsticks
    }


def keep(kept: Kept, path: Path) -> None:
    """Write a training down, and draw its curve beside it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(msgspec.json.format(msgspec.json.encode(kept), indent=1))
    points = {
        name: [(told.number, told.wins[name]) for told in kept.told if name in told.wins]
        for name in kept.yardsticks
    }
    path.with_suffix(".svg").write_text(drawn(kept.edition, points), encoding="utf-8")
