"""What others are to hear of a table: what lists show of it, and for whom it waits."""

from __future__ import annotations

from typing import Any

from msgspec import Raw, Struct

from kuhstall.engine.table import Table
from kuhstall.engine.values import CLOCK, Seat
from kuhstall.server.party.party import Party
from kuhstall.server.party.timers import Timers
from kuhstall.server.store.news import Wait


class Bulletin(Struct, frozen=True):
    """All of it as of a step, so that the newest is enough.

    `poster` is what lists show; the people are those who sit there, the finishers those who were
    dealt in, once the game is over. `waits`: whom a slow table asks at this moment of its game.
    Who of them has answered in secret it does not say. `seats` are theirs.
    """

    public: bool
    poster: Raw
    people: tuple[str, ...]
    finishers: tuple[str, ...] = ()
    moment: int = 0
    waits: tuple[Wait, ...] = ()
    seats: tuple[Seat, ...] = ()


def awaited(party: Party, game: Table[Any, Any], timers: Timers) -> dict[Seat, Wait]:
    """List the people whom a slow table asks. At any other they are there, or it goes on."""
    if not party.is_slow or party.stage != "playing":
        return {}
    asked = [seat for seat in game.phase.actors(game) if seat != CLOCK]
    places = [(seat, party.places[seat]) for seat in asked]
    return {
        seat: Wait(place.person, timers.seat(seat).due or timers.clock)
        for seat, place in places
        if place.person is not None and place.player is None
    }
