"""Newcomers may do less for a while: banned people come back under new names."""

from __future__ import annotations

from typing import Final

from kuhstall.server.table.clock import Clock
from kuhstall.server.table.people import TablePeople

NEW: Final = 600.0
"""A person counts as new for this many seconds after their first session, account or not."""


async def is_new(people: TablePeople, clock: Clock, person: str) -> bool:
    since = await people.known_since(person)
    return since is None or clock.now() - since < NEW
