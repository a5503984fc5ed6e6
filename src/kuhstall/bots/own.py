"""Bots of one's own: a class in a file, or one that an installed package offers under a name."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module, metadata
from typing import Any, Final, TypeAlias

from kuhstall.bots.bot import Bot
from kuhstall.engine.chance import Chance, SeededChance
from kuhstall.engine.values import Refused
from kuhstall.games.spelling import nearest

GROUP: Final = "kuhstall.bots"
"""The group of entry points in which packages offer bots."""

Maker: TypeAlias = Callable[[Chance], Bot]
"""A class, or anything else that is called with the bot's own chance and returns the bot."""


def offered() -> dict[str, metadata.EntryPoint]:
    """List the bots that installed packages offer."""
    return {point.name: point for point in metadata.entry_points(group=GROUP)}


def load(name: str) -> Maker | None:
    """Import the bot that is called `module:Class` or offered under this name, if there is one.

    Importing runs what stands in the module: use it only for names given by the user of the
    program.
    """
    point = offered().get(name)
    module, colon, attribute = name.partition(":")
    if point is None and not (colon and module and attribute):
        return None
    try:
        found = import_module(module) if point is None else point.load()
    except Exception as error:  # whatever a module does while it is imported
        reason = f"the bot '{name}' cannot be imported: {type(error).__name__}: {error}"
        raise Refused("no_such_bot", reason) from error
    if point is None:
        found = _part(found, attribute)
    if not callable(found):
        raise Refused("no_such_bot", f"'{name}' is not a class: it cannot be called with a chance")
    maker: Maker = found
    _try_out(name, maker)
    return maker


def _try_out(name: str, maker: Maker) -> None:
    """Make a bot once: one that cannot be made, or cannot choose, is better found out now."""
    try:
        made = maker(SeededChance(b""))
    except Exception as error:  # whatever a constructor does
        reason = f"the bot '{name}' cannot be made: {type(error).__name__}: {error}"
        raise Refused("no_such_bot", reason) from error
    if not callable(getattr(made, "choose", None)):
        raise Refused("no_such_bot", f"'{name}' makes no bot: it has no method 'choose'")


def _part(module: Any, name: str) -> Any:
    """Return what a module calls by a name."""
    if not hasattr(module, name):
        near = nearest(name, vars(module))
        guess = f"; did you mean '{near}'?" if near else ""
        raise Refused("no_such_bot", f"there is no '{name}' in {module.__name__}{guess}")
    return getattr(module, name)
