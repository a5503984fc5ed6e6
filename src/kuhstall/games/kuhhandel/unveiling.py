"""A table with all cards open, and what a game looks like from its end. `games.review` alone asks.

These are the third way out for what a table holds, beside `view` and `redaction`: it is shut until
the game has ended.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from kuhstall.engine.values import Event, Seat
from kuhstall.games.course import Mark, Stop
from kuhstall.games.kuhhandel.cards import quartets
from kuhstall.games.kuhhandel.edition import KuhTable
from kuhstall.games.kuhhandel.events import (
    CardTaken,
    LotRevealed,
    LotTaken,
    PedigreeTaken,
    RatTaken,
    TradeSettled,
)
from kuhstall.games.kuhhandel.phases.dividing import Dividing
from kuhstall.games.kuhhandel.phases.rat_round import RatRound
from kuhstall.games.kuhhandel.phases.responding import Responding
from kuhstall.games.kuhhandel.view import View, view


def unveil(table: KuhTable) -> View:
    """Show a table as somebody would see it who stands behind every seat at once."""
    shown = view(table, _insider(table))
    seats = tuple(
        replace(seat, cards=len(purse), purse=purse, payable=None)
        for seat, purse in zip(shown.seats, table.world.purses, strict=True)
    )
    return replace(shown, viewer=None, seats=seats)


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
    """Tell how the seats stand after a step, if it has changed that.

    Money that lies on the table belongs to nobody: a step that leaves some there tells nothing.
    """
    edition, world = after.edition, after.world
    marks = tuple(dict.fromkeys(_marks(events, before, after)))
    same = (world.purses, world.herds, world.pedigrees) == (
        before.world.purses,
        before.world.herds,
        before.world.pedigrees,
    )
    if isinstance(after.phase, Responding | RatRound) or (same and not marks):
        return None
    return Stop(
        step,
        marks,
        tuple(map(sum, world.purses)),
        tuple(map(sum, world.herds)),
        (),
        tuple([edition.score(edition, world, seat).total for seat in range(world.seats)]),
    )


def _marks(events: Sequence[Event], before: KuhTable, after: KuhTable) -> Iterator[Mark]:
    for event in events:
        match event:
            case LotRevealed() | CardTaken() if event.payout:
                yield "donkey"
            case PedigreeTaken():
                yield "pedigree"
            case RatTaken():
                yield "rat"
            case LotTaken():
                yield "sale"
            case TradeSettled() if event.winner is not None:
                yield "trade"
    if _complete(after) > _complete(before):
        yield "quartet"


def _complete(table: KuhTable) -> int:
    return sum(len(quartets(herd)) for herd in table.world.herds)
