"""Keeps players apart if one has blocked the other.

A player is never told who has blocked them. A running game goes on, so blocks only count before a
game begins.
"""

from __future__ import annotations

from kuhstall.server.table.log import Rejected
from kuhstall.server.table.party.party import Party, Place
from kuhstall.server.table.party.requests import Join
from kuhstall.server.table.people import TablePeople


class Blocklist:
    def __init__(self, people: TablePeople) -> None:
        self._people = people

    async def refuse_seat(self, party: Party, person: str, join: Join) -> Rejected | None:
        """Refuse a seat beside a blocked player. Tell a blocked player that the table is full."""
        if party.stage != "open":
            return None
        pairs = await self._people.blocks_among([person, *party.people])
        if any(one == person for one, _ in pairs):
            return Rejected("blocked")
        if any(other == person for _, other in pairs):
            return Rejected("full" if join.seat is None else "seat_taken")
        return None

    async def seat_apart(self, party: Party, person: str) -> Party:
        """Empty seats for a rematch until no player has blocked another one at the table.

        The player who opens it keeps their seat; of two others, the one on the lower seat does.
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
