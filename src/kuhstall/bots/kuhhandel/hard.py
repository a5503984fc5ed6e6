"""The level hard: a farmer with learned weights, which searches where that is allowed."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from typing import Final, Protocol

from kuhstall.bots.kuhhandel.farmer import Farmer
from kuhstall.bots.kuhhandel.memory import Memory
from kuhstall.bots.kuhhandel.personality import LEARNED
from kuhstall.engine.chance import Chance
from kuhstall.engine.match import Seen
from kuhstall.engine.values import Action, Seat


class SecondThoughts(Protocol):
    """Improves a farmer's decision by search."""

    def overruled(self, seen: Seen, memory: Memory, chance: Chance, action: Action) -> Action:
        """Return the best action: the farmer's own, or another one."""
        ...


class Leave:
    """Whether the bots of this process may search: `wanted` is called as soon as there is one.

    `thinking` is there once they can.
    """

    wanted: Callable[[], None] | None = None
    thinking: Callable[[], SecondThoughts] | None = None


leave: Final = Leave()


@cache
def can_search() -> bool:
    """Whether the compiler that it needs is installed, without importing it."""
    return find_spec("numba") is not None


class Hard(Farmer):
    """A farmer that has learned, on one seat."""

    def __init__(self, seat: Seat, chance: Chance) -> None:
        super().__init__(seat, LEARNED, chance)
        self._thinking: SecondThoughts | None = None
        if leave.wanted is not None:
            leave.wanted()

    def choose(self, seen: Seen) -> Action:
        action = super().choose(seen)
        if self._thinking is None and leave.thinking is not None:
            self._thinking = leave.thinking()
        if self._thinking is None:
            return action
        return self._thinking.overruled(seen, self._memory, self._chance, action)
