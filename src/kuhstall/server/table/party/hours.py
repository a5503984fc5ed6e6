"""The times of a slow table: its playing hours, and how long a player has for a decision.

The clocks of decisions run only in the playing hours. These are minutes of the day in UTC, so that
a log does not depend on a time zone database. Where daylight saving time begins or ends, the hours
are one hour off until the host changes them.
"""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta, Struct

_MINUTE: Final = 60
_DAY: Final = 24 * 60 * _MINUTE

Minute = Annotated[int, Meta(ge=0, lt=24 * 60)]

DecisionHours = Annotated[int, Meta(ge=1, le=7 * 24)]
"""How long a player of a slow table has for a decision, in hours."""

USUAL_DECISION: Final = 48


class Hours(Struct, frozen=True, gc=False):
    """The first and last minute of the day, maybe past midnight; always if they are equal."""

    begins: Minute
    ends: Minute


def time_after(hours: Hours | None, start: float, seconds: float) -> float:
    """Return when this many seconds within these hours have passed."""
    length = _DAY if hours is None else (hours.ends - hours.begins) * _MINUTE % _DAY or _DAY
    if hours is None or length == _DAY:
        return start + seconds
    since = (start - hours.begins * _MINUTE) % _DAY
    opened = start - since
    if since >= length:  # today's hours are over: begin tomorrow
        opened, since = opened + _DAY, 0.0
    days, rest = divmod(since + seconds, length)
    if not rest and days:  # the end of one day, not the beginning of the next
        days, rest = days - 1, length
    return opened + days * _DAY + rest
