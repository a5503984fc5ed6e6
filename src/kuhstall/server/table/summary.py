"""The summary of a table for the outbox: its entry in lists, and the players it waits for."""

from __future__ import annotations

from typing import Any

from msgspec import Raw, Struct

from kuhstall.engine.table import Table
from kuhstall.engine.values import CLOCK, Seat
from kuhstall.server.table.log import Wait
from kuhstall.server.table.party.party import Party
from kuhstall.server.table.party.revealing import awaited_seats
from kuhstall.server.table.party.timers import Timers


class TableSummary(Struct, frozen=True):
    """The complete summary as of one step, so only the newest one is needed.

    `poster` is what lists show. `people` are those with a seat, `finishers` the players who were
    dealt in, once the game is over. `waits`: the players that a slow table waits for at this
    `moment` of its game, whether or not they have sealed an answer. `seats` are their seats.
    `rematch`: the table of the rematch, once it is open.
    """

    public: bool
    poster: Raw
    people: tuple[str, ...]
    finishers: tuple[str, ...] = ()
    moment: int = 0
    waits: tuple[Wait, ...] = ()
    seats: tuple[Seat, ...] = ()
    rematch: str | None = None


def waits_of_players(party: Party, game: Table[Any, Any], timers: Timers) -> dict[Seat, Wait]:
    """List the players that a slow table waits for. Players of other tables are there anyway."""
    if not party.is_slow or party.stage not in {"revealing", "playing"}:
        return {}
    if party.stage == "revealing":
        seats = [(seat, party.places[seat].person) for seat in awaited_seats(party)]
        return {seat: Wait(who, timers.clock) for seat, who in seats if who is not None}
    asked = [seat for seat in game.phase.actors(game) if seat != CLOCK]
    places = [(seat, party.places[seat]) for seat in asked]
    return {
        seat: Wait(place.person, timers.seat(seat).due or timers.clock)
        for seat, place in places
        if place.person is not None and place.player is None
    }
