"""A finished game with a coach: what cost people most, and why bots did what they did.

It takes a whole log, with all that was hidden in it, and looks at every decision as the seat did:
what it saw is told by `decisions`, and by nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from msgspec import Struct

from kuhstall.bots import registry
from kuhstall.bots.coach import Decision, check_over, decisions, review
from kuhstall.bots.thought import Thinking, Thought
from kuhstall.engine.chance import SeededChance
from kuhstall.engine.values import Event, Line, Seat
from kuhstall.games.registry import replayed

MOST: Final = 2.0
"""Seconds of processor time after which no other seat is looked at."""

_WEIGHED: Final = 2
"""How many other ways are told, the best first."""


class Seated(Struct, frozen=True):
    """A bot that has played: its name, and the key of its chance."""

    name: str
    key: bytes


class Played(Struct, frozen=True):
    """A game that is over: all of it, which seats were people's, and who sat on the others."""

    log: tuple[Event, ...]
    people: tuple[Seat, ...]
    bots: dict[Seat, Seated]


class Remark(Struct, frozen=True):
    """A decision that cost a person about so many points against the strongest rival.

    It is the coach's opinion.
    """

    step: int
    seat: Seat
    played: Line
    better: Line
    cost: int
    reason: Line


class Alternative(Struct, frozen=True):
    """What a bot might have done instead, and how many points less that seemed to be worth."""

    action: Line
    less: int


class BotReason(Struct, frozen=True):
    """Why a bot did something."""

    step: int
    seat: Seat
    action: Line
    reason: Line
    others: tuple[Alternative, ...] = ()


class Coaching(Struct, frozen=True):
    """What a coach says of a game: of each person at most three remarks, the most costly first."""

    remarks: tuple[Remark, ...]
    reasons: tuple[BotReason, ...]


def coach_game(game: Played, clock: Callable[[], float]) -> Coaching:
    """Go through a game, as far as there is time for it. The clock tells seconds that were used."""
    check_over(game.log)
    edition = replayed(game.log[:1]).edition.key
    begun = clock()
    remarks: list[Remark] = []
    reasons: list[BotReason] = []
    for seat in game.people:
        if clock() - begun < MOST:
            remarks += _remarks(game, edition, seat)
    for seat, bot in game.bots.items():
        if clock() - begun < MOST:
            reasons += _reasons(game, edition, seat, bot)
    return Coaching(tuple(remarks), tuple(sorted(reasons, key=lambda reason: reason.step)))


def _remarks(game: Played, edition: str, seat: Seat) -> Iterator[Remark]:
    for judged in review(game.log, seat, registry.judge(edition, seat)):
        yield Remark(
            judged.step,
            seat,
            registry.action_line(edition, judged.seen, judged.played),
            registry.action_line(edition, judged.seen, judged.better),
            about(judged.cost),
            judged.reason,
        )


def about(points: float) -> int:
    """Round points to two digits: estimates are not more exact."""
    return int(float(f"{max(0.0, points):.1e}"))


def _reasons(game: Played, edition: str, seat: Seat, seated: Seated) -> Iterator[BotReason]:
    """Let a bot think again, and tell its reasons where it comes to what was done then.

    Where it does not, it was another bot, or one that had thought more often than it acted: what
    moved an unknown one.
    """
    bot = registry.make(seated.name, edition, seat, SeededChance(seated.key))
    if not isinstance(bot, Thinking):
        return
    for decision in decisions(game.log, seat):
        thought = bot.think(decision.seen)
        if thought.action == decision.action and thought.reason is not None:
            line = registry.action_line(edition, decision.seen, decision.action)
            others = tuple(_alternatives(edition, decision, thought))
            yield BotReason(decision.step, seat, line, thought.reason, others)


def _alternatives(edition: str, decision: Decision, thought: Thought) -> Iterator[Alternative]:
    best = sorted(thought.others, key=lambda other: -other.worth)[:_WEIGHED]
    for other in best:
        less = about(thought.worth - other.worth)
        yield Alternative(registry.action_line(edition, decision.seen, other.action), less)
