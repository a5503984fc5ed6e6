"""Decisions that the server makes by itself. They are dropped if the table was set back."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from kuhstall.engine.values import Action, Seat
from kuhstall.server.table.bot_choices import BotChoice
from kuhstall.server.table.clock import Clock
from kuhstall.server.table.live_table import LiveTable
from kuhstall.server.table.party import decide
from kuhstall.server.table.party.decide import Hold, Outcome
from kuhstall.server.table.party.pace import OUTAGE

Decide: TypeAlias = Callable[[LiveTable], Outcome | None]


def unless_set_back(live: LiveTable, decision: Decide) -> Decide:
    """Wrap a decision so that it decides nothing once the table has been set back.

    The command id of such a decision contains the number of the step before it. After a set-back
    that number comes again, and the id would be taken.
    """
    begun = live.set_backs
    return lambda live: decision(live) if live.set_backs == begun else None


def noting(person: str, decision: Callable[[decide.Situation, Seat], Outcome | None]) -> Decide:
    """Make a decision about a person's seat; None if the person has no seat."""

    def note(live: LiveTable) -> Outcome | None:
        seat = live.party.seat(person)
        return None if seat is None else decision(live.situation, seat)

    return note


def opening_by(clock: Clock) -> Decide:
    """Decide to open a sealed phase if all answers are there."""

    def unseal(live: LiveTable) -> Outcome | None:
        now = live.situation
        return decide.unseal_phase(now) if decide.is_complete(now, clock.now()) else None

    return unseal


def is_out_of_time(live: LiveTable, now: float) -> bool:
    """Return whether a table's deadlines cannot be right: after an outage, or a clock change."""
    due = live.due
    return live.situation.is_untimely(now) or (due is not None and now - due > OUTAGE)


class WhatIsDue:
    """Decides what is due on a table, given the action that a bot has chosen before."""

    def __init__(self, choice: BotChoice | None, clock: Clock) -> None:
        self.hold: Hold | None = None
        self._choice = choice
        self._clock = clock

    def decide(self, live: LiveTable) -> Outcome | None:
        """Return the outcome; or None, with `hold` set if a bot's action has to be sealed."""
        self.hold = None
        choice, now = self._choice, self._clock.now()
        seat = decide.bot_to_act(live.situation, now)
        stale = choice is None or (choice.position, choice.seat) != (live.position, seat)
        if seat is not None and stale:
            return None
        action = Action() if choice is None else choice.action
        found = decide.decide_due(live.situation, now, lambda _: action)
        if isinstance(found, Hold):
            self.hold = found
            return None
        return found
