"""More time for a decision: from somebody else at the table, or twice a game from oneself.

Only where the table waits for one seat alone. In an auction, a count or a sealed phase the others
decide at the same time, and more time for one would be more for all. Bids that are asked for in
turns are an auction all the same: all have the same time to outbid each other.
"""

from __future__ import annotations

from typing import Any, Final

from kuhstall.engine.table import Table
from kuhstall.engine.values import Illegal, Line, Seat
from kuhstall.server.party.events import PartyEvent, TimeGiven
from kuhstall.server.party.pace import PACES
from kuhstall.server.party.party import Party

OWN: Final = 2
"""How often somebody may take more time in a game."""


def givers(party: Party, game: Table[Any, Any], seat: Seat) -> tuple[Seat, ...]:
    """Name the seats that may give a seat more time for what it decides now."""
    if not _decides_alone(party, game, seat):
        return ()
    return tuple(
        [
            giver
            for giver, place in enumerate(party.places)
            if place.is_attended and _spent(party, game, giver, seat) is None
        ]
    )


def give_time(party: Party, game: Table[Any, Any], giver: Seat, seat: Seat) -> PartyEvent:
    """Give a seat more time; raise Illegal with a stable code if it cannot have it."""
    refusal = _refusal(party, game, giver, seat)
    if refusal is not None:
        raise Illegal(refusal)
    return TimeGiven(seat, giver, game.moment)


def _refusal(party: Party, game: Table[Any, Any], giver: Seat, seat: Seat) -> str | None:
    if seat >= len(party.places):
        return "no_such_seat"
    if not _decides_alone(party, game, seat):
        return "no_clock"
    return _spent(party, game, giver, seat)


def _spent(party: Party, game: Table[Any, Any], giver: Seat, seat: Seat) -> str | None:
    """Say why a giver has no more time for a seat that could have some."""
    place = party.places[seat]
    if giver == seat:
        return "no_more_time" if place.taken >= OWN else None
    return "given_already" if (game.moment, giver) in place.given else None


def _decides_alone(party: Party, game: Table[Any, Any], seat: Seat) -> bool:
    """Whether a person's time runs, and nobody else's: all of it is known to everybody."""
    phase = game.phase
    return (
        PACES[party.pace].pauses
        and not party.is_unhurried
        and party.places[seat].player is None
        and not (phase.sealed or phase.contested)
        and phase.actors(game) == (seat,)
        and phase.default(game, seat) is not None
        and not phase.settled(game, seat)
    )


def narrate_party(event: PartyEvent) -> Line | None:
    """Tell what happened in a party, if it belongs into the log of the game."""
    if not isinstance(event, TimeGiven):
        return None
    if event.giver == event.seat:
        return Line("party.time_taken", {"seat": event.seat})
    return Line("party.time_given", {"giver": event.giver, "seat": event.seat})
