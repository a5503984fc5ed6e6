"""Whose turn is next, and how it begins: with the phase that the edition names for it."""

from __future__ import annotations

from kuhstall.engine.table import Table
from kuhstall.engine.values import Seat
from kuhstall.games.kuhfstein.edition import KuhfsteinTable
from kuhstall.games.kuhfstein.events import KuhfsteinTurnBegan


def begun(table: KuhfsteinTable, event: KuhfsteinTurnBegan) -> KuhfsteinTable:
    phase = table.edition.turn(event.seat, event.actions - 1)
    return Table(table.edition, table.world, phase, table.moment + 1)


def following(seat: Seat, seats: int) -> Seat:
    return (seat + 1) % seats
