"""Planted leaks: each replaces one function of the subject, and the twins must notice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from kuhstall.engine.option import Option
from kuhstall.engine.values import Action, Line, Seat, Viewer
from kuhstall.games.kuhhandel.edition import KuhTable
from tests.games.twin.subject import Subject

REAL = Subject()
MUTANTS: dict[str, Subject] = {}
MASTER_MUTANTS: dict[str, Subject] = {}
"""Leaks that only Kuhhandel Master can have."""
KUHFSTEIN_MUTANTS: dict[str, Subject] = {}
"""Leaks of Kuhfstein."""

Build = Callable[[], Subject]


class Noted(Struct):
    """A view, or an event, with something pinned to it that should not be there."""

    view: Any
    note: Any


def mutant(family: str, among: dict[str, Subject] = MUTANTS) -> Callable[[Build], Build]:
    def register(build: Build) -> Build:
        among[f"{family}: {build.__name__}"] = build()
        return build

    return register


def master_mutant(family: str) -> Callable[[Build], Build]:
    return mutant(family, MASTER_MUTANTS)


def land_mutant(family: str) -> Callable[[Build], Build]:
    return mutant(family, KUHFSTEIN_MUTANTS)


def noting(note: Callable[[KuhTable, Viewer], Any]) -> Subject:
    return replace(
        REAL, view=lambda table, viewer: Noted(REAL.view(table, viewer), note(table, viewer))
    )


def masking(mask: Callable[[KuhTable, Any, Any], Any]) -> Subject:
    """Redact as it should be, then spoil it."""
    return replace(
        REAL,
        redacted=lambda table, event, viewer: mask(
            table, event, REAL.redacted(table, event, viewer)
        ),
    )


def planted_teller(tell: Callable[[KuhTable, Any, Line | None], Line | None]) -> Subject:
    """Narrate as it should be, then say too much."""
    return replace(
        REAL, told=lambda table, raw, heard: tell(table, raw, REAL.told(table, raw, heard))
    )


def offering(change: Callable[[KuhTable, Seat, tuple[Option, ...]], Any]) -> Subject:
    return replace(REAL, options=lambda table, seat: change(table, seat, REAL.options(table, seat)))


def answering(change: Callable[[KuhTable, Seat, Action, str | None], str | None]) -> Subject:
    """Refuse as it should be, then say too much."""
    return replace(
        REAL,
        refused=lambda table, seat, action: change(
            table, seat, action, REAL.refused(table, seat, action)
        ),
    )
