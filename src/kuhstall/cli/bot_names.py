"""Bots as named on the command line, including the user's own."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

from kuhstall.bots import registry as bots
from kuhstall.engine.values import Refused


def admit(names: Iterable[str]) -> None:
    """Register bots that this process does not know yet; the current folder is searched, too."""
    here = str(Path.cwd())
    for name in names:
        if not bots.is_known(name):
            if here not in sys.path:  # as `python FILE` does, but a script in bin does not
                sys.path.insert(0, here)
            bots.admit(name)


def check(name: str, edition: str) -> None:
    """Refuse a name that no bot of this edition has: a different bot would play under it."""
    admit([name])
    there = bots.names_of(edition)
    if name not in there:
        known = ", ".join(there)
        reason = f"{edition} has no bot '{name}'; there are {known}"
        raise Refused("bot_elsewhere", reason, given=name, known=known)


def on_seats(given: str, edition: str, seats: int) -> list[str]:
    """Return the bot for each seat: a single name is for all seats, otherwise there is one each."""
    names = given.split(",")
    for name in names:
        check(name, edition)
    if len(names) == 1:
        return names * seats
    if len(names) != seats:
        reason = f"{len(names)} bots for {seats} seats; name one, or one a seat"
        raise Refused("line_up", reason)
    return names
