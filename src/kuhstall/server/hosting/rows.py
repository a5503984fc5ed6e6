"""How a party is written into the store: the rows of a new table, and what lists show of it."""

from __future__ import annotations

from typing import Final

import msgspec

from kuhstall.engine.values import CLOCK, Actor
from kuhstall.server.party.listing import poster
from kuhstall.server.party.opening import FirstStep
from kuhstall.server.party.party import Party
from kuhstall.server.party.record import encode_step
from kuhstall.server.party.timers import Timers
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
    )
    events = encode_step(first.events, first.dealt, Timers(first.due))
    return opening, Step(first.table, 1, CLOCK, "open", events, first.due)


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
