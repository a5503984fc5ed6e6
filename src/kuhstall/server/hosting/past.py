"""How a finished game ended for those who sat there: told by its log alone, whenever one asks."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from typing import Final

from msgspec import Struct

from kuhstall.server.hosting.live_table import LiveTable
from kuhstall.server.store import Store
from kuhstall.server.store.past import PastGame, Player
from kuhstall.server.store.people import People

_PAGE: Final = 500


class Compared(Struct, frozen=True):
    """What is kept of a table, and what its log tells."""

    table: str
    kept: Sequence[PastGame]
    told: Sequence[PastGame]


def past_games(live: LiveTable) -> tuple[PastGame, ...]:
    """Tell how a game ended, for each person who was dealt in and was not replaced by another.

    There is nothing to tell of one that was broken off, nor of a tutorial.
    """
    party, state = live.party, live.state
    if party.secret is None or party.script or state.phase.automatic or state.phase.actors(state):
        return ()
    seats = {
        seat: person
        for person, seat in sorted(party.sat.items())
        if party.places[seat].person in {None, person}
    }
    outcomes = state.edition.game.outcome(live.log, state)
    players = tuple(
        Player(one.place, seats.get(seat), "" if seat in seats else party.places[seat].called)
        for seat, one in enumerate(outcomes)
    )
    return tuple(
        PastGame(
            person,
            live.id,
            round(live.moved_at, 3),
            state.edition.game.name,
            party.edition,
            outcomes[seat].place,
            outcomes[seat].points,
            outcomes[seat].won,
            dict(outcomes[seat].figures),
            players,
        )
        for seat, person in seats.items()
    )


async def compare_past(store: Store, people: People) -> AsyncIterator[Compared]:
    """Go through all finished games, one after the other, in the order of their tables."""
    after = ""
    while tables := await store.ids(after, _PAGE):
        for table in tables:
            kept = list(await people.past_of(table))
            told = await _told(store, people, table)
            if kept or told:
                yield Compared(table, kept, told)
        after = tables[-1]


async def _told(store: Store, people: People, table: str) -> list[PastGame]:
    """Tell what a log tells of those whose names are not forgotten."""
    row = await store.table_row(table)
    live = LiveTable(table, row.code, await store.secret(table))
    for step in await store.steps(table):
        live.read(step)
    games = past_games(live)
    names = await people.names([one.person for one in games])
    return sorted((one for one in games if names.get(one.person)), key=lambda one: one.person)
