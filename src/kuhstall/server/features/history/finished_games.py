"""How a finished game ended for its players, computed from its log alone."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from typing import Final

from msgspec import Struct

from kuhstall.server.features.history.queries import PlayedGame, Player
from kuhstall.server.features.people import People
from kuhstall.server.store import Store
from kuhstall.server.table.live_table import LiveTable

_PAGE: Final = 500


class Compared(Struct, frozen=True):
    """The stored history of a table, and the history computed from its log."""

    table: str
    kept: Sequence[PlayedGame]
    computed: Sequence[PlayedGame]


def played_games(live: LiveTable) -> tuple[PlayedGame, ...]:
    """Return how a game ended, for each person who was dealt in and was not replaced by another.

    Empty for a game that was broken off, and for a tutorial.
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
        PlayedGame(
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


async def compare_history(store: Store, people: People) -> AsyncIterator[Compared]:
    """Compare all finished games, in the order of their table ids."""
    after = ""
    while tables := await store.ids(after, _PAGE):
        for table in tables:
            kept = list(await people.history_of(table))
            computed = await rebuilt_games(store, people, table)
            if kept or computed:
                yield Compared(table, kept, computed)
        after = tables[-1]


async def rebuilt_games(store: Store, people: People, table: str) -> list[PlayedGame]:
    """Compute the history from a log, for people whose names were not erased."""
    row = await store.table_row(table)
    live = LiveTable(table, row.code, await store.secret(table))
    for step in await store.steps(table):
        live.read(step)
    games = played_games(live)
    names = await people.names([one.person for one in games])
    return sorted((one for one in games if names.get(one.person)), key=lambda one: one.person)
