"""Options that no list of values names yet: random games are played by them all the same."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from msgspec import Struct

from kuhstall.games.rule_options import choices, kind_of, names


def unlisted(rules: type[Struct], listed: Collection[str]) -> dict[str, tuple[Any, ...]]:
    """Return all that such options admit, so that a new one is walked from its first day on."""
    found = {name: choices(rules, name) for name in names(rules) if name not in listed}
    for name in found:
        assert kind_of(rules, name) == "choice", f"say which values of {name} are worth a walk"
    return found
