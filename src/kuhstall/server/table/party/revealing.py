"""The start of a game: players commit to values for the shuffle, reveal them, and cards are dealt.

At most tables all values are revealed within seconds, or the start is aborted. At a slow table
each browser reveals its value on its next visit. A value that has not come within the time of a
decision is left out, and all players can see that: no one loses a seat for being away.
"""

from __future__ import annotations

from collections.abc import Iterator

from kuhstall.engine.values import Illegal, Seat
from kuhstall.server.table.party import fair
from kuhstall.server.table.party.events import (
    HostChanged,
    PartyEvent,
    Revealed,
    StartAborted,
    ValueLeftOut,
)
from kuhstall.server.table.party.hours import time_after
from kuhstall.server.table.party.pace import REVEAL
from kuhstall.server.table.party.party import Party, fold
from kuhstall.server.table.party.requests import Reveal


def check_unknown(party: Party, table: str, seat: Seat, commitment: str | None) -> None:
    """Raise Illegal for a value that was revealed here before: it would no longer be secret."""
    for value in party.shown:
        if fair.seat_commitment(table, seat, bytes.fromhex(value)).hex() == commitment:
            raise Illegal("value_shown")


def reveal(party: Party, person: str, request: Reveal, table: str) -> Iterator[PartyEvent]:
    """Reveal a value. At a slow table a page cannot see that it has done so, and may repeat it."""
    seat = party.seat(person)
    if seat is None:
        raise Illegal("not_seated")
    place = party.places[seat]
    if party.is_slow and place.reveal == request.value:
        return
    if place.commitment is None or place.reveal is not None:
        raise Illegal("nothing_to_reveal")
    value = bytes.fromhex(request.value)
    if fair.seat_commitment(table, seat, value).hex() != place.commitment:
        raise Illegal("other_value")
    yield Revealed(seat, request.value)


def abort_start(party: Party) -> Iterator[PartyEvent]:
    """Abort a start because a player has not revealed."""
    event = StartAborted(awaited_seats(party))
    after = fold(party, [event])
    yield event
    if after.seat(party.host) is None:
        yield HostChanged(after.heir())


def awaited_seats(party: Party) -> tuple[Seat, ...]:
    """List the seats whose values can still come: not those of players who have left."""
    return tuple(
        seat
        for seat, place in enumerate(party.places)
        if place.commitment is not None and place.reveal is None and place.person is not None
    )


def values_left_out(party: Party) -> list[PartyEvent]:
    """Return the events for values that players committed to and did not reveal."""
    return [
        ValueLeftOut(seat)
        for seat, place in enumerate(party.places)
        if place.commitment is not None and place.reveal is None
    ]


def are_hidden(party: Party) -> bool:
    """Return whether revealed values are hidden for now.

    A slow start takes days: a player who saw the others' values could decide not to reveal.
    """
    return party.stage == "revealing" and party.is_slow


def reveals_end(party: Party, now: float, tempo: float) -> float:
    """Return until when values can be revealed.

    Browsers do that by themselves, so the tempo does not matter. At a slow table the players have
    to visit for it.
    """
    if not party.is_slow:
        return now + REVEAL
    return time_after(party.hours, now, party.times.decision * tempo)
