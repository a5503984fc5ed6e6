"""Seats for players who check in while a round is running.

They ask for a seat as anyone may on the page of the table, and its rules decide. Before the deal
they get a free seat, or a bot's. After the deal a seat goes only to the person who has left it: a
bot plays it with cards that nobody else may see. A player who gets none waits for the next round.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from kuhstall.engine.values import Seat
from kuhstall.server.features.groups.night_queries import NightQueries
from kuhstall.server.table.log import Accepted, UnknownTableError
from kuhstall.server.table.party.requests import FreeSeat, Join, Leave, SeatBot
from kuhstall.server.table.random_source import RandomSource

if TYPE_CHECKING:
    from kuhstall.server.features.groups.nights import Night
    from kuhstall.server.ops.node import Node
    from kuhstall.server.table.live_table import LiveTable
    from kuhstall.server.table.party.party import Party
    from kuhstall.server.table.party.requests import Request

_CID_LENGTH: Final = 12


async def seat_late(node: Node, night: Night, person: str) -> None:
    """Give a person a seat in the current round, if there is one for them."""
    running = await _running(node, night, person)
    own = [
        live for live in running if person in live.party.sat or live.party.seat(person) is not None
    ]
    for live in own or running:
        if await _sit_down(node, live, person):
            return


async def leave_table(node: Node, night: Night, person: str) -> None:
    """Remove a person from their table in the current round. A bot plays on."""
    queries = NightQueries(node.service.people.db)
    for live in await _running(node, night, person):
        if live.party.seat(person) is not None:
            await _ask(node, live, person, Leave())
        if person not in live.party.sat and live.party.seat(person) is None:
            await queries.vacate_seat(live.id, person)


async def _running(node: Node, night: Night, person: str) -> Sequence[LiveTable]:
    """Return the current state of the tables of the round whose games are not over."""
    found = []
    for one in await NightQueries(node.service.people.db).tables(night.id):
        if one.round == night.round and not one.over:
            try:
                found.append(await node.service.cache.fresh_table(one.table, person))
            except UnknownTableError:  # it is about to be opened
                continue
    return found


async def _sit_down(node: Node, live: LiveTable, person: str) -> bool:
    """Let a person sit down at a table; return False if its rules do not."""
    queries = NightQueries(node.service.people.db)
    if live.party.seat(person) is not None or person in live.party.sat:
        await queries.take_seat(live.id, person, live.party.sat.get(person, 0))
        if live.party.seat(person) is None:
            await _ask(node, live, person, Join())
        return True
    seat = _seat_before_the_deal(live.party)
    # Note the seat first, so that checking in twice at once gives one seat.
    if seat is None or not await queries.take_seat(live.id, person, seat):
        return False
    if await _take(node, live, person, seat):
        return True
    await queries.vacate_seat(live.id, person)
    return False


async def _take(node: Node, live: LiveTable, person: str, seat: Seat) -> bool:
    """Take a seat before the deal. A bot's is freed by the host of the table.

    If the person is not let in, the bot comes back; after a minute it would by itself.
    """
    has_bot = live.party.places[seat].bot is not None
    if has_bot and not await _ask(node, live, live.party.host, FreeSeat(seat)):
        return False
    if await _ask(node, live, person, Join(seat)):
        return True
    if has_bot and live.party.stage == "open" and live.party.places[seat].is_empty:
        await _ask(node, live, live.party.host, SeatBot(seat, live.party.filler))
    return False


def _seat_before_the_deal(party: Party) -> Seat | None:
    """Return a seat that a newcomer may take: a free one, or else a bot's."""
    if party.stage != "open":
        return None
    places = list(enumerate(party.places))
    free = [seat for seat, place in places if place.is_empty]
    bots = [seat for seat, place in places if place.bot is not None]
    return next(iter((*free, *bots)), None)


async def _ask(node: Node, live: LiveTable, person: str | None, request: Request) -> bool:
    cid = f"night-{RandomSource().letters(_CID_LENGTH)}"
    return isinstance(await node.service.ask(live.id, person, cid, request), Accepted)
