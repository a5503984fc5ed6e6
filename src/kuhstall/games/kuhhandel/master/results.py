"""What people want to see in Kuhhandel Master before the game goes on."""

from __future__ import annotations

from collections.abc import Sequence

from kuhstall.engine.values import Event
from kuhstall.games.kuhhandel import results
from kuhstall.games.kuhhandel.edition import KuhTable
from kuhstall.games.kuhhandel.master.events import (
    CardTaken,
    PedigreeTaken,
    RatTaken,
    SlapExposed,
    Slapped,
)


def lingers(events: Sequence[Event], table: KuhTable) -> bool:
    return any(_is_result(event, table) for event in events)


def _is_result(event: Event, table: KuhTable) -> bool:
    match event:
        case Slapped() | SlapExposed() | PedigreeTaken() | RatTaken() | CardTaken():
            return True
        case _:
            return results.is_result(event, table)
