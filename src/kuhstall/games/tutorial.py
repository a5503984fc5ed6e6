"""A tutorial of a game is data: what lies on top of its decks, and what the bots do about it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from msgspec import Struct

from kuhstall.engine.chance import Chance, SeededChance
from kuhstall.engine.values import Action, Event, Seat

T = TypeVar("T")


class Cue(Struct, frozen=True):
    """What a seat wants in a turn of the game, counted from 1: the first of these that it may do.

    A cue holds whatever the person does, so the story goes on where they leave the beaten track.
    """

    turn: int
    seat: Seat
    wants: tuple[Action, ...]


class Tutorial(Struct, frozen=True, kw_only=True):
    """The person sits on seat 0, and a bot on every other seat.

    Logs name it by its key: one that is changed gets another version, and the old one stays in the
    list for those who look back. `tops` are by the label of the draw what lies on top, the first
    one first. `begins` is the event that a turn of the game begins with.
    """

    name: str
    version: int = 1
    edition: str
    seats: int
    rules: Mapping[str, Any]
    tops: Mapping[str, Sequence[Any]]
    begins: type[Event]
    cues: tuple[Cue, ...]

    @property
    def key(self) -> str:
        return f"{self.name}:{self.version}"

    def chance(self) -> Chance:
        """Return the chance of the tutorial: the same for all players."""
        return _Scripted(self.key, self.tops)

    def wants(self, seat: Seat, heard: Sequence[Event]) -> tuple[Action, ...]:
        """List what a seat would like to do after what it has heard, the dearest first."""
        turn = sum(isinstance(event, self.begins) for event in heard)
        found = [cue.wants for cue in self.cues if (cue.turn, cue.seat) == (turn, seat)]
        return found[0] if found else ()


class _Scripted(Chance):
    """Everything else comes from a public seed."""

    def __init__(self, key: str, tops: Mapping[str, Sequence[Any]]) -> None:
        self._tops = tops
        self._known = SeededChance(f"tutorial/{key}".encode())

    def below(self, label: str, bound: int) -> int:
        return self._known.below(label, bound)

    def shuffled(self, label: str, items: Sequence[T]) -> tuple[T, ...]:
        tops = self._tops.get(label, ())
        rest = list(super().shuffled(label, items))
        for item in tops:
            rest.remove(item)
        return (*tops, *rest)
