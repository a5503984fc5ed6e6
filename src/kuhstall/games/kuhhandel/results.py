"""What people want to see before the game goes on: a result, as everybody knows it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from kuhstall.engine.values import Event
from kuhstall.games.kuhhandel.cards import KIND, QUARTET
from kuhstall.games.kuhhandel.edition import KuhTable
from kuhstall.games.kuhhandel.events import Exposed, LotRevealed, LotTaken, TradeSettled

_RESULTS: Final = frozenset({Exposed, TradeSettled, LotRevealed, LotTaken})


def cards_left(table: KuhTable) -> int:
    return len(table.world.deck)


def lingers(events: Sequence[Event], table: KuhTable) -> bool:
    return any(type(event) in _RESULTS and is_result(event, table) for event in events)


def is_result(event: Event, table: KuhTable) -> bool:
    """Whether an event is a result. Of the table only the herds count, which everybody sees."""
    match event:
        case Exposed() | TradeSettled():
            return True
        case LotRevealed():
            return event.payout > 0
        case LotTaken(seat, lot):
            return table.world.herds[seat][KIND[lot]] == QUARTET
        case _:
            return False
