"""Every printed edition of the family."""

from __future__ import annotations

from typing import Final

from kuhstall.engine.values import Refused
from kuhstall.games.kuhhandel.classic import CLASSIC, FIRST, RUSSIAN, SECOND
from kuhstall.games.kuhhandel.edition import Edition
from kuhstall.games.kuhhandel.master.edition import MASTER, MASTER_ENGLISH, MASTERS
from kuhstall.games.spelling import unknown

__all__ = [
    "CLASSIC",
    "EDITIONS",
    "FIRST",
    "IN_LANGUAGE",
    "MASTER",
    "MASTERS",
    "MASTER_ENGLISH",
    "RUSSIAN",
    "SECOND",
    "find",
]

EDITIONS: Final = CLASSIC + MASTERS

IN_LANGUAGE: Final = {"ru": RUSSIAN.key}
"""What people of a language have in their box, where it is not the first edition."""


def find(key: str) -> Edition:
    """Return the edition with this key, where only Kuhhandel is meant."""
    for edition in EDITIONS:
        if edition.key == key:
            return edition
    known = [edition.key for edition in EDITIONS]
    raise Refused("no_such_edition", **unknown("", key, known))
