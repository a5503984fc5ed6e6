"""The words every game shares: seats, actors, viewers, actions, events and refusals."""

from __future__ import annotations

from typing import Any, ClassVar, Final, TypeAlias

from msgspec import UNSET, Struct, UnsetType

Seat: TypeAlias = int
"""Seats are numbered clockwise from 0; the left neighbour of the last seat is seat 0."""

Actor: TypeAlias = int
"""A seat, or the clock."""

CLOCK: Final[Actor] = -1
"""Who calls "going once" when no person holds the gavel. It has options, but no view."""

Viewer: TypeAlias = Seat | None
"""A seat, or None for a spectator."""


class Action(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """What an actor asks for. Subclasses are imperatives with an explicit tag."""


class Reflex(Action, frozen=True, gc=False):
    """An action where the quickest hand wins: `after` milliseconds, for which the server vouches.

    `latest` is the longest that counts, `unhurried` what a person takes who has not guessed.
    """

    latest: ClassVar[int]
    unhurried: ClassVar[int]

    after: int


class Event(Struct, frozen=True, gc=False):
    """What happened, outcome included. Subclasses are in the past tense with an explicit tag.

    Logs are kept for years: decoding tolerates unknown fields, and new fields get defaults.
    """


class TableOpened(Event, frozen=True, tag="table_opened", gc=False):
    """The first event of every log: all that is needed to find the rules it was played by.

    `script`: nothing was shuffled, but laid out as this tutorial has it.
    """

    edition: str
    version: int
    seats: int
    rules: dict[str, Any]
    data: dict[str, Any] = {}
    script: str | UnsetType = UNSET


class TookBack(Event, frozen=True, tag="took_back", gc=False):
    """A seat took back its last action: the table is again what the phase had kept of it."""

    seat: Seat


class Line(Struct, frozen=True):
    """A line of the log for people: a catalogue key, the seats it names, and its arguments."""

    key: str
    seats: dict[str, Seat] = {}
    args: dict[str, Any] = {}


class Refused(ValueError):
    """Something that cannot be set up or read like this. The code is stable, the text says why.

    The detail says it to programs: what a client needs to word the reason in its language.
    """

    def __init__(self, code: str, reason: str, **detail: str | int) -> None:
        super().__init__(reason)
        self.code = code
        self.detail = detail


class Illegal(Exception):
    """An action that the options do not admit. It changed nothing; the code is stable."""

    def __init__(self, code: str, **detail: str | int) -> None:
        super().__init__(code)
        self.code = code
        self.detail = detail
