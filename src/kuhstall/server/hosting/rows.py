"""How a party is written into the store: the rows of a new table, and what lists show of it."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from msgspec import Raw
from msgspec.structs import replace

from kuhstall.engine.table import Table
from kuhstall.engine.values import CLOCK, Actor
from kuhstall.server.hosting.bulletin import Bulletin, awaited
from kuhstall.server.party.decide import Outcome
from kuhstall.server.party.listing import poster
from kuhstall.server.party.opening import FirstStep
from kuhstall.server.party.party import Party
from kuhstall.server.party.record import encode_step
from kuhstall.server.party.timers import Timers, next_due
from kuhstall.server.store import Listing, Opening, Step

PARTY: Final[Actor] = -2
"""The actor under which requests are answered: a person keeps it when seats change."""


def opening_rows(first: FirstStep, code: str) -> tuple[Opening, Step]:
    """Give the row of a new table with its invite code, and that of its first step."""
    shown = listing_row(first.party)
    opening = Opening(
        first.table,
        code,
        first.secret,
        public=shown.public,
        listing=shown.text,
        people=shown.people,
        news=None if first.party.script else msgspec.json.encode(_bulletin(first.party, shown)),
    )
    events = encode_step(first.events, first.dealt, first.timers)
    return opening, Step(first.table, 1, CLOCK, "open", events, next_due(first.timers))


def listing_row(party: Party) -> Listing:
    """Give what lists show of a table. A tutorial is in none, and counts as nobody's game."""
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
    """Give what is written with a step: what lists show from then on, and news for home.

    Most steps of most tables change neither. One of a slow table is always news: there are few,
    and nearly all of them ask somebody else.
    """
    party = outcome.party
    if not outcome.party_events and not party.is_slow:
        return None, None
    listing = listing_row(party)
    is_news = party.is_slow or listing != listing_row(before)
    news = encode_news(party, outcome.state, timers) if is_news and not party.script else None
    return (listing if outcome.party_events else None), news


def encode_news(party: Party, state: Table[Any, Any], timers: Timers) -> bytes:
    """Say all that others are to hear of a table."""
    bulletin = _bulletin(party, listing_row(party))
    waits = awaited(party, state, timers)
    return msgspec.json.encode(
        replace(bulletin, moment=state.moment, waits=tuple(waits.values()), seats=tuple(waits))
    )


def _bulletin(party: Party, shown: Listing) -> Bulletin:
    return Bulletin(party.public, Raw(shown.text), shown.people, shown.finishers)
