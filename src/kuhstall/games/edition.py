"""What every edition of every game has, besides what the kernel asks of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, Self

from kuhstall.engine.table import AnyEdition
from kuhstall.games.game import AnyGame
from kuhstall.games.rule_options import RuleOption, Rules


class Edition(AnyEdition, Protocol):
    """An edition as the rooms above the games know it: who can play it, and by which rules."""

    @property
    def game(self) -> AnyGame: ...
    @property
    def fewest_seats(self) -> int: ...
    @property
    def most_seats(self) -> int: ...
    @property
    def rules(self) -> Rules: ...
    def house_rules(self) -> tuple[RuleOption, ...]:
        """Describe every option, in the order in which people see them."""
        ...

    @property
    def card_file(self) -> bool:
        """Whether it can be played with cards from a file."""
        ...

    def with_file(self, text: str, name: str = ...) -> Self:
        """Return the edition with the cards of a file; refuse a bad file, and name it."""
        ...

    def hosted(self, changes: Mapping[str, Any], *, over_days: bool) -> dict[str, Any]:
        """Complete the options of a table that is run by a clock; refuse what a clock cannot run.

        `over_days`: people drop in when they can, so no rule may need them there at the same time.
        """
        ...
