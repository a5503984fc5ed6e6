"""What the lobby shows of a table. It contains no names: they are looked up, and can be erased."""

from __future__ import annotations

from msgspec import UNSET, Struct, UnsetType

from kuhstall.server.table.party.events import PaceName
from kuhstall.server.table.party.party import Party, Stage


class Poster(Struct, frozen=True):
    edition: str
    pace: PaceName
    stage: Stage
    seats: int
    people: int
    bots: int
    host: str | None
    brought: bool = False
    by_itself: bool | UnsetType = UNSET  # only written if true, since older nodes do not know it


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
