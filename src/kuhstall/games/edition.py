"""What every edition of every game has, besides what the kernel asks of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, Self

from msgspec import Struct

from kuhstall.engine.table import AnyEdition


class Edition(AnyEdition, Protocol):
    """An edition as the rooms above the games know it: who can play it, and by which rules."""

    @property
    def fewest_seats(self) -> int: ...
    @property
    def most_seats(self) -> int: ...
    @property
    def rules(self) -> Struct: ...
    @property
    def card_file(self) -> bool:
        """Whether it can be played with cards from a file."""
        ...

    def with_file(self, text: str) -> Self:
        """Return the edition with the cards of a file; refuse what is none."""
        ...

    def hosted(self, changes: Mapping[str, Any], *, over_days: bool) -> dict[str, Any]:
        """Complete the options of a table that a clock runs; refuse what it cannot run.

        `over_days`: people act when they come by, so nothing may depend on being there together.
        """
        ...
