"""The hours in which a slow table is played: clocks of decisions run in them, and at no other time.

They are minutes of the day in UTC: what a log says then depends on no database of time zones. Where
clocks are changed in spring and autumn, the hours are an hour off until somebody chooses new ones.
"""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta, Struct

_MINUTE: Final = 60
_DAY: Final = 24 * 60 * _MINUTE

Minute = Annotated[int, Meta(ge=0, lt=24 * 60)]


class Hours(Struct, frozen=True, gc=False):
    """From which minute of the day to which, maybe past midnight; the same twice: always."""

    begins: Minute
    ends: Minute


def time_after(hours: Hours | None, start: float, seconds: float) -> float:
    """Tell when so many seconds of these hours have passed."""
    length = _DAY if hours is None else (hours.ends - hours.begins) * _MINUTE % _DAY or _DAY
    if hours is None or length == _DAY:
        return start + seconds
    since = (start - hours.begins * _MINUTE) % _DAY
    opened = start - since
    if since >= length:  # they begin tomorrow
        opened, since = opened + _DAY, 0.0
    days, rest = divmod(since + seconds, length)
    if not rest and days:  # the end of one day, not the beginning of the next
        days, rest = days - 1, length
    return opened + days * _DAY + rest
