"""Simulates games of bots: winners, times, and whether all rules hold."""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any, Final

from msgspec import Struct

from kuhstall.arena.chance import QuickChance
from kuhstall.arena.driver import play_out
from kuhstall.arena.registry import find
from kuhstall.arena.watch import MOST_MOVES
from kuhstall.bots import registry
from kuhstall.bots.bot import Bot
from kuhstall.engine.chance import Chance
from kuhstall.engine.match import Match, Seen
from kuhstall.engine.values import Action, Illegal, Refused, Seat
from kuhstall.games.edition import Edition

_Z: Final = 1.96
_BATCHES: Final = 4
"""Batches of games a process gets: enough that none of them is idle for long."""


class Plan(Struct, frozen=True):
    """Which games to play. A game depends on the plan and its own number alone."""

    edition: Edition
    line_up: tuple[str, ...]
    seed: int | str
    rotate: bool = False

    def names(self, game: int) -> tuple[str, ...]:
        """Name the bot on each seat in one game."""
        turn = game % len(self.line_up) if self.rotate else 0
        return self.line_up[-turn:] + self.line_up[:-turn] if turn else self.line_up


class Offence(Struct, frozen=True):
    """An action that was refused: in which game, counted from 0, who wanted it, and why not."""

    game: int
    seat: Seat
    bot: str
    action: str
    code: str


class Played(Struct, frozen=True):
    """One game."""

    moves: int
    rounds: int | None
    scores: tuple[int, ...]
    winners: tuple[Seat, ...]
    violations: tuple[str, ...]
    offence: Offence | None = None


class BotResult(Struct, frozen=True):
    """How a bot did. A win shared by k seats counts 1/k for each of them.

    `played` counts seats: a bot on three seats of a game played it three times. `share` is
    `won / played`, so that parity is one divided by the number of seats. The interval is
    Wilson's, of 95 %.
    """

    played: int
    won: float
    share: float
    interval: tuple[float, float]
    mean_score: float


class Result(Struct, frozen=True, omit_defaults=True):
    """What came of a simulation. `wins` counts the games a seat won alone or shared.

    `mean_rounds` is there for games that have rounds. The means of scores are of the games that
    came to an end. `offence` is the first action that was refused, if any was.
    """

    edition: str
    players: int
    seed: int | str
    line_up: tuple[str, ...]
    rotate: bool
    games: int
    moves: int
    mean_moves: float
    mean_rounds: float | None
    mean_score: float
    mean_winning_score: float
    wins: tuple[int, ...]
    shared: int
    violations: int
    violations_by_kind: dict[str, int]
    wins_by_bot: dict[str, BotResult]
    seconds: float
    offence: Offence | None = None


class _Noting:
    """A bot that notes its actions: a refusal does not name the seat."""

    def __init__(self, bot: Bot, seat: Seat, note: list[tuple[Seat, Action]]) -> None:
        self._bot = bot
        self._seat = seat
        self._note = note

    def choose(self, seen: Seen) -> Action:
        action = self._bot.choose(seen)
        self._note[:] = [(self._seat, action)]
        return action


def simulate(  # noqa: PLR0913 -- the words of the command
    edition: Edition,
    players: int,
    games: int,
    seed: int | str,
    line_up: Sequence[str] = ("random",),
    *,
    rotate: bool = False,
    jobs: int = 1,
    advance: Callable[[int], None] = lambda _: None,
) -> Result:
    """Play games; the result depends on everything but the number of jobs.

    `advance` is told how many games were just played.
    """
    plan = Plan(edition, seat_bots(line_up, players), seed, rotate)
    edition.opened(players)
    start = time.perf_counter()
    played: list[Played] = []
    for batch in _in_batches(plan, games, jobs) if jobs > 1 else _one_by_one(plan, games):
        played += batch
        advance(len(batch))
    return _sum_up(plan, played, time.perf_counter() - start)


def seat_bots(line_up: Sequence[str], players: int) -> tuple[str, ...]:
    """Give every seat a bot: one name is for all seats, else there is a name for each."""
    for name in line_up:
        registry.admit(name)
    names = tuple(line_up) * players if len(line_up) == 1 else tuple(line_up)
    if len(names) != players:
        raise Refused("line_up", _misfit(len(names), players))
    return names


def _misfit(bots: int, seats: int) -> str:
    return f"{bots} bots for {seats} seats; name one, or one a seat, or say --players {bots}"


def _one_by_one(plan: Plan, games: int) -> Iterator[list[Played]]:
    for number in range(games):
        yield [play_game(plan, number)]


def _in_batches(plan: Plan, games: int, jobs: int) -> Iterator[list[Played]]:
    size = max(1, math.ceil(games / (jobs * _BATCHES)))
    batches = [range(at, min(at + size, games)) for at in range(0, games, size)]
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as processes:
        yield from processes.map(play_games, [plan] * len(batches), batches)


def play_games(plan: Plan, numbers: Iterable[int]) -> list[Played]:
    for name in plan.line_up:  # another process does not know your own bots
        registry.admit(name)
    return [play_game(plan, number) for number in numbers]


def play_game(plan: Plan, number: int) -> Played:
    """Play one game under watch."""
    label = f"{plan.seed}/{number}"
    names = plan.names(number)
    bots = [
        registry.make(name, plan.edition.key, seat, QuickChance(f"{label}/seat {seat}"))
        for seat, name in enumerate(names)
    ]
    table, driver = QuickChance(f"{label}/table"), QuickChance(f"{label}/driver")
    return watch_match(number, Match(plan.edition, len(names), table), names, bots, driver)


def watch_match(
    number: int, match: Match, names: Sequence[str], bots: Sequence[Bot], driver: Chance
) -> Played:
    """Play a match to its end under watch. An illegal action is the bot's fault, and ends it."""
    note: list[tuple[Seat, Action]] = []
    offence = None
    noted = [_Noting(bot, seat, note) for seat, bot in enumerate(bots)]
    watch = find(match.table.edition.key).watch(match)
    try:
        for _ in play_out(match, noted, driver):
            watch.look()
            if watch.moves >= MOST_MOVES:
                break
    except Illegal as illegal:
        watch.violations.add(f"illegal: {illegal.code}")
        for seat, action in note:
            offence = Offence(number, seat, names[seat], repr(action), illegal.code)
    watch.finish()
    phase: Any = match.table.phase
    winners: tuple[Seat, ...] = ()
    scores: tuple[int, ...] = ()
    if watch.over:
        winners, scores = phase.winners, tuple([score.total for score in phase.scores])
    violations = tuple(sorted(watch.violations))
    return Played(watch.moves, watch.rounds, scores, winners, violations, offence)


def _sum_up(plan: Plan, played: Sequence[Played], seconds: float) -> Result:
    players, games = len(plan.line_up), len(played)
    wins = [0] * players
    seats: Counter[str] = Counter()
    shares: dict[str, float] = dict.fromkeys(plan.line_up, 0.0)
    kinds: Counter[str] = Counter()
    points: dict[str, list[int]] = {name: [] for name in plan.line_up}
    for number, game in enumerate(played):
        names = plan.names(number)
        seats.update(names)
        kinds.update(game.violations)
        for seat in game.winners:
            wins[seat] += 1
            shares[names[seat]] += 1 / len(game.winners)
        for seat, score in enumerate(game.scores):
            points[names[seat]].append(score)
    moves = sum(game.moves for game in played)
    return Result(
        edition=plan.edition.key,
        players=players,
        seed=plan.seed,
        line_up=plan.line_up,
        rotate=plan.rotate,
        games=games,
        moves=moves,
        mean_moves=_mean([game.moves for game in played]),
        mean_rounds=_mean_rounds(played),
        mean_score=_mean([score for scores in points.values() for score in scores]),
        mean_winning_score=_mean([max(game.scores) for game in played if game.scores]),
        wins=tuple(wins),
        shared=sum(len(game.winners) > 1 for game in played),
        violations=sum(kinds.values()),
        violations_by_kind=dict(sorted(kinds.items())),
        wins_by_bot={
            name: _bot_result(won, seats[name], points[name]) for name, won in shares.items()
        },
        seconds=round(seconds, 3),
        offence=next((game.offence for game in played if game.offence is not None), None),
    )


def _mean_rounds(played: Sequence[Played]) -> float | None:
    rounds = [game.rounds for game in played if game.rounds is not None]
    return _mean(rounds) if rounds else None


def _mean(numbers: Sequence[int]) -> float:
    return round(sum(numbers) / len(numbers), 2) if numbers else 0.0


def _bot_result(won: float, played: int, points: Sequence[int]) -> BotResult:
    if not played:
        return BotResult(0, 0.0, 0.0, (0.0, 1.0), 0.0)
    low, high = wilson(won, played)
    interval = round(low, 4), round(high, 4)
    return BotResult(played, round(won, 3), round(won / played, 4), interval, _mean(points))


def wilson(won: float, played: float) -> tuple[float, float]:
    """Return Wilson's interval of 95 % for a share; it stays reliable near 0 and 1."""
    share = won / played
    z = _Z * _Z / played
    middle = (share + z / 2) / (1 + z)
    half = _Z * math.sqrt(share * (1 - share) / played + z / played / 4) / (1 + z)
    return max(0.0, middle - half), min(1.0, middle + half)
