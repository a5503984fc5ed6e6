"""What is on trial: everything a viewer ever gets to observe, as functions that can be replaced.

The real ones are the engine's. A planted leak replaces one of them (mutants.py).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from kuhstall.engine import kernel
from kuhstall.engine.chance import Chance, SeededChance
from kuhstall.engine.option import Option
from kuhstall.engine.values import Action, Actor, Event, Illegal, Line, Seat, Viewer
from kuhstall.games.kuhhandel.edition import KuhTable
from kuhstall.games.kuhhandel.narration import narrate
from kuhstall.games.kuhhandel.redaction import redact
from kuhstall.games.kuhhandel.view import view


def _act(
    table: KuhTable, actor: Actor, action: Action, chance: Chance
) -> tuple[KuhTable, list[Event]]:
    return kernel.act(table, actor, action, chance)


def _options(table: KuhTable, seat: Seat) -> tuple[Option, ...]:
    return table.phase.options(table, seat)


def _redacted(table: KuhTable, event: Any, viewer: Viewer) -> Any:
    """Redact an event; the table before it is there for leaks only."""
    return redact(event, viewer)


def _told(table: KuhTable, event: Any, heard: Any) -> Line | None:
    """Narrate what was heard; the raw event is there for leaks only."""
    return narrate(heard)


def _refused(table: KuhTable, seat: Seat, action: Action) -> str | None:
    """Send a probe, and keep only whether and why it was refused."""
    try:
        kernel.act(table, seat, action, SeededChance(b"probe"))
    except Illegal as error:
        return error.code
    return None


class Subject(Struct, frozen=True):
    view: Callable[[KuhTable, Viewer], Any] = view
    redacted: Callable[[KuhTable, Any, Viewer], Any] = _redacted
    told: Callable[[KuhTable, Any, Any], Line | None] = _told
    options: Callable[[KuhTable, Seat], Any] = _options
    refused: Callable[[KuhTable, Seat, Action], str | None] = _refused
    act: Callable[[KuhTable, Actor, Action, Chance], tuple[KuhTable, list[Event]]] = _act
