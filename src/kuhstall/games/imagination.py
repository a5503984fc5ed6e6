"""Imagining one table again and again, while more and more is heard of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from kuhstall.engine.chance import Chance
from kuhstall.engine.table import Table
from kuhstall.engine.values import Event


class Imagination(Protocol):
    """A guess of what one viewer does not see, which is carried on as the viewer hears more.

    To imagine several tables, keep several of these: each remembers what it has
    guessed, and only mends it where it turns out to be wrong.
    """

    def table(self, view: Any, heard: Sequence[Event], chance: Chance) -> Any:
        """Return a table that fits the view and all that was heard, of which nothing is taken back.

        `chance` decides what is guessed for this time alone, such as the order of the deck.
        """
        ...


class Afresh:
    """Guesses everything anew every time, for games in which that takes no time to speak of."""

    def __init__(self, table: Table[Any, Any]) -> None:
        self._empty = table

    def table(self, view: Any, heard: Sequence[Event], chance: Chance) -> Any:
        return self._empty.edition.game.imagine(self._empty, view, heard, chance)
