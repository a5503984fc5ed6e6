"""Decisions of the server itself, which count only on the history that they were begun on."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from kuhstall.engine.values import Action, Seat
from kuhstall.server.hosting.bot_thread import BotChoice
from kuhstall.server.hosting.clock import Clock
from kuhstall.server.hosting.live_table import LiveTable
from kuhstall.server.party import decide
from kuhstall.server.party.decide import Hold, Outcome
from kuhstall.server.party.pace import OUTAGE

Decide: TypeAlias = Callable[[LiveTable], Outcome | None]


def unless_set_back(live: LiveTable, decision: Decide) -> Decide:
    """Decide nothing any more once the table has been set back.

    The command of such a decision is named after the number of the step before it. On a table that
    went back the name would be taken when that number comes again.
    """
    begun = live.set_backs
    return lambda live: decision(live) if live.set_backs == begun else None


def noting(person: str, decision: Callable[[decide.Situation, Seat], Outcome | None]) -> Decide:
    """Note something of whoever sits at the table."""

    def note(live: LiveTable) -> Outcome | None:
        seat = live.party.seat(person)
        return None if seat is None else decision(live.situation, seat)

    return note


def opening_by(clock: Clock) -> Decide:
    """Open a sealed phase that waits for nobody any more."""

    def unseal(live: LiveTable) -> Outcome | None:
        now = live.situation
        return decide.unseal_phase(now) if decide.is_complete(now, clock.now()) else None

    return unseal


def is_out_of_time(live: LiveTable, now: float) -> bool:
    """Whether the deadlines of a table do not fit the time: an outage, or a clock that was set."""
    due = live.due
    return live.situation.is_untimely(now) or (due is not None and now - due > OUTAGE)


class WhatIsDue:
    """Decides what is due on a table, with what a bot has chosen for it before."""

    def __init__(self, choice: BotChoice | None, clock: Clock) -> None:
        self.hold: Hold | None = None
        self._choice = choice
        self._clock = clock

    def decide(self, live: LiveTable) -> Outcome | None:
        """Return the outcome, or None and maybe an action to hold."""
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
