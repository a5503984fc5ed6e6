"""Kuhhandel Master with all cards open, and from its end. See `kuhhandel.unveiling`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, TypeAlias, get_args

from kuhstall.engine.values import Event, Seat
from kuhstall.games.course import Stop
from kuhstall.games.kuhhandel import unveiling
from kuhstall.games.kuhhandel.edition import KuhTable
from kuhstall.games.kuhhandel.master.events import CardTaken, PedigreeTaken, RatTaken
from kuhstall.games.kuhhandel.master.phases.dividing import Dividing
from kuhstall.games.kuhhandel.master.phases.rat_round import RatRound
from kuhstall.games.kuhhandel.master.view import MasterView, view
from kuhstall.games.kuhhandel.phases.responding import Responding

MasterMark: TypeAlias = Literal["donkey", "sale", "trade", "quartet", "pedigree", "rat"]
"""What people look for in a game."""

MARKS: Final[tuple[MasterMark, ...]] = get_args(MasterMark)


def unveil(table: KuhTable) -> MasterView:
    """Show a table as if looking over every player's shoulder at once."""
    return unveiling.with_open_purses(view(table, _insider(table)), table)


def _insider(table: KuhTable) -> Seat | None:
    """Name the seat that sees what lies face down just now: an offer, or a card looked at."""
    match table.phase:
        case Responding(trade):
            return trade.challenger
        case Dividing(seat):
            return seat
        case _:
            return None


def stop(step: int, events: Sequence[Event], before: KuhTable, after: KuhTable) -> Stop | None:
    """Tell how the seats stand after a step that has changed it, unless money lies on the table."""
    if isinstance(after.phase, Responding | RatRound):
        return None
    return unveiling.standing(step, [_mark(event) for event in events], before, after)


def _mark(event: Event) -> MasterMark | None:
    match event:
        case CardTaken() if event.payout:
            return "donkey"
        case PedigreeTaken():
            return "pedigree"
        case RatTaken():
            return "rat"
        case _:
            return unveiling.mark(event)
