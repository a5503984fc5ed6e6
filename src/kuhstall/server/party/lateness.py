"""What comes of being late."""

from __future__ import annotations

from kuhstall.engine.values import Seat
from kuhstall.server.party.events import BotTookOver, PartyEvent, WasLate
from kuhstall.server.party.pace import LATE
from kuhstall.server.party.party import Party


def lateness(party: Party, seat: Seat) -> list[PartyEvent]:
    """Note that a person was late; after some times in a row a bot plays on."""
    place = party.places[seat]
    if place.player is not None:
        return []
    late: list[PartyEvent] = [WasLate(seat)]
    if place.late + 1 >= LATE:
        late.append(BotTookOver(seat))
    return late
