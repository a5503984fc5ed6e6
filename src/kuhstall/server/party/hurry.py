"""On to one's next decision: for somebody who is alone with bots, and wants no more of an auction.

Until then bots are quick and results do not stay. Whenever somebody bids, the person could bid
again; they have said that they will not, so the server passes for them. What that is, the game
says (`Phase.waiver`). It ends with the first thing to decide that is not this auction.
"""

from __future__ import annotations

from typing import Any

from kuhstall.engine.table import Table
from kuhstall.engine.values import Action, Illegal, Seat
from kuhstall.server.party.events import Hurried, PartyEvent, SlowedDown
from kuhstall.server.party.party import Party


def hurry_on(party: Party, game: Table[Any, Any], seat: Seat) -> list[PartyEvent]:
    """Let a table hurry; raise Illegal if the seat has something to decide first."""
    if party.hurrying is not None:
        return []
    if seat in game.phase.actors(game) and game.phase.waiver(game, seat) is None:
        raise Illegal("decide_first")
    return [Hurried(seat, game.moment)]


def waived(party: Party, game: Table[Any, Any], seat: Seat) -> Action | None:
    """Name what is done for a seat that hurries; None where nothing is."""
    if party.hurrying != seat or party.hurried is None or party.hurried.moment != game.moment:
        return None
    return game.phase.waiver(game, seat) if seat in game.phase.actors(game) else None


def slow_down(party: Party, game: Table[Any, Any]) -> list[PartyEvent]:
    """End the hurry of a seat that has something to decide which it has not waived."""
    seat = party.hurrying
    if seat is None or seat not in game.phase.actors(game) or waived(party, game, seat) is not None:
        return []
    return [SlowedDown(seat)]
