"""What can be read at any time: help, and the house rules in force."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec
from rich.console import Group, RenderableType
from rich.text import Text

from kuhstall.cli.terminal.wording import TWO
from kuhstall.games.kuhhandel.view import MasterView, View
from kuhstall.games.registry import find
from kuhstall.messages import Catalogue

CLASSIC: Final = ("goal", "turn", "auction", "trade", "donkey", "table", "keys")
MASTER: Final = (
    *("goal_master", "turn", "auction", "pedigree", "trade", "rat", "donkey"),
    *("table_master", "keys"),
)
FOR_TWO: Final = ("goal_master", "turn_two", "trade", "rat_two", "donkey", "table_master", "keys")
WORDS: Final = ("help", "log", "rules", "back", "none", "landscapes", "quit")


def help_page(texts: Catalogue, parts: Sequence[str], commands: str = "commands") -> RenderableType:
    words = {word: texts.text(f"terminal.words.{word}") for word in WORDS}
    return Group(
        Text(texts.text("help.title"), style="bold"),
        *(Text(texts.text(f"help.{part}")) for part in parts),
        Text(texts.text(f"help.{commands}", **words), style="cyan"),
    )


def parts(view: View) -> Sequence[str]:
    """Name what there is to explain at this table."""
    if not isinstance(view, MasterView):
        return CLASSIC
    found: Sequence[str] = FOR_TWO if len(view.seats) == TWO else MASTER
    if found is FOR_TWO and view.rules.division_donkey == "off":
        found = [part for part in found if part != "donkey"]
    return (found[0], "kassensturz", *found[1:]) if view.rules.kassensturz else found


def rules_page(texts: Catalogue, names: Sequence[str], view: Any) -> RenderableType:
    """List every house rule with its value; mark what is not as printed."""
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
    """Word a value. Those that are numbers or seats have one text for all."""
    key, args = str(value).lower(), dict[str, Any]()
    if rule == "no_progress_limit" and value:
        key, args = "any", {"count": value}
    elif rule == "start_player" and value != "random":
        key, args = "seat", {"seat": names[int(key.removeprefix("seat:"))]}
    elif isinstance(value, tuple):
        key, args = "any", {"positions": ", ".join(map(str, value))}
    return texts.text(f"rule.{rule}.values.{key}", **args)


def words(texts: Catalogue) -> Mapping[str, str]:
    """Return what may be typed for each command, in this language and in English."""
    typed = {word: word for word in WORDS}
    own = {texts.text(f"terminal.words.{word}"): word for word in typed}
    return typed | own | {"?": "help"}
