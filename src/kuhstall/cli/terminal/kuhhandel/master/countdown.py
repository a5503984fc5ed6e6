"""A countdown at a keyboard: a typed number is a number of cards, and Enter alone waits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

from msgspec.structs import replace

from kuhstall.cli.terminal.kuhhandel.menu import Entry, Menu
from kuhstall.engine.option import Choice, Option, Range
from kuhstall.engine.values import Action, Seat
from kuhstall.games.kuhhandel.master.actions import Slap, SlapNow, Wait
from kuhstall.games.kuhhandel.master.view import CountdownView

NEVER: Final = Slap(0)

Countdown: TypeAlias = tuple[object, ...]
"""Values that are equal in all steps of one countdown, and differ after it was reopened."""


def menu(options: Sequence[Option], count: int) -> Menu:
    """Key every choice by its number of cards; later slaps may be typed, but are not listed."""
    entries: list[Entry] = []
    keys: list[int | None] = []
    ranges = [option for option in options if isinstance(option, Range)]
    waits = any(isinstance(option, Choice) for option in options)
    if waits:
        entries.append(Wait())
        keys.append(None)
    for option in ranges:
        if isinstance(option.action, SlapNow):
            entries.append(option.fill(option.low))
            keys.append(count)
        elif waits and option.high >= count:
            entries.append(Slap(count))
            keys.append(count)
    if ranges:
        entries.append(NEVER)
        keys.append(0)
    last = count - 1 if waits else count
    later = [
        replace(option, low=1, high=min(option.high, last))
        for option in ranges
        if isinstance(option.action, Slap) and min(option.high, last) >= 1
    ]
    hint = "option.range_slap" if waits else "option.range_sealed"
    return Menu(tuple(entries), tuple(later), tuple(keys), hint)


def most(choices: Menu) -> int:
    """Return the highest number of cards that could be typed."""
    return max([key or 0 for key in choices.keys] + [option.high for option in choices.ranges])


def timed(action: Action, options: Sequence[Option], seconds: float) -> Action:
    """Add how long the slap took, where the quickest slap wins."""
    if isinstance(action, SlapNow):
        for option in options:
            if isinstance(option, Range) and isinstance(option.action, SlapNow):
                return option.fill(min(int(seconds * 1000), option.high))
    return action


class Minds:
    """Seats that need not be asked again in a countdown: they planned a slap, or ruled it out."""

    def __init__(self) -> None:
        self._out: dict[Seat, Countdown] = {}

    def note(self, seat: Seat, phase: CountdownView, action: Action) -> None:
        if action == NEVER:
            self._out[seat] = _same(phase)
        else:
            self._out.pop(seat, None)

    def made_up(self, seat: Seat, phase: CountdownView, options: Sequence[Option]) -> bool:
        """Return whether a seat would only wait; if it cannot wait, it is asked in any case."""
        if not any(isinstance(option, Choice) for option in options):
            return False
        nothing_else = not any(isinstance(option, Range) for option in options)
        return bool(phase.plan) or nothing_else or self._out.get(seat) == _same(phase)


def _same(phase: CountdownView) -> Countdown:
    return phase.animal, phase.auctioneer, phase.barred, phase.limits
