"""The parts that a game provides for the terminal."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from msgspec import Struct
from rich.console import RenderableType

from kuhstall.cli.terminal.keyboard import Keyboard
from kuhstall.cli.terminal.log_lines import LogLines
from kuhstall.cli.terminal.screen import Screen
from kuhstall.cli.terminal.seating import Seating
from kuhstall.engine.match import Match
from kuhstall.engine.values import Action
from kuhstall.messages import Catalogue

DrawSheet: TypeAlias = Callable[[Catalogue, Sequence[str], Any], RenderableType | None]


class Scoring(Struct, frozen=True, kw_only=True):
    """How a game with real cards is scored, given its edition, or None, and its house rules.

    `ask` asks at the keyboard; `read` takes JSON and returns the result.
    """

    ask: Callable[[Screen, str | None, Mapping[str, Any]], None]
    read: Callable[[bytes, str | None, Mapping[str, Any]], dict[str, Any]]


class TerminalParts(Struct, frozen=True, kw_only=True):
    """One game in the terminal. `editions` are the keys of its editions.

    `sheet` draws the score sheet of a view; None while the game goes on. `bids` are actions after
    which every seat is asked again. Of consecutive log lines with a key in `counting`, only the
    latest is kept.
    """

    editions: tuple[str, ...]
    people: Callable[[Match, Seating, LogLines, Screen], Keyboard]
    sheet: DrawSheet
    bids: tuple[type[Action], ...] = ()
    counting: tuple[str, ...] = ()
    scoring: Scoring | None = None
