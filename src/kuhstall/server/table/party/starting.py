"""How a table starts by itself: when it is full, if the host allows it also filled up with bots.

A visitor who comes alone should play with people if there are some, and not wait long if there are
none. Both times are stored timers of the table, so any node can act on them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from kuhstall.server.table.party.events import BotSeated, PartyEvent
from kuhstall.server.table.party.party import Party

FILL: Final = 60.0
"""How long free seats are kept for people after the first person has come."""

COUNT: Final = 5.0
"""How long a full table counts down: players see with whom they will play, and may still leave."""

StartAction: TypeAlias = Literal["fill", "start"]


class StartTimers(Struct, frozen=True, omit_defaults=True, gc=False):
    """When bots take the free seats, and when the game starts; None if that will not happen.

    During the countdown to the start, `fills` does not ring. It is kept, or a player who sits down
    and leaves again and again would make the others wait forever.
    """

    fills: float | None = None
    starts: float | None = None

    @property
    def due(self) -> float | None:
        return self.fills if self.starts is None else self.starts

    @property
    def action(self) -> StartAction:
        return "fill" if self.starts is None else "start"


NO_START: Final = StartTimers()


def set_start_timers(  # noqa: PLR0913 -- a step from all sides
    before: Party, after: Party, running: StartTimers, now: float, tempo: float, *, restart: bool
) -> StartTimers:
    """Set when a table starts by itself, after a step. None starts while no player is connected."""
    if after.starts == "host" or after.stage != "open" or not after.is_attended:
        return NO_START
    same = before.stage == "open" and _choice(before) == _choice(after) and not restart
    fills: float | None = None
    if after.starts == "bots":
        kept = running.fills if same and _bots(before) <= _bots(after) else None
        fills = _fill_time(before, after, kept, now, tempo)
    if not after.is_full:
        return StartTimers(fills)
    goes_on = same and before.is_full and _seen(before) == _seen(after)
    starts = running.starts if goes_on else None
    return StartTimers(fills, now + COUNT * tempo if starts is None else starts)


def _fill_time(
    before: Party, after: Party, running: float | None, now: float, tempo: float
) -> float:
    """Return when bots take the free seats."""
    if running is not None:
        return running if after.is_full else max(running, now)
    # If a start was aborted, the player who caused it has lost the seat, and the others have
    # waited long enough.
    return now + (COUNT if before.stage == "revealing" else FILL) * tempo


def _choice(party: Party) -> tuple[str, str]:
    return party.starts, party.filler


def _bots(party: Party) -> int:
    """Count the bots. Only the host removes one, to keep the seat for a person again."""
    return sum(place.bot is not None for place in party.places)


def _seen(party: Party) -> tuple[object, ...]:
    """Return what players look at before the start: if it changes, the countdown restarts."""
    return party.setup, party.pace, party.people


def fill_seats(party: Party) -> Iterator[PartyEvent]:
    """Put bots on the free seats."""
    for seat, place in enumerate(party.places):
        if place.is_empty:
            yield BotSeated(seat, party.filler)
