"""What the lobby shows of a table. No names: those are looked up, and can be forgotten."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from kuhstall.server.party import PaceName, Party, Stage
from kuhstall.server.store import Listing


class Poster(Struct, frozen=True):
    edition: str
    pace: PaceName
    stage: Stage
    seats: int
    people: int
    bots: int
    host: str | None
    brought: bool = False


def poster(party: Party) -> Poster:
    return Poster(
        party.edition,
        party.pace,
        party.stage,
        seats=len(party.places),
        people=len(party.people),
        bots=sum(place.bot is not None for place in party.places),
        host=party.host,
        brought=bool(party.data),
    )


def listing(party: Party) -> Listing:
    return Listing(
        party.public,
        open=party.stage == "open",
        text=msgspec.json.encode(poster(party)),
        people=party.people,
        closed=party.stage == "closed",
    )
