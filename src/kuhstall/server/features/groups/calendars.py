"""The calendar of a group's nights, for calendar programs that subscribe to it (RFC 5545)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from kuhstall.server.features.groups.nights import LENGTH, Night, series_of


def calendar(name: str, nights: Sequence[Night], now: float) -> bytes:
    """Return the nights as a calendar. The last night of a series stands for all later ones.

    Nobody is named: it is fetched without a session.
    """
    # Only those who subscribe need it, and it takes longer to load than all other features.
    from icalendar import Calendar, Event  # noqa: PLC0415

    book = Calendar()
    book.add("prodid", "-//Kuhstall//kuhstall//EN")
    book.add("version", "2.0")
    book.add("x-wr-calname", name)
    book.add("refresh-interval", timedelta(hours=6), {"value": "DURATION"})
    ordered = sorted(nights, key=lambda one: one.starts)
    latest = {series_of(one.id): one for one in ordered}
    for night in ordered:
        begins = datetime.fromtimestamp(night.starts, ZoneInfo(night.zone))
        event = Event()
        event.add("uid", f"{night.id}@kuhstall")
        event.add("dtstamp", datetime.fromtimestamp(now, UTC))
        event.add("dtstart", begins)
        event.add("duration", timedelta(seconds=LENGTH))
        event.add("summary", name)
        if night.every and latest[series_of(night.id)] is night:
            event.add("rrule", {"freq": "weekly", "interval": night.every})
        book.add_component(event)
    book.add_missing_timezones()
    return bytes(book.to_ical())
