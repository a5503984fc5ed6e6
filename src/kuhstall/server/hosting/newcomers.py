"""Who is new here, and may do less for a while: a nuisance comes back as somebody new."""

from __future__ import annotations

from typing import Final

from kuhstall.server.hosting.clock import Clock
from kuhstall.server.store.people import People

NEW: Final = 600.0
"""For so many seconds after the first session somebody is new, with or without an account."""


async def is_new(people: People, clock: Clock, person: str) -> bool:
    since = await people.known_since(person)
    return since is None or clock.now() - since < NEW
