"""The parts of Kuhhandel and Kuhhandel Master for the terminal."""

from __future__ import annotations

from typing import Final

from kuhstall.cli.terminal.kuhhandel import score_sheet, scorer
from kuhstall.cli.terminal.kuhhandel.people import KuhhandelPeople
from kuhstall.cli.terminal.parts import Scoring, TerminalParts
from kuhstall.games.kuhhandel.actions import PlaceBid
from kuhstall.games.kuhhandel.editions import EDITIONS

PARTS: Final = TerminalParts(
    editions=tuple(edition.key for edition in EDITIONS),
    people=KuhhandelPeople,
    sheet=score_sheet.sheet,
    bids=(PlaceBid,),
    counting=("log.counted_down",),
    scoring=Scoring(ask=scorer.ask, read=scorer.read),
)
