"""Pages that can be read at any time: the help, and the current house rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec
from rich.console import Group, RenderableType
from rich.text import Text

from kuhstall.games.registry import find
from kuhstall.messages import Catalogue

WORDS: Final = ("help", "log", "rules", "back", "none", "quit")
"""The words that can be typed in every game."""


_SEAT: Final = "seat:"


def help_page(
    texts: Catalogue, parts: Sequence[str], commands: str = "commands", more: Sequence[str] = ()
) -> RenderableType:
    """Build a game's help page: its parts, then the words that can be typed; `more` are its own."""
    words = {word: texts.text(f"terminal.words.{word}") for word in (*WORDS, *more)}
    return Group(
        Text(texts.text("help.title"), style="bold"),
        *(Text(texts.text(f"help.{part}")) for part in parts),
        Text(texts.text(f"help.{commands}", **words), style="cyan"),
    )


def rules_page(texts: Catalogue, names: Sequence[str], view: Any) -> RenderableType:
    """List every house rule with its value; mark those that differ from the printed rules."""
    printed = find(view.edition).rules
    lines = [Text(texts.text("terminal.rules_title"), style="bold")]
    for rule, value in msgspec.structs.asdict(view.rules).items():
        mark = "  " if getattr(printed, rule) == value else "* "
        line = Text.assemble(
            mark,
            (texts.text(f"rule.{rule}.title"), "bold"),
            ": ",
            _value(texts, names, rule, value),
        )
        lines += [line, Text(f"    {texts.text(f'rule.{rule}.why')}", style="dim")]
    return Group(*lines, Text(texts.text("terminal.rules_changed")))


def _value(texts: Catalogue, names: Sequence[str], rule: str, value: object) -> str:
    """Word a value. Numbers and seats share one text for all values."""
    key, args = str(value).lower(), dict[str, Any]()
    if isinstance(value, int) and not isinstance(value, bool) and value:
        key, args = "any", {"count": value}
    elif key.startswith(_SEAT):
        key, args = "seat", {"seat": names[int(key.removeprefix(_SEAT))]}
    elif isinstance(value, tuple):
        key, args = "any", {"positions": ", ".join(map(str, value))}
    return texts.text(f"rule.{rule}.values.{key}", **args)


def words(texts: Catalogue, more: Sequence[str] = ()) -> Mapping[str, str]:
    """Return the words that can be typed for each command, in this language and in English."""
    typed = {word: word for word in (*WORDS, *more)}
    own = {texts.text(f"terminal.words.{word}"): word for word in typed}
    return typed | own | {"?": "help"}
