"""Who does not sit with whom: those whom one has blocked, and those who have blocked one.

Of the latter nobody is told. A game that is on goes on, so nothing here is asked in mid-game.
"""

from __future__ import annotations

from kuhstall.server.party.party import Party, Place
from kuhstall.server.party.requests import Join
from kuhstall.server.store import Rejected
from kuhstall.server.store.people import People


class Company:
    def __init__(self, people: People) -> None:
        self._people = people

    async def refuse_seat(self, party: Party, person: str, join: Join) -> Rejected | None:
        """Refuse a seat beside somebody; who was blocked hears what they would at a full table."""
        if party.stage != "open":
            return None
        pairs = await self._people.blocks_among([person, *party.people])
        if any(one == person for one, _ in pairs):
            return Rejected("blocked")
        if any(other == person for _, other in pairs):
            return Rejected("full" if join.seat is None else "seat_taken")
        return None

    async def seat_apart(self, party: Party, person: str) -> Party:
        """Leave free, for another game, the seats of those who would sit with whom they must not.

        Whoever opens it keeps theirs, and of others the one who comes first.
        """
        pairs = await self._people.blocks_among(party.people)
        kept = [person]
        for seat, place in enumerate(party.places):
            one = place.person
            if one is None or one == person:
                continue
            if any({one, other} == set(pair) for other in kept for pair in pairs):
                party = party.with_place(seat, Place())
            else:
                kept.append(one)
        return party
