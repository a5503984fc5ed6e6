"""Planted leaks: each replaces one function of the subject, and the twins must notice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from kuhstall.engine.option import Option
from kuhstall.engine.values import Seat, Viewer
from kuhstall.games.kuhhandel.edition import KuhTable
from tests.games.twin.subject import Subject

REAL = Subject()
MUTANTS: dict[str, Subject] = {}

Build = Callable[[], Subject]


class Noted(Struct):
    """A view with something pinned to it that should not be there."""

    view: Any
    note: Any


def mutant(family: str) -> Callable[[Build], Build]:
    def register(build: Build) -> Build:
        MUTANTS[f"{family}: {build.__name__}"] = build()
        return build

    return register


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


def offering(change: Callable[[KuhTable, Seat, tuple[Option, ...]], Any]) -> Subject:
    return replace(REAL, options=lambda table, seat: change(table, seat, REAL.options(table, seat)))
