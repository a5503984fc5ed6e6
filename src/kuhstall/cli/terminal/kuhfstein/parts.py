"""The parts of Kuhfstein for the terminal."""

from __future__ import annotations

from typing import Final

from kuhstall.cli.terminal.kuhfstein import score_sheet
from kuhstall.cli.terminal.kuhfstein.people import KuhfsteinPeople
from kuhstall.cli.terminal.parts import TerminalParts
from kuhstall.games.kuhfstein.editions import EDITIONS

PARTS: Final = TerminalParts(
    editions=tuple(edition.key for edition in EDITIONS),
    people=KuhfsteinPeople,
    sheet=score_sheet.sheet,
)
