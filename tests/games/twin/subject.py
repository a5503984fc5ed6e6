"""What is on trial: everything a viewer ever gets to observe, as functions that can be replaced.

The real ones are the engine's. A planted leak replaces one of them (mutants.py).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from kuhstall.engine import kernel
from kuhstall.engine.chance import Chance, SeededChance
from kuhstall.engine.option import Option
from kuhstall.engine.values import Action, Actor, Event, Illegal, Line, Seat, Viewer
from kuhstall.games.kuhhandel.edition import KuhTable


def _view(table: KuhTable, viewer: Viewer) -> Any:
    return table.edition.game.view(table, viewer)


def _act(
    table: KuhTable, actor: Actor, action: Action, chance: Chance
) -> tuple[KuhTable, list[Event]]:
    return kernel.act(table, actor, action, chance)


def _unseal(
    table: KuhTable, held: Mapping[Seat, Action], chance: Chance
) -> tuple[KuhTable, list[Event]]:
    return kernel.unseal(table, held, chance)


def _actors(table: KuhTable) -> tuple[Actor, ...]:
    return table.phase.actors(table)


def _waiting(table: KuhTable, held: Mapping[Seat, Action], viewer: Viewer) -> Any:
    """Show what a viewer can see while a phase is sealed: whether it has acted itself."""
    acted = viewer is None or viewer in held
    return table.moment, () if acted else table.phase.options(table, viewer or 0)


def _options(table: KuhTable, seat: Seat) -> tuple[Option, ...]:
    return table.phase.options(table, seat)


def _default(table: KuhTable, seat: Seat) -> Action | None:
    return table.phase.default(table, seat)


def _redacted(table: KuhTable, event: Any, viewer: Viewer) -> Any:
    """Redact an event; the table before it is there for leaks only."""
    return table.edition.game.redact(event, viewer)


def _told(table: KuhTable, event: Any, heard: Any) -> Line | None:
    """Narrate what was heard; the raw event is there for leaks only."""
    return table.edition.game.narrate(heard)


def _refused(table: KuhTable, seat: Seat, action: Action) -> str | None:
    """Send a probe, and keep only whether and why it was refused."""
    try:
        kernel.act(table, seat, action, SeededChance(b"probe"))
    except Illegal as error:
        return error.code
    return None


class Subject(Struct, frozen=True):
    view: Callable[[KuhTable, Viewer], Any] = _view
    redacted: Callable[[KuhTable, Any, Viewer], Any] = _redacted
    told: Callable[[KuhTable, Any, Any], Line | None] = _told
    options: Callable[[KuhTable, Seat], Any] = _options
    default: Callable[[KuhTable, Seat], Action | None] = _default
    refused: Callable[[KuhTable, Seat, Action], str | None] = _refused
    actors: Callable[[KuhTable], Any] = _actors
    waiting: Callable[[KuhTable, Mapping[Seat, Action], Viewer], Any] = _waiting
    act: Callable[[KuhTable, Actor, Action, Chance], tuple[KuhTable, list[Event]]] = _act
    unseal: Callable[[KuhTable, Mapping[Seat, Action], Chance], tuple[KuhTable, list[Event]]] = (
        _unseal
    )
