"""The interface of bots: a bot gets what a player sees, and chooses an action."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, Protocol

from msgspec import Struct

from kuhstall.bots.coach import Judge
from kuhstall.engine.chance import Chance
from kuhstall.engine.match import Seen
from kuhstall.engine.values import Action, Line, Seat

EASY: Final = "easy"
MEDIUM: Final = "medium"
HARD: Final = "hard"
LEVELS: Final = (EASY, MEDIUM, HARD)
"""The levels of difficulty, the easiest first. `medium` is the plain bot of a game, and plays under
every name that a game does not know; `easy` makes mistakes on purpose; `hard` is stronger."""


class Bot(Protocol):
    """Sits on one seat of one table, and is asked whenever that seat has options."""

    def choose(self, seen: Seen) -> Action:
        """Return an action that one of the options admits."""
        ...


class GameBots(Struct, frozen=True):
    """The bots of one game.

    `editions` are the keys of the editions that they play. `names` are those that this game adds
    to the list; `make` must also take the names that other games have added. `levels` are those
    that the game offers: a `hard` that is no stronger than `medium` is left out. `called` is what
    people call them: the same in every language, and a face in the client. `yardsticks` are
    bots that are never changed, so that others can be measured by them; no menu lists them.
    `judge` makes a judge that says what a seat might have done better, where there is one, and
    `action_line` is the text of an action. `slow` says of which names a choice may
    take more than some milliseconds: a server lets these bots think in a process of their own.
    `warm_up` is the module of what they do only there: it is imported in such a process, and its
    `begin` is called.
    """

    editions: tuple[str, ...]
    names: tuple[str, ...]
    make: Callable[[str, Seat, Chance], Bot]
    called: Mapping[str, str] = {}
    yardsticks: tuple[str, ...] = ()
    judge: Callable[[Seat], Judge] | None = None
    action_line: Callable[[Seen, Action], Line] | None = None
    slow: Callable[[str], bool] = lambda _: False
    warm_up: str | None = None
    levels: tuple[str, ...] = LEVELS
