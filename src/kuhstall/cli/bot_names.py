"""Bots as they are named on the command line, those of one's own among them."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

from kuhstall.bots import registry as bots
from kuhstall.engine.values import Refused


def admit(names: Iterable[str]) -> None:
    """Let bots play that this process does not know yet, from the folder that one is in as well."""
    here = str(Path.cwd())
    for name in names:
        if not bots.is_known(name):
            if here not in sys.path:  # as with `python FILE`, but not with a script in bin
                sys.path.insert(0, here)
            bots.admit(name)


def check(name: str, edition: str) -> None:
    """Refuse a name that no bot of this edition has: another would play under it."""
    admit([name])
    there = bots.names_of(edition)
    if name not in there:
        known = ", ".join(there)
        reason = f"{edition} has no bot '{name}'; there are {known}"
        raise Refused("bot_elsewhere", reason, given=name, known=known)


def on_seats(given: str, edition: str, seats: int) -> list[str]:
    """Name the bot on each of some seats: one name is for all, else there is a name for each."""
    names = given.split(",")
    for name in names:
        check(name, edition)
    if len(names) == 1:
        return names * seats
    if len(names) != seats:
        reason = f"{len(names)} bots for {seats} seats; name one, or one a seat"
        raise Refused("line_up", reason)
    return names
