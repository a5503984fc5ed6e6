"""More time for a decision: given by another player, or taken twice a game by the player.

It exists only where the table waits for one seat. In an auction, a count or a sealed phase others
decide at the same time, and more time for one would be more time for all. That includes auctions
where seats bid in turn: all have the same time to outbid each other.
"""

from __future__ import annotations

from typing import Any, Final

from kuhstall.engine.table import Table
from kuhstall.engine.values import Illegal, Line, Seat
from kuhstall.server.table.party.events import PartyEvent, TimeGiven, ValueLeftOut
from kuhstall.server.table.party.pace import PACES
from kuhstall.server.table.party.party import Party

OWN: Final = 2
"""How often a player may take more time in a game."""


def givers(party: Party, game: Table[Any, Any], seat: Seat) -> tuple[Seat, ...]:
    """Return the seats that may give a seat more time for its current decision."""
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
    """Give a seat more time; raise Illegal with a stable code if that is not allowed."""
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
    """Return the code of why this giver cannot give a seat more time; None if they can."""
    place = party.places[seat]
    if giver == seat:
        return "no_more_time" if place.taken >= OWN else None
    return "given_already" if (game.moment, giver) in place.given else None


def _decides_alone(party: Party, game: Table[Any, Any], seat: Seat) -> bool:
    """Return whether the clock runs for this person only. All players can see that."""
    phase = game.phase
    return (
        PACES[party.pace].pauses
        and not party.is_alone_with_bots
        and party.places[seat].player is None
        and not (phase.sealed or phase.contested)
        and phase.actors(game) == (seat,)
        and phase.default(game, seat) is not None
        and not phase.settled(game, seat)
    )


def narrate_party(event: PartyEvent) -> Line | None:
    """Return the line for an event of the party, if it belongs into the game's log."""
    if isinstance(event, ValueLeftOut):
        return Line("party.value_left_out", {"seat": event.seat})
    if not isinstance(event, TimeGiven):
        return None
    if event.giver == event.seat:
        return Line("party.time_taken", {"seat": event.seat})
    return Line("party.time_given", {"giver": event.giver, "seat": event.seat})
