"""The rows that a party is stored as: a new table, its listing, and its summary for the outbox."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from msgspec import Raw
from msgspec.structs import replace

from kuhstall.engine.table import Table
from kuhstall.engine.values import CLOCK, Actor
from kuhstall.server.table.log import Listing, Opening, Step
from kuhstall.server.table.party.decide import Outcome
from kuhstall.server.table.party.listing import poster
from kuhstall.server.table.party.opening import FirstStep
from kuhstall.server.table.party.party import Party
from kuhstall.server.table.party.record import encode_step
from kuhstall.server.table.party.timers import Timers, next_due
from kuhstall.server.table.summary import TableSummary, waits_of_players

PARTY: Final[Actor] = -2
"""The actor of all requests. It is the same for all people, so changing seats does not matter."""


def opening_rows(first: FirstStep, code: str) -> tuple[Opening, Step]:
    """Return the row of a new table with its invite code, and the row of its first step."""
    shown = listing_row(first.party)
    opening = Opening(
        first.table,
        code,
        first.secret,
        public=shown.public,
        listing=shown.text,
        people=shown.people,
        outbox=None if first.party.script else msgspec.json.encode(_summary(first.party, shown)),
    )
    events = encode_step(first.events, first.dealt, first.timers)
    return opening, Step(first.table, 1, CLOCK, "open", events, next_due(first.timers))


def listing_row(party: Party) -> Listing:
    """Return what lists show of a table. A tutorial is in no list and in no player's history."""
    lists = party.script is None
    return Listing(
        party.public,
        open=party.stage == "open",
        text=msgspec.json.encode(poster(party)),
        people=party.people if lists else (),
        closed=party.stage == "closed",
        finishers=tuple(sorted(party.sat)) if lists and party.secret is not None else (),
    )


def rows_beside(
    before: Party, outcome: Outcome, timers: Timers
) -> tuple[Listing | None, bytes | None]:
    """Return the new listing and outbox entry to be written with a step; None if unchanged.

    Most steps of most tables change neither. A step of a slow table always has an entry: there are
    few such steps, and after nearly each it is another player's turn. So has the step that opens a
    rematch: what the old table belongs to, the new one does.
    """
    party = outcome.party
    if not outcome.party_events and not party.is_slow:
        return None, None
    listing = listing_row(party)
    has_entry = party.is_slow or listing != listing_row(before) or party.rematch != before.rematch
    outbox = (
        encode_summary(party, outcome.state, timers) if has_entry and not party.script else None
    )
    return (listing if outcome.party_events else None), outbox


def encode_summary(party: Party, state: Table[Any, Any], timers: Timers) -> bytes:
    """Encode the summary of a table for the outbox."""
    summary = _summary(party, listing_row(party))
    waits = waits_of_players(party, state, timers)
    return msgspec.json.encode(
        replace(summary, moment=state.moment, waits=tuple(waits.values()), seats=tuple(waits))
    )


def _summary(party: Party, shown: Listing) -> TableSummary:
    text = Raw(shown.text)
    return TableSummary(party.public, text, shown.people, shown.finishers, rematch=party.rematch)
