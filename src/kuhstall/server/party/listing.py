"""What the lobby shows of a table. No names: those are looked up, and can be forgotten."""

from __future__ import annotations

from msgspec import UNSET, Struct, UnsetType

from kuhstall.server.party.events import PaceName
from kuhstall.server.party.party import Party, Stage


class Poster(Struct, frozen=True):
    edition: str
    pace: PaceName
    stage: Stage
    seats: int
    people: int
    bots: int
    host: str | None
    brought: bool = False
    by_itself: bool | UnsetType = UNSET  # left out unless it does: older nodes read the rest


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
        by_itself=UNSET if party.starts == "host" else True,
    )
