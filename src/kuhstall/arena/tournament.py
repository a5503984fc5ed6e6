"""A tournament: bots in mixed line-ups over the same decks, so that luck and seats are shared out.

Every deck is played once in each turn of the line-up, and a game depends on the tournament and
its own number alone: where and beside what it is played makes no difference to what is in the
file of results. How long the bots thought does, and is kept apart from it.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

from msgspec import Struct

from kuhstall.arena.chance import QuickChance
from kuhstall.arena.simulation import seat_bots, watch_match
from kuhstall.bots import registry
from kuhstall.bots.bot import Bot
from kuhstall.engine.match import Match, Seen
from kuhstall.engine.values import Action, Seat
from kuhstall.games.edition import Edition


class Tournament(Struct, frozen=True):
    """Which games to play: `line_up` has a bot for each seat, and moves on by one each game."""

    edition: Edition
    line_up: tuple[str, ...]
    games: int
    seed: str

    def deck(self, number: int) -> int:
        """Return which deck a game is played with: one for each turn of the line-up."""
        return number // len(self.line_up)

    def names(self, number: int) -> tuple[str, ...]:
        """Name the bot on each seat in one game."""
        turn = number % len(self.line_up)
        return self.line_up[turn:] + self.line_up[:turn]


class GameResult(Struct, frozen=True, omit_defaults=True):
    """The result of one game. It depends only on the tournament and the number of the game."""

    number: int
    bots: tuple[str, ...]
    moves: int
    scores: tuple[int, ...]
    winners: tuple[Seat, ...]
    violations: tuple[str, ...] = ()


class Thinking(Struct, frozen=True):
    """How long one bot thought in one game: the processor's microseconds of each decision."""

    bot: str
    micros: tuple[int, ...]


class Batch(Struct, frozen=True):
    """Some games of a tournament as one process played them."""

    games: tuple[GameResult, ...]
    thinking: tuple[Thinking, ...]


class _Timed:
    """A bot whose decisions are timed by the processor's clock, which other work does not move."""

    def __init__(self, bot: Bot, micros: list[int]) -> None:
        self._bot = bot
        self._micros = micros

    def choose(self, seen: Seen) -> Action:
        start = time.thread_time_ns()
        action = self._bot.choose(seen)
        self._micros.append((time.thread_time_ns() - start) // 1000)
        return action


def tournament(edition: Edition, line_up: Sequence[str], games: int, seed: str) -> Tournament:
    """Set up a tournament; refuse bots and numbers of seats that the edition does not have."""
    names = seat_bots(line_up, len(line_up))
    edition.opened(len(names))
    return Tournament(edition, names, games, seed)


def play(cup: Tournament, numbers: Sequence[int]) -> Batch:
    """Play some games of a tournament."""
    for name in cup.line_up:  # another process does not know your own bots
        registry.admit(name)
    micros: dict[str, list[int]] = {name: [] for name in cup.line_up}
    games = tuple([_game(cup, number, micros) for number in numbers])
    thinking = tuple([Thinking(name, tuple(each)) for name, each in micros.items()])
    return Batch(games, thinking)


def _game(cup: Tournament, number: int, micros: dict[str, list[int]]) -> GameResult:
    """Play one game: all turns of a line-up see the same deck, but each has chances of its own."""
    names = cup.names(number)
    label = f"{cup.seed}/{number}"
    key = cup.edition.key
    bots = [
        _Timed(registry.make(name, key, seat, QuickChance(f"{label}/seat {seat}")), micros[name])
        for seat, name in enumerate(names)
    ]
    table = QuickChance(f"{cup.seed}/deck {cup.deck(number)}")
    match = Match(cup.edition, len(names), table)
    played = watch_match(number, match, names, bots, QuickChance(f"{label}/driver"))
    return GameResult(number, names, played.moves, played.scores, played.winners, played.violations)
