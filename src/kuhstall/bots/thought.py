"""What a bot thought before it acted: why it does this, and what else it weighed.

A reason tells what the bot held and what it believed of others. At a table that is still played it
is as secret as a purse: a playing bot is only asked to `choose`.
"""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from msgspec import Struct

from kuhstall.engine.match import Seen
from kuhstall.engine.values import Action, Line


class Weighed(Struct, frozen=True):
    """Something else that could have been done, and what it seemed to be worth."""

    action: Action
    worth: float


class Thought(Struct, frozen=True):
    """What to do, and why, as a line for people; no reason where there was nothing to think about.

    `worth` is in points, by the bot's own reckoning: it means something beside the `others` only.
    """

    action: Action
    reason: Line | None = None
    worth: float = 0.0
    others: tuple[Weighed, ...] = ()


@runtime_checkable
class Thinking(Protocol):
    """A bot that can say why. It would choose the same action."""

    def think(self, seen: Seen) -> Thought: ...
