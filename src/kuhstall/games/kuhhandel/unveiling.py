"""A table with all cards open, and how a finished game went. Only `games.review` asks.

These are the third way out for what a table holds, besides `view` and `redaction`. It is shut until
the game has ended.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, Literal, TypeAlias, TypeVar, get_args

from msgspec.structs import replace

from kuhstall.engine.values import Event
from kuhstall.games.course import Stop
from kuhstall.games.kuhhandel.cards import ANIMALS, KIND, QUARTET, VALUES, Herd, quartets
from kuhstall.games.kuhhandel.edition import KuhTable
from kuhstall.games.kuhhandel.events import LotRevealed, LotTaken, TradeSettled
from kuhstall.games.kuhhandel.phases.responding import Responding
from kuhstall.games.kuhhandel.view import ClassicView, TableView, view

Mark: TypeAlias = Literal["donkey", "sale", "trade", "quartet"]
"""What people look for in a game."""

MARKS: Final[tuple[Mark, ...]] = get_args(Mark)

V = TypeVar("V", bound=TableView)


def unveil(table: KuhTable) -> ClassicView:
    """Show a table as if looking over every player's shoulder at once."""
    phase = table.phase
    insider = phase.trade.challenger if isinstance(phase, Responding) else None
    return with_open_purses(view(table, insider), table)


def with_open_purses(shown: V, table: KuhTable) -> V:
    """Open all purses in the view of a seat that knows what lies face down."""
    seats = tuple(
        replace(seat, cards=len(purse), purse=purse, payable=None)
        for seat, purse in zip(shown.seats, table.world.purses, strict=True)
    )
    return replace(shown, viewer=None, seats=seats)


def stop(step: int, events: Sequence[Event], before: KuhTable, after: KuhTable) -> Stop | None:
    """Tell how the seats stand after a step that has changed it.

    Money on the table has no owner, so a step that leaves some there tells nothing.
    """
    if isinstance(after.phase, Responding):
        return None
    return standing(step, [mark(event) for event in events], before, after)


def mark(event: Event) -> Mark | None:
    """Say which mark an event gets for people looking back, if any."""
    match event:
        case LotRevealed() if event.payout:
            return "donkey"
        case LotTaken():
            return "sale"
        case TradeSettled() if event.winner is not None:
            return "trade"
        case _:
            return None


def standing(
    step: int, marks: Iterable[str | None], before: KuhTable, after: KuhTable
) -> Stop | None:
    """Tell how the seats stand, if it is not as before or the step has a mark."""
    edition, world = after.edition, after.world
    found = [mark for mark in marks if mark is not None]
    if _complete(after) > _complete(before):
        found.append("quartet")
    same = (world.purses, world.herds, world.pedigrees) == (
        before.world.purses,
        before.world.herds,
        before.world.pedigrees,
    )
    if same and not found:
        return None
    return Stop(
        step,
        tuple(dict.fromkeys(found)),
        tuple(map(sum, world.purses)),
        tuple(map(sum, world.herds)),
        (),
        tuple([edition.score(edition, world, seat).total for seat in range(world.seats)]),
        tuple(map(worth, world.herds)),
    )


def worth(herd: Herd) -> int:
    """Say what the animals of a herd are worth: each a quarter of what is printed on its card."""
    return sum(VALUES[animal] * herd[KIND[animal]] for animal in ANIMALS) // QUARTET


def _complete(table: KuhTable) -> int:
    return sum(len(quartets(herd)) for herd in table.world.herds)
