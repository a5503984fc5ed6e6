"""A match in one process: a table, its log, and the actions held while a phase is sealed."""

from __future__ import annotations

from copy import copy
from typing import Any

from msgspec import Struct

from kuhstall.engine.chance import Chance
from kuhstall.engine.kernel import act, begin, check, options, timely, unseal
from kuhstall.engine.option import Option
from kuhstall.engine.table import AnyEdition, Table
from kuhstall.engine.values import Action, Actor, Event, Illegal, Seat, Viewer


class Seen(Struct, frozen=True):
    """All that a player or a bot gets: its view, its options, and what it has heard so far."""

    seat: Seat
    view: Any
    options: tuple[Option, ...]
    heard: tuple[Event, ...]


class Match:
    """Plays a table on behalf of its seats, one action after the other."""

    def __init__(self, edition: AnyEdition, seats: int, chance: Chance) -> None:
        self.seats = seats
        self.chance = chance
        self.table: Table[Any, Any]
        self.table, self.log = begin(edition, seats, chance)
        self.held: dict[Seat, Action] = {}
        self._heard: dict[Viewer, list[Event]] = {}

    @property
    def actors(self) -> tuple[Actor, ...]:
        """Those whose action the table waits for. Empty when the game is over.

        Only for the caller that runs the match: in a sealed phase it shows who has acted.
        """
        waiting = self.table.phase.actors(self.table)
        return tuple(actor for actor in waiting if actor not in self.held)

    def options(self, actor: Actor) -> tuple[Option, ...]:
        if actor in self.held:
            return ()
        return options(self.table, actor)

    def play(self, actor: Actor, action: Action, moment: int | None = None) -> list[Event]:
        """Act, or hold the action while the phase is sealed; return the new events."""
        timely(self.table, moment)
        if self.table.phase.sealed:
            return self._hold(actor, action)
        self.table, events = act(self.table, actor, action, self.chance)
        self.log += events
        return events

    def _hold(self, seat: Seat, action: Action) -> list[Event]:
        if seat in self.held:
            raise Illegal("not_your_turn")
        self.held[seat] = check(self.table, seat, action)
        return [] if self.actors else self.close()

    def close(self) -> list[Event]:
        """Close a sealed phase, even if seats are silent."""
        self.table, events = unseal(self.table, self.held, self.chance)
        self.held = {}
        self.log += events
        return events

    def branched(self, chance: Chance) -> Match:
        """Return a match that goes on from here by itself, and by a chance of its own."""
        branch = copy(self)
        branch.chance = chance
        branch.log = [*self.log]
        branch.held = {**self.held}
        branch._heard = {}  # noqa: SLF001 -- of the same class
        return branch

    def heard(self, viewer: Viewer) -> tuple[Event, ...]:
        """Return every event so far, as the viewer may know it."""
        heard = self._heard.setdefault(self._known(viewer), [])
        redact = self.table.edition.game.redact
        heard += [redact(event, viewer) for event in self.log[len(heard) :]]
        return tuple(heard)

    def view(self, viewer: Viewer) -> Any:
        return self.table.edition.game.view(self.table, self._known(viewer))

    def _known(self, viewer: Viewer) -> Viewer:
        if viewer is not None and viewer not in range(self.seats):
            raise ValueError(f"there is no seat {viewer} at this table")
        return viewer

    def seen(self, seat: Seat) -> Seen:
        return Seen(seat, self.view(seat), self.options(seat), self.heard(seat))
