"""How a table starts by itself: when it is full, and where the host allows it filled by bots.

A stranger who comes alone shall play with people if there are some, and not wait for long if there
are none. Both times are timers of the table, so whichever node is there goes on with them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from kuhstall.server.party.events import BotSeated, PartyEvent
from kuhstall.server.party.party import Party

FILL: Final = 60.0
"""How long free seats are kept for people, from when the first one is there."""

COUNT: Final = 5.0
"""How long a full table counts down: everybody sees with whom they play, and may still leave."""

Deed: TypeAlias = Literal["fill", "start"]


class StartTimers(Struct, frozen=True, omit_defaults=True, gc=False):
    """When bots take the free seats, and when the game starts; None where that is for nobody.

    While the table counts down to its start, `fills` does not ring. It is kept, or somebody who
    sits down and leaves again and again would make the others wait for ever.
    """

    fills: float | None = None
    starts: float | None = None

    @property
    def due(self) -> float | None:
        return self.fills if self.starts is None else self.starts

    @property
    def deed(self) -> Deed:
        return "fill" if self.starts is None else "start"


NO_START: Final = StartTimers()


def wind_start(  # noqa: PLR0913 -- a step from all sides
    before: Party, after: Party, running: StartTimers, now: float, tempo: float, *, anew: bool
) -> StartTimers:
    """Set when a table starts by itself, after a step; nothing starts where nobody looks."""
    if after.starts == "host" or after.stage != "open" or not after.is_attended:
        return NO_START
    same = before.stage == "open" and _choice(before) == _choice(after) and not anew
    fills: float | None = None
    if after.starts == "bots":
        fills = running.fills if same and _bots(before) <= _bots(after) else None
        if fills is None:
            # Whoever has broken a start off has lost the seat, and the others have waited enough.
            fills = now + (COUNT if before.stage == "revealing" else FILL) * tempo
        elif not after.is_full:
            fills = max(fills, now)
    if not after.is_full:
        return StartTimers(fills)
    goes_on = same and before.is_full and _seen(before) == _seen(after)
    starts = running.starts if goes_on else None
    return StartTimers(fills, now + COUNT * tempo if starts is None else starts)


def _choice(party: Party) -> tuple[str, str]:
    return party.starts, party.filler


def _bots(party: Party) -> int:
    """Count the bots. Only the host makes one leave, to keep the seat for a person once more."""
    return sum(place.bot is not None for place in party.places)


def _seen(party: Party) -> tuple[object, ...]:
    """Give what people look at before a start: if that changes, they are to see it again."""
    return party.setup, party.pace, party.people


def fill_seats(party: Party) -> Iterator[PartyEvent]:
    """Let bots take the free seats."""
    for seat, place in enumerate(party.places):
        if place.is_empty:
            yield BotSeated(seat, party.filler)
