"""A coach: reads a finished game as one seat saw it, and says which decisions cost it most.

It is a judge's opinion, and may be wrong. Every decision is judged by what the seat knew when it
decided. The later course of the game only excuses: a seat that let a lot go that became too
dear for them did nothing wrong.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, Protocol

from msgspec import Struct

from kuhstall.engine.kernel import check, options
from kuhstall.engine.match import Seen
from kuhstall.engine.table import Table, Unexpected
from kuhstall.engine.values import Action, Event, Illegal, Line, Refused, Seat
from kuhstall.games.registry import replayed

_MOST: Final = 3


class Decision(Struct, frozen=True):
    """A decision of a seat: its view, its action, and the events after it. `step` counts events."""

    step: int
    seen: Seen
    action: Action
    later: Sequence[Event]


class Verdict(Struct, frozen=True):
    """The verdict on a decision: a better action, its gain, and the reason."""

    better: Action
    cost: float
    reason: Line


class Judgement(Struct, frozen=True):
    """One decision of a finished game that cost something, by what the judge reckons with.

    That is points that may be expected, and what the strongest rival may expect against them.
    """

    step: int
    seat: Seat
    seen: Seen
    played: Action
    better: Action
    cost: float
    reason: Line


class Judge(Protocol):
    """Judges the decisions of one seat, in their order."""

    def verdict(self, decision: Decision) -> Verdict | None:
        """Return the verdict on a decision; None if it was right, or that is unknown."""
        ...


def decisions(log: Sequence[Event], seat: Seat) -> Iterator[Decision]:
    """Tell what one seat decided in a game, and what it saw each time.

    What leaves no trace in a log, like a hand that came too late, is not told.
    """
    table = replayed(log[:1])
    game = table.edition.game
    heard = [game.redact(event, seat) for event in log]
    for step, event in enumerate(log[1:], 1):
        action = _decision(table, event, seat)
        if action is not None:
            seen = Seen(seat, game.view(table, seat), options(table, seat), tuple(heard[:step]))
            yield Decision(step, seen, action, heard[step:])
        table = table.phase.evolve(table, event)


def _decision(table: Table[Any, Any], event: Event, seat: Seat) -> Action | None:
    """Return what the seat did if this event is the first that came of it."""
    if table.phase.automatic:
        return None
    try:
        action = table.edition.game.retell(table, event).get(seat)
        return None if action is None else check(table, seat, action)
    except (Unexpected, Illegal):
        return None  # an event that followed from the one before


def _allow(decision: Decision, better: Action) -> bool:
    """Suggest only actions that were possible."""
    return any(option.admitted(better) is not None for option in decision.seen.options)


def check_over(log: Sequence[Event]) -> None:
    """Refuse an unfinished game: remarks could help players at its table."""
    table = replayed(log)
    if table.phase.automatic or table.phase.actors(table):
        raise Refused("not_ended", "a game is judged when it is over")


def review(log: Sequence[Event], seat: Seat, judge: Judge, most: int = _MOST) -> list[Judgement]:
    """List the decisions that cost a seat most, the worst first. Only for games that are over."""
    check_over(log)
    found = []
    for decision in decisions(log, seat):
        verdict = judge.verdict(decision)
        if verdict is not None and verdict.cost > 0 and _allow(decision, verdict.better):
            found.append(
                Judgement(
                    decision.step,
                    seat,
                    decision.seen,
                    decision.action,
                    verdict.better,
                    verdict.cost,
                    verdict.reason,
                )
            )
    return sorted(found, key=lambda judged: -judged.cost)[:most]
